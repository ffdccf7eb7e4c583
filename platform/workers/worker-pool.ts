import { Piscina } from 'piscina';

/** Every thread is busy and the queue is full: nothing was started. */
export class WorkersBusy extends Error {
  constructor() {
    super('the queue of the worker pool is full');
    this.name = 'WorkersBusy';
  }
}

/** A task was given up: it took longer than its limit, or its thread failed. `reason` says which. */
export class TaskFailed extends Error {
  readonly reason: 'time-limit' | 'failed';

  constructor(reason: TaskFailed['reason'], cause: unknown) {
    super(reason === 'time-limit' ? 'a task took longer than its limit' : 'a task failed', { cause });
    this.name = 'TaskFailed';
    this.reason = reason;
  }
}

export type WorkerPoolLimits = {
  /** Tasks that run at the same time. */
  threads: number;
  /** Tasks that wait for a thread; one more is refused. */
  waiting: number;
  /** ms from when a task is handed over until it must be done. */
  taskMs: number;
  /** MB of memory that a thread may use; beyond, it ends and its task fails. */
  memoryMb: number;
};

/** Threads that do long computations, so that the thread that takes bids goes on. */
export type WorkerPool<Task, Made> = {
  /**
   * Resolves to what the task made. What goes in and out is copied between the threads.
   * @throws WorkersBusy at once, when all threads are at work and the queue is full
   * @throws TaskFailed
   */
  run(task: Task): Promise<Made>;
  /** Ends the threads; tasks under way fail. */
  close(): Promise<void>;
};

/**
 * A pool of worker threads, which start with the first task. A thread whose task takes too long or which crashes is
 * replaced by another; its task alone fails.
 * @param module the file (JavaScript) whose default export does one task
 */
export function createWorkerPool<Task, Made>(module: URL, limits: WorkerPoolLimits): WorkerPool<Task, Made> {
  const { threads, waiting, taskMs, memoryMb } = limits;
  const start = (): Piscina<Task, Made> => {
    const started = new Piscina<Task, Made>({
      filename: module.href,
      // The pool keeps its size: after a crash, a new thread takes the next task.
      minThreads: threads,
      maxThreads: threads,
      // The flags of the process are for its main thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // A failure outside of a task rejects no promise.
    started.on('error', () => {});
    return started;
  };
  let pool: Piscina<Task, Made> | null = null;
  let underWay = 0;
  return {
    async run(task) {
      if (underWay >= threads + waiting) throw new WorkersBusy();
      underWay += 1;
      pool ??= start();
      const signal = AbortSignal.timeout(taskMs);
      try {
        return await pool.run(task, { signal });
      } catch (error) {
        throw new TaskFailed(signal.aborted ? 'time-limit' : 'failed', error);
      } finally {
        underWay -= 1;
      }
    },
    close: async () => pool?.destroy(),
  };
}
