import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { NODE_FLAGS } from '../server/node-flags.ts';
import type { PlannedProcess } from './plan.ts';

const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));

/** Times of keeping a process running, in ms. */
const TIMES = {
  /** The interval of readiness checks of a starting process, and their total time. */
  askEvery: 200,
  readyWithin: 60_000,
  /** One that died is started again after this long, doubling while it keeps dying … */
  againFirst: 500,
  againLast: 15_000,
  /** … and from the first again once it has lived for this long. */
  livedLong: 30_000,
  /** A process that has not stopped by then is killed. */
  stopWithin: 20_000,
} as const;

/** The process was not ready in time, or was asked to stop before it was ready. */
class NotReady extends Error {
  constructor(name: string) {
    super(`${name} did not become ready`);
    this.name = 'NotReady';
  }
}

/** A process that is restarted whenever it dies, until it is asked to stop. */
export class SupervisedProcess {
  readonly planned: PlannedProcess;
  readonly #clock: Clock;
  readonly #say: (line: string) => void;
  readonly #ending = new AbortController();
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #isWanted = false;
  #againMs: number = TIMES.againFirst;

  constructor(planned: PlannedProcess, clock: Clock, say: (line: string) => void) {
    this.planned = planned;
    this.#clock = clock;
    this.#say = say;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it; resolves when it is ready. @throws NotReady */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#spawn();
    await this.#ready();
  }

  /** Lets it finish its work, and ends it. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (child === undefined) return;
    child.kill('SIGTERM');
    const cancel = this.#clock.after(TIMES.stopWithin, () => {
      this.#say(`${this.planned.name} does not stop and is killed`);
      child.kill('SIGKILL');
    });
    await this.#exited;
    cancel();
  }

  /** Ends it and starts it again. @throws NotReady */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** It is not started again. */
  letGo(): void {
    this.#isWanted = false;
    this.#ending.abort();
  }

  #spawn(): void {
    const { name, settings } = this.planned;
    const began = this.#clock.monotonic();
    // A process group of its own: Ctrl-C goes only to the supervisor, which stops the others in order.
    const child = spawn(process.execPath, [...NODE_FLAGS, BIN, 'start'], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#child = undefined;
        resolve();
        if (!this.#isWanted) return;
        if (this.#clock.monotonic() - began > TIMES.livedLong) this.#againMs = TIMES.againFirst;
        this.#say(`${name} died (${signal ?? `exit ${code}`}) and is started again`);
        void this.#again();
      });
    });
  }

  async #again(): Promise<void> {
    const wait = this.#againMs;
    this.#againMs = Math.min(wait * 2, TIMES.againLast);
    await pause(this.#clock, wait, this.#ending.signal);
    if (this.#isWanted && this.#child === undefined) this.#spawn();
  }

  async #ready(): Promise<void> {
    const until = this.#clock.monotonic() + TIMES.readyWithin;
    while (this.#isWanted && this.#clock.monotonic() < until) {
      const answer = await fetch(`http://127.0.0.1:${this.planned.port}/readyz`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      await pause(this.#clock, TIMES.askEvery, this.#ending.signal);
    }
    throw new NotReady(this.planned.name);
  }
}
