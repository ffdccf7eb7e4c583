import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { ERRORS } from '@saleyard/contract/errors.ts';
import { isAddLotOpen } from '@saleyard/domain/auction/sale-settings.ts';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { ICON_SIZES, IconPlus } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { useNeedsServer } from '@/lib/away.ts';
import { useNow } from '@/lib/clock.ts';
import { addLotRefusal } from '@/lib/selling.ts';
import { isSeller, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';

const TITLE = 'Add New Lot';
/** Whether lots may be added is looked at this often. ms. */
const WINDOW_CHECK_MS = 30_000;

/** What a person reads who may not add lots, and the way to the profile where that is what is missing. */
function Refused({ code, onClose }: { code: keyof typeof ERRORS; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const { message } = ERRORS[code];
  if (code !== 'profile-incomplete')
    return <MessageDialog title={TITLE} message={message} onClose={onClose} />;
  return (
    <Dialog
      title={TITLE}
      onClose={onClose}
      withCancel
      actions={<Button onClick={() => void navigate(paths.profile)}>Update</Button>}
    >
      <p>{message}</p>
    </Dialog>
  );
}

/** Opens the form of a new lot for a sale, while lots may be added to it. Shown to those who sell. */
export function AddLotButton({ auction, about }: { auction: AuctionSummary; about?: string }) {
  const me = useMe();
  const now = useNow(WINDOW_CHECK_MS);
  const navigate = useNavigate();
  const needsServer = useNeedsServer();
  const [refused, setRefused] = useState<keyof typeof ERRORS | null>(null);
  if (!me || !isSeller(me) || !isAddLotOpen(auction, now)) return null;
  return (
    <>
      <Button
        variant="default"
        aria-describedby={about}
        leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
        onClick={() => {
          const why = addLotRefusal(me, auction);
          if (why === null) void navigate(paths.newLot(auction));
          else setRefused(why);
        }}
        {...needsServer}
      >
        {TITLE}
      </Button>
      {refused !== null && <Refused code={refused} onClose={() => setRefused(null)} />}
    </>
  );
}
