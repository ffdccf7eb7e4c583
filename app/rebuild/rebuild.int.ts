import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuctionIndex } from '@saleyard/command-api/engine/auction-index.ts';
import { EVENTS_OF_CATALOGUED_LISTINGS } from '@saleyard/command-api/processes/catalogued-listings.ts';
import { EVENTS_OF_ENDED_ACCOUNTS } from '@saleyard/command-api/processes/ended-accounts.ts';
import { PROCESS_BACKLOG, processCheckpoint } from '@saleyard/command-api/processes/process-backlog.ts';
import { CHAINED, idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import { READ_COLLECTIONS, startProjections } from '@saleyard/projections/projector.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { beginKeyRing } from '../server/key-ring.ts';
import { appendAll, SALES, streams } from '../test-support/random-log.ts';
import { dropBesideLog, type RebuildProgress, rebuild } from './rebuild.ts';

const test = suite('rebuild', { limitMs: 60_000 });

async function dump(documents: Documents): Promise<string> {
  const lines: string[] = [];
  for (const { name } of READ_COLLECTIONS) {
    for await (const document of documents.dump(name)) lines.push(`${name} ${JSON.stringify(document)}`);
  }
  return lines.join('\n');
}

type Running = { stop(): Promise<void>; waitFor(position: number): Promise<boolean> };

function start(log: EventLog, documents: Documents, commitEvents: number): Running {
  const ending = new AbortController();
  const { signal } = ending;
  const projections = startProjections({ log, documents, clock: systemClock, signal, commitEvents });
  return {
    waitFor: (position) => projections.waitFor(position, 60_000),
    async stop() {
      ending.abort();
      await projections.stopped;
    },
  };
}

test('the read models made again are byte for byte those made as the events came', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-rebuild-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  let documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
  let running = start(log, documents, 50);
  let turn = 0;
  await appendAll(log, streams(), async () => {
    turn += 1;
    if (turn % 3 !== 0) return;
    // Stopped wherever it is just now, and once with the newest batches forgotten: they are repeated.
    await running.stop();
    if (turn % 9 === 0) {
      await documents.close();
      documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
    }
    running = start(log, documents, 10 * turn);
  });
  assert.is(await running.waitFor(await log.lastPosition()), true);
  await running.stop();
  const asTheyCame = await dump(documents);
  assert.ok(asTheyCame.split('\n').length > SALES * 3, 'there is something to compare');
  await documents.upsert('sessions', 's', { n: 1 });

  for (const commitEvents of [1, 7, 50_000]) {
    const reported: RebuildProgress[] = [];
    const done = await rebuild({ log, documents, commitEvents }, (progress) => reported.push(progress));
    assert.is(done.position, await log.lastPosition());
    assert.is(reported.at(-1)?.position, reported.at(-1)?.last);
    const again = (await dump(documents)).split('\n');
    const came = asTheyCame.split('\n');
    const other = again.findIndex((line, n) => line !== came[n]);
    assert.is(again[other] ?? '', came[other] ?? '', `by ${commitEvents} events`);
    assert.is(again.length, came.length);
  }
  assert.equal(
    await documents.get('sessions', 's'),
    { _id: 's', n: 1 },
    'documents that no projection owns stay',
  );
  await documents.close();
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

test('process managers without a checkpoint get one, and exactly the events that concern them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-rebuild-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
  await appendAll(log, streams(), async () => {});
  const last = await log.lastPosition();
  await documents.commit(processCheckpoint(EVENTS_OF_ENDED_ACCOUNTS.name), 3, []);
  await rebuild({ log, documents });

  const { name, streams: followed, concerns } = EVENTS_OF_CATALOGUED_LISTINGS;
  const expected: { stream: string; revision: number }[] = [];
  for await (const item of log.subscribe({ streams: followed })) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events)
      if (concerns(event, Date.now())) expected.push({ stream: event.stream, revision: event.revision });
  }
  assert.ok(expected.length > 0, 'there is something to do');
  type Kept = { events: typeof expected };
  const kept = await documents.find<Kept>(PROCESS_BACKLOG, { process: name }, { sort: { order: 1 } });
  assert.equal(
    kept.flatMap(({ events }) => events),
    expected,
  );
  assert.is(await documents.checkpoint(processCheckpoint(name)), last);
  assert.is(
    await documents.checkpoint(processCheckpoint(EVENTS_OF_ENDED_ACCOUNTS.name)),
    3,
    'it goes on where it was',
  );

  // The index of open auctions is the one that a start would make.
  const index = await AuctionIndex.load({ documents, log });
  const open = new Set<string>();
  let lastOfAuctions = -1;
  for await (const item of log.subscribe({ streams: [STREAMS.auction.prefix] })) {
    if (item.kind === 'caughtUp') break;
    for (const { type, stream, position } of item.events) {
      if (type === 'AuctionScheduled') open.add(idOf(STREAMS.auction, stream));
      if (type === 'AuctionClosed') open.delete(idOf(STREAMS.auction, stream));
      lastOfAuctions = position;
    }
  }
  assert.is(index.position, lastOfAuctions);
  assert.equal([...index.open], [...open]);

  // Another log: what was done with the one before says nothing of it.
  await dropBesideLog(documents, { sessions: false });
  assert.is(await documents.checkpoint(processCheckpoint(EVENTS_OF_ENDED_ACCOUNTS.name)), -1);
  assert.is(await documents.count(PROCESS_BACKLOG, {}), 0);
  await documents.close();
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

test('an empty log makes empty read models', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-rebuild-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
  await documents.commit('lots', 5, [{ op: 'put', collection: 'lots', id: 'left', document: { n: 1 } }]);
  const done = await rebuild({ log, documents });
  assert.is(done.events, 0);
  assert.is(await dump(documents), '');
  await documents.close();
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

const command = `
  import { Command } from 'commander';
  import { rebuildCommand } from ${JSON.stringify(new URL('./command.ts', import.meta.url).href)};
  const program = new Command('saleyard');
  rebuildCommand(program);
  await program.parseAsync();
`;

/** Runs the command by itself, as a person would. */
function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', command, 'rebuild', ...args],
      { cwd: new URL('.', import.meta.url) },
    );
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

test('the command reports how much it folded, and refuses a folder in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-rebuild-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  await appendAll(log, streams().slice(-3), async () => {});
  const secrets = await openFileSecrets({ folder: join(folder, 'secrets') });
  await beginKeyRing(secrets);
  await secrets.close();
  const refused = await run('--data', folder);
  assert.is(refused.code, 1);
  assert.match(refused.err, 'in use');
  await log.close();
  const done = await run('--data', folder);
  assert.is(done.code, 0, done.err);
  assert.match(done.out, /^Read models rebuilt: \d+ events in \d+\.\d s, \d+ events\/s\n$/);
  const documents = await openLmdbDocuments({
    folder: join(folder, 'read'),
    clock: systemClock,
    collections: READ_COLLECTIONS,
  });
  assert.is(await documents.count('accounts', {}), 3);
  await documents.close();
  await rm(folder, { recursive: true, force: true });
});

test.run();
