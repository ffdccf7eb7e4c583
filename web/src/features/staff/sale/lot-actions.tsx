import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { type StaffOrder, useStaffCommand } from '@/features/staff/api/staff-command.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toasts.tsx';
import { declineOf, isCorrectable, proposalText, reinstatementOf } from './corrections.ts';
import { type ReasonedOrder, soldBeforeOf, stopOf, withdrawalOf } from './reasoned-orders.tsx';
import classes from './sale.module.css';
import { canSellAfter } from './sold-after.tsx';

/** What can be done to a lot that asks its reason next. */
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

/** What staff can do to one lot: while it is for sale, and to put right what it came to. */
export function LotActions({
  lot,
  auction,
  onAsk,
  onCorrect,
  onSellAfter,
  onClose,
}: {
  lot: StaffLot;
  auction: Pick<PublicAuction, '_id' | 'state'>;
  onAsk: (order: ReasonedOrder) => void;
  onCorrect: () => void;
  onSellAfter: () => void;
  onClose: () => void;
}) {
  const { mutate, isPending } = useStaffCommand(auction._id);
  const confirm: StaffOrder = { type: 'confirmCorrection', lot: lot._id };
  const waits = proposalText(lot);
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
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
          {waits}. Reason: {lot.proposal?.reason}
        </p>
      )}
      <div className={classes.lotActions}>
        {lot.proposal?.awaits === 'secondPerson' && (
          <Button
            fullWidth
            justify="flex-start"
            disabled={isPending}
            onClick={() =>
              mutate(confirm, {
                onSuccess: () => toast(`Correction of Lot ${lot.number} confirmed`),
                onError: (error) => toast(errorTextOf(error).message),
                onSettled: onClose,
              })
            }
          >
            Confirm the correction of Lot {lot.number}
          </Button>
        )}
        {auction.state === 'closed' && canSellAfter(lot) && (
          <Button variant="default" fullWidth justify="flex-start" onClick={then(onSellAfter)}>
            Record Lot {lot.number} as sold after the auction…
          </Button>
        )}
        {isCorrectable(lot) && (
          <Button variant="default" fullWidth justify="flex-start" onClick={then(onCorrect)}>
            Correct Lot {lot.number}…
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
      </div>
    </Dialog>
  );
}
