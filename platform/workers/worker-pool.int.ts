import { threadId } from 'node:worker_threads';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createWorkerPool, TaskFailed, type WorkerPool, WorkersBusy } from './worker-pool.ts';

const test = suite('worker pool', { limitMs: 30_000 });

type Task = { do: 'answer' | 'wait' | 'loop' | 'throw' | 'exit' | 'fill'; ms?: number };
type Pool = WorkerPool<Task, { thread: number }>;

const withPool = async (
  limits: Partial<Parameters<typeof createWorkerPool>[1]>,
  body: (pool: Pool) => Promise<void>,
) => {
  const pool: Pool = createWorkerPool(new URL('./test-support/tasks.js', import.meta.url), {
    threads: 1,
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

test('a task is done by another thread', () =>
  withPool({}, async (pool) => {
    const { thread } = await pool.run({ do: 'answer' });
    assert.is.not(thread, threadId);
  }));

test('what is more than the threads and the queue take is refused at once, the rest is done', () =>
  withPool({ threads: 1, waiting: 2 }, async (pool) => {
    const first = Array.from({ length: 3 }, () => pool.run({ do: 'wait', ms: 50 }));
    assert.instance(await failure(pool.run({ do: 'answer' })), WorkersBusy);
    assert.is((await Promise.all(first)).length, 3);
    assert.type((await pool.run({ do: 'answer' })).thread, 'number');
  }));

test('a task that takes too long is ended, and its thread with it', () =>
  withPool({ taskMs: 1_500 }, async (pool) => {
    const failed = await failure(pool.run({ do: 'loop' }));
    assert.instance(failed, TaskFailed);
    assert.is((failed as TaskFailed).reason, 'time-limit');
    // A loaded machine may need longer than that to start the next thread.
    const next = async (): Promise<{ thread: number }> => {
      try {
        return await pool.run({ do: 'answer' });
      } catch (error) {
        if (error instanceof TaskFailed && error.reason === 'time-limit') return next();
        throw error;
      }
    };
    assert.type((await next()).thread, 'number');
  }));

for (const crash of ['throw', 'exit', 'fill'] as const) {
  test(`a task that fails (${crash}) fails alone, once, and the next one is done`, () =>
    withPool({}, async (pool) => {
      const [failed, next] = await Promise.all([
        failure(pool.run({ do: crash })),
        pool.run({ do: 'answer' }),
      ]);
      assert.instance(failed, TaskFailed);
      assert.is((failed as TaskFailed).reason, 'failed');
      assert.type(next.thread, 'number');
    }));
}

test('a pool that is closed fails what is under way', () =>
  withPool({}, async (pool) => {
    const failed = failure(pool.run({ do: 'loop' }));
    await pool.close();
    assert.instance(await failed, TaskFailed);
  }));

test.run();
