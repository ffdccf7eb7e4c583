import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  bid,
  decided,
  type Engine,
  eventsOf,
  freshFolder,
  openEngine,
  scheduled,
  until,
} from '../test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '../test-support/sale.ts';
import { ENGINE_LIMITS } from './limits.ts';
import { openAuction } from './opening.ts';
import { findSnapshot, SNAPSHOTS } from './snapshot.ts';
import { stateHash } from './state-codec.ts';

const test = suite('snapshots', { limitMs: 60_000 });
const { folder, remove } = freshFolder();
const LOTS = Array.from({ length: 40 }, (_, i) => `l${i}`);
const BIDS = 100_000;

let engine: Engine;
let live: AuctionState | undefined;
let zero: string;
let first: unknown;

const foldedFromZero = async (log: EventLog, auction: string): Promise<AuctionState> =>
  fold((await eventsOf(log, auction)) as AuctionEvent[]);

/** A log that records the revisions it is read from. */
function watched(log: EventLog): { log: EventLog; from: number[] } {
  const from: number[] = [];
  const read: EventLog['read'] = (stream, options) => {
    from.push(options?.from ?? 0);
    return log.read(stream, options);
  };
  return { log: { ...forwardedLog(() => log), read }, from };
}

test.before(async () => {
  engine = await openEngine({ folder, now: OPEN_AT - 1 });
  await scheduled(
    engine.host,
    'a1',
    LOTS.map((lot) => lotTerms(lot)),
  );
  engine.clock.advanceTo(LIVE_AT);
  await until(async () => (await eventsOf(engine.log, 'a1')).length === 5);
  first = await engine.host.submit(bid('a1', 'joe', 'l0', 11_000, 'command-0'));
  for (let sent = 0; sent < BIDS; ) {
    const wave = Array.from({ length: 1_000 }, () => {
      const round = Math.floor(sent / LOTS.length);
      const lot = LOTS[sent % LOTS.length] ?? '';
      sent += 1;
      return engine.host.submit(bid('a1', `b${sent % 60}`, lot, 12_000 + round * 1_000, `command-${sent}`));
    });
    for (const reply of await Promise.all(wave)) decided(reply);
  }
  live = engine.host.stateOf('a1');
  zero = stateHash(await foldedFromZero(engine.log, 'a1'));
});

test.after(async () => {
  await engine.close();
  remove();
});

test('folding from zero, from the snapshot, and the live state agree, hash for hash', async () => {
  assert.is(live?.version, BIDS + 6);
  assert.is(stateHash(live as AuctionState), zero);
  const { log, from } = watched(engine.log);
  const opened = await openAuction({ ...engine, log, limits: ENGINE_LIMITS }, 'a1');
  assert.is(stateHash(opened.loaded.state), zero);
  assert.ok(opened.snapshotVersion >= 80_000, `the snapshot has ${opened.snapshotVersion} events`);
  assert.ok(Math.min(...from) >= opened.snapshotVersion - 1, 'only what came after it was read');
  assert.equal(opened.loaded.state, live);
});

test('an auction of 100,000 events opens from its snapshot, and answers every command it ever took', async () => {
  await engine.close();
  engine = await openEngine({ folder, now: LIVE_AT + 1_000 });
  assert.is(stateHash(engine.host.stateOf('a1') as AuctionState), zero);
  const opened = await openAuction({ ...engine, limits: ENGINE_LIMITS }, 'a1');
  assert.is(opened.snapshotVersion, BIDS + 6, 'a stop leaves a snapshot');
  assert.is(opened.loaded.idempotency.size, BIDS + 4);
  assert.equal(await engine.host.submit(bid('a1', 'joe', 'l0', 11_000, 'command-0')), first);
  const other = await engine.host.submit(bid('a1', 'joe', 'l0', 12_000, 'command-0'));
  assert.is(other.outcome, 'duplicate-conflict');
  const last = await engine.host.submit(
    bid(
      'a1',
      `b${BIDS % 60}`,
      LOTS.at(-1) ?? '',
      12_000 + (BIDS / LOTS.length - 1) * 1_000,
      `command-${BIDS}`,
    ),
  );
  assert.is(decided(last).seq, BIDS + 5);
});

test('a snapshot that is not what was written is not used', async () => {
  const { documents } = engine;
  const whole = await documents.get<Record<string, unknown>>(SNAPSHOTS, 'a1');
  const { _id, ...stored }: Record<string, unknown> = whole ?? {};
  const spoilt: Record<string, unknown>[] = [
    { ...stored, state: String(stored.state).replace('11000', '11001') },
    { ...stored, state: '{' },
    { ...stored, engine: 0 },
    { ...stored, revision: 7 },
    { ...stored, rest: '' },
    { ...stored, fullParts: 999 },
  ];
  for (const document of spoilt) {
    await documents.upsert(SNAPSHOTS, 'a1', document);
    assert.is((await findSnapshot(documents, 'a1')).found, 'unusable');
  }
  await documents.upsert(SNAPSHOTS, 'a1', stored);
  const part = 'a1:answers:0';
  const kept = await documents.get<{ entries: string }>(SNAPSHOTS, part);
  const entries = kept?.entries ?? '';
  const other = (entries.startsWith('A') ? 'B' : 'A') + entries.slice(1);
  await documents.upsert(SNAPSHOTS, part, { entries: other });
  assert.is((await findSnapshot(documents, 'a1')).found, 'unusable', 'an answer of long ago');
  const opened = await openAuction({ ...engine, limits: ENGINE_LIMITS }, 'a1');
  await documents.upsert(SNAPSHOTS, part, { entries });
  assert.is(opened.snapshotVersion, 0);
  assert.is(stateHash(opened.loaded.state), zero);
  await documents.upsert(SNAPSHOTS, 'a1', { ...stored, headHash: 'f'.repeat(64) });
  const warned: string[] = [];
  const logger = { warn: (fields: { because: string }) => void warned.push(fields.because) };
  const anew = await openAuction({ ...engine, limits: ENGINE_LIMITS, logger: logger as never }, 'a1');
  assert.is(anew.snapshotVersion, 0);
  assert.equal(warned, ['it is of another stream than the log holds']);
  await documents.upsert(SNAPSHOTS, 'a1', stored);
});

test('documents lost: everything is there, folded from the log', async () => {
  await engine.documents.deleteOne(SNAPSHOTS, 'a1');
  const opened = await openAuction({ ...engine, limits: ENGINE_LIMITS }, 'a1');
  assert.is(opened.snapshotVersion, 0);
  assert.is(stateHash(opened.loaded.state), zero);
  assert.is(opened.loaded.idempotency.size, BIDS + 4);
  assert.is(await engine.log.lastRevision(auctionStream('a1')), BIDS + 5);
});

test.run();
