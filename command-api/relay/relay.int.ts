import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subjects } from '@saleyard/contract/commands.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startRelay } from './relay.ts';

const test = suite('the relay');
const folder = mkdtempSync(join(tmpdir(), 'saleyard-relay-'));
let log: EventLog;
const bus = createEmbeddedBus({ clock: systemClock });
const heard: { subject: string; events: RecordedEvent[] }[] = [];

test.before(async () => {
  log = await openLmdbEventLog({ folder });
  for (const pattern of [subjects.allAuctionEvents, subjects.allAccountEvents]) {
    bus.subscribe(pattern, (payload, subject) => heard.push({ subject, events: payload as RecordedEvent[] }));
  }
});

test.after(async () => {
  await bus.close();
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

test.beforeEach(() => {
  heard.length = 0;
});

const meta = { at: 1, commandId: 'c', actor: { kind: 'staff', id: 's' }, schema: 1 } as const;

async function append(stream: string, ...types: string[]): Promise<void> {
  const events = types.map((type) => ({ id: newId(), type, data: {}, meta }));
  const { outcome } = await log.append(stream, await log.lastRevision(stream), events);
  assert.is(outcome, 'appended');
}

async function heardEvents(count: number): Promise<void> {
  while (heard.flatMap(({ events }) => events).length < count)
    await new Promise((resolve) => setTimeout(resolve, 2));
}

test('it publishes auctions and accounts, each stream in its order, and nothing from before it began', async () => {
  await append('auction-a1', 'Early');
  const ending = new AbortController();
  const relay = startRelay({
    log,
    bus,
    clock: systemClock,
    after: await log.lastPosition(),
    signal: ending.signal,
  });
  await Promise.all([append('auction-a1', 'A', 'B'), append('listing-x', 'X'), append('account-joe', 'J')]);
  await append('auction-a1', 'C');
  await heardEvents(4);
  const of = (subject: string): string[] =>
    heard.filter((each) => each.subject === subject).flatMap(({ events }) => events.map(({ type }) => type));
  assert.equal(of(subjects.auctionEvents('a1')), ['A', 'B', 'C']);
  assert.equal(of(subjects.accountEvents('joe')), ['J']);
  for (const { events } of heard) assert.is(new Set(events.map(({ stream }) => stream)).size, 1);
  ending.abort();
  await relay.ended;
  assert.is(relay.position, await log.lastPosition());
});

test('an interrupted subscription goes on after the last event published', async () => {
  let interruptions = 0;
  const ending = new AbortController();
  const breaking: Pick<EventLog, 'subscribe'> = {
    async *subscribe(options) {
      for await (const item of log.subscribe(options)) {
        yield item;
        if (item.kind === 'events' && interruptions < 2) {
          interruptions += 1;
          throw new Error('the connection broke');
        }
      }
    },
  };
  const after = await log.lastPosition();
  const relay = startRelay({
    log: breaking as EventLog,
    bus,
    clock: systemClock,
    after,
    signal: ending.signal,
  });
  for (const type of ['A', 'B', 'C', 'D']) await append('auction-a2', type);
  await heardEvents(4);
  assert.equal(
    heard.flatMap(({ events }) => events.map(({ type }) => type)),
    ['A', 'B', 'C', 'D'],
  );
  assert.is(interruptions > 0, true);
  ending.abort();
  await relay.ended;
});

test('a log that is damaged ends it, loudly', async () => {
  const damaged: Pick<EventLog, 'subscribe'> = {
    // biome-ignore lint/correctness/useYield: it fails before its first item
    async *subscribe() {
      throw new EventLogCorrupt(
        { stream: 'auction-a1', revision: 3 },
        'its checksum is not that of what is stored',
      );
    },
  };
  const told: unknown[] = [];
  const logger = { warn: () => {}, error: (fields: unknown) => void told.push(fields) };
  const relay = startRelay({
    log: damaged as EventLog,
    bus,
    clock: systemClock,
    after: -1,
    signal: new AbortController().signal,
    logger: logger as never,
  });
  const thrown = await relay.ended.then(() => undefined).catch((error: unknown) => error);
  assert.instance(thrown, EventLogCorrupt);
  assert.is(told.length, 1);
});

test.run();
