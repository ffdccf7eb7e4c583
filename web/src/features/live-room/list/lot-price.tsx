import { standingPrice } from '@/features/live-room/rules/prices.ts';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';
import { formatPrice } from '@/lib/money.ts';
import classes from './lot-price.module.css';
import { useBidChange } from './use-bid-change.ts';

/** What the price is: the current bid, or where bidding starts. */
function priceLabel(lot: RoomLot): string {
  if (lot.currentBidCents === null) return 'Start price';
  return lot.state === 'closed' ? 'Closing bid' : 'Current bid';
}

/**
 * A lot's price with its unit, under what it is. It flashes when it changes; the step it took stays beside its
 * label for a while. Nothing moves around it. Dimmed when stale.
 */
export function LotPrice({ lot, stale, large = false }: { lot: RoomLot; stale: boolean; large?: boolean }) {
  const change = useBidChange(lot.currentBidCents);
  const step =
    change !== null && lot.currentBidCents !== null && lot.previousBidCents !== null
      ? lot.currentBidCents - lot.previousBidCents
      : 0;
  return (
    <span className={classes.block} data-large={large || undefined} data-stale={stale || undefined}>
      <span className={classes.label}>
        {priceLabel(lot)}
        {step > 0 && <span className={classes.step}>+{formatPrice(step, lot.bidding)}</span>}
      </span>
      <span className={classes.price}>
        <span className={classes.amount} data-change={change ?? undefined}>
          {formatPrice(standingPrice(lot), lot.bidding)}
        </span>
        <span className={classes.unit}>/{lot.bidding}</span>
      </span>
    </span>
  );
}
