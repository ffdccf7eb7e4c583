import { createHash } from 'node:crypto';
import type { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { DIGEST_LENGTH, type ViewRecord } from '../journal.ts';
import type { Failures } from './failures.ts';

const digestOf = (view: unknown): string =>
  createHash('sha256').update(JSON.stringify(view)).digest('hex').slice(0, DIGEST_LENGTH);

/** The log's public view at one revision, each part made once however many clients hold theirs against it. */
class PublicView {
  readonly #state: AuctionState;
  readonly #sale: { id: string; lots: readonly string[] };
  readonly #digests = new Map<number, string>();
  #auction: string | null = null;

  constructor(state: AuctionState, sale: { id: string; lots: readonly string[] }) {
    this.#state = state;
    this.#sale = sale;
  }

  get auction(): string {
    this.#auction ??= digestOf(publicAuction(this.#state, this.#sale.id));
    return this.#auction;
  }

  lot(place: number): string {
    const known = this.#digests.get(place);
    if (known !== undefined) return known;
    const lot = this.#lot(place);
    const digest = lot === undefined ? 'none' : digestOf(publicLot(this.#state, lot, this.#sale.id));
    this.#digests.set(place, digest);
    return digest;
  }

  shown(place: number): string {
    const lot = this.#lot(place);
    return lot === undefined ? 'no such lot' : `${lot.currentBidCents} cents, ${lot.phase}`;
  }

  #lot(place: number) {
    return this.#state.lots[this.#state.lotIndex.get(this.#sale.lots[place] ?? '') ?? -1];
  }
}

/**
 * Holds what clients saw against the log: each view is what the log folds to at the view's own revision, and each
 * client's last view is what it folds to in the end. Call `at` after each event, and `end` after the last.
 */
export class ViewCheck {
  readonly #sale: { id: string; lots: readonly string[] };
  readonly #faults: Failures;
  readonly #waiting: ViewRecord[];
  readonly #last: ReadonlyMap<string, ViewRecord>;
  readonly counts = { views: 0, lots: 0, clients: 0 };

  constructor(views: readonly ViewRecord[], sale: { id: string; lots: readonly string[] }, faults: Failures) {
    this.#sale = sale;
    this.#faults = faults;
    // The earliest is at the end, to be taken from there.
    this.#waiting = views.filter(({ seq }) => seq !== null).sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0));
    this.#last = new Map(views.filter(({ last }) => last).map((view) => [view.client, view]));
  }

  at(revision: number, fold: AuctionFold): void {
    let view: PublicView | undefined;
    for (
      let next = this.#waiting.at(-1);
      next !== undefined && next.seq === revision;
      next = this.#waiting.at(-1)
    ) {
      view ??= new PublicView(fold.state, this.#sale);
      this.#compare('view', next, view, `as of revision ${revision}`);
      this.#waiting.pop();
    }
  }

  /** `clients`: the names of all who were to be there. */
  end(revision: number, fold: AuctionFold, clients: Iterable<string>): void {
    for (const { client, seq } of this.#waiting) {
      this.#faults.add('view', `${client} saw revision ${seq}; the log ends at ${revision}`);
    }
    const view = new PublicView(fold.state, this.#sale);
    for (const client of clients) {
      const last = this.#last.get(client);
      if (last === undefined) {
        this.#faults.add('last view', `${client} left none`);
        continue;
      }
      this.counts.clients += 1;
      if (!last.over)
        this.#faults.add('last view', `${client} never saw the sale end (at revision ${last.seq})`);
      if (last.lots.length !== this.#sale.lots.length) {
        this.#faults.add('last view', `${client} held ${last.lots.length} of ${this.#sale.lots.length} lots`);
      }
      this.#compare('last view', last, view, 'in the end');
    }
  }

  #compare(kind: 'view' | 'last view', seen: ViewRecord, view: PublicView, when: string): void {
    // A last view is compared at its own revision and in the end, and counted once.
    if (kind === 'last view' || !seen.last) {
      this.counts.views += 1;
      this.counts.lots += seen.lots.length;
    }
    for (const [place, digest, cents, state] of seen.lots) {
      if (digest === view.lot(place)) continue;
      const seenThere = `${seen.client} (at revision ${seen.seq}) saw lot ${place} at ${cents} cents, ${state}`;
      this.#faults.add(kind, `${seenThere}; ${when} the log says ${view.shown(place)}`);
    }
    if (seen.auction !== null && seen.auction !== view.auction) {
      this.#faults.add(
        kind,
        `${seen.client} (at revision ${seen.seq}) saw another state of the sale than the log's ${when}`,
      );
    }
  }
}
