import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { evolveAccount, initialAccount } from '@saleyard/domain/account/state.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold, initialState } from '@saleyard/domain/auction/evolve.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import * as assert from 'uvu/assert';
import { NO_DESCRIPTIONS } from '../lots/descriptions.ts';
import type { Projection } from '../projection.ts';

/** Documents by collection and id, as a store has them. */
export type StoredRows = Record<string, Record<string, unknown>>;

type OfAuctions = Extract<Projection, { of: 'auction' }>;
type OfAccounts = Extract<Projection, { of: 'account' }>;

/** Applies writes to documents, stored as JSON. */
export function written(writes: readonly DocumentWrite[], held: StoredRows = {}): StoredRows {
  for (const write of writes) {
    const collection = held[write.collection] ?? {};
    held[write.collection] = collection;
    if (write.op === 'delete') delete collection[write.id];
    else collection[write.id] = JSON.parse(JSON.stringify(write.document));
  }
  return held;
}

/** The result of events: their writes, and all documents after them. */
type Then = {
  writes: readonly DocumentWrite[];
  documents: StoredRows;
  /** Exactly these documents were written, in any order. */
  writesTo(collection: string, ...ids: string[]): void;
};

function then(writes: readonly DocumentWrite[], held: StoredRows): Then {
  return {
    writes,
    documents: written(writes, held),
    writesTo(collection, ...ids) {
      const touched = writes.filter((write) => write.collection === collection).map(({ id }) => id);
      assert.equal(touched.sort(), ids.sort(), `writes to ${collection}`);
    },
  };
}

/** given (events already folded) – when (events of one commit) – then (documents), for one auction. */
export const auctionSpec =
  (projection: Projection, { auction = 'a1', descriptions = NO_DESCRIPTIONS } = {}) =>
  (...past: AuctionEvent[]) => ({
    when(...events: AuctionEvent[]): Then {
      const { project } = projection as OfAuctions;
      const before = fold(past);
      const shown = written(
        project({
          id: auction,
          before: initialState,
          after: before,
          events: past,
          descriptions,
          revision: past.length - 1,
        }),
      );
      return then(
        project({
          id: auction,
          before,
          after: fold(events, before),
          events,
          descriptions,
          revision: past.length + events.length - 1,
        }),
        shown,
      );
    },
  });

/** The same for one account. */
export const accountSpec =
  (projection: Projection, { account = 'u1', searchKeys = [] as readonly string[] } = {}) =>
  (...past: AccountEvent[]) => ({
    when(...events: AccountEvent[]): Then {
      const { project } = projection as OfAccounts;
      const before = past.reduce(evolveAccount, initialAccount);
      const shown = written(
        project({
          id: account,
          before: initialAccount,
          after: before,
          events: past,
          searchKeys,
          revision: past.length - 1,
        }),
      );
      return then(
        project({
          id: account,
          before,
          after: events.reduce(evolveAccount, before),
          events,
          searchKeys,
          revision: past.length + events.length - 1,
        }),
        shown,
      );
    },
  });
