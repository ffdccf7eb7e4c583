import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** ms that a slow machine may take until a check passes. */
const LIMIT_MS = 120_000;
const REPEAT_MS = 50;
const RAREST_MS = 1_000;

/**
 * Repeats a check until it passes: a page shows a value some time after what caused it. Resolves with what the check
 * returns. The longer it takes, the rarer: a person's requests of a minute are counted, also those of a test.
 * @throws what the check throws, once it has failed for two minutes
 */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const begun = systemClock.monotonic();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (systemClock.monotonic() >= begun + LIMIT_MS) throw error;
    }
    const waited = systemClock.monotonic() - begun;
    await pause(Math.min(Math.max(REPEAT_MS, waited / 10), RAREST_MS));
  }
}
