import { DIFFERENCES_LISTED, type Difference } from './report.ts';

/** The differences that one check finds, in the order in which it meets them. */
export class Differences {
  readonly listed: Difference[] = [];
  count = 0;

  add(difference: Difference): void {
    this.count += 1;
    if (this.listed.length < DIFFERENCES_LISTED) this.listed.push(difference);
  }
}

/** What several checks found, by revision: the first is the one that a verdict names. */
export function inOrder(checks: readonly Differences[]): { listed: Difference[]; count: number } {
  const listed = checks
    .flatMap((check) => check.listed)
    .sort((a, b) => a.revision - b.revision)
    .slice(0, DIFFERENCES_LISTED);
  return { listed, count: checks.reduce((sum, { count }) => sum + count, 0) };
}
