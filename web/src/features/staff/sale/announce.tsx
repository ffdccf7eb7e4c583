import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { useId, useState } from 'react';
import { ICON_SIZES, IconInfoCircle } from '@/config/icons.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { useOrders } from './orders.tsx';

/** The dialog for the text; also ends what is announced. */
function AnnounceDialog({
  announced,
  isPending,
  onGive,
  onClose,
}: {
  announced: string | null;
  isPending: boolean;
  /** '' ends it. */
  onGive: (text: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const { field, submit } = useSmallForm({
    initial: { text: announced ?? '' },
    checks: { text: (text) => (text.trim() === '' ? 'Please Enter a text' : null) },
    onSubmit: ({ text }) => onGive(text.trim()),
  });
  return (
    <Dialog
      title="Announce in this sale"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          {announced !== null && (
            <Button variant="default" disabled={isPending} onClick={() => onGive('')}>
              End the announcement
            </Button>
          )}
          <Button type="submit" form={formId} disabled={isPending}>
            Announce
          </Button>
        </>
      }
    >
      <p className="sy-dim">
        Everybody in this sale’s live room and catalogue reads it at once, until you end it or the sale is
        closed. It is kept with the sale’s record.
      </p>
      <form id={formId} onSubmit={submit} noValidate>
        <TextField label="Text" most={SALE_LIMITS.announcement} {...field('text')} />
      </form>
    </Dialog>
  );
}

/** An announcement to everybody in one sale. */
export function AnnounceButton({ sale }: { sale: Pick<StaffAuction, '_id' | 'notification'> }) {
  const [asking, setAsking] = useState(false);
  const { give, isPending, refusal } = useOrders(sale._id);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        variant="default"
        disabled={isPending}
        leftSection={<IconInfoCircle size={ICON_SIZES.sm} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Announce
      </Button>
      {asking && (
        <AnnounceDialog
          announced={sale.notification}
          isPending={isPending}
          onClose={close}
          onGive={(text) => {
            const done = text === '' ? 'The announcement is ended' : 'Announced in the sale';
            give({ type: 'announce', text }, { done, onDone: close });
          }}
        />
      )}
      {refusal}
    </>
  );
}
