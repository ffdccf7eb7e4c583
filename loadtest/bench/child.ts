import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '@saleyard/app/server/node-flags.ts';
import { divideCores, pin } from '../storms/cores.ts';

/** Servers and their clients have cores of their own, where there are two and processes can be kept to them. */
export const CORES = divideCores();

/** What a process preloads to have libraries in place of own parts. */
const LIBRARY_PARTS = new URL('./library-parts/register.ts', import.meta.url).href;

/** ms a process has to end after it is released. */
const END_MS = 3_000;

/** A process of ours that takes orders and reports back, one report at a time. */
export class Child<Order, Report extends { report: string }> {
  readonly #process: ChildProcess;
  readonly #reports: Report[] = [];
  #wake = () => {};
  #exit: string | null = null;

  /**
   * `side`: whose cores it is kept to, with all its threads; left out, it may use any. A server is started as ours are.
   * `libraryParts`: it has libraries in place of the gateway's own parts of the bid path.
   */
  constructor(file: URL, side?: 'server' | 'clients', libraryParts = false) {
    this.#process = fork(fileURLToPath(file), [], {
      execArgv: [
        ...(side === 'server' ? NODE_FLAGS : []),
        '--import',
        'tsx',
        ...(libraryParts ? ['--import', LIBRARY_PARTS] : []),
      ],
      // Standard output is reserved for results.
      stdio: ['ignore', 2, 'inherit', 'ipc'],
      // A figure that was not measured is NaN, which JSON cannot represent.
      serialization: 'advanced',
    });
    const { pid } = this.#process;
    if (side !== undefined && CORES !== null && pid !== undefined) pin(pid, CORES[side]);
    this.#process.on('message', (message) => {
      this.#reports.push(message as Report);
      this.#wake();
    });
    this.#process.on('exit', (code, signal) => {
      this.#exit = `${file.pathname} ended with ${code ?? signal}`;
      this.#wake();
    });
  }

  /** Lowers its priority below other processes on its cores. */
  yieldToOthers(): void {
    const { pid } = this.#process;
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  }

  send(order: Order): void {
    this.#process.send(order as object);
  }

  /** The next report of a kind; others before it are dropped. Rejects when the process ends or takes too long. */
  async hear<K extends Report['report']>(
    kind: K,
    withinMs = 40_000,
  ): Promise<Extract<Report, { report: K }>> {
    const found = await this.#next((report) => report.report === kind, kind, withinMs);
    return found as Extract<Report, { report: K }>;
  }

  /** The next report of any kind. Rejects as `hear` does. */
  hearAny(withinMs: number): Promise<Report> {
    return this.#next(() => true, 'report', withinMs);
  }

  async #next(isIt: (report: Report) => boolean, what: string, withinMs: number): Promise<Report> {
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      this.#wake();
    }, withinMs);
    try {
      for (;;) {
        for (let found = this.#reports.shift(); found; found = this.#reports.shift()) {
          if (isIt(found)) return found;
        }
        if (this.#exit !== null) throw new Error(this.#exit);
        if (late) throw new Error(`no ${what} within ${withinMs} ms`);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(limit);
    }
  }

  /** Lets it end by itself, so that it deletes its folder; kills it after a timeout. */
  end(): void {
    if (this.#exit !== null || !this.#process.connected) return;
    this.#process.disconnect();
    const late = setTimeout(() => this.#process.kill('SIGKILL'), END_MS);
    late.unref();
    this.#process.once('exit', () => clearTimeout(late));
  }
}
