import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { parseScript, type Script } from '@saleyard/domain/auction/script.ts';
import { runScript } from '@saleyard/domain/auction/script-run.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';

/** How large a sale of the benchmarks is. `name` begins its lots' names: no two sales of one log have a lot in common. */
export type SaleSize = { name: string; lots: number; commands: number; bidders: number };

/** ms of the busy part of a sale, in which all its commands come. */
const BUSY_MS = 7_200_000;
/** When its clock ends: every lot has closed by then. */
const UNTIL_MS = 20_000_000;
/** Events a sale of 200 lots has, about, that no command of a bidder made. */
const OWN_EVENTS = 210;
/** Events of one append when a log is filled. */
const FILL_EVENTS = 4_096;

/** A repeatable stream of whole numbers below `below` (a linear congruence; any spread will do). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/**
 * A timed sale over two hours: three manual bids to one auto-bid, most of them valid, lots fought over unevenly,
 * extended near the end, all closed after it.
 */
export function busySale({ name, lots, commands, bidders }: SaleSize): Script {
  const next = numbers(7);
  const priceOf = new Array<number>(lots).fill(20_000);
  const nameOf = (place: number) => `${name}-${place}`;
  const script = {
    auction: {
      type: 'simultaneous',
      durationSeconds: 7_000,
      staggerSeconds: 1,
      staleTimeSeconds: 60,
      lots: Array.from({ length: lots }, (_, place) => ({
        lot: nameOf(place),
        unit: 'head',
        count: 20 + (place % 60),
        startCents: 20_000,
        incrementCents: 500,
        reserveCents: place % 3 === 0 ? null : 30_000 + 500 * (place % 40),
      })),
    },
    commands: Array.from({ length: commands }, (_, n) => {
      const place = Math.min(next(lots), next(lots));
      const cents = (priceOf[place] ?? 0) + 500 * (1 + next(3));
      const at = Math.floor((n * BUSY_MS) / commands);
      const bid = { at, lot: nameOf(place), bidder: `account-${next(bidders)}` };
      if (n % 4 === 0) return { ...bid, type: 'autoBid', maxCents: cents + 500 * next(8) };
      priceOf[place] = cents;
      return { ...bid, type: 'bid', cents };
    }),
    until: UNTIL_MS,
  };
  const read = parseScript(script);
  if (!read.ok) throw new Error(read.problem);
  return read.script;
}

/** The events of such a sale. */
export const busyEvents = (size: SaleSize): readonly AuctionEvent[] => runScript(busySale(size)).events;

const ACTOR = { kind: 'user', id: 'bench' } as const;

/** An event as it is appended: of a command of its own, as most bids' are. */
const asNew = ({ type, data }: AuctionEvent): NewEvent => {
  const at = 'at' in data ? data.at : 0;
  const meta = { at, commandId: newId(), actor: ACTOR, schema: STREAMS.auction.schemas[type] };
  return { id: newId(), type, data, meta };
};

/** Appends events to a stream that ends at revision `after`; answers where it ends then. */
export async function appendAll(
  log: EventLog,
  stream: string,
  events: readonly AuctionEvent[],
  after = -1,
): Promise<number> {
  let revision = after;
  for (let from = 0; from < events.length; from += FILL_EVENTS) {
    const result = await log.append(stream, revision, events.slice(from, from + FILL_EVENTS).map(asNew));
    if (result.outcome !== 'appended') throw new Error(`filling the log: ${JSON.stringify(result)}`);
    revision = result.revision;
  }
  return revision;
}

/** Fills a log with finished sales of 200 lots and about `eachEvents` events, about `events` in all; answers how many. */
export async function fillLog(
  log: EventLog,
  { events, eachEvents }: { events: number; eachEvents: number },
): Promise<number> {
  let filled = 0;
  for (let sale = 0; sale < Math.round(events / eachEvents); sale += 1) {
    const name = `sale-${sale}`;
    // Beside its commands a sale has events of its own: it is catalogued, opens, and closes each lot.
    const made = busyEvents({ name, lots: 200, commands: eachEvents - OWN_EVENTS, bidders: 150 });
    await appendAll(log, `auction-${name}`, made);
    filled += made.length;
  }
  return filled;
}
