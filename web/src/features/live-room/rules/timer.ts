import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';
import { formatCountdown } from '@/lib/dates.ts';
import { isSequential, type SaleClock } from './room-lot.ts';

/** Below this a lot is "ending", ms; the shorter one for sequential sales. */
const ENDING_MS = 60_000;
const ENDING_SEQUENTIAL_MS = 10_000;

/** The colour of the timer's icon. */
export type TimerColour = 'amber' | 'green' | 'red' | 'white' | 'grey';

/** The timer of the room's header: its label, the time beside it (null: none) and the colour of its icon. */
export type AuctionTimer = { label: string; value: string | null; colour: TimerColour };

/** Time gone by, in whole seconds: "0m 0s" at the start. */
const formatElapsed = (ms: number): string =>
  ms < 1000 ? '0m 0s' : formatCountdown(Math.floor(ms / 1000) * 1000);

/** Time shown by a running sale's timer at `at`: left (synchronous) or gone by (the others). */
function running(auction: PublicAuction, at: number): string | null {
  if (auction.auctionType === 'synchronous')
    return auction.finishAt === null ? null : formatCountdown(auction.finishAt - at);
  return formatElapsed(at - auction.liveAt);
}

function valueAt(auction: PublicAuction, at: number): string | null {
  if (auction.state === 'live') return running(auction, at);
  const left = auction.liveAt - at;
  return left > 0 ? formatCountdown(left) : null;
}

/** The header's timer at server time `now` (ms). */
export function auctionTimer(auction: PublicAuction, now: number): AuctionTimer {
  if (auction.state === 'closed') return { label: 'CLOSED', value: null, colour: 'grey' };
  if (auction.frozenTime !== null) {
    const value = valueAt(auction, auction.frozenTime);
    return { label: value === null ? 'AUCTION FROZEN' : 'AUCTION FROZEN AT', value, colour: 'red' };
  }
  if (auction.pausedTime !== null || auction.auctionpaused) {
    const value = auction.pausedTime === null ? null : valueAt(auction, auction.pausedTime);
    return { label: value === null ? 'AUCTION PAUSED' : 'TIME PAUSED AT', value, colour: 'white' };
  }
  if (auction.state !== 'live')
    return { label: 'STARTS IN', value: valueAt(auction, now) ?? 'STARTING...', colour: 'amber' };
  const label = auction.auctionType === 'synchronous' ? 'CLOSE IN' : 'LIVE FOR';
  return { label, value: running(auction, now), colour: 'green' };
}

/**
 * ms until a lot closes at server time `now`, or null when no clock runs for it. A frozen or paused lot keeps the
 * time it had. Synchronous lots end with their sale.
 */
export function lotTimeLeft(lot: PublicLot, auction: SaleClock, now: number): number | null {
  if (lot.state === 'closed' || lot.withdrawn || auction.state !== 'live') return null;
  if (lot.state !== 'live') return null;
  const finishAt = auction.auctionType === 'synchronous' ? auction.finishAt : lot.finishAt;
  if (finishAt === null) return null;
  const stopped = lot.frozenTime ?? auction.frozenTime ?? lot.pausedTime ?? auction.pausedTime;
  return finishAt - (stopped ?? now);
}

/** Whether a lot is about to close: under 10 s left in sequential sales, under 60 s in the others. */
export function isEnding(lot: PublicLot, auction: SaleClock, now: number): boolean {
  const left = lotTimeLeft(lot, auction, now);
  return left !== null && left < (isSequential(auction.auctionType) ? ENDING_SEQUENTIAL_MS : ENDING_MS);
}
