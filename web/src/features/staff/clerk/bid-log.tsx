import type { StaffLot } from '@saleyard/contract/lots.ts';
import { formatTimeWithSeconds } from '@/lib/dates.ts';
import { formatPrice } from '@/lib/money.ts';
import classes from './clerk.module.css';
import { useBidLog } from './use-bid-log.ts';

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
        {bids.map(({ cents, who, at }) => (
          <li key={`${at} ${cents} ${who}`} data-who={who === 'floor' || who === 'vendor' ? who : 'online'}>
            <b className="sy-number">{formatPrice(cents, lot.bidding)}</b>
            <span>{whoLabel(who)}</span>
            <span className="sy-dim sy-number">{formatTimeWithSeconds(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
