import { subjects } from '@saleyard/contract/commands.ts';
import { auctionOf, isPractice, PRACTICE } from '@saleyard/domain/auction/ids.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { defer, from, lastValueFrom, retry } from 'rxjs';

/** Wait before the log is subscribed to again after an error, in ms: doubles from the first to the last. */
const RESUBSCRIBE_FIRST_MS = 100;
const RESUBSCRIBE_LAST_MS = 5_000;

const AUCTION = 'auction-';
const ACCOUNT = 'account-';
const STREAMS = [AUCTION, ACCOUNT, PRACTICE];

type Options = {
  log: EventLog;
  bus: Bus;
  clock: Clock;
  /** Publishes what lies after this position of the log; those who want more read the log. */
  after: number;
  /** Ends the relay. */
  signal: AbortSignal;
  logger?: Pick<Logger, 'warn' | 'error'>;
};

/** A running relay. `ended` resolves once it was told to end, and rejects when the log can't be read. */
export type Relay = { readonly position: number; readonly ended: Promise<void> };

/**
 * Feeds the bus from the log's own subscription, so that nothing is ever published that the log does not hold:
 * the events of auctions, practice sales and accounts, in the order of their stream, as arrays of recorded events of one stream.
 * An interrupted subscription goes on after the last event published. `ended` rejects with EventLogCorrupt.
 */
export function startRelay({ log, bus, clock, after, signal, logger }: Options): Relay {
  let position = after;
  let failures = 0;
  const publish = async (): Promise<void> => {
    for await (const item of log.subscribe({ after: position, streams: STREAMS, signal })) {
      failures = 0;
      if (item.kind === 'caughtUp') {
        position = item.position;
        continue;
      }
      for (const run of runs(item.events)) bus.publish(subjectOf(run.stream), run.events);
      position = item.events.at(-1)?.position ?? position;
    }
  };
  const ended = lastValueFrom(
    defer(() => from(publish())).pipe(
      retry({
        delay: (error: unknown) => {
          if (signal.aborted || error instanceof EventLogCorrupt) throw error;
          logger?.warn({ error, position }, 'the relay lost the log and subscribes again');
          failures += 1;
          const wait = Math.min(RESUBSCRIBE_FIRST_MS * 2 ** (failures - 1), RESUBSCRIBE_LAST_MS);
          return pause(clock, wait, signal);
        },
      }),
    ),
  ).catch((error: unknown) => {
    if (signal.aborted) return;
    logger?.error({ error, position }, 'the relay ended: the log can not be read');
    throw error;
  });
  return {
    get position() {
      return position;
    },
    ended,
  };
}

function subjectOf(stream: string): string {
  if (stream.startsWith(ACCOUNT)) return subjects.accountEvents(stream.slice(ACCOUNT.length));
  const auction = auctionOf(stream);
  return isPractice(auction) ? subjects.practiceEvents(auction) : subjects.auctionEvents(auction);
}

type Run = { stream: string; events: RecordedEvent[] };

/** A batch's events by stream: streams in the order of their first event, each stream's events in order. */
function runs(events: readonly RecordedEvent[]): Iterable<Run> {
  const byStream = new Map<string, Run>();
  for (const event of events) {
    const run = byStream.get(event.stream);
    if (run === undefined) byStream.set(event.stream, { stream: event.stream, events: [event] });
    else run.events.push(event);
  }
  return byStream.values();
}
