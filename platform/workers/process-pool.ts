import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TaskFailed, type WorkerPool, type WorkerPoolLimits, WorkersBusy } from './port.ts';
import { lowerPriority, NICE } from './priority.ts';

const HOST = fileURLToPath(new URL('./process-host.js', import.meta.url));

/** ms without a task after which a process ends. */
const IDLE_MS = 30_000;

type Answer = { made: unknown } | { failed: string };

/** A process that does one task at a time. */
class WorkerProcess {
  readonly #child: ChildProcess;
  #settle: ((answer: Answer) => void) | null = null;
  #isGone = false;

  constructor(module: URL, memoryMb: number) {
    this.#child = fork(HOST, [module.href], {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { pid } = this.#child;
    // At once, so that the threads that it starts inherit it.
    if (pid !== undefined) lowerPriority(NICE.background, pid);
    this.#child.on('message', (answer) => this.#settle?.(answer as Answer));
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('exit', (code, signal) => this.#end(`the process ended with ${code ?? signal}`));
  }

  /** False once it has ended: another takes its place. */
  get isThere(): boolean {
    return !this.#isGone;
  }

  /** @throws Error with the stack of what the task threw, or why the process ended */
  run(task: unknown): Promise<unknown> {
    this.#keepOpen(true);
    // Also its threads that the first time has missed.
    if (this.#child.pid !== undefined) lowerPriority(NICE.background, this.#child.pid);
    return new Promise<unknown>((resolve, reject) => {
      this.#settle = (answer) => {
        this.#settle = null;
        this.#keepOpen(false);
        if ('made' in answer) resolve(answer.made);
        else reject(new Error(answer.failed));
      };
      this.#child.send(task as object, (error) => {
        if (error !== null) this.#end(error.message);
      });
    });
  }

  /** Ends it after its task. */
  release(): void {
    this.#isGone = true;
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Ends it at once; its task fails. */
  kill(): void {
    this.#end('the process was ended');
    this.#child.kill('SIGKILL');
  }

  #end(failed: string): void {
    this.#isGone = true;
    this.#settle?.({ failed });
  }

  /** A process without a task keeps no program open. */
  #keepOpen(isOpen: boolean): void {
    for (const one of [this.#child, this.#child.channel]) {
      if (isOpen) one?.ref();
      else one?.unref();
    }
  }
}

/**
 * A pool of processes of low priority, which start with the first task and end after the last: for what needs
 * much of a processor or of memory, or libraries with threads of their own. A process whose task takes too long or which
 * crashes is replaced by another; its task alone fails.
 * @param module the file (JavaScript) whose default export does one task
 */
export function createProcessPool<Task, Made>(
  module: URL,
  { atOnce, waiting, taskMs, memoryMb, idleMs = IDLE_MS }: WorkerPoolLimits & { idleMs?: number },
): WorkerPool<Task, Made> {
  const idle: { worker: WorkerProcess; timer: NodeJS.Timeout }[] = [];
  const busy = new Set<WorkerProcess>();
  /** Tasks that wait for one that is under way: each is called when it may begin. */
  const queue: (() => void)[] = [];
  let underWay = 0;
  let isClosed = false;

  const obtain = (): WorkerProcess => {
    for (let one = idle.pop(); one; one = idle.pop()) {
      clearTimeout(one.timer);
      if (one.worker.isThere) return one.worker;
    }
    return new WorkerProcess(module, memoryMb);
  };
  const giveBack = (worker: WorkerProcess): void => {
    busy.delete(worker);
    if (!worker.isThere) return;
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      worker.release();
    }, idleMs);
    timer.unref();
    const entry = { worker, timer };
    idle.push(entry);
  };
  /** Resolves when a task may begin, which then counts as under way. @throws WorkersBusy */
  const turn = async (signal: AbortSignal): Promise<void> => {
    if (underWay < atOnce) {
      underWay += 1;
      return;
    }
    if (queue.length >= waiting) throw new WorkersBusy();
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', late);
        resolve();
      };
      const late = (): void => {
        queue.splice(queue.indexOf(begin), 1);
        reject(new WorkersBusy());
      };
      queue.push(begin);
      signal.addEventListener('abort', late, { once: true });
    });
  };
  const passTurn = (): void => {
    const next = queue.shift();
    if (next === undefined) underWay -= 1;
    else next();
  };
  const runBefore = async (signal: AbortSignal, task: Task): Promise<Made> => {
    if (isClosed) throw new Error('the pool is closed');
    const worker = obtain();
    busy.add(worker);
    const kill = () => worker.kill();
    signal.addEventListener('abort', kill, { once: true });
    try {
      return (await worker.run(task)) as Made;
    } finally {
      signal.removeEventListener('abort', kill);
      giveBack(worker);
    }
  };

  return {
    async run(task) {
      await turn(AbortSignal.timeout(taskMs));
      // What was waited for is not the task's own time.
      const signal = AbortSignal.timeout(taskMs);
      try {
        return await runBefore(signal, task);
      } catch (error) {
        throw new TaskFailed(signal.aborted ? 'time-limit' : 'failed', error);
      } finally {
        passTurn();
      }
    },
    async close() {
      isClosed = true;
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer);
        worker.release();
      }
      for (const worker of [...busy]) worker.kill();
    },
  };
}
