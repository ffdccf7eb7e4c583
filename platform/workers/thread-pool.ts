import { Piscina } from 'piscina';
import { TaskFailed, type WorkerPool, type WorkerPoolLimits, WorkersBusy } from './port.ts';

/**
 * A pool of worker threads, which start with the first task: for what reads an LMDB file of this process, which must not
 * be killed meanwhile. A thread whose task takes too long or which crashes is replaced by another; its task alone fails.
 * @param module the file (JavaScript) whose default export does one task
 */
export function createThreadPool<Task, Made>(module: URL, limits: WorkerPoolLimits): WorkerPool<Task, Made> {
  const { atOnce, waiting, taskMs, memoryMb } = limits;
  const start = (): Piscina<Task, Made> => {
    const started = new Piscina<Task, Made>({
      filename: module.href,
      // The pool keeps its size: after a crash, a new thread takes the next task.
      minThreads: atOnce,
      maxThreads: atOnce,
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
      if (underWay >= atOnce + waiting) throw new WorkersBusy();
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
