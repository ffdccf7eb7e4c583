import type { AuctionId, LotId } from '@saleyard/domain/auction/ids.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';

/** What was public from a revision on, as JSON. */
type Shown = { from: number; json: string };

const at = (shown: readonly Shown[], revision: number): string | undefined => {
  for (let i = shown.length - 1; i >= 0; i -= 1) {
    const one = shown[i] as Shown;
    if (one.from <= revision) return one.json;
  }
  return undefined;
};

/** What anyone may see of one auction, at every revision of its stream. */
export class PublicHistory {
  readonly #auction: AuctionId;
  readonly #lots = new Map<LotId, Shown[]>();
  readonly #sale: Shown[] = [];
  #before: AuctionState | null = null;
  #revision = -1;
  /** When each revision came to be, ms of the world. */
  readonly #since: number[] = [];

  constructor(auction: AuctionId) {
    this.#auction = auction;
  }

  /** The newest revision. */
  get revision(): number {
    return this.#revision;
  }

  get lots(): Iterable<LotId> {
    return this.#lots.keys();
  }

  /** The newest revision there was at a time; −1 when there was none. */
  revisionAt(time: number): number {
    let revision = this.#revision;
    while (revision >= 0 && (this.#since[revision] ?? 0) > time) revision -= 1;
    return revision;
  }

  /** The auction after its next event. */
  add(state: AuctionState, now: number): void {
    this.#revision = state.version - 1;
    this.#since.push(now);
    const before = this.#before;
    this.#before = state;
    if (state.terms === null) return;
    note(this.#sale, this.#revision, JSON.stringify(publicAuction(state, this.#auction)));
    const saleAsBefore =
      before !== null &&
      before.terms === state.terms &&
      before.frozenAt === state.frozenAt &&
      before.finishAt === state.finishAt &&
      before.paddles === state.paddles;
    for (const lot of state.lots) {
      if (saleAsBefore && before.lots[lot.index] === lot) continue;
      const shown = this.#lots.get(lot.terms.lot) ?? [];
      this.#lots.set(lot.terms.lot, shown);
      note(shown, this.#revision, JSON.stringify(publicLot(state, lot, this.#auction)));
    }
  }

  lotAt(lot: LotId, revision: number): string | undefined {
    return at(this.#lots.get(lot) ?? [], revision);
  }

  saleAt(revision: number): string | undefined {
    return at(this.#sale, revision);
  }
}

function note(shown: Shown[], from: number, json: string): void {
  if (shown.at(-1)?.json !== json) shown.push({ from, json });
}
