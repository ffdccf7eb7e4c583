import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { CHAINED, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { systemClock as clock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { AGGREGATE_SNAPSHOTS } from './aggregate-snapshots.ts';
import { statesOf } from './aggregate-states.ts';
import { handleCommand, loadAggregate } from './handle-command.ts';

const test = suite('states of aggregates', { limitMs: 60_000 });
const KIND = STREAMS.account;
const ACTOR = { kind: 'system', id: 'test' } as const;
/** More events than a snapshot is due after. */
const LONG = 700;
const MOST_AFTER_SNAPSHOT = 256;

const folder = mkdtempSync(join(tmpdir(), 'saleyard-states-'));
let stored: EventLog;
let documents: Documents;
const warnings: string[] = [];

test.before(async () => {
  stored = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock });
  await documents.declare([{ name: AGGREGATE_SNAPSHOTS }]);
});
test.after(async () => {
  await documents.close();
  await stored.close();
  rmSync(folder, { recursive: true });
});

/** A process on the log, with nothing in memory yet, and the number of events that it read. */
function startProcess() {
  const process = { read: 0, log: forwardedLog(() => stored) };
  process.log.read = async function* (stream, options) {
    for await (const events of stored.read(stream, options)) {
      process.read += events.length;
      yield events;
    }
  };
  statesOf(process.log).keepSnapshots(documents, {
    warn: (_: unknown, message?: string) => void warnings.push(message ?? ''),
  });
  const run = (id: string, body: AccountCommandBody, commandId = newId()) =>
    handleCommand({ log: process.log, clock }, KIND, { id, commandId, actor: ACTOR, body });
  return Object.assign(process, { run, settled: () => statesOf(process.log).settled() });
}

const watch = (lot: string): AccountCommandBody => ({ type: 'watchLot', lot, auction: 'a1' });
const unwatch = (lot: string): AccountCommandBody => ({ type: 'unwatchLot', lot });
const REGISTER: AccountCommandBody = {
  type: 'register',
  registration: {
    numericId: 7,
    shortId: 'S7',
    personal: 'sealed',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: [],
    approvedStockTypes: [],
  },
};

/** An account whose stream has `LONG` events, made by a process. */
async function longAccount(process: ReturnType<typeof startProcess>): Promise<string> {
  const id = newId();
  await process.run(id, REGISTER, 'first');
  for (let n = 1; n < LONG; n += 1)
    await process.run(id, n % 2 === 1 ? watch('l1') : unwatch('l1'), `command-${n}`);
  await process.settled();
  process.read = 0;
  return id;
}

test('a command on a long stream reads none of its events', async () => {
  const process = startProcess();
  const id = await longAccount(process);
  const reply = await process.run(id, watch('l2'));
  assert.is(reply.outcome === 'accepted' && reply.revision, LONG);
  assert.is(process.read, 0);
});

test('after a restart it reads the snapshot and what came after it', async () => {
  const id = await longAccount(startProcess());
  const process = startProcess();
  const reply = await process.run(id, watch('l2'));
  assert.is(reply.outcome === 'accepted' && reply.revision, LONG);
  assert.ok(process.read <= MOST_AFTER_SNAPSHOT + 1, `${process.read} events were read`);
  assert.equal(warnings, []);
});

test('settings that are changed a thousand times cost no more than a few: neither the next command nor a restart', async () => {
  const id = newId();
  const process = startProcess();
  const keep = (n: number): AccountCommandBody => ({
    type: 'keepFilters',
    screen: 'live-auctions',
    filters: { state: `state-${n}` },
  });
  await process.run(id, REGISTER);
  const sizeOf = async (): Promise<number> => {
    await process.settled();
    return JSON.stringify(await documents.get(AGGREGATE_SNAPSHOTS, streamOf(KIND, id))).length;
  };
  for (let n = 1; n <= MOST_AFTER_SNAPSHOT + 1; n += 1) await process.run(id, keep(n));
  const early = await sizeOf();
  for (let n = 0; n < 1_000; n += 1) await process.run(id, keep(n));
  // What grows is the memory of which commands were executed.
  const late = await sizeOf();
  assert.ok(late < early + 1_000 * 40, `${early} and then ${late} characters`);
  process.read = 0;
  const same = await process.run(id, keep(999));
  assert.is(same.outcome === 'accepted' && same.events.length, 0, 'the same setting again is no event');
  await process.run(id, keep(1));
  assert.is(process.read, 0);
  const again = startProcess();
  const reply = await again.run(id, keep(2));
  assert.equal(reply.outcome === 'accepted' && reply.state?.filters, [
    { screen: 'live-auctions', filters: { state: 'state-2' } },
  ]);
  assert.ok(again.read <= MOST_AFTER_SNAPSHOT + 1, `${again.read} events were read`);
});

test('repeat: a command that the snapshot contains is answered as it was', async () => {
  const id = await longAccount(startProcess());
  const process = startProcess();
  const again = await process.run(id, watch('l1'), 'command-3');
  if (again.outcome !== 'accepted') throw new Error(again.outcome);
  assert.is(again.revision, 3);
  assert.equal(again.state?.watchList, [{ lot: 'l1', auction: 'a1' }]);
  assert.equal(await process.run(id, watch('l9'), 'command-3'), { outcome: 'duplicate-conflict' });
});

test('repeat: a command of the last few hundred is answered from a state that is kept, also after a restart', async () => {
  const process = startProcess();
  const id = newId();
  await process.run(id, REGISTER, 'first');
  const answers = new Map<number, unknown>();
  const body = (n: number) => (n % 2 === 1 ? watch(`l${n}`) : unwatch(`l${n - 1}`));
  for (let n = 1; n < 530; n += 1) answers.set(n, await process.run(id, body(n), `command-${n}`));
  await process.settled();
  const restarted = startProcess();
  await restarted.run(id, watch('l1'));
  // The newest snapshot is of revision 511.
  for (const [from, n] of [
    [process, 280],
    [process, 500],
    [process, 520],
    [restarted, 520],
  ] as const) {
    from.read = 0;
    assert.equal(await from.run(id, body(n), `command-${n}`), answers.get(n));
    assert.ok(from.read <= MOST_AFTER_SNAPSHOT + 10, `${from.read} events were read for the ${n}th`);
  }
});

test('conflict: only what another process wrote is read, and the command is decided on it', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const id = await longAccount(one);
  await other.run(id, watch('l2'));
  const reply = await one.run(id, watch('l3'));
  const watched = reply.outcome === 'accepted' && reply.state?.watchList.map(({ lot }) => lot);
  assert.equal(watched, ['l1', 'l2', 'l3']);
  assert.ok(one.read <= 2, `${one.read} events were read`);
});

test('what changes nothing is decided on what another process wrote too', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const id = await longAccount(one);
  await other.run(id, unwatch('l1'));
  // In the memory of the first process the lot is watched.
  const again = await one.run(id, watch('l1'));
  assert.is(again.outcome === 'accepted' && again.events.length, 1);
  await other.run(id, unwatch('l1'));
  assert.equal((await loadAggregate({ log: one.log }, KIND, id)).state?.watchList, []);
});

test('repeat: a command that another process executed is executed once', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const id = await longAccount(one);
  const first = await other.run(id, watch('l2'), 'theirs');
  assert.equal(await one.run(id, watch('l2'), 'theirs'), first);
  assert.equal(await one.run(id, watch('l3'), 'theirs'), { outcome: 'duplicate-conflict' });
});

test('a snapshot that is damaged, of another fold or of another stream is not used', async () => {
  const id = await longAccount(startProcess());
  const stream = streamOf(KIND, id);
  const snapshot = await documents.get<Record<string, unknown>>(AGGREGATE_SNAPSHOTS, stream);
  if (snapshot === undefined) throw new Error('there is no snapshot');
  const whole = (await loadAggregate({ log: startProcess().log }, KIND, id)).state;
  const { _id, ...rest } = snapshot;
  warnings.splice(0);

  await documents.upsert(AGGREGATE_SNAPSHOTS, stream, {
    ...rest,
    state: String(rest.state).replace('sealed', 'changed'),
  });
  let process = startProcess();
  assert.equal((await loadAggregate({ log: process.log }, KIND, id)).state, whole);
  assert.ok(process.read >= LONG);
  assert.is(warnings.length, 1);
  await process.settled();

  const other = { ...KIND, foldVersion: 99 };
  process = startProcess();
  assert.equal((await loadAggregate({ log: process.log }, other, id)).state, whole);
  assert.ok(process.read >= LONG);
  await process.settled();

  // The snapshot of a stream that a restored log does not have.
  const restored = await longAccount(startProcess());
  const theirs = await documents.get<Record<string, unknown>>(AGGREGATE_SNAPSHOTS, streamOf(KIND, restored));
  const { _id: _theirs, ...stranger } = theirs ?? {};
  await documents.upsert(AGGREGATE_SNAPSHOTS, stream, stranger);
  process = startProcess();
  assert.equal((await loadAggregate({ log: process.log }, KIND, id)).state, whole);
  assert.ok(process.read >= LONG);
  await process.settled();
});

test('large aggregates that were not used lately are dropped from memory, and read again when they are', async () => {
  const { log } = startProcess();
  // A fifth of what is kept in memory each.
  const large = { ...KIND, partsOf: () => 20_000 };
  const ids = Array.from({ length: 12 }, () => newId());
  for (const id of ids)
    await handleCommand({ log, clock }, large, { id, commandId: newId(), actor: ACTOR, body: REGISTER });
  const isKept = (id: string) => statesOf(log).kept(large, id) !== undefined;
  const kept = ids.filter(isKept);
  assert.ok(kept.length < 6, `${kept.length} of ${ids.length} are in memory`);
  assert.equal(kept, ids.slice(-kept.length), 'the ones used last');
  const [first = ''] = ids;
  assert.is((await loadAggregate({ log }, large, first)).state?.status, 'registered');
  assert.ok(isKept(first));
});

test.run();
