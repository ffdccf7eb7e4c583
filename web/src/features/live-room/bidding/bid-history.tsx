import type { OwnBid } from '@saleyard/contract/realtime.ts';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';
import { formatTimeWithSeconds } from '@/lib/dates.ts';
import { countOf, formatPriceWithUnit } from '@/lib/money.ts';
import classes from './bid-history.module.css';

/** The most of one's own bids shown on a lot, the newest first. */
const MOST_SHOWN = 6;

/** The viewer's own bids on a lot. */
export function BidHistory({ lot, bids }: { lot: RoomLot; bids: readonly OwnBid[] }) {
  const own = bids.filter((bid) => bid.lot === lot._id).sort((a, b) => b.at - a.at);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="own-bids">
      <h3 id="own-bids" className={classes.title}>
        Your bids
      </h3>
      <ol className={classes.list}>
        {own.slice(0, MOST_SHOWN).map((bid) => (
          <li key={`${bid.at}-${bid.cents}`}>
            <span className="sy-number">{formatPriceWithUnit(bid.cents, lot.bidding)}</span>
            <span className="sy-dim sy-number">{formatTimeWithSeconds(bid.at)} Sydney</span>
          </li>
        ))}
      </ol>
      {own.length > MOST_SHOWN && (
        <p className="sy-dim">and {countOf(own.length - MOST_SHOWN, 'earlier bid')}</p>
      )}
    </section>
  );
}
