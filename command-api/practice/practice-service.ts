import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import type { Refusal } from '@saleyard/http/failures.ts';

/** What became of a request to begin or to stop a practice sale. `position`: how far the log then reached. */
export type PracticeReply =
  | { outcome: 'done'; auction: string; position: number }
  | { outcome: 'refused'; refusal: Refusal };

/** Runs practice sales, each for one person. The caller's permission is checked before. */
export interface PracticeService {
  /** Begins one for an account. Refused: `practice-running`, `practice-full`, `rate-limited`, or by the engine. */
  start(account: string, level: PracticeLevel): Promise<PracticeReply>;
  /** Ends the one that runs. Refused: `not-found` when none does, or by the engine. */
  stop(account: string): Promise<PracticeReply>;
  /** The last one begun, running or over, as the log has it now; null for somebody who never began one. */
  saleOf(account: string): Promise<PracticeSale | null>;
}
