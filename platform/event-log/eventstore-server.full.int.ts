import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { EventStoreDBClient, type JSONType, jsonEvent } from '@eventstore/db-client';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { newId } from '../ids/ids.ts';
import { BufferArena } from './buffer-arena.ts';
import { openEventStoreLog } from './eventstore-event-log.ts';
import { putCanonicalEvent, verifyChain } from './hash-chain.ts';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import { type EventLog, EventLogCorrupt, type NewEvent } from './port.ts';
import {
  all,
  appended,
  CHAINED,
  event,
  follow,
  ids,
  isCaughtUp,
  numbered,
  revisions,
  unplaced,
  upTo,
} from './test-support/contract-events.ts';
import { appendUntilKnown, withServer } from './test-support/eventstore-wire/wired-log.ts';

const STREAM = 'auction-a';
const HOUR_MS = 3_600_000;
/** What each of two processes adds to one stream. */
const EACH = 150;

const test = suite('EventStoreDB server', { limitMs: 60_000 });

const failure = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => undefined,
    (error: unknown) => error,
  );

test('what this log does not store is refused before it is sent', () =>
  withServer(async ({ open, server }) => {
    const log = await open();
    const [one] = numbered(1) as [NewEvent];
    for (const [stream, expected, events] of [
      ['', -1, [one]],
      ['a\0b', -1, [one]],
      ['é'.repeat(128), -1, [one]],
      ['$auction', -1, [one]],
      ['saleyard-clock', -1, [one]],
      [STREAM, -2, [one]],
      [STREAM, 0.5, [one]],
      [STREAM, -1, []],
      [STREAM, -1, [{ ...one, id: '1' }]],
      [STREAM, -1, [{ ...one, id: one.id.toUpperCase() }]],
      [STREAM, -1, [{ ...one, type: '' }]],
    ] as const) {
      assert.instance(await failure(log.append(stream, expected, events)), RangeError);
    }
    assert.is(server.events, 0);
    appended(await log.append('é'.repeat(127), -1, [one]));
  }));

test('what the server refuses for its size is a RangeError, and nothing of it is stored', () =>
  withServer(
    async ({ open }) => {
      const log = await open();
      const big = { text: 'x'.repeat(600_000) };
      assert.instance(await failure(log.append(STREAM, -1, [event(big), event(big)])), RangeError);
      assert.is(await log.lastRevision(STREAM), -1);
      appended(await log.append(STREAM, -1, [event(big)]));
    },
    { maxAppendSize: 1024 * 1024 },
  ));

test('a repeat is known by all of its content and its place, also where it is the beginning of a longer append', () =>
  withServer(async ({ open }) => {
    const [log, other] = [await open(), await open()];
    const events = numbered(4);
    const once = appended(await log.append(STREAM, -1, events));
    assert.equal(appended(await other.append(STREAM, -1, events)), once);
    const beginning = appended(await other.append(STREAM, -1, events.slice(0, 2)));
    assert.equal(beginning.events, once.events.slice(0, 2));
    const changed = events.map((each): NewEvent => ({ ...each, data: { n: 'other' } }));
    for (const stream of [STREAM, 'listing-a']) {
      if (stream !== STREAM) appended(await log.append(stream, -1, events));
      assert.equal(await other.append(stream, -1, changed), { outcome: 'conflict', actual: 3 });
      assert.equal(await log.append(stream, 1, events), { outcome: 'conflict', actual: 3 });
      // Ids are of a place: the same ones after the end are new events.
      assert.is(appended(await log.append(stream, 3, events)).revision, 7);
    }
    assert.is((await verifyChain(log.read(STREAM))).intact, true);
  }));

test('to the server a repeat is known by ids and place alone: other content counts as stored, and is not', () =>
  withServer(async ({ server }) => {
    const client = EventStoreDBClient.connectionString(`${server.url}&throwOnAppendFailure=false`);
    const ids = upTo(3).map(() => newId());
    const made = (text: string) => ids.map((id) => jsonEvent({ id, type: 'Noted', data: { text } }));
    const add = (stream: string, events: ReturnType<typeof made>, expected: 'no_stream' | bigint) =>
      client.appendToStream(stream, events, { expectedRevision: expected });
    const once = await add('a', made('first'), 'no_stream');
    assert.equal([once.success, once.nextExpectedRevision], [true, 2n]);
    const other = await add('a', made('other'), 'no_stream');
    assert.equal(
      [other.success, other.position],
      [true, once.position],
      'and the position is the stored one',
    );
    const part = await add('a', made('other').slice(0, 2), 'no_stream');
    assert.is(part.success, true);
    assert.ok((part.position?.commit ?? 0n) < (once.position?.commit ?? 0n), 'that of the last it holds');
    const longer = [...made('first'), jsonEvent({ type: 'Noted', data: { text: 'one more' } })];
    assert.is((await add('a', longer, 'no_stream')).success, false);
    assert.is((await add('a', made('first'), 1n)).success, false);
    assert.is((await add('a', made('again'), 2n)).nextExpectedRevision, 5n);
    const texts: unknown[] = [];
    for await (const { event } of client.readStream('a'))
      texts.push((event?.data as { text: string } | undefined)?.text);
    assert.equal(texts, ['first', 'first', 'first', 'again', 'again', 'again']);
    await client.dispose();
    (await client['getChannel']()).close();
  }));

test('an append of any size to any stream is one call, and so is its repeat', () =>
  withServer(async ({ open, server }) => {
    const log = await open();
    const { calls } = server;
    const readsBefore = calls.reads;
    let made = 0;
    for (const stream of [STREAM, 'listing-a', 'chained-a']) {
      let expected = -1;
      for (const size of [1, 1, 64, 1, 512, 3]) {
        const events = numbered(size);
        const { revision } = appended(await log.append(stream, expected, events));
        assert.is(
          appended(await log.append(stream, expected === -1 ? -1 : expected, events)).revision,
          revision,
        );
        made += 2;
        expected = revision;
      }
    }
    await Promise.all(upTo(64).map((n) => log.append(`listing-${n}`, -1, numbered(1))));
    assert.is(calls.appends, made + 64);
    // A repeat in a chained stream reads the previous hash once more.
    const chained = 2 * 5;
    assert.is(calls.reads - readsBefore, chained);
    const before = { ...calls };
    for (const n of upTo(10)) appended(await log.append(STREAM, 581 + n, numbered(1)));
    assert.equal(calls, { ...before, appends: before.appends + 10 });
    // A writer that did not append last reads the last hash once.
    const other = await open();
    const opened = { ...calls };
    for (const n of upTo(10)) appended(await other.append(STREAM, 591 + n, numbered(1)));
    assert.equal(calls, { ...opened, appends: opened.appends + 10, reads: opened.reads + 1 });
  }));

test('a log that an earlier version wrote is read, continued and known again', () =>
  withServer(async ({ open, server, folder }) => {
    const log = await open();
    const client = EventStoreDBClient.connectionString(server.url);
    const embedded = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'embedded') });
    for (const stream of [STREAM, 'listing-a']) {
      const events = numbered(3);
      appended(await embedded.append(stream, -1, events));
      const before = await all(embedded.read(stream));
      // As it was: the server's id is the event's own, and its metadata has none.
      const written = before.map(({ id, type, data, meta, revision }) => {
        const text = new BufferArena();
        text.write(putCanonicalEvent, { event: { id, type, data, meta }, stream, revision });
        const proof = stream === STREAM ? {} : { crc32: crc32(text.text()) };
        return jsonEvent({ id, type, data: data as JSONType, metadata: { ...meta, ...proof } });
      });
      await client.appendToStream(stream, written, { expectedRevision: 'no_stream' });
      assert.equal(unplaced(await all(log.read(stream))), unplaced(before));
      const repeat = appended(await log.append(stream, -1, events));
      assert.equal(repeat.events, unplaced(before), 'a repeat is known');
      assert.is(repeat.position, await log.lastPosition());
      const changed = events.map((each): NewEvent => ({ ...each, data: { n: 'other' } }));
      assert.equal(await log.append(stream, -1, changed), { outcome: 'conflict', actual: 2 });
      appended(await log.append(stream, 2, numbered(2)));
      assert.equal(revisions(await all(log.read(stream))), upTo(5));
    }
    assert.is((await verifyChain(log.read(STREAM))).intact, true);
    await embedded.close();
    await client.dispose();
    (await client['getChannel']()).close();
  }));

test('positions are where the server has the events, and a subscription goes on after any of them', () =>
  withServer(async ({ open }) => {
    const log = await open();
    appended(await log.append(STREAM, -1, numbered(20)));
    const events = await all(log.read(STREAM));
    appended(await log.append('listing-a', -1, numbered(20)));
    const positions = events.map(({ position }) => position);
    assert.ok(positions.every((position, i) => i === 0 || position > 1 + (positions[i - 1] as number)));
    for (const [i, after] of positions.entries()) {
      const got = await follow(log.subscribe({ after, streams: [STREAM] }), isCaughtUp);
      assert.equal(ids(got), ids(events.slice(i + 1)));
    }
    for await (const item of log.subscribe({ streams: [STREAM] })) {
      if (item.kind !== 'caughtUp') continue;
      assert.is(item.position, await log.lastPosition());
      assert.equal(await follow(log.subscribe({ after: item.position }), isCaughtUp), []);
      break;
    }
    const nowhere = follow(log.subscribe({ after: (positions[3] as number) + 1 }), isCaughtUp);
    assert.instance(await failure(nowhere), RangeError);
  }));

test('the clock of the server is compared to half the time of asking, and nothing is reported of it', () =>
  withServer(
    async ({ open }) => {
      const log = await open();
      appended(await log.append(STREAM, -1, numbered(1)));
      const began = systemClock.monotonic();
      const skews = await Promise.all([log.clockSkewMs(), log.clockSkewMs()]);
      // It may be wrong by no more than the time of asking, and by the ms of two clocks.
      const askingMs = systemClock.monotonic() - began;
      for (const skew of skews) assert.ok(Math.abs(skew - 11 * HOUR_MS) <= askingMs + 2, `${skew} ms`);
      const received = await follow(log.subscribe(), isCaughtUp);
      assert.is(received.length, 1);
      assert.is((await follow(log.subscribe({ streams: ['saleyard-', ''] }), isCaughtUp)).length, 1);
      for await (const item of log.subscribe({ streams: [STREAM] })) {
        if (item.kind === 'caughtUp') assert.is(item.position, await log.lastPosition());
        if (item.kind === 'caughtUp') break;
      }
    },
    { now: () => systemClock.now() + 11 * HOUR_MS },
  ));

test('an event that cannot be what was appended is named by every read, after what is sound', () =>
  withServer(async ({ open, server }) => {
    const log = await open();
    const client = EventStoreDBClient.connectionString(server.url);
    for (const stream of [STREAM, 'listing-a']) {
      appended(await log.append(stream, -1, numbered(3)));
      const [last] = await all(log.read(stream, { direction: 'backwards', limit: 1 }));
      const { meta } = last as NonNullable<typeof last>;
      const forged = jsonEvent({
        type: 'Noted',
        data: { n: 3 },
        metadata: { ...meta, prevHash: meta.hash ?? '' },
      });
      await client.appendToStream(stream, forged, { expectedRevision: 2n });
      const seen: number[] = [];
      const reading = (async () => {
        for await (const batch of log.read(stream)) seen.push(...revisions(batch));
      })();
      const corrupt = await failure(reading);
      assert.instance(corrupt, EventLogCorrupt);
      assert.is((corrupt as EventLogCorrupt).stream, stream);
      assert.is((corrupt as EventLogCorrupt).revision, 3);
      assert.equal(seen, [0, 1, 2]);
      assert.instance(await failure(all(log.read(stream, { direction: 'backwards' }))), EventLogCorrupt);
      const received: string[] = [];
      const subscribing = (async () => {
        for await (const item of log.subscribe({ streams: [stream] })) {
          if (item.kind === 'events') received.push(...ids(item.events));
          else break;
        }
      })();
      await subscribing;
      assert.is(received.length, 3, 'the sound events, and everything of other streams');
    }
    assert.equal(
      log.setAside().map(({ stream, revision }) => [stream, revision]),
      [
        [STREAM, 3],
        ['listing-a', 3],
      ],
    );
    // A chained stream is not gone on with after it.
    assert.instance(await failure(log.append(STREAM, 3, numbered(1))), EventLogCorrupt);
    await client.dispose();
    (await client['getChannel']()).close();
  }));

test('calls that require the leader go there, and follow it when it changes', () =>
  withServer(async ({ open, server }) => {
    const other = await server.startBeside();
    server.faults.leader = other.node;
    const byOne = await open({}, server.url);
    const byGossip = await open({}, `esdb://127.0.0.1:${server.port},127.0.0.1:${other.port}?tls=false`);
    const received: number[] = [];
    const ending = new AbortController();
    const following = (async () => {
      for await (const item of byOne.subscribe({ signal: ending.signal })) {
        if (item.kind === 'events') received.push(...revisions(item.events));
      }
    })();
    let revision = -1;
    for (const leader of [other, server, other, server]) {
      for (const node of [server, other]) node.faults.leader = node === leader ? undefined : leader.node;
      for (const log of [byOne, byGossip, byOne]) {
        const { result } = await appendUntilKnown(log, STREAM, revision, numbered(2, revision + 1));
        revision = appended(result).revision;
        assert.is(await log.lastRevision(STREAM), revision);
      }
    }
    for (const node of [server, other]) node.faults.leader = 'none';
    assert.is((await byOne.append(STREAM, revision, numbered(1))).outcome, 'unknown');
    server.faults.leader = undefined;
    other.faults.leader = server.node;
    while (received.length <= revision) await new Promise((resolve) => setTimeout(resolve, 10));
    ending.abort();
    await following;
    assert.equal(received, upTo(revision + 1));
    await byOne.close();
    await byGossip.close();
    await other.stop();
  }));

test('ten thousand events are stored, read both ways, chained and followed through a filter', () =>
  withServer(async ({ open }) => {
    const log = await open();
    for (const n of upTo(100)) {
      appended(await log.append(STREAM, 100 * n - 1, numbered(100, 100 * n)));
      if (n % 10 === 0) appended(await log.append('listing-a', n / 10 - 1, numbered(1)));
    }
    assert.equal(revisions(await all(log.read(STREAM))), upTo(10_000));
    assert.equal(
      revisions(await all(log.read(STREAM, { direction: 'backwards' }))),
      upTo(10_000).toReversed(),
    );
    assert.is((await verifyChain(log.read(STREAM))).events, 10_000);
    const rare = await follow(log.subscribe({ streams: ['listing-'] }), isCaughtUp);
    assert.equal(revisions(rare), upTo(10));
    assert.is((await follow(log.subscribe(), isCaughtUp)).length, 10_010);
  }));

/** Adds to one stream, each event after what is there, however often another was faster. */
async function addEach(log: EventLog, by: string): Promise<void> {
  let expected = await log.lastRevision(STREAM);
  for (const n of upTo(EACH)) {
    const events = [event({ by, n })];
    for (;;) {
      const result = await log.append(STREAM, expected, events);
      if (result.outcome === 'appended') expected = result.revision;
      if (result.outcome === 'appended') break;
      if (result.outcome === 'conflict') expected = result.actual;
    }
  }
}

test('two processes that append to one auction are fenced by its revision', () =>
  withServer(async ({ open, server }) => {
    const log = await open({}, server.url);
    const child = spawn(process.execPath, [...OWN_FILE, 'child', server.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await addEach(log, 'parent');
    assert.equal(await exited, [0, null]);
    const stored = await all(log.read(STREAM));
    assert.is(stored.length, 2 * EACH);
    for (const who of ['parent', 'child']) {
      const own = stored.map(({ data }) => data as { by: string; n: number }).filter(({ by }) => by === who);
      assert.equal(
        own.map(({ n }) => n),
        upTo(EACH),
      );
    }
    assert.is((await verifyChain(log.read(STREAM))).intact, true);
  }));

const [mode, url] = process.argv.slice(2);
if (mode === 'child' && url !== undefined) {
  const log = await openEventStoreLog({ chained: CHAINED, url, clock: systemClock });
  process.stdout.write('open\n');
  await addEach(log, 'child');
  await log.close();
} else {
  test.run();
}
