import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** ms that a process has to be ready on a loaded machine. */
const READY_MS = 90_000;
/** ms that a process has to end that was asked to; then it is killed, and the test fails. */
const STOP_MS = 30_000;
const ASK_EVERY_MS = 50;
/** Characters of a log that are shown when something went wrong. */
const SHOWN = 16_000;

type Options = {
  name: string;
  /** Node's arguments: what it runs. */
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The file for its output, one run after the other. */
  logFile: string;
  isReady: () => Promise<boolean>;
};

const left = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of left) child.kill('SIGKILL');
});

/** A process of a test's: started, stopped, held and killed by its id; it ends with this one at the latest. */
export class Child {
  readonly name: string;
  /** Node's own arguments before what it runs. */
  nodeFlags: readonly string[] = [];
  /** Set beside what it is started with. */
  env: Readonly<Record<string, string>>;
  /** Whether it is as it is awaited to be once it runs. */
  isReady: () => Promise<boolean>;
  readonly #options: Options;
  #child: ChildProcess | undefined;

  constructor(options: Options) {
    this.name = options.name;
    this.env = options.env;
    this.isReady = options.isReady;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Starts it, and resolves when it is ready. One that ends while it starts, because it reaches a store too late, is
   * started again, as any supervisor does. @throws with what it said when it is not in time
   */
  async start(): Promise<void> {
    const until = systemClock.monotonic() + READY_MS;
    let child = this.#spawn();
    while (!(await this.isReady().catch(() => false))) {
      if (systemClock.monotonic() > until) throw new Error(`${this.name} is not ready:\n${this.said()}`);
      await pause(systemClock, ASK_EVERY_MS);
      if (this.#child !== child) child = this.#spawn();
    }
  }

  #spawn(): ChildProcess {
    const { args, logFile } = this.#options;
    const file = openSync(logFile, 'a');
    const child = spawn(process.execPath, [...this.nodeFlags, ...args], {
      env: { ...process.env, ...this.env },
      // The channel's end notifies it that this process has exited.
      stdio: ['ignore', file, file, 'ipc'],
    });
    closeSync(file);
    this.#child = child;
    left.add(child);
    child.once('exit', () => {
      left.delete(child);
      if (this.#child === child) this.#child = undefined;
    });
    return child;
  }

  /** Kills it, as in a crash. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Signals it to end. @throws when it does not in time, or ends with another code than 0 */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const cancel = systemClock.after(STOP_MS, () => child.kill('SIGKILL'));
    const code = await this.#end('SIGTERM');
    cancel();
    if (code !== 0) throw new Error(`${this.name} ended with ${code} when it was stopped:\n${this.said()}`);
  }

  /** Pauses it (SIGSTOP). */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** Resumes it (SIGCONT). */
  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** The end of its output. */
  said(): string {
    const { logFile } = this.#options;
    return existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-SHOWN) : '';
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return 0;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code;
  }
}
