/**
 * Timers of `ms` that begin while `during` runs wait until it calls `pass`, which runs those that were not cleared and
 * returns how many they were.
 */
export async function onHeldTimers(ms: number, during: (pass: () => number) => Promise<void>): Promise<void> {
  const { setTimeout, clearTimeout } = globalThis;
  const held = new Map<object, () => void>();
  const hold = (run: () => void, wait?: number, ...rest: []) => {
    if (wait !== ms) return setTimeout(run, wait, ...rest);
    const timer = {};
    held.set(timer, run);
    return timer;
  };
  const clear = (timer: never) => {
    if (!held.delete(timer)) clearTimeout(timer);
  };
  Object.assign(globalThis, { setTimeout: hold, clearTimeout: clear });
  try {
    await during(() => {
      const due = [...held.values()];
      held.clear();
      for (const run of due) run();
      return due.length;
    });
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}
