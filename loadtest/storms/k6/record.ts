import crypto from 'k6/crypto';
import { Counter, Rate, Trend } from 'k6/metrics';
import { DIGEST_LENGTH, type JournalRecord } from '../journal.ts';

/** The metrics of the thresholds, by name. */
export const metrics = {
  bidAnswer: new Trend('bid_answer', true),
  bidUndecided: new Rate('bid_undecided'),
  joined: new Trend('socket_join', true),
  resumed: new Trend('socket_resume', true),
  refused: new Counter('socket_refused'),
  lost: new Counter('socket_lost'),
  page: new Trend('page_answer', true),
  pageFailed: new Rate('page_failed'),
};

/** Writes one record into the journal: k6's console is a file, one line a call. */
export function record(entry: JournalRecord): void {
  console.log(JSON.stringify(entry));
}

/** The digest that distinguishes views. */
export const digestOf = (view: unknown): string =>
  crypto.sha256(JSON.stringify(view), 'hex').slice(0, DIGEST_LENGTH);
