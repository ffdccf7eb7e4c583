import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subjects } from '@saleyard/contract/commands.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { type EventLog, EventLogCorrupt, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startRelay } from './relay.ts';

const test = suite('the relay');
const folder = mkdtempSync(join(tmpdir(), 'saleyard-relay-'));
let log: EventLog;
const bus = createEmbeddedBus({ clock: systemClock });
const heard: { subject: string; events: RecordedEvent[] }[] = [];

test.before(async () => {
  log = await openLmdbEventLog({ chained: CHAINED, folder });
  for (const pattern of [subjects.allEvents('auction'), subjects.allEvents('account')]) {
    bus.subscribe(pattern, (payload, subject) => heard.push({ subject, events: payload as RecordedEvent[] }));
  }
});

test.after(async () => {
  await leases.close();
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

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 2) {
    if (waited > 30_000) throw new Error(`never so: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The leases of a single node. */
const leases = new EmbeddedLeases(systemClock).join('alone');

async function heardEvents(count: number): Promise<void> {
  await until(() => heard.flatMap(({ events }) => events).length >= count);
}

test('it publishes auctions and accounts, each stream in its order, and nothing from before it began', async () => {
  await append('auction-a1', 'Early');
  const ending = new AbortController();
  const relay = startRelay({ log, bus, clock: systemClock, leases, signal: ending.signal });
  await until(() => relay.isActive && relay.position >= 0);
  await Promise.all([append('auction-a1', 'A', 'B'), append('listing-x', 'X'), append('account-joe', 'J')]);
  await append('auction-a1', 'C');
  await heardEvents(4);
  const of = (subject: string): string[] =>
    heard.filter((each) => each.subject === subject).flatMap(({ events }) => events.map(({ type }) => type));
  assert.equal(of(subjects.streamEvents('auction', 'a1')), ['A', 'B', 'C']);
  assert.equal(of(subjects.streamEvents('account', 'joe')), ['J']);
  for (const { events } of heard) assert.is(new Set(events.map(({ stream }) => stream)).size, 1);
  ending.abort();
  await relay.ended;
  assert.is(relay.position, await log.lastPosition());
});

test('an interrupted subscription goes on after the last event published', async () => {
  let interruptions = 0;
  const ending = new AbortController();
  const breaking: Pick<EventLog, 'subscribe' | 'lastPosition'> = {
    lastPosition: () => log.lastPosition(),
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
  const relay = startRelay({
    log: breaking as EventLog,
    bus,
    clock: systemClock,
    leases,
    signal: ending.signal,
  });
  await until(() => relay.isActive && relay.position >= 0);
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
  const damaged: Pick<EventLog, 'subscribe' | 'lastPosition'> = {
    lastPosition: () => log.lastPosition(),
    // biome-ignore lint/correctness/useYield: it fails before its first item
    async *subscribe() {
      throw new EventLogCorrupt(
        { stream: 'auction-a1', revision: 3 },
        'its checksum is not that of what is stored',
      );
    },
  };
  const reported: unknown[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (fields: unknown) => void reported.push(fields) };
  const relay = startRelay({
    log: damaged as EventLog,
    bus,
    clock: systemClock,
    leases,
    signal: new AbortController().signal,
    logger: logger as never,
  });
  const thrown = await relay.ended.then(() => undefined).catch((error: unknown) => error);
  assert.instance(thrown, EventLogCorrupt);
  assert.is(reported.length, 1);
});

test('a large batch goes as several messages, each well under what a bus carries, in order', async () => {
  const ending = new AbortController();
  const narrow: Pick<Bus, 'messageBytes' | 'publish' | 'subscribe'> = {
    messageBytes: 1024 * 1024,
    publish: (subject, payload) => bus.publish(subject, payload),
    subscribe: (pattern, handler) => bus.subscribe(pattern, handler),
  };
  const relay = startRelay({
    log,
    bus: narrow,
    clock: systemClock,
    leases,
    signal: ending.signal,
  });
  await until(() => relay.isActive && relay.position >= 0);
  const text = 'é'.repeat(10_000);
  const events = Array.from({ length: 100 }, (_, n) => ({ id: newId(), type: 'L', data: { n, text }, meta }));
  await log.append('auction-big', -1, events);
  await heardEvents(100);
  assert.ok(heard.length > 2);
  for (const message of heard) {
    assert.ok(Buffer.byteLength(JSON.stringify(message.events)) < 0.75 * 1024 * 1024);
  }
  const order = heard.flatMap((message) => message.events.map(({ revision }) => revision));
  assert.equal(
    order,
    order.map((_, n) => n),
  );
  ending.abort();
  await relay.ended;
});

/** Two relays with one clock, a log whose subscription the first may lose, and what was published. */
async function twoRelays() {
  const clock = new ManualClock(1_000_000);
  const table = new EmbeddedLeases(clock);
  const own = createEmbeddedBus({ clock });
  const published: string[] = [];
  let resyncs = 0;
  own.subscribe('events.auction.two', (payload) => {
    for (const { type } of payload as RecordedEvent[]) published.push(type);
  });
  own.subscribe(subjects.resync, () => {
    resyncs += 1;
  });
  let lags = false;
  let caughtUp = () => {};
  const lagging: EventLog = {
    ...(log as EventLog),
    lastPosition: () => log.lastPosition(),
    async *subscribe(options) {
      for await (const item of log.subscribe(options)) {
        if (lags)
          await new Promise<void>((resolve) => {
            caughtUp = resolve;
            options?.signal?.addEventListener('abort', () => resolve());
          });
        yield item;
      }
    },
  };
  const start = (name: string, itsLog: EventLog) => {
    const ending = new AbortController();
    const itsClock = new StoppableClock(clock);
    const leases = table.join(name, itsClock);
    const relay = startRelay({ log: itsLog, bus: own, clock: itsClock, leases, signal: ending.signal });
    const end = async (): Promise<void> => {
      ending.abort();
      await relay.ended;
      await leases.close();
    };
    return { relay, itsClock, end };
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advanceBy(100);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const first = start('first', lagging);
  await until(() => first.relay.isActive && first.relay.position >= 0);
  const second = start('second', log);
  await pass(1_000);
  return {
    first,
    second,
    published,
    pass,
    resyncs: () => resyncs,
    lag: () => {
      lags = true;
    },
    goOn: () => {
      lags = false;
      caughtUp();
    },
    async end() {
      await Promise.all([first.end(), second.end()]);
      await own.close();
    },
  };
}

/** A node's clock whose timers don't fire while it is stopped. */
class StoppableClock implements Clock {
  readonly #world: ManualClock;
  stopped = false;
  constructor(world: ManualClock) {
    this.#world = world;
  }
  now = (): number => this.#world.now();
  monotonic = (): number => this.#world.monotonic();
  after(ms: number, run: () => void): () => void {
    return this.#world.after(ms, () => this.stopped || run());
  }
}

test('[N12] one relays, the other stands by; at a stop it goes on at once', async () => {
  const { first, second, published, pass, resyncs, end } = await twoRelays();
  assert.ok(!second.relay.isActive);
  const before = resyncs();
  await append('auction-two', 'A');
  await until(() => published.length === 1);
  await first.end();
  await until(() => second.relay.isActive);
  await append('auction-two', 'B');
  await until(() => published.includes('B'));
  await pass(200);
  assert.equal(published.filter((type) => type === 'B').length, 1);
  assert.is(resyncs(), before, 'nobody has to read the log');
  await end();
});

test('[N12] a relay that dies behind the log: what it had not published comes, though nothing else happens', async () => {
  const { first, second, published, pass, resyncs, lag, goOn, end } = await twoRelays();
  await append('auction-two', 'C');
  await until(() => published.includes('C'));
  await pass(600);
  const before = resyncs();
  lag();
  await append('auction-two', 'D', 'E');
  await pass(4_000);
  assert.not.ok(published.includes('D'), 'it lags for longer than a lease');
  first.itsClock.stopped = true;
  await pass(4_000);
  assert.ok(second.relay.isActive);
  await until(() => published.includes('E'));
  assert.is(resyncs(), before);
  goOn();
  await pass(200);
  await end();
});

test.run();
