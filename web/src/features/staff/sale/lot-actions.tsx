import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { ConfirmCorrectionDialog } from './confirm-correction.tsx';
import { declineOf, isCorrectable, proposalText, reinstatementOf } from './corrections.ts';
import { type ReasonedOrder, soldBeforeOf, stopOf, withdrawalOf } from './reasoned-orders.tsx';
import { canSellAfter } from './sold-after.tsx';
import { canBidForVendor } from './vendor-bid.tsx';

/** What can be done to a lot that needs a reason. */
function ordersOf(lot: StaffLot, sale: Pick<PublicAuction, 'state'>): readonly ReasonedOrder[] {
  const isOver = lot.withdrawn || lot.state === 'closed';
  if (isOver) {
    return [
      ...(lot.withdrawn && lot.corrected === undefined && sale.state !== 'closed'
        ? [reinstatementOf(lot)]
        : []),
      ...(lot.proposal === undefined ? [] : [declineOf(lot)]),
    ];
  }
  return [
    stopOf(lot.frozenTime === null ? 'freeze' : 'resume', lot),
    stopOf(lot.pausedTime === null ? 'pause' : 'unpause', lot),
    ...(sale.state === 'live' ? [] : [soldBeforeOf(lot)]),
    withdrawalOf(lot),
  ];
}

/** The dialogs that a lot's actions open. */
export type LotDialog = 'correct' | 'sellAfter' | 'phoneBid' | 'vendorBid';

/** Whether an account may bid on a lot, or set a maximum, by phone: from when its sale opens until the lot closes. */
const canBidByPhone = (lot: StaffLot, sale: Pick<PublicAuction, 'state'>): boolean =>
  (sale.state === 'open' || sale.state === 'live') && !lot.withdrawn && lot.state !== 'closed';

/** What staff can do to one lot: while it is for sale, and to put right what it came to. */
export function LotActions({
  lot,
  auction,
  onAsk,
  onShow,
  onClose,
}: {
  lot: StaffLot;
  auction: Pick<PublicAuction, '_id' | 'state'>;
  onAsk: (order: ReasonedOrder) => void;
  onShow: (dialog: LotDialog) => void;
  onClose: () => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const waits = proposalText(lot);
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  if (isConfirming) {
    return <ConfirmCorrectionDialog auction={auction._id} lot={lot} onClose={onClose} />;
  }
  return (
    <Dialog
      title={`Lot ${lot.number}`}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <p>{lot.publicDetails.title}</p>
      {waits !== null && (
        <p>
          {waits}. Proposed by {lot.proposal?.byName || 'staff'}. Reason: {lot.proposal?.reason}
        </p>
      )}
      <Grid single gap="sm">
        {lot.proposal?.awaits === 'secondPerson' && (
          <Button fullWidth justify="flex-start" onClick={() => setConfirming(true)}>
            Confirm the correction of Lot {lot.number}…
          </Button>
        )}
        {auction.state === 'closed' && canSellAfter(lot) && (
          <Button variant="default" fullWidth justify="flex-start" onClick={then(() => onShow('sellAfter'))}>
            Record Lot {lot.number} as sold after the auction…
          </Button>
        )}
        {isCorrectable(lot) && (
          <Button variant="default" fullWidth justify="flex-start" onClick={then(() => onShow('correct'))}>
            Correct Lot {lot.number}…
          </Button>
        )}
        {canBidByPhone(lot, auction) && (
          <Button variant="default" fullWidth justify="flex-start" onClick={then(() => onShow('phoneBid'))}>
            Bid on Lot {lot.number} by phone…
          </Button>
        )}
        {canBidForVendor(lot) && (
          <Button variant="default" fullWidth justify="flex-start" onClick={then(() => onShow('vendorBid'))}>
            Bid for the vendor of Lot {lot.number}…
          </Button>
        )}
        {ordersOf(lot, auction).map((order) => (
          <Button
            key={order.action}
            variant="default"
            fullWidth
            justify="flex-start"
            color={order.danger ? 'ochre' : undefined}
            onClick={then(() => onAsk(order))}
          >
            {order.menu ?? `${order.action} Lot ${lot.number}…`}
          </Button>
        ))}
      </Grid>
    </Dialog>
  );
}
