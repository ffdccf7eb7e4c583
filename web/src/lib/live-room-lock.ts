/** Held by each window with a live room, so that other windows know of it. */
const NAME = 'saleyard-live-room';

/** Says to all windows that a live room is open here, until the returned function is called. */
export function holdRoom(): () => void {
  const ending = new AbortController();
  // Browsers have locks on secure pages only, and there are no service workers on others.
  navigator.locks
    ?.request(NAME, { mode: 'shared', signal: ending.signal }, () => {
      return new Promise<void>((resolve) =>
        ending.signal.addEventListener('abort', () => resolve(), { once: true }),
      );
    })
    .catch(() => undefined);
  return () => ending.abort();
}

/** Whether a live room is open in any window of this browser. */
export async function roomIsOpen(): Promise<boolean> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {};
  return [...held, ...pending].some(({ name }) => name === NAME);
}
