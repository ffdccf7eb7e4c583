import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionDecider } from '@saleyard/domain/auction/decider.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { asKept } from './recorded-command.ts';

/**
 * A sequenced command.
 * - `to-store`: its events, sequenced at `at` (ms).
 * - `nothing-to-store`: it changes nothing; or it is a refused `schedule`, which creates no stream.
 * - `no-auction`: there is no such auction.
 */
export type Sequenced =
  | { kind: 'to-store'; events: readonly AuctionEvent[]; at: number }
  | { kind: 'nothing-to-store'; events: readonly AuctionEvent[] }
  | { kind: 'no-auction' };

/**
 * Decides a command at `now`, or at the last event's time when that is later: time never goes back [T1]. Liveness
 * marks, and deadlines that earlier versions moved by them, may have fractions; an event is at a whole ms.
 */
export function sequenced(fold: AuctionFold, body: CommandBody, now: number): Sequenced {
  return fold.read((state) => {
    if (state.version === 0 && body.type !== 'schedule') return { kind: 'no-auction' };
    const at = Math.ceil(Math.max(now, state.lastAt));
    const { outcome, events: decided = [] } = auctionDecider.decide(state, { at, body });
    const events = asKept(decided);
    const makesNothing = events.length === 0 || (state.version === 0 && outcome === 'refused');
    return makesNothing ? { kind: 'nothing-to-store', events } : { kind: 'to-store', events, at };
  });
}
