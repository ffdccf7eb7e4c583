import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { openEventStoreLog } from './eventstore-event-log.ts';
import { verifyChain } from './hash-chain.ts';
import {
  type AppendedEvent,
  type EventLog,
  EventLogUnavailable,
  type NewEvent,
  type RecordedEvent,
} from './port.ts';
import {
  all,
  appended,
  CHAINED,
  follow,
  ids,
  isCaughtUp,
  numbered,
  revisions,
  unplaced,
  upTo,
} from './test-support/contract-events.ts';
import { Line } from './test-support/eventstore-wire/fault-proxy.ts';
import { refusal } from './test-support/eventstore-wire/refusal.ts';
import { appendUntilKnown, withServer } from './test-support/eventstore-wire/wired-log.ts';

const STREAM = 'auction-a';
const SEED = Number(process.env['SALEYARD_SEED'] ?? 20_260_101);
const FAST = { resubscribeFirstMs: 10, resubscribeLastMs: 50 };

const test = suite('EventStoreDB faults', { limitMs: 60_000 });

const failure = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Reads again and again, until the log can be read: a loaded machine may miss a short deadline. */
async function readUntilAnswered<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
      await later(20);
    }
  }
}

/** Follows a log from its start, through all failures, until it is stopped. */
function following(log: EventLog, streams?: string[]) {
  const ending = new AbortController();
  const events: RecordedEvent[] = [];
  const options = { signal: ending.signal, ...(streams === undefined ? {} : { streams }) };
  const ended = (async () => {
    for await (const item of log.subscribe(options)) if (item.kind === 'events') events.push(...item.events);
  })();
  return {
    events,
    /** Stops when it received as many, and a little later, in which nothing more may come. */
    async stopAt(count: number): Promise<void> {
      while (events.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, 100));
      ending.abort();
      await ended;
    },
  };
}

test('an append that is answered too late is unknown, and the same again settles it', () =>
  withServer(async ({ server, open }) => {
    const log = await open({ appendDeadlineMs: 300 });
    const releases: (() => void)[] = [];
    server.faults.beforeAnswer = () => new Promise((resolve) => void releases.push(resolve));
    const events = numbered(3);
    // On a loaded machine the time may be over before it reaches the server.
    do assert.is((await log.append(STREAM, -1, events)).outcome, 'unknown');
    while (server.events === 0);
    assert.is(server.events, 3, 'it was stored all the same');
    server.faults.beforeAnswer = undefined;
    for (const release of releases) release();
    const again = appended((await appendUntilKnown(log, STREAM, -1, events)).result);
    assert.equal(unplaced(await all(log.read(STREAM))), again.events);
    assert.is(server.events, 3);
    appended((await appendUntilKnown(log, STREAM, 2, numbered(1))).result);
  }));

test('an append whose line is cut between write and answer is unknown, and the same again settles it', () =>
  withServer(async ({ server, line, open }) => {
    const log = await open();
    for (const stream of [STREAM, 'listing-a']) {
      appended(await log.append(stream, -1, numbered(1)));
      server.faults.beforeAnswer = () => line.cut();
      const events = numbered(2);
      const cut = await log.append(stream, 0, events);
      assert.is(cut.outcome, 'unknown');
      server.faults.beforeAnswer = undefined;
      const { result } = await appendUntilKnown(log, stream, 0, events);
      assert.is(appended(result).revision, 2);
      assert.equal(revisions(await all(log.read(stream))), upTo(3));
    }
    assert.is((await verifyChain(log.read(STREAM))).intact, true);
  }));

test('an unknown append that was not stored is stored by the same again, and a rival makes it a conflict', () =>
  withServer(async ({ line, open, server }) => {
    const log = await open({ appendDeadlineMs: 400 });
    const rival = await open({}, server.url);
    const [first, second] = [numbered(2), numbered(2)];
    line.hold();
    assert.is((await log.append(STREAM, -1, first)).outcome, 'unknown');
    assert.is(server.events, 0);
    line.down();
    line.restore();
    appended((await appendUntilKnown(log, STREAM, -1, first)).result);
    line.hold();
    assert.is((await log.append(STREAM, 1, second)).outcome, 'unknown');
    appended(await rival.append(STREAM, 1, numbered(3)));
    line.down();
    line.restore();
    assert.equal((await appendUntilKnown(log, STREAM, 1, second)).result, { outcome: 'conflict', actual: 4 });
    assert.is((await verifyChain(log.read(STREAM))).intact, true);
  }));

test('while the server is away reads say so and appends are unknown; the client comes back by itself', () =>
  withServer(async ({ line, open }) => {
    const log = await open({ readDeadlineMs: 1_000, appendDeadlineMs: 1_000 });
    appended((await appendUntilKnown(log, STREAM, -1, numbered(3))).result);
    line.down();
    for (const reading of [
      all(log.read(STREAM)),
      log.lastRevision(STREAM),
      log.lastPosition(),
      log.clockSkewMs(),
    ]) {
      assert.instance(await failure(reading), EventLogUnavailable);
    }
    const events = numbered(1);
    assert.is((await log.append(STREAM, 2, events)).outcome, 'unknown');
    line.restore();
    appended((await appendUntilKnown(log, STREAM, 2, events)).result);
    assert.is(await readUntilAnswered(() => log.lastRevision(STREAM)), 3);
  }));

test('reads that nobody answers end by their deadline, and go on when the line does', () =>
  withServer(async ({ line, open }) => {
    const log = await open({ readDeadlineMs: 300 });
    appended(await log.append(STREAM, -1, numbered(3)));
    line.hold();
    assert.instance(await failure(all(log.read(STREAM))), EventLogUnavailable);
    assert.instance(await failure(log.lastPosition()), EventLogUnavailable);
    line.restore();
    assert.is((await readUntilAnswered(() => all(log.read(STREAM)))).length, 3);
  }));

test('a log that cannot be reached is not opened; nor is one without a server waited for at closing', async () => {
  const limits = { openDeadlineMs: 300, readDeadlineMs: 100 };
  const url = 'esdb://127.0.0.1:9?tls=false';
  const opening = openEventStoreLog({ chained: CHAINED, url, clock: systemClock, limits });
  assert.instance(await failure(opening), EventLogUnavailable);
  const wrong = openEventStoreLog({ chained: CHAINED, url: 'mongodb://127.0.0.1', clock: systemClock });
  assert.instance(await failure(wrong), Error);
});

test('appends that wait behind one another each have a deadline of their own', () =>
  withServer(async ({ line, open, server }) => {
    const log = await open({ appendDeadlineMs: 400, waitingAppends: 5 });
    line.hold();
    const batches = upTo(6).map((n) => numbered(1, n));
    const results = await Promise.all(batches.map((events, n) => log.append(STREAM, n - 1, events)));
    assert.ok(results.every(({ outcome }) => outcome === 'unknown'));
    line.down();
    line.restore();
    for (const [n, events] of batches.entries()) {
      assert.is(appended((await appendUntilKnown(log, STREAM, n - 1, events)).result).revision, n);
    }
    assert.is(server.events, 6);
  }));

test('subscriptions broken again and again deliver every event once, in order', () =>
  withServer(async ({ line, open, server }) => {
    const log = await open(FAST);
    const writer = await open({}, server.url);
    const everything = following(log);
    const some = following(log, ['listing-']);
    const stored: AppendedEvent[] = [];
    for (const n of upTo(150)) {
      for (const stream of [STREAM, 'listing-a']) {
        stored.push(...appended(await writer.append(stream, 2 * n - 1, numbered(2, 2 * n))).events);
      }
      if (n % 10 === 5) line.cut();
    }
    const listings = stored.filter(({ stream }) => stream === 'listing-a');
    await Promise.all([everything.stopAt(stored.length), some.stopAt(listings.length)]);
    assert.equal(unplaced(everything.events), stored);
    assert.equal(unplaced(some.events), listings);
  }));

test('a subscription broken while it catches up goes on from where it was', () =>
  withServer(async ({ line, open, server }) => {
    const log = await open(FAST);
    const writer = await open({}, server.url);
    for (const n of upTo(20)) {
      appended(await writer.append(STREAM, 200 * n - 1, numbered(200, 200 * n)));
      appended(await writer.append(`listing-${n}`, -1, numbered(100)));
    }
    let batches = 0;
    const got: RecordedEvent[] = [];
    for await (const item of log.subscribe({ streams: ['auction-'] })) {
      if (item.kind === 'caughtUp') break;
      got.push(...item.events);
      batches += 1;
      if (batches <= 8) line.cut();
    }
    assert.ok(batches > 8);
    assert.equal(revisions(got), upTo(4_000));
  }));

test('a subscription that falls behind while it is live misses nothing and names the end at last', () =>
  withServer(async ({ line, open, server }) => {
    const log = await open(FAST);
    const writer = await open({}, server.url);
    const marks: number[] = [];
    const got: RecordedEvent[] = [];
    let wanted = Number.POSITIVE_INFINITY;
    const reading = (async () => {
      for await (const item of log.subscribe({ streams: ['listing-'] })) {
        if (item.kind === 'events') got.push(...item.events);
        else marks.push(item.position);
        if ((marks.at(-1) ?? -1) >= wanted) return;
      }
    })();
    appended(await writer.append('listing-a', -1, numbered(1)));
    while (got.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    line.hold();
    // More than the line holds, so that the server has to wait.
    const text = 'a long description '.repeat(400);
    for (const n of upTo(30)) {
      const events = numbered(40).map((event): NewEvent => ({ ...event, data: { n, text } }));
      appended(await writer.append('listing-a', 40 * n, events));
    }
    const other = appended(await writer.append('account-a', -1, numbered(300)));
    wanted = other.position;
    line.restore();
    await reading;
    assert.equal(revisions(got), upTo(1_201));
    assert.is(marks.at(-1), other.position);
  }));

test('when no node can be found, no promise that nobody awaits rejects, and all goes on when one is back', () =>
  withServer(async ({ server, line, open }) => {
    const second = await Line.to(server.port);
    const nodes = `127.0.0.1:${line.port},127.0.0.1:${second.port}`;
    const url = `esdb://${nodes}?tls=false&maxDiscoverAttempts=5&discoveryInterval=50&gossipTimeout=1`;
    server.faults.advertised = { address: '127.0.0.1', port: line.port };
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const log = await open({ ...FAST, appendDeadlineMs: 2_000, readDeadlineMs: 2_000 }, url);
      const everything = following(log);
      appended((await appendUntilKnown(log, STREAM, -1, numbered(3))).result);
      while (everything.events.length < 3) await later(10);
      // Under way until the node that led says that it is not ready any more.
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      server.faults.beforeAnswer = async () => {
        await released;
        throw refusal.notReady();
      };
      const underWay = log.append(STREAM, 2, numbered(2));
      while (server.events < 5) await later(10);
      server.faults.isNotReady = true;
      for (const each of [line, second]) each.refuse();
      assert.instance(await failure(log.lastPosition()), EventLogUnavailable);
      // No node is found; while one is looked for, the answer comes.
      const looking = failure(log.lastPosition());
      await later(100);
      release();
      assert.is((await underWay).outcome, 'unknown');
      line.cut();
      assert.instance(await looking, EventLogUnavailable);
      server.faults.isNotReady = false;
      server.faults.beforeAnswer = undefined;
      for (const each of [line, second]) each.restore();
      appended((await appendUntilKnown(log, STREAM, 4, numbered(2))).result);
      await everything.stopAt(7);
      assert.equal(revisions(everything.events), upTo(7));
      await log.close();
    } finally {
      await second.close();
      process.off('unhandledRejection', note);
    }
    assert.equal(unhandled, []);
  }));

/** Starts a server as a process on a folder; its connection string once it is ready. */
async function served(folder: string, port = 0): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('./test-support/eventstore-wire/serve.ts', import.meta.url));
  const args = ['--import', 'tsx', script, '--folder', folder, '--port', String(port)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { child, url: line.replace(/^ready /, '') };
  }
  throw new Error('the server did not start');
}

test('a server killed with appends and subscriptions under way loses nothing that it acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-killed-'));
  let { child, url } = await served(folder);
  const port = Number(/:(\d+)\?/.exec(url)?.[1]);
  const log = await openEventStoreLog({
    chained: CHAINED,
    url,
    clock: systemClock,
    limits: { ...FAST, appendDeadlineMs: 2_000 },
  });
  const follower = following(log);
  const streams = upTo(4).map((n) => (n % 2 === 0 ? `auction-${n}` : `listing-${n}`));
  const acknowledged = new Map<string, string[]>(streams.map((stream) => [stream, []]));
  let isOver = false;
  let unknowns = 0;
  const writing = streams.map(async (stream) => {
    const known = acknowledged.get(stream) as string[];
    while (!isOver) {
      const events = numbered(1 + (known.length % 4));
      const outcome = await appendUntilKnown(log, stream, known.length - 1, events);
      appended(outcome.result);
      unknowns += outcome.unknowns;
      known.push(...ids(events));
    }
  });
  let seed = SEED;
  for (const _ of upTo(4)) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    await new Promise((resolve) => setTimeout(resolve, 200 + (seed % 300)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    ({ child, url } = await served(folder, port));
  }
  isOver = true;
  await Promise.all(writing);
  assert.ok(unknowns > 0, 'some outcome was not known');
  const whole: RecordedEvent[] = [];
  for (const stream of streams) {
    const stored = await all(log.read(stream));
    assert.equal(ids(stored), acknowledged.get(stream), `${stream}: each acknowledged event, once, in order`);
    if (stream.startsWith('auction-')) {
      assert.is((await verifyChain(log.read(stream, { asStored: true }))).intact, true);
    }
    whole.push(...stored);
  }
  whole.sort((a, b) => a.position - b.position);
  const received = await follow(log.subscribe(), isCaughtUp);
  assert.equal(received, whole);
  await follower.stopAt(whole.length);
  assert.equal(follower.events, whole, 'who followed all the while received the same');
  await log.close();
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

test.run();
