import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { useNeedsServer } from '@/lib/away.ts';
import { useNow } from '@/lib/clock.ts';
import { copyListing, salesTakingLots } from '@/lib/selling.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Loading } from '@/ui/page.tsx';

const TITLE = 'Copy Lot';

function ChooseSale({ lot, kind, onClose }: { lot: string; kind: string; onClose: () => void }) {
  const me = useMe();
  const now = useNow(60_000);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: sales } = useQuery(currentAuctionsQuery);
  const eligible = me && sales ? salesTakingLots(sales, me, kind, now) : null;
  const [chosen, setChosen] = useState<string | null>(null);
  const auction = eligible?.find(({ _id }) => _id === chosen) ?? eligible?.[0];
  const copy = useMutation({
    mutationFn: (to: string) => copyListing(lot, to),
    onSuccess: async (searchNumericId) => {
      await client.invalidateQueries({ queryKey: ['selling'] });
      if (auction) await navigate(paths.newLot(auction, { searchNumericId }));
    },
  });
  if (eligible === null)
    return (
      <Dialog title={TITLE} onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
        <Loading label="Loading auctions…" />
      </Dialog>
    );
  if (auction === undefined)
    return <MessageDialog title={TITLE} message="No auctions available" onClose={onClose} />;
  return (
    <Dialog
      title={TITLE}
      onClose={onClose}
      withCancel
      actions={
        <Button loading={copy.isPending} onClick={() => copy.mutate(auction._id)}>
          Copy Lot
        </Button>
      }
    >
      <Select
        label="Auction"
        data-autofocus
        value={auction._id}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        options={eligible.map(({ _id, title, liveAt }) => ({
          value: _id,
          label: `${title}, ${formatDateTime(liveAt)}`,
        }))}
      />
      {copy.error && <p role="alert">{errorTextOf(copy.error).message}</p>}
    </Dialog>
  );
}

/** Begins a draft for another sale with what the person's withdrawn lot said. `lot`: its id; `label`: its name. */
export function CopyLotButton({ lot, kind, label }: { lot: string; kind: string; label: string }) {
  const [open, setOpen] = useState(false);
  const needsServer = useNeedsServer();
  return (
    <>
      <Button
        variant="default"
        aria-label={`Copy Lot: ${label}`}
        onClick={() => setOpen(true)}
        {...needsServer}
      >
        Copy Lot
      </Button>
      {open && <ChooseSale lot={lot} kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
