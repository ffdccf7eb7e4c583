import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { randomFraction } from '@saleyard/platform/ids/ids.ts';
import { auditAuction } from '../audit/audit.ts';
import { differenceLines } from '../audit/text.ts';

/** Sales that one check audits by default. */
export const AUDITED_SALES = 20;

/** The audited sales by number, and how many of their refused commands could not be decided again. */
export type SalesAudited = {
  audited: readonly number[];
  notAudited: readonly number[];
  /** Refused commands that the log does not store in full. */
  notDecided: number;
};

type Sale = { id: AuctionId; number: number };

/**
 * Audits up to `most` of the sales in the log: half of them the latest scheduled, the rest chosen at random each
 * time. `onProblem` gets a sentence for each that is not proven. Practice sales are never audited here.
 */
export async function auditSample(
  log: EventLog,
  { most, onProblem }: { most: number; onProblem: (stream: string, problem: string) => void },
  onProgress: (done: number, total: number) => void = () => {},
): Promise<SalesAudited> {
  const sales = await salesIn(log);
  const chosen = chosenOf(sales, most);
  let notDecided = 0;
  let done = 0;
  for (const { id, number } of chosen) {
    onProgress(done, chosen.size);
    const { difference, commands } = await auditAuction({ log, auctionId: id });
    notDecided += commands.hashed + commands.notKept;
    if (difference !== null) {
      const found = differenceLines(difference).map((line) => line.trim());
      onProblem(difference.stream, `auction no. ${number} is not proven: ${found.join('; ')}`);
    }
    done += 1;
  }
  const numbersOf = (isIn: boolean): number[] =>
    sales.filter((sale) => chosen.has(sale) === isIn).map(({ number }) => number);
  return { audited: numbersOf(true), notAudited: numbersOf(false), notDecided };
}

/** Every sale in the log, in the order in which they were first scheduled. */
async function salesIn(log: EventLog): Promise<Sale[]> {
  const sales = new Map<AuctionId, Sale>();
  for await (const item of log.subscribe({ streams: [STREAMS.auction.prefix] })) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events) {
      const { type, data } = auctionEvent(event);
      if (type !== 'AuctionScheduled') continue;
      const id = idOf(STREAMS.auction, event.stream);
      sales.set(id, { id, number: data.details.searchNumber });
    }
  }
  return [...sales.values()];
}

function chosenOf(sales: readonly Sale[], most: number): ReadonlySet<Sale> {
  if (sales.length <= most) return new Set(sales);
  const latest = sales.slice(sales.length - Math.ceil(most / 2));
  const others = sales.slice(0, sales.length - latest.length);
  const chosen = new Set(latest);
  while (chosen.size < most) {
    const [other] = others.splice(Math.floor(randomFraction() * others.length), 1);
    if (other !== undefined) chosen.add(other);
  }
  return chosen;
}
