import type { Clock } from './port.ts';

/** Calls `run` every `ms`, the first time `ms` from now; returns what ends it. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let stop = (): void => {};
  const again = (): void => {
    stop = clock.after(ms, () => {
      again();
      run();
    });
  };
  again();
  return () => stop();
}
