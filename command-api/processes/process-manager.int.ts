import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type ProcessManager, runProcessManager } from './process-manager.ts';

const test = suite('process managers', { limitMs: 20_000 });

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-process-'));
  const clock = systemClock;
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock });
  const group = new EmbeddedLeases(clock);
  const logger = createLogger({ level: 'fatal' });
  const append = async (stream: string, ...types: string[]): Promise<void> => {
    const revision = await log.lastRevision(stream);
    const meta = {
      at: clock.now(),
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
      schema: 1,
    } as const;
    await log.append(
      stream,
      revision,
      types.map((type) => ({ id: newId(), type, data: { at: meta.at }, meta })),
    );
  };
  /** Runs a manager as a node of its own until it is stopped. */
  const run = (node: string, manager: ProcessManager) => {
    const ending = new AbortController();
    const leases = group.join(node);
    const ended = runProcessManager(
      { log, documents, clock, leases, logger, signal: ending.signal },
      manager,
    );
    return async () => {
      ending.abort();
      await ended;
      await leases.close();
    };
  };
  const close = async () => {
    await log.close();
    await documents.close();
    await rm(folder, { recursive: true });
  };
  return { append, run, close };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** A manager that notes what it is told, and fails as often as `failures` says. */
function noting(failures: Record<string, number> = {}) {
  const acted: string[] = [];
  const manager: ProcessManager = {
    name: 'noting',
    streams: ['account-'],
    concerns: ({ type }) => type.startsWith('Told'),
    async act({ stream, type }) {
      const left = failures[type] ?? 0;
      failures[type] = left - 1;
      if (left > 0) throw new Error('not now');
      acted.push(`${stream} ${type}`);
    },
  };
  return { acted, manager };
}

test('it acts on what concerns it, in order, and goes on where it was', async () => {
  const { append, run, close } = await opened();
  const { acted, manager } = noting();
  await append('account-1', 'Told1', 'Other', 'Told2');
  await append('listing-1', 'Told3');
  const stop = run('a', manager);
  await until(() => acted.length === 2);
  await append('account-2', 'Told4');
  await until(() => acted.length === 3);
  await stop();
  await append('account-1', 'Told5');
  const stopAgain = run('b', manager);
  await until(() => acted.length === 4);
  await stopAgain();
  assert.equal(acted, ['account-1 Told1', 'account-1 Told2', 'account-2 Told4', 'account-1 Told5']);
  await close();
});

test('what could not be done is taken up again, before what comes after it', async () => {
  const { append, run, close } = await opened();
  const { acted, manager } = noting({ Told1: 2 });
  await append('account-1', 'Told1', 'Told2');
  const stop = run('a', manager);
  await until(() => acted.length === 2);
  await stop();
  assert.equal(acted, ['account-1 Told1', 'account-1 Told2']);
  await close();
});

test('of two nodes one acts, and the other takes over', async () => {
  const { append, run, close } = await opened();
  const { acted, manager } = noting();
  const stops = [run('a', manager), run('b', manager)];
  await append('account-1', 'Told1');
  await until(() => acted.length === 1);
  await stops[0]?.();
  await append('account-1', 'Told2');
  await until(() => acted.length === 2);
  await stops[1]?.();
  assert.equal(acted, ['account-1 Told1', 'account-1 Told2']);
  await close();
});

test.run();
