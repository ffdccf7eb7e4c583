import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { LotBadges } from '@/features/live-room/list/lot-badges.tsx';
import { LotClock } from '@/features/live-room/list/lot-clock.tsx';
import { LotPrice } from '@/features/live-room/list/lot-price.tsx';
import { StandingMark } from '@/features/live-room/list/standing-mark.tsx';
import { resultMessage } from '@/features/live-room/rules/badges.ts';
import { standingPrice } from '@/features/live-room/rules/prices.ts';
import type { RoomLot, Viewer } from '@/features/live-room/rules/room-lot.ts';
import { partOf } from '@/features/live-room/rules/standing.ts';
import { swappedPrice } from '@/lib/lot-price.ts';
import { countOf, formatPrice } from '@/lib/money.ts';
import classes from './price-block.module.css';

/** The same price in the other unit, one press away. */
function Swap({ lot, kind }: { lot: RoomLot; kind: PublicAuction['kindData']['type'] }) {
  const [shown, setShown] = useState(false);
  const swapped = swappedPrice(standingPrice(lot), lot.bidding, lot.details, kind);
  if (swapped === null) return null;
  const unit = swapped.unit === 'kg' ? 'kg' : 'head';
  return (
    <button
      type="button"
      className={classes.swap}
      aria-pressed={shown}
      aria-label={`Show the price per ${unit}`}
      onClick={() => setShown(!shown)}
    >
      <IconArrowsExchange size={16} aria-hidden="true" />
      {shown ? (
        <span className="sy-number">
          ≈ {formatPrice(swapped.cents, swapped.unit)} /{unit}
        </span>
      ) : (
        `per ${unit}`
      )}
    </button>
  );
}

/** What a lot costs now, how the viewer stands on it, and how long it has. */
export function PriceBlock({
  lot,
  auction,
  viewer,
  stale,
}: {
  lot: RoomLot;
  auction: PublicAuction;
  viewer: Viewer;
  stale: boolean;
}) {
  const part = partOf(lot, viewer);
  const result = resultMessage(lot, viewer);
  return (
    <div className={classes.block}>
      <div className={classes.marks}>
        {result === null ? <LotBadges lot={lot} auction={auction} /> : <strong>{result}</strong>}
        <StandingMark part={part} large />
      </div>
      <div className={classes.row}>
        <LotPrice lot={lot} stale={stale} large />
        <LotClock lot={lot} auction={auction} large />
      </div>
      <div className={classes.foot}>
        <span>{countOf(lot.count, 'head', 'head')}</span>
        <span>{countOf(lot.bidCount, 'bid')}</span>
        <span>
          increment <span className="sy-number">{formatPrice(lot.bidIncrementCents, lot.bidding)}</span>
        </span>
        {lot.vendorBids > 0 && <span>{countOf(lot.vendorBids, 'vendor bid')}</span>}
        <Swap lot={lot} kind={auction.kindData.type} />
      </div>
    </div>
  );
}
