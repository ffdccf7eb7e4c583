import type { World } from './world.ts';

/** The return value of `setTimeout`: enough for callers that only clear it. */
class VirtualTimer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }
}

/**
 * Lets the timers that libraries set by themselves (a socket's closing, say) wait for the world's time. What our own
 * code waits for goes through its clock. Returns a function that restores the machine's timers.
 */
export function virtualTimers(world: World): () => void {
  const { setTimeout, clearTimeout } = globalThis;
  const wait = (task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): VirtualTimer =>
    new VirtualTimer(world.after(ms, () => task(...args)));
  globalThis.setTimeout = wait as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.cancel();
    else clearTimeout(timer as NodeJS.Timeout);
  }) as typeof clearTimeout;
  return () => {
    globalThis.setTimeout = setTimeout;
    globalThis.clearTimeout = clearTimeout;
  };
}
