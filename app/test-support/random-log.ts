import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { plans, play } from '@saleyard/domain/auction/test-support/random-sales.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { fc } from '@saleyard/testing/property.ts';
import * as assert from 'uvu/assert';

/** Sales in the log. */
export const SALES = 25;
const SEED = 20_260_101;

/**
 * An event of a stream; those of one command share its `command`, sequenced at `sequencedAt` (ms). `staff`: who entered the
 * bid of somebody who phoned.
 */
type StreamEvent = {
  type: string;
  data: { at: number };
  command?: string;
  sequencedAt?: number;
  staff?: string;
};
export type Stream = { name: string; events: StreamEvent[] };

/** Random sales, accounts that watch their lots, and practice sales that are over or not, as the streams of a log. */
export function streams(): Stream[] {
  const sales = fc.sample(plans, { seed: SEED, numRuns: SALES }).map((plan, n): Stream => {
    const commands: { at: number; events: readonly AuctionEvent[]; staff?: string | undefined }[] = [
      ...plan.events.map((event) => ({ at: event.data.at, events: [event] })),
      ...play(plan).map(({ command, before, events }) => ({
        at: Math.max(command.at, before.lastAt),
        events,
        staff: 'placedBy' in command.body ? command.body.placedBy?.by : undefined,
      })),
    ];
    const events = commands.flatMap(({ at, events: decided, staff }, command) =>
      decided.map((event) => ({ ...event, command: `${n}-${command}`, sequencedAt: at, staff })),
    );
    // Lots are named once in a whole log, not once in a sale.
    const named = JSON.stringify(events, (key, value) =>
      key === 'searchNumber' ? n + 1 : key === 'lot' && value ? `${n}-${value}` : value,
    );
    return { name: `auction-sale-${n}`, events: JSON.parse(named) as Stream['events'] };
  });
  const accounts = Array.from({ length: 10 }, (_, n): Stream => {
    const account = { numericId: n, shortId: `B${n}`, personal: 'p', status: 'registered', type: 'guest' };
    const lists = { role: null, stockTypes: [], approvedStockTypes: [] };
    const watching = Array.from({ length: n }, (__, lot) => ({
      type: lot % 4 === 3 ? 'LotUnwatched' : 'LotWatched',
      data: { at: lot, lot: `${lot % 4}`, auction: 'sale-0' },
    }));
    return {
      name: `account-${n}`,
      events: [{ type: 'AccountRegistered', data: { at: 0, ...account, ...lists } }, ...watching],
    };
  });
  const practice = Array.from({ length: 6 }, (_, n): Stream => {
    const over = n % 2 === 0 ? [{ type: 'AuctionClosed', data: { at: 1 } }] : [];
    const begun = scheduled({}, [lot({ lot: `practice-${n}` })]);
    return { name: `practice-account-${(n % 3) + 1}-${n + 1}`, events: [...begun, ...over] };
  });
  return [...sales, ...practice, ...accounts];
}

/** The newest version of an event's shape, which is the one that is made here. */
function schemaOf(stream: string, type: string): number {
  const kind = Object.values(STREAMS).find(({ prefix }) => stream.startsWith(prefix));
  return (kind?.schemas as Record<string, number> | undefined)?.[type] ?? 1;
}

/** Appends the streams interleaved, in uneven pieces, and calls back after each. */
export async function appendAll(
  log: EventLog,
  all: readonly Stream[],
  appended: () => Promise<void>,
): Promise<void> {
  const next = all.map(() => 0);
  for (let turn = 0; next.some((at, n) => at < (all[n]?.events.length ?? 0)); turn += 1) {
    for (const [n, { name, events }] of all.entries()) {
      const from = next[n] ?? 0;
      const piece = events.slice(from, from + 1 + ((turn * 7 + n * 3) % 9));
      if (piece.length === 0) continue;
      const result = await log.append(
        name,
        from - 1,
        piece.map(({ type, data, command = 'c', sequencedAt = data.at, staff }) => ({
          id: newId(),
          type,
          data,
          meta: {
            at: sequencedAt,
            commandId: command,
            actor: staff === undefined ? { kind: 'system', id: 'test' } : { kind: 'staff', id: staff },
            schema: schemaOf(name, type),
          },
        })),
      );
      assert.is(result.outcome, 'appended');
      next[n] = from + piece.length;
    }
    await appended();
  }
}
