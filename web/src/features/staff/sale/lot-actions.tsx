import { Button } from '@mantine/core';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { Dialog } from '@/components/dialog.tsx';
import classes from './sale.module.css';
import { type ReasonedOrder, stopOf, withdrawalOf } from './stops.ts';

/** What staff can do to one lot; each asks its reason next. */
export function LotActions({
  lot,
  onAsk,
  onClose,
}: {
  lot: StaffLot;
  onAsk: (order: ReasonedOrder) => void;
  onClose: () => void;
}) {
  const orders: readonly ReasonedOrder[] = [
    stopOf(lot.frozenTime === null ? 'freeze' : 'resume', lot),
    stopOf(lot.pausedTime === null ? 'pause' : 'unpause', lot),
    withdrawalOf(lot),
  ];
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
      <div className={classes.lotActions}>
        {orders.map((order) => (
          <Button
            key={order.action}
            variant="default"
            fullWidth
            justify="flex-start"
            color={order.danger ? 'ochre' : undefined}
            onClick={() => {
              onClose();
              onAsk(order);
            }}
          >
            {order.action} Lot {lot.number}…
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
