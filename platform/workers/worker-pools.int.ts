import { readdirSync, readFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { TaskFailed, type WorkerPool, type WorkerPoolLimits, WorkersBusy } from './port.ts';
import { NICE } from './priority.ts';
import { createProcessPool } from './process-pool.ts';
import { createThreadPool } from './thread-pool.ts';

const test = suite('worker pools', { limitMs: 30_000 });

type Task = {
  do: 'answer' | 'wait' | 'loop' | 'throw' | 'exit' | 'fill';
  ms?: number;
  bytes?: Uint8Array;
};
type Made = { pid: number; worker: string; bytes?: Uint8Array };
type Pool = WorkerPool<Task, Made>;
type Create = (module: URL, limits: WorkerPoolLimits & { idleMs?: number }) => Pool;

const POOLS: Readonly<Record<string, Create>> = {
  threads: (module, limits) => createThreadPool<Task, Made>(module, limits),
  processes: (module, limits) => createProcessPool<Task, Made>(module, limits),
};

const withPool = async (
  create: Create,
  limits: Partial<WorkerPoolLimits> & { idleMs?: number },
  body: (pool: Pool) => Promise<void>,
) => {
  const pool = create(new URL('./test-support/tasks.js', import.meta.url), {
    atOnce: 1,
    waiting: 2,
    taskMs: 20_000,
    memoryMb: 64,
    ...limits,
  });
  try {
    await body(pool);
  } finally {
    await pool.close();
  }
};

const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

for (const [name, create] of Object.entries(POOLS)) {
  const pooled = (limits: Partial<WorkerPoolLimits>, body: (pool: Pool) => Promise<void>) =>
    withPool(create, limits, body);

  test(`${name}: a task is done by another thread, and bytes come back unchanged`, () =>
    pooled({}, async (pool) => {
      const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => n % 251);
      const made = await pool.run({ do: 'answer', bytes });
      assert.is.not(made.worker, `${process.pid}/${threadId}`);
      assert.equal(made.bytes, bytes);
    }));

  test(`${name}: what is more than the workers and the queue take is refused at once, the rest is done`, () =>
    pooled({ atOnce: 1, waiting: 2 }, async (pool) => {
      const first = Array.from({ length: 3 }, () => pool.run({ do: 'wait', ms: 50 }));
      assert.instance(await failure(pool.run({ do: 'answer' })), WorkersBusy);
      assert.is((await Promise.all(first)).length, 3);
      assert.type((await pool.run({ do: 'answer' })).worker, 'string');
    }));

  test(`${name}: a task that takes too long is ended, and its worker with it`, () =>
    pooled({ taskMs: 1_500 }, async (pool) => {
      const failed = await failure(pool.run({ do: 'loop' }));
      assert.instance(failed, TaskFailed);
      assert.is((failed as TaskFailed).reason, 'time-limit');
      // A loaded machine may need longer than that to start the next worker.
      const next = async (): Promise<Made> => {
        try {
          return await pool.run({ do: 'answer' });
        } catch (error) {
          if (error instanceof TaskFailed && error.reason === 'time-limit') return next();
          throw error;
        }
      };
      assert.type((await next()).worker, 'string');
    }));

  for (const crash of ['throw', 'exit', 'fill'] as const) {
    test(`${name}: a task that fails (${crash}) fails alone, once, and the next one is done`, () =>
      pooled({}, async (pool) => {
        const [failed, next] = await Promise.all([
          failure(pool.run({ do: crash })),
          pool.run({ do: 'answer' }),
        ]);
        assert.instance(failed, TaskFailed);
        assert.is((failed as TaskFailed).reason, 'failed');
        assert.type(next.worker, 'string');
      }));
  }

  test(`${name}: a pool that is closed fails what is under way and what waits`, () =>
    pooled({}, async (pool) => {
      const failed = [failure(pool.run({ do: 'loop' })), failure(pool.run({ do: 'answer' }))];
      await pool.close();
      for (const one of await Promise.all(failed)) assert.instance(one, TaskFailed);
    }));
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('a process does one task after the other, and ends when it has had none for a while', () =>
  withPool(POOLS['processes'] as Create, { idleMs: 200 }, async (pool) => {
    const first = await pool.run({ do: 'answer' });
    const second = await pool.run({ do: 'answer' });
    assert.is(second.pid, first.pid);
    assert.is.not(first.pid, process.pid);
    await until(() => !isRunning(first.pid));
    assert.is.not((await pool.run({ do: 'answer' })).pid, first.pid);
  }));

test('never more processes work than are allowed', () =>
  withPool(POOLS['processes'] as Create, { atOnce: 2, waiting: 10 }, async (pool) => {
    const made = await Promise.all(Array.from({ length: 10 }, () => pool.run({ do: 'wait', ms: 5 })));
    assert.is(new Set(made.map(({ pid }) => pid)).size, 2);
  }));

test('a closed terminal and Ctrl-C, which reach all processes of it, end no task', () =>
  withPool(POOLS['processes'] as Create, {}, async (pool) => {
    const { pid } = await pool.run({ do: 'answer' });
    const underWay = pool.run({ do: 'wait', ms: 100 });
    for (const signal of ['SIGHUP', 'SIGINT']) process.kill(pid, signal);
    assert.is((await underWay).pid, pid);
  }));

if (process.platform === 'linux') {
  test('every thread of a process has a low priority', () =>
    withPool(POOLS['processes'] as Create, {}, async (pool) => {
      const { pid } = await pool.run({ do: 'answer' });
      const stats = readdirSync(`/proc/${pid}/task`).map((task) =>
        readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8'),
      );
      const nices = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
      assert.ok(nices.length > 1);
      assert.ok(
        nices.every((nice) => nice >= NICE.background),
        String(nices),
      );
    }));
}

test.run();
