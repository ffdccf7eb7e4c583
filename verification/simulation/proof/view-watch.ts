import type { AuctionView } from '../actors/auction-view.ts';
import type { LogChecker } from './log-checker.ts';
import type { Verdict } from './verdict.ts';

/** Compares clients' views with the public state of the log. */
export class ViewWatch {
  readonly #verdict: Verdict;
  readonly #checker: LogChecker;

  constructor(verdict: Verdict, checker: LogChecker) {
    this.#verdict = verdict;
    this.#checker = checker;
  }

  /** A connection's pushes about an auction never go back. `before`: the last `seq` pushed on it. */
  pushed(who: string, auction: string, seq: number, before: number): void {
    this.#verdict.must(
      seq >= before,
      'a view never goes back',
      () => `${who} received ${auction} up to ${seq} after ${before} [G13]`,
    );
  }

  /** After each frame a view is what the log's public view was at the view's revision: nothing is missing in it. */
  applied(who: string, view: AuctionView): void {
    if (view.seq !== null) this.#compare(who, view, view.seq, 'no gap in a view');
  }

  /** Without network faults a view shows what has been public for a while. `byThen`: ms of the world. */
  keepsUp(who: string, view: AuctionView, byThen: number): void {
    const history = this.#checker.historyOf(view.auction);
    const due = history?.revisionAt(byThen) ?? -1;
    const { seq: seen } = view;
    // A page that was not accepted yet retries later.
    if (history === undefined || seen === null || seen >= due) return;
    const differs = [...history.lots].find((lot) => history.lotAt(lot, seen) !== history.lotAt(lot, due));
    const isCurrent = differs === undefined && history.saleAt(seen) === history.saleAt(due);
    this.#verdict.must(
      isCurrent,
      'a view keeps up',
      () => `${who} sees ${view.auction} as it was at ${seen}; ${due} has been public since ${byThen}`,
    );
  }

  /** In the end a view is the log's public view. */
  converged(who: string, view: AuctionView): void {
    const history = this.#checker.historyOf(view.auction);
    if (history !== undefined) this.#compare(who, view, history.revision, 'converged');
  }

  #compare(who: string, view: AuctionView, seq: number, invariant: 'no gap in a view' | 'converged'): void {
    const history = this.#checker.historyOf(view.auction);
    if (history === undefined || history.revision < seq) {
      this.#verdict.broken(invariant, `${who} received revision ${seq}, which the log does not hold`);
      return;
    }
    const sale = history.saleAt(seq);
    this.#verdict.must(
      view.sale?.json === sale,
      invariant,
      () => `${who} sees at ${seq} the sale ${view.sale?.json}, which was ${sale}`,
    );
    for (const lot of history.lots) {
      const then = history.lotAt(lot, seq);
      if (then === undefined) continue;
      const seen = view.lots.get(lot)?.json;
      this.#verdict.must(
        seen === then,
        invariant,
        () => `${who} sees at ${seq} (received at ${view.lots.get(lot)?.seq}) ${differing(seen, then)}`,
      );
    }
  }
}

/** The members in which two JSON objects differ. */
function differing(seen: string | undefined, then: string): string {
  if (seen === undefined) return `nothing, not ${then}`;
  const [a, b] = [JSON.parse(seen), JSON.parse(then)] as Record<string, unknown>[];
  const parts = Object.keys(b ?? {})
    .filter((name) => JSON.stringify(a?.[name]) !== JSON.stringify(b?.[name]))
    .map((name) => `${name} ${JSON.stringify(a?.[name])} instead of ${JSON.stringify(b?.[name])}`);
  return `lot ${String(b?.['_id'])} with ${parts.join(', ')}`;
}
