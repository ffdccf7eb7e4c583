import type { Clock } from './port.ts';

/** What `work` resolves to; rejects when that takes longer than `ms`. The work itself continues. */
export function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error(`no answer within ${ms} ms`)));
    work.then(resolve, reject).finally(cancel);
  });
}
