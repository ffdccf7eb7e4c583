import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import type { FreezeCause } from '@saleyard/domain/auction/freeze-cause.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { Projection } from '../projection.ts';

export const FREEZES = 'freezes';

/** A time in which a sale or one lot was frozen. It holds nothing that staff wrote, and is of private sales too. */
export type FreezeDocument = {
  auction: string;
  /** The number of the lot; null: the whole sale. */
  lot: string | null;
  from: number;
  until: number | null;
  /** null: not recorded. */
  cause: FreezeCause | null;
};

/** When sales and lots were frozen, and why. */
export const freezesProjection: Projection = {
  name: 'freezes',
  version: 2,
  // Version 1 named some lots by an earlier number.
  readsSince: 1,
  collections: [{ name: FREEZES, indexes: [{ keys: { from: -1 } }, { keys: { until: -1 } }] }],
  of: 'auction',
  project({ id, before, events }) {
    // Bids change nothing here, and a sale may have many lots.
    if (!events.some(({ type }) => MAY_CHANGE.has(type))) return [];
    let known = freezesIn(id, before);
    if (known.size === 0 && !events.some(({ type }) => type === 'Frozen')) return [];
    const writes: DocumentWrite[] = [];
    const put = (document: FreezeDocument, key: string): void =>
      void writes.push({ op: 'put', collection: FREEZES, id: key, document });
    const fold = new AuctionFold(before);
    for (const event of events) {
      fold.apply(event);
      if (!MAY_CHANGE.has(event.type)) continue;
      const now = freezesIn(id, fold.state);
      for (const [key, freeze] of known) if (!now.has(key)) put({ ...freeze, until: event.data.at }, key);
      for (const [key, freeze] of now) if (known.get(key)?.lot !== freeze.lot) put(freeze, key);
      known = now;
    }
    return writes;
  },
};

/** Events that begin a freeze, may end one, or may give a frozen lot another number [T24]. */
const MAY_CHANGE: ReadonlySet<AuctionEvent['type']> = new Set<AuctionEvent['type']>([
  'Frozen',
  'Resumed',
  'LotsClosed',
  'LotWithdrawn',
  'LotSoldBefore',
  'AuctionCancelled',
  'AuctionClosed',
  'AuctionScheduled',
  'LotsCatalogued',
]);

/** What is frozen, by the ids of its documents. */
function freezesIn(auction: string, state: AuctionState): Map<string, FreezeDocument> {
  const found = new Map<string, FreezeDocument>();
  const add = (key: string, lot: string | null, { frozenAt, frozenCause }: Frozen): void => {
    if (frozenAt === null) return;
    const freeze = { auction, lot, from: frozenAt, until: null, cause: frozenCause ?? null };
    found.set(`${auction}.${key}.${frozenAt}`, freeze);
  };
  add('sale', null, state);
  for (const lot of state.lots) add(lot.terms.lot, lot.terms.number, lot);
  return found;
}

type Frozen = Pick<AuctionState, 'frozenAt' | 'frozenCause'>;
