import { formatPrice } from '../../../lib/money.ts';
import { standingPrice } from '../rules/prices.ts';
import type { RoomLot } from '../rules/room-lot.ts';
import classes from './lot-price.module.css';
import { useBidChange } from './use-bid-change.ts';

/** A lot's price with its unit: flashes when it changes, then shows the step for a while. Dimmed when stale. */
export function LotPrice({ lot, stale, large = false }: { lot: RoomLot; stale: boolean; large?: boolean }) {
  const price = standingPrice(lot);
  const change = useBidChange(lot.currentBidCents);
  const step =
    change !== null && lot.currentBidCents !== null && lot.previousBidCents !== null
      ? lot.currentBidCents - lot.previousBidCents
      : 0;
  return (
    <span className={classes.price} data-large={large || undefined} data-stale={stale || undefined}>
      <span className={classes.amount} data-change={change ?? undefined}>
        {formatPrice(price, lot.bidding)}
      </span>
      <span className={classes.unit}>/{lot.bidding}</span>
      {step > 0 && <span className={classes.step}>+{formatPrice(step, lot.bidding)}</span>}
    </span>
  );
}

/** What the price is: the current bid, or where bidding starts. */
export const priceLabel = (lot: RoomLot): string => {
  if (lot.state === 'closed') return lot.currentBidCents === null ? 'Start price' : 'Closing bid';
  return lot.currentBidCents === null ? 'Start price' : 'Current bid';
};
