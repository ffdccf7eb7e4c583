import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { AppendResult, EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Batch } from './batch.ts';
import type { EngineLimits } from './limits.ts';

/** An append that is on disk. */
export type AppendedBatch = Extract<AppendResult, { outcome: 'appended' }>;

type Watch = {
  /** The first append's outcome is unknown; from here on it is retried. */
  onUnknown(reason: string): void;
  /** It is still unknown after `unknownAnswerMs`. */
  onLate(): void;
  /** Aborts the retries: the outcome stays unknown. */
  signal: AbortSignal;
};

/**
 * Appends a batch, and retries while its outcome is unknown: with the same ids at the same revision, so nothing is
 * stored twice. An error of the log counts as unknown, since the batch may have been stored. A log that refuses the
 * events as too large counts as full.
 */
export async function appendUntilKnown(
  { log, clock, limits }: { log: EventLog; clock: Clock; limits: EngineLimits },
  stream: string,
  batch: Batch,
  watch: Watch,
): Promise<AppendResult> {
  const result = await attempt(log, stream, batch);
  if (result.outcome !== 'unknown') return result;
  watch.onUnknown(result.reason);
  const notLate = clock.after(limits.unknownAnswerMs, watch.onLate);
  try {
    for (let wait = limits.retryFirstMs; ; wait = Math.min(wait * 2, limits.retryLastMs)) {
      await pause(clock, wait, watch.signal);
      if (watch.signal.aborted) return result;
      const again = await attempt(log, stream, batch);
      // A full disk on a retry proves nothing about the first attempt, which may be stored or still arrive.
      if (again.outcome === 'full') continue;
      if (again.outcome !== 'unknown') return again;
    }
  } finally {
    notLate();
  }
}

async function attempt(log: EventLog, stream: string, batch: Batch): Promise<AppendResult> {
  try {
    return await log.append(stream, batch.expected, batch.events);
  } catch (error) {
    if (error instanceof RangeError) return { outcome: 'full' };
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
