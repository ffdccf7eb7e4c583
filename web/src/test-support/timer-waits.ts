/** How long the timers of one kind wait that are begun while `body` runs: ms. */
async function waitsOf(kind: 'setTimeout' | 'setInterval', body: () => unknown): Promise<unknown[]> {
  const schedule = globalThis[kind] as (run: () => void, ms?: number) => unknown;
  const waits: unknown[] = [];
  const recorded = (run: () => void, ms?: number) => {
    waits.push(ms);
    return schedule(run, ms);
  };
  Object.assign(globalThis, { [kind]: recorded });
  try {
    await body();
    return waits;
  } finally {
    Object.assign(globalThis, { [kind]: schedule });
  }
}

export const timersIn = (body: () => unknown): Promise<unknown[]> => waitsOf('setTimeout', body);

/** Also what is debounced by rxjs. */
export const intervalsIn = (body: () => unknown): Promise<unknown[]> => waitsOf('setInterval', body);
