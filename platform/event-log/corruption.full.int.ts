import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { open } from 'lmdb';
import * as assert from 'uvu/assert';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import { chunkKey, headKey, indexKey, LOG_END_KEY } from './log-records.ts';
import { EventLogCorrupt, type NewEvent, type RecordedEvent } from './port.ts';
import { CHAINED } from './test-support/contract-events.ts';

const FLIPS = process.env.SALEYARD_LONG === '1' ? 2_000 : 150;
const SEED = Number(process.env.SALEYARD_SEED ?? 20_260_101);

const test = suite('corruption', { limitMs: 120_000 });
const root = mkdtempSync(join(tmpdir(), 'saleyard-corrupt-'));

const AUCTION = 'auction-a';
const LISTING = 'listing-b';
const LARGE = 'auction-c';
const SIZES = { [AUCTION]: 1, [LISTING]: 1, [LARGE]: 30 };
const APPENDS = 40;

function note(stream: string, revision: number): NewEvent {
  const meta = { at: revision, commandId: 'c', actor: { kind: 'system', id: 'test' } as const, schema: 1 };
  const data = { mark: `<${stream}:${revision}>`, text: 'x'.repeat(80) };
  return { id: `id-${stream}-${revision}-`, type: 'Noted', data, meta };
}

/** Makes a log of three streams (small chained, small plain, and chained in long runs) and closes it. */
async function makeLog(folder: string): Promise<void> {
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  for (let i = 0; i < APPENDS; i += 1) {
    for (const [stream, size] of Object.entries(SIZES)) {
      const events = Array.from({ length: size }, (_, n) => note(stream, i * size + n));
      const { outcome } = await log.append(stream, i * size - 1, events);
      assert.is(outcome, 'appended');
    }
  }
  await log.close();
}

/** The log as it was written. A child process gets its location from the parent. */
const sound = process.argv[3] ?? join(root, 'sound');
let copies = 0;

/** A copy of the sound log, changed. */
function changed(change: (bytes: Buffer) => void): string {
  const folder = join(root, `copy-${copies}`);
  copies += 1;
  mkdirSync(folder);
  const bytes = readFileSync(join(sound, 'data.mdb'));
  change(bytes);
  writeFileSync(join(folder, 'data.mdb'), bytes);
  return folder;
}

async function all(batches: AsyncIterable<RecordedEvent[]>): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

async function corruptionOf(work: () => Promise<unknown>): Promise<EventLogCorrupt> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EventLogCorrupt)) throw new Error(`no EventLogCorrupt but ${String(error)}`);
  return error;
}

/** What a subscription yields of each stream, and the streams that it sets aside and reports. */
async function subscribed(folder: string) {
  const reported: unknown[] = [];
  const logger = { error: (fields: unknown) => void reported.push(fields) };
  const log = await openLmdbEventLog({ chained: CHAINED, folder, logger });
  try {
    const revisions: Record<string, number[]> = { [AUCTION]: [], [LISTING]: [], [LARGE]: [] };
    for await (const item of log.subscribe()) {
      if (item.kind === 'caughtUp') break;
      for (const { stream, revision } of item.events) revisions[stream]?.push(revision);
    }
    const aside = log.setAside().map(({ stream, revision }) => [stream, revision]);
    assert.is(reported.length, aside.length, 'each is reported once');
    const damaged = aside.map(([stream]) => stream as string);
    for (const stream of damaged) {
      const append = log.append(stream, (SIZES[stream as keyof typeof SIZES] ?? 1) * APPENDS - 1, [
        note(stream, 0),
      ]);
      await corruptionOf(() => append);
    }
    return { revisions, aside };
  } finally {
    await log.close();
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Every event of the sound streams, and of the damaged one those before the damage. */
const allBut = (damaged: string, revision: number) =>
  Object.fromEntries(
    Object.entries(SIZES).map(([stream, size]) => [
      stream,
      upTo(stream === damaged ? revision : size * APPENDS),
    ]),
  );

/** Flips one bit in every place that holds these bytes (LMDB leaves old copies of its pages behind). */
function flipIn(bytes: Buffer, found: string, offset: number, bit: number): void {
  let places = 0;
  for (let at = bytes.indexOf(found); at !== -1; at = bytes.indexOf(found, at + found.length)) {
    bytes[at + offset] = (bytes[at + offset] as number) ^ (1 << bit);
    places += 1;
  }
  assert.ok(places > 0, `${found} is in the file`);
}

test.before(() => makeLog(sound));
test.after(() => rmSync(root, { recursive: true, force: true }));

for (const stream of [AUCTION, LISTING, LARGE]) {
  const revision = 33;
  const parts: [string, string, number][] = [
    ['its data', note(stream, revision).id, -60],
    ['its id', note(stream, revision).id, 3],
    ['its meta', note(stream, revision).id, 60],
  ];
  for (const [part, found, offset] of parts) {
    for (const bit of [0, 4, 7]) {
      test(`bit ${bit} flipped in ${part}: reading, subscribing and verifying name event ${revision} of ${stream}`, async () => {
        const folder = changed((bytes) => flipIn(bytes, found, offset, bit));
        const log = await openLmdbEventLog({ chained: CHAINED, folder });
        for (const read of [
          () => all(log.read(stream)),
          () => all(log.read(stream, { direction: 'backwards' })),
          () => all(log.read(stream, { from: revision, limit: 1 })),
          () => log.verify(),
        ]) {
          const error = await corruptionOf(read);
          assert.equal([error.stream, error.revision], [stream, revision]);
        }
        assert.is(
          (await all(log.read(stream, { limit: revision }))).length,
          revision,
          'those before it are read',
        );
        const other = stream === AUCTION ? LISTING : AUCTION;
        assert.is((await all(log.read(other))).length, APPENDS, 'other streams are read');
        await log.close();
        const { revisions, aside } = await subscribed(folder);
        assert.equal(aside, [[stream, revision]]);
        assert.equal(revisions, allBut(stream, revision));
      });
    }
  }
}

test('a bit flipped in a hash names the event it belongs to', async () => {
  const log = await openLmdbEventLog({ chained: CHAINED, folder: sound });
  const hash = (await all(log.read(LARGE)))[33]?.meta.hash as string;
  await log.close();
  const damaged = await openLmdbEventLog({
    chained: CHAINED,
    folder: changed((bytes) => flipIn(bytes, hash, 10, 1)),
  });
  const error = await corruptionOf(() => all(damaged.read(LARGE)));
  assert.equal([error.stream, error.revision], [LARGE, 33]);
  await damaged.close();
});

test('an event rewritten together with its own hash breaks the chain at the next one, across batches too', async () => {
  const log = await openLmdbEventLog({ chained: CHAINED, folder: sound });
  const event = (await all(log.read(LARGE)))[33] as RecordedEvent;
  await log.close();
  const { prevHash = '', hash = '' } = event.meta;
  const folder = changed((bytes) => {
    const at = bytes.indexOf(hash);
    const json = bytes.subarray(bytes.lastIndexOf('{"data"', at), bytes.lastIndexOf('}', at) + 1);
    json.write('y', json.indexOf('xxxx'));
    const forged = createHash('sha256').update(prevHash).update(json).digest('hex');
    for (let place = at; place !== -1; place = bytes.indexOf(hash, place + 1)) bytes.write(forged, place);
  });
  const damaged = await openLmdbEventLog({ chained: CHAINED, folder });
  const read: RecordedEvent[] = [];
  const error = await corruptionOf(async () => {
    for await (const batch of damaged.read(LARGE)) read.push(...batch);
  });
  assert.equal([error.stream, error.revision], [LARGE, 34]);
  assert.is(read.length, 34, 'the forged event is consistent in itself; the one after it is not');
  await damaged.close();
});

/** A copy of which the one record whose key `picks` likes is missing. */
async function without(picks: (key: Buffer) => boolean): Promise<string> {
  const folder = changed(() => undefined);
  const db = open<Buffer, Buffer>({
    path: folder,
    noSubdir: false,
    encoding: 'binary',
    keyEncoding: 'binary',
  });
  const keys = [...db.getKeys({})].map((key) => Buffer.from(key)).filter(picks);
  assert.is(keys.length, 1);
  for (const key of keys) await db.remove(key);
  await db.close();
  return folder;
}

test('a missing index entry hides nothing, and verifying names it', async () => {
  // Every 32nd chunk is in the index; it only shortens the way.
  const log = await openLmdbEventLog({
    chained: CHAINED,
    folder: await without((key) => key.equals(indexKey(AUCTION, 32))),
  });
  assert.is((await all(log.read(AUCTION))).length, APPENDS);
  assert.is((await all(log.read(AUCTION, { direction: 'backwards', from: 20 }))).length, 21);
  const error = await corruptionOf(() => log.verify());
  assert.equal([error.stream, error.revision], [AUCTION, 32]);
  await log.close();
});

test('a missing record of events is named', async () => {
  // Each round of appends takes 32 positions: the auction's, the listing's, and the long run's.
  const position = 10 * 32;
  const folder = await without((key) => key.equals(chunkKey(position)));
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  for (const read of [() => all(log.read(AUCTION)), () => log.verify()]) {
    const error = await corruptionOf(read);
    assert.equal([error.stream, error.revision, error.position], [AUCTION, 10, position]);
  }
  await log.close();
  const { revisions, aside } = await subscribed(folder);
  assert.equal(aside, [[AUCTION, 10]]);
  assert.equal(revisions, allBut(AUCTION, 10), 'everything else is followed');
});

test("a missing record of a stream's end, and of the log's, is no empty stream and no empty log", async () => {
  const log = await openLmdbEventLog({
    chained: CHAINED,
    folder: await without((key) => key.equals(headKey(AUCTION))),
  });
  await corruptionOf(() => all(log.read(AUCTION)));
  await corruptionOf(() => log.lastRevision(AUCTION));
  await corruptionOf(() => log.append(AUCTION, -1, [note(AUCTION, 0)]));
  await log.close();
  const endless = await without((key) => key.equals(LOG_END_KEY));
  await corruptionOf(() => openLmdbEventLog({ chained: CHAINED, folder: endless }));
});

/** Everything a log says, or the error that says that it can't. */
async function readAll(folder: string): Promise<string> {
  try {
    const log = await openLmdbEventLog({ chained: CHAINED, folder });
    try {
      const streams = [];
      for (const stream of Object.keys(SIZES)) {
        const forwards = await all(log.read(stream));
        const backwards = await all(log.read(stream, { direction: 'backwards' }));
        streams.push(forwards, backwards, await log.lastRevision(stream));
      }
      return JSON.stringify([streams, await log.lastPosition()]);
    } finally {
      await log.close();
    }
  } catch (error) {
    return String(error);
  }
}

/** In the child: flips the bits whose places it is given, one by one, and says whether the log said otherwise. */
async function survey(flips: [number, number][]): Promise<void> {
  const before = await readAll(sound);
  for (const [at, bit] of flips) {
    const folder = changed((bytes) => {
      bytes[at] = (bytes[at] as number) ^ (1 << bit);
    });
    const after = await readAll(folder);
    const verdict = after === before ? 'same' : after.startsWith('[') ? 'DIFFERENT' : 'error';
    writeSync(1, `${at} ${bit} ${verdict}\n`);
    rmSync(folder, { recursive: true, force: true });
  }
}

test(`${FLIPS} single bits flipped anywhere in the file: never another state`, async () => {
  const size = readFileSync(join(sound, 'data.mdb')).length;
  let state = SEED;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  let left = Array.from({ length: FLIPS }, (): [number, number] => [random(size), random(8)]);
  const tally = { same: 0, error: 0, crash: 0, DIFFERENT: 0 };
  while (left.length > 0) {
    // LMDB itself may crash on a broken page, so this happens in a process of its own, restarted after a crash.
    const child = spawn(process.execPath, [...OWN_FILE, 'survey', sound], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    child.stdin.end(JSON.stringify(left));
    let output = '';
    for await (const part of child.stdout) output += String(part);
    await ended;
    const lines = output.split('\n').filter((line) => line !== '');
    for (const line of lines) {
      const verdict = line.split(' ')[2] as keyof typeof tally;
      tally[verdict] += 1;
      assert.is.not(verdict, 'DIFFERENT', `offset and bit: ${line}`);
    }
    if (lines.length < left.length) tally.crash += 1;
    left = left.slice(lines.length + 1);
  }
  console.log(`  seed ${SEED}: ${JSON.stringify(tally)}`);
  assert.ok(tally.error > 0);
});

if (process.argv[2] === 'survey') {
  await survey(JSON.parse(readFileSync(0, 'utf8')) as [number, number][]);
  rmSync(root, { recursive: true, force: true });
} else {
  test.run();
}
