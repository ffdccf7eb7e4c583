import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { PROCESS_BACKLOG, ProcessBacklog, processCheckpoint } from './process-backlog.ts';
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
  /** Runs a manager as a separate node until it is stopped. */
  const run = (node: string, manager: ProcessManager, as: EventLog = log) => {
    const ending = new AbortController();
    const leases = group.join(node);
    const ended = runProcessManager(
      { log: as, documents, clock, leases, logger, signal: ending.signal },
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
  /** Does the same as a rebuild: collects from the whole log the pending events of managers without a checkpoint. */
  const gather = async (manager: ProcessManager): Promise<number> => {
    const backlog = await ProcessBacklog.begin(documents, [manager]);
    const last = await log.lastPosition();
    for await (const item of log.subscribe()) {
      if (item.kind === 'caughtUp') break;
      backlog.take(item.events, clock.now(), last);
    }
    await backlog.keep(last);
    return last;
  };
  return { append, run, close, gather, log, documents };
}

/** A log that records after which positions it is followed. */
const notingFollowers = (log: EventLog, after: number[]): EventLog => ({
  ...forwardedLog(() => log),
  subscribe(options = {}) {
    after.push(options.after ?? -1);
    return log.subscribe(options);
  },
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** A manager that records its events, and fails as often as `failures` states. */
function noting(failures: Record<string, number> = {}) {
  const acted: string[] = [];
  const manager: ProcessManager = {
    name: 'noting',
    streams: ['account-'],
    concerns: ({ type }) => type.startsWith('Noted'),
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
  await append('account-1', 'Noted1', 'Other', 'Noted2');
  await append('listing-1', 'Noted3');
  const stop = run('a', manager);
  await until(() => acted.length === 2);
  await append('account-2', 'Noted4');
  await until(() => acted.length === 3);
  await stop();
  await append('account-1', 'Noted5');
  const stopAgain = run('b', manager);
  await until(() => acted.length === 4);
  await stopAgain();
  assert.equal(acted, ['account-1 Noted1', 'account-1 Noted2', 'account-2 Noted4', 'account-1 Noted5']);
  await close();
});

test('what could not be done is taken up again, before what comes after it', async () => {
  const { append, run, close } = await opened();
  const { acted, manager } = noting({ Noted1: 2 });
  await append('account-1', 'Noted1', 'Noted2');
  const stop = run('a', manager);
  await until(() => acted.length === 2);
  await stop();
  assert.equal(acted, ['account-1 Noted1', 'account-1 Noted2']);
  await close();
});

test('after a rebuild it does what is still to do, and does not read the log from its beginning', async () => {
  const { append, run, close, gather, log, documents } = await opened();
  const { acted, manager } = noting({ 'Noted 150': 1 });
  const noted = Array.from({ length: 250 }, (_, n) => `Noted ${n}`);
  for (const type of noted) await append('account-1', type, 'Other', 'Other');
  await append('listing-1', 'Noted by another stream');
  const last = await gather(manager);
  assert.ok((await documents.count(PROCESS_BACKLOG, {})) > 1);
  const after: number[] = [];
  const stop = run('a', manager, notingFollowers(log, after));
  await append('account-1', 'Noted at last');
  await until(() => acted.at(-1) === 'account-1 Noted at last');
  await stop();
  // The failed event was retried with the other events of its document, which have the same ids.
  const once = [...new Set(acted)];
  assert.equal(
    once,
    [...noted, 'Noted at last'].map((type) => `account-1 ${type}`),
  );
  assert.ok(after.length > 0 && after.every((position) => position >= last), after.join());
  assert.is(await documents.count(PROCESS_BACKLOG, {}), 0);
  await close();
});

test('a rebuild leaves a manager where it is that has a checkpoint, and an empty log gives it none', async () => {
  const { append, run, close, gather, documents } = await opened();
  const { acted, manager } = noting();
  assert.is(await gather(manager), -1);
  assert.is(await documents.checkpoint(processCheckpoint(manager.name)), -1);
  await append('account-1', 'Noted1', 'Noted2');
  const stop = run('a', manager);
  await until(() => acted.length === 2);
  await stop();
  const reached = await documents.checkpoint(processCheckpoint(manager.name));
  await append('account-1', 'Noted3');
  await gather(manager);
  assert.is(await documents.checkpoint(processCheckpoint(manager.name)), reached);
  assert.is(await documents.count(PROCESS_BACKLOG, {}), 0);
  const stopAgain = run('b', manager);
  await until(() => acted.length === 3);
  await stopAgain();
  await close();
});

test('of two nodes one acts, and the other takes over', async () => {
  const { append, run, close } = await opened();
  const { acted, manager } = noting();
  const stops = [run('a', manager), run('b', manager)];
  await append('account-1', 'Noted1');
  await until(() => acted.length === 1);
  await stops[0]?.();
  await append('account-1', 'Noted2');
  await until(() => acted.length === 2);
  await stops[1]?.();
  assert.equal(acted, ['account-1 Noted1', 'account-1 Noted2']);
  await close();
});

test.run();
