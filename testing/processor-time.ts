import { readdirSync, readFileSync } from 'node:fs';

/** A tick of the times in `/proc`, in ms: Linux gives them to programs in hundredths of a second. */
const TICK_MS = 10;
const SAMPLE_MS = 500;

type Sample = { parent: number; usedMs: number; childrenMs: number };

/** Null when the process has ended, or where there is no `/proc`. */
function sample(pid: number | 'self'): Sample | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11);
    return { parent, usedMs: (user + system) * TICK_MS, childrenMs: (childUser + childSystem) * TICK_MS };
  } catch {
    return null;
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/**
 * Measures the processor time of child processes with all their descendants, in ms; 0 where there is no `/proc`.
 *
 * The kernel adds a process's time to its parent's when the parent waits for it. Chromium's renderers are never waited
 * for, so all processes are also sampled. A short process may end between two samples, so the greater figure counts.
 */
export class ProcessorTime {
  readonly #children = new Set<number>();
  /** By process id: the child that it descends from, and its time when last seen. */
  readonly #seen = new Map<number, { child: number; usedMs: number }>();
  #waitedForMs = sample('self')?.childrenMs ?? 0;
  /** Children that were there before, as the compiler's. */
  #others = processIds().filter((pid) => sample(pid)?.parent === process.pid);
  readonly #timer = setInterval(() => this.#look(), SAMPLE_MS);

  /** Begins to measure a process that was just started. */
  add(pid: number): void {
    this.#children.add(pid);
    this.#seen.set(pid, { child: pid, usedMs: 0 });
  }

  /** The time of a child. Must be called in its `exit` event: what was waited for since the last call was this child. */
  ended(pid: number): number {
    const waitedForMs = sample('self')?.childrenMs ?? 0;
    const others = this.#others.filter((other) => sample(other) !== null);
    const reapedMs = others.length < this.#others.length ? 0 : waitedForMs - this.#waitedForMs;
    this.#others = others;
    this.#waitedForMs = waitedForMs;
    let sampledMs = 0;
    for (const [id, { child, usedMs }] of this.#seen) {
      if (child !== pid) continue;
      sampledMs += usedMs;
      this.#seen.delete(id);
    }
    this.#children.delete(pid);
    return Math.max(reapedMs, sampledMs);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#children.size === 0) return;
    const now = new Map(processIds().map((pid) => [pid, sample(pid)]));
    const childOf = (pid: number): number | undefined => {
      const known = this.#seen.get(pid);
      if (known) return known.child;
      const parent = now.get(pid)?.parent ?? 0;
      return parent > 1 ? childOf(parent) : undefined;
    };
    for (const [pid, one] of now) {
      const child = one && childOf(pid);
      if (one && child) this.#seen.set(pid, { child, usedMs: one.usedMs });
    }
  }
}
