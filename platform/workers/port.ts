/** Everything is at work and the queue is full, or the turn of a task did not come in its time: it was not started. */
export class WorkersBusy extends Error {
  constructor() {
    super('the workers of the pool are busy');
    this.name = 'WorkersBusy';
  }
}

/** A task was given up: it took longer than its limit, or its worker failed. `reason` says which. */
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
  atOnce: number;
  /** Tasks that wait for a worker; one more is refused. */
  waiting: number;
  /** ms until a task must be done: in a thread from when it is handed over, in a process from when its turn came. */
  taskMs: number;
  /** MB of memory that the heap of a worker may have; beyond, it ends and its task fails. */
  memoryMb: number;
};

/** Workers that do long computations, so that the thread that takes bids goes on. */
export type WorkerPool<Task, Made> = {
  /**
   * Resolves to what the task made. What goes in and out is copied.
   * @throws WorkersBusy at once, when all workers are at work and the queue is full
   * @throws TaskFailed
   */
  run(task: Task): Promise<Made>;
  /** Ends the workers; tasks under way fail. */
  close(): Promise<void>;
};
