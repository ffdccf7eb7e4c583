import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** ms that a slow machine may take until a check passes. */
const LIMIT_MS = 120_000;
const REPEAT_MS = 50;

/**
 * Repeats a check until it passes: a page shows a value some time after what caused it. Resolves with what the check
 * returns.
 * @throws what the check throws, once it has failed for two minutes
 */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const end = systemClock.monotonic() + LIMIT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (systemClock.monotonic() >= end) throw error;
    }
    await pause(REPEAT_MS);
  }
}
