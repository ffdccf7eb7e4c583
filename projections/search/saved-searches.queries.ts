import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import type { SavedSearch } from '@saleyard/domain/account/saved-searches.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { lotsProjection } from '../lots/lots.projection.ts';
import { lotsAmong } from '../lots/lots.queries.ts';
import { LotIndex } from './lot-index.ts';
import { lotSearchProjection } from './lot-search.projection.ts';
import {
  type ActiveSearchesDocument,
  ALERT_MAILS,
  type AlertMailDocument,
  AWAKE_SEARCHES,
} from './saved-searches.projection.ts';

/** Accounts read at a time. */
const PAGE = 100;

/** The active searches, account by account, in pages. */
export async function* activeSearchesOf(
  documents: Documents,
): AsyncGenerator<{ account: string; searches: readonly SavedSearch[] }> {
  for (let after = ''; ; ) {
    const found: Stored<ActiveSearchesDocument>[] = await documents.find(
      AWAKE_SEARCHES,
      { _id: { $gt: after } },
      { sort: { _id: 1 }, limit: PAGE },
    );
    for (const { _id: account, searches } of found) yield { account, searches };
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    after = last._id;
  }
}

/** The accounts whose alert e-mail is due at `now` (ms), longest waiting first. */
export async function alertMailsDue(
  documents: Documents,
  now: number,
): Promise<{ account: string; dueAt: number }[]> {
  const due = await documents.find<AlertMailDocument>(
    ALERT_MAILS,
    { dueAt: { $lte: now } },
    { sort: { dueAt: 1 }, limit: PAGE },
  );
  return due.map(({ _id: account, dueAt }) => ({ account, dueAt }));
}

/** Lots that enter a catalogue change both, so both write their checkpoints with it. */
const SHOWN_BY = [lotsProjection.name, lotSearchProjection.name];

/** Matches lots with searches by the read models, and returns the position of those. */
export function searchMatcher(documents: Documents) {
  const index = new LotIndex(documents);
  return {
    /** The lots among some of one sale that match a search: they have all of its words and match its filters. */
    async matching(
      auction: string,
      lots: readonly string[],
      { q, filters }: SearchCriteria,
    ): Promise<string[]> {
      const named = q === '' ? null : new Set(await index.inSale(auction, q));
      const found = named === null ? lots : lots.filter((lot) => named.has(lot));
      return (await lotsAmong(documents, found, filters)).map(({ _id }) => _id);
    },
    async shownUpTo(): Promise<number> {
      return Math.min(...(await Promise.all(SHOWN_BY.map((name) => documents.checkpoint(name)))));
    },
  };
}
