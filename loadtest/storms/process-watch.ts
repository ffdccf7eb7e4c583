import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock } from '@saleyard/platform/clock/port.ts';

/** The resources of a process at a moment: cores it was busy on since the sample before, and resident memory. */
export type ProcessSample = { at: number; cores: number; rssBytes: number };

/** ms between samples. */
const EVERY_MS = 1_000;

type Reading = { cpuMs: number; rssBytes: number };

/** Watches a process of this machine until `stop`; unreadable samples are left out. */
export class ProcessWatch {
  readonly samples: ProcessSample[] = [];
  readonly #pid: number;
  readonly #clock: Clock;
  readonly #ticksPerMs = ticksPerSecond() / 1_000;
  #before: { reading: Reading; monotonic: number } | null = null;
  #cancel = () => {};

  constructor(pid: number, clock: Clock) {
    this.#pid = pid;
    this.#clock = clock;
    this.#sample();
  }

  stop(): void {
    this.#cancel();
  }

  #sample(): void {
    const reading = this.#read();
    const monotonic = this.#clock.monotonic();
    if (reading !== null && this.#before !== null) {
      const cores = (reading.cpuMs - this.#before.reading.cpuMs) / (monotonic - this.#before.monotonic);
      this.samples.push({ at: this.#clock.now(), cores, rssBytes: reading.rssBytes });
    }
    this.#before = reading && { reading, monotonic };
    this.#cancel = this.#clock.after(EVERY_MS, () => this.#sample());
  }

  #read(): Reading | null {
    try {
      const stat = readFileSync(`/proc/${this.#pid}/stat`, 'utf8');
      // The name, in brackets, may hold anything; times are the 12th and 13th field after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
      const rss = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
      const ticks = Number(fields[11]) + Number(fields[12]);
      return { cpuMs: ticks / this.#ticksPerMs, rssBytes: Number(rss) * 1_024 };
    } catch {
      return null;
    }
  }
}

/** How the kernel counts time in /proc. */
function ticksPerSecond(): number {
  try {
    return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) || 100;
  } catch {
    return 100;
  }
}
