import { every } from '../clock/every.ts';
import type { Clock } from '../clock/port.ts';
import type { Leases } from './port.ts';

/** How often a standby tries to get the lease, and the holder checks that it still holds it, in ms. */
const POLL_MS = 500;

/**
 * Waits until this node holds the lease of `key`, then does `work`. The work's signal aborts when another node holds the
 * lease, or when `signal` aborts. A lease without news is kept until another node has it. It is released when the work
 * ends. Rejects with what the work rejects with.
 */
export async function withLease(
  leases: Leases,
  clock: Clock,
  key: string,
  signal: AbortSignal,
  work: (term: AbortSignal) => Promise<void>,
): Promise<void> {
  await acquired(leases, clock, key, signal);
  if (signal.aborted) {
    await leases.release(key);
    return;
  }
  const lost = new AbortController();
  const look = (): void => {
    const holder = leases.holderOf(key);
    if (holder === leases.node) return;
    if (holder === undefined) void leases.claim(key).catch(() => {});
    else lost.abort();
  };
  const stopListening = leases.onChange(look);
  const stopLooking = every(clock, POLL_MS, look);
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    stopListening();
    stopLooking();
    await leases.release(key);
  }
}

/** Resolves when this node holds the lease, or `signal` aborts. */
async function acquired(leases: Leases, clock: Clock, key: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await leases.claim(key).catch(() => false))) {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        stopWaiting();
        stopListening();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const stopWaiting = clock.after(POLL_MS, done);
      const stopListening = leases.onChange(() => {
        if (leases.holderOf(key) === undefined) done();
      });
      signal.addEventListener('abort', done);
    });
  }
}
