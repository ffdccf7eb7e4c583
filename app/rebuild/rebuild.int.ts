import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { plans, play } from '@saleyard/domain/auction/test-support/random-sales.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { PROJECTIONS, startProjections } from '@saleyard/projections/projector.ts';
import { fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type RebuildProgress, rebuild } from './rebuild.ts';

const test = suite('rebuild', { limitMs: 60_000 });

const SALES = 25;
const SEED = 20_260_101;

type Stream = { name: string; events: { type: string; data: { at: number } }[] };

/** Random sales, accounts that watch their lots, and practice sales that are over or not, as the streams of a log. */
function streams(): Stream[] {
  const sales = fc.sample(plans, { seed: SEED, numRuns: SALES }).map((plan, n): Stream => {
    const events: AuctionEvent[] = [...plan.events, ...play(plan).flatMap((turn) => turn.events)];
    // Lots are named once in a whole log, not once in a sale.
    const named = JSON.stringify(events, (key, value) => (key === 'lot' && value ? `${n}-${value}` : value));
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

/** Appends the streams interleaved, in uneven pieces, and calls back after each. */
async function appendAll(
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
        piece.map(({ type, data }) => ({
          id: randomUUID(),
          type,
          data,
          meta: { at: data.at, commandId: 'c', actor: { kind: 'system', id: 'test' }, schema: 1 },
        })),
      );
      assert.is(result.outcome, 'appended');
      next[n] = from + piece.length;
    }
    await appended();
  }
}

async function dump(documents: Documents): Promise<string> {
  const lines: string[] = [];
  for (const { name } of PROJECTIONS.flatMap(({ collections }) => collections)) {
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
    waitFor: (position) => projections.waitFor(position, 10_000),
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
    assert.ok((await dump(documents)) === asTheyCame, `by ${commitEvents} events: other bytes`);
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
function run(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', command, 'rebuild', ...words],
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
  const refused = await run('--data', folder);
  assert.is(refused.code, 1);
  assert.match(refused.err, 'in use');
  await log.close();
  const done = await run('--data', folder);
  assert.is(done.code, 0, done.err);
  assert.match(done.out, /^Read models rebuilt: \d+ events in \d+\.\d s, \d+ events\/s\n$/);
  const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
  assert.is(await documents.count('accounts', {}), 3);
  await documents.close();
  await rm(folder, { recursive: true, force: true });
});

test.run();
