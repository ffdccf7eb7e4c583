import type { StaffLot } from '@saleyard/contract/lots.ts';
import { formatPrice } from '@saleyard/domain/presentation/amounts.ts';
import { formatTimeWithSeconds } from '@saleyard/domain/presentation/dates.ts';
import { useEffect, useState } from 'react';
import { serverNow } from '@/lib/clock.ts';
import classes from './clerk.module.css';

/**
 * One price the console saw; `who` as the public sees them: a paddle, `vendor` or `floor`. `at`: when it came, in ms; null for
 * the price that the lot had already when it was chosen.
 */
type LoggedBid = { cents: number; who: string; at: number | null; takenBack?: true };

/** Prices kept of the lot in hand. */
const KEPT = 12;

/** The prices of the chosen lot since it was chosen, the newest first. */
function useBidLog(lot: StaffLot): readonly LoggedBid[] {
  const [log, setLog] = useState<{ lot: string | null; bids: readonly LoggedBid[] }>({ lot: null, bids: [] });
  const id = lot._id;
  const cents = lot.currentBidCents;
  const who = lot.winner;
  useEffect(() => {
    setLog((known) => {
      // A price falls only where a floor bid was taken back [C1]: it stays in the list, and says so.
      const bids = (known.lot === id ? known.bids : []).map((bid) =>
        bid.cents > (cents ?? 0) ? { ...bid, takenBack: true as const } : bid,
      );
      const last = bids.find(({ takenBack }) => takenBack === undefined);
      if (cents === null || who === null || (last?.cents === cents && last.who === who))
        return { lot: id, bids };
      const at = known.lot === id ? serverNow() : null;
      return { lot: id, bids: [{ cents, who, at }, ...bids].slice(0, KEPT) };
    });
  }, [id, cents, who]);
  return log.lot === id ? log.bids : [];
}

const whoLabel = (who: string): string =>
  who === 'floor' ? 'Floor' : who === 'vendor' ? 'Vendor' : `Online ${who}`;

/** The lot's latest prices as they came, the newest first. */
export function BidLog({ lot }: { lot: StaffLot }) {
  const bids = useBidLog(lot);
  return (
    <section className={`sy-panel ${classes.log}`} aria-label="Latest bids">
      <h2>Bids</h2>
      {bids.length === 0 && <p className="sy-dim">No bid yet</p>}
      <ol aria-live="polite" aria-relevant="additions">
        {bids.map(({ cents, who, at, takenBack }) => (
          <li key={`${at} ${cents} ${who}`} data-who={who === 'floor' || who === 'vendor' ? who : 'online'}>
            <b className="sy-number">
              {takenBack ? <del>{formatPrice(cents, lot.bidding)}</del> : formatPrice(cents, lot.bidding)}
            </b>
            <span>{takenBack ? `${whoLabel(who)}, taken back` : whoLabel(who)}</span>
            <span className="sy-dim sy-number">{at === null ? 'Earlier' : formatTimeWithSeconds(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
