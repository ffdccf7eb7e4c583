import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { AppendResult, EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';

/** An append that is on disk. */
export type AppendedBatch = Extract<AppendResult, { outcome: 'appended' }>;

/** The events of an append, and the revision that the stream must be at. */
export type Proposed = { expected: number; events: readonly NewEvent[] };

export type AppendRetry = {
  /** The pause before each retry, in ms. When they are used up, the outcome stays unknown. */
  delays: Iterable<number>;
  /** Errors of the log that prove that nothing was stored: they are thrown. All others count as unknown. */
  provesNothingStored(error: unknown): boolean;
  /** The first append's outcome is unknown; from here on it is retried. */
  onUnknown?(reason: string): void;
  /** Called once when it is still unknown `lateMs` later. */
  lateMs?: number;
  onLate?(): void;
  /** Aborts the retries: the outcome stays unknown. */
  signal?: AbortSignal;
};

/**
 * Appends, and retries while the outcome is unknown: with the same ids at the same revision, so nothing is stored
 * twice.
 * @throws what `provesNothingStored` accepts
 */
export async function appendUntilKnown(
  { log, clock }: { log: EventLog; clock: Clock },
  stream: string,
  proposed: Proposed,
  retry: AppendRetry,
): Promise<AppendResult> {
  const first = await attempt(log, stream, proposed, retry);
  if (first.outcome !== 'unknown') return first;
  const { delays, onUnknown, lateMs, onLate, signal } = retry;
  onUnknown?.(first.reason);
  const notLate = lateMs !== undefined && onLate ? clock.after(lateMs, onLate) : undefined;
  try {
    for (const delay of delays) {
      await pause(clock, delay, signal);
      if (signal?.aborted) return first;
      const again = await attempt(log, stream, proposed, retry);
      // A full disk on a retry proves nothing about the first attempt, which may be stored or still arrive.
      if (again.outcome !== 'unknown' && again.outcome !== 'full') return again;
    }
    return first;
  } finally {
    notLate?.();
  }
}

async function attempt(
  log: EventLog,
  stream: string,
  batch: Proposed,
  { provesNothingStored }: AppendRetry,
): Promise<AppendResult> {
  try {
    return await log.append(stream, batch.expected, batch.events);
  } catch (error) {
    if (provesNothingStored(error)) throw error;
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
