import type { Clock } from './port.ts';

/** Resolves `ms` from now, or as soon as `signal`, if there is one, aborts. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}
