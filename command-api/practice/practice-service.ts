import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import type { Refusal } from '@saleyard/http/failures.ts';

/** The outcome of starting or stopping a practice sale. `position`: the log position then. */
export type PracticeReply =
  | { outcome: 'done'; auction: string; position: number }
  | { outcome: 'refused'; refusal: Refusal };

/** Runs practice sales, each for one person. The caller must check permission. */
export interface PracticeService {
  /** Starts one for an account. Refused: `practice-running`, `practice-full`, `rate-limited`, or by the engine. */
  start(account: string, level: PracticeLevel): Promise<PracticeReply>;
  /** Ends the running one. Refused: `not-found` when there is none, or by the engine. */
  stop(account: string): Promise<PracticeReply>;
  /** The last one started, running or over, from the log; null for somebody who never started one. */
  saleOf(account: string): Promise<PracticeSale | null>;
}
