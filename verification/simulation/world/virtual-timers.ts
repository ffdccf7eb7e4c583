import type { World } from './world.ts';

/** What `setTimeout` gives: enough of a timer for those who only clear it. */
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
 * code waits for goes through its clock. Returns what gives the machine's timers back.
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
