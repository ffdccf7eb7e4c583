import {
  activeSearches,
  alertMailDueAt,
  NO_SAVED_SEARCHES,
  type SavedSearch,
  type SavedSearches,
} from '@saleyard/domain/account/saved-searches.ts';
import { type AccountState, isActive } from '@saleyard/domain/account/state.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { ProjectionOf } from '../projection.ts';

export const AWAKE_SEARCHES = 'awake-searches';
export const ALERT_MAILS = 'alert-mails';

/**
 * The active searches of an account, encrypted: those that new lots are matched with. Accounts with none have no
 * document.
 */
export type ActiveSearchesDocument = { searches: readonly SavedSearch[] };

/** When the next alert e-mail of an account is due, in ms. Accounts with none due have no document. */
export type AlertMailDocument = { dueAt: number };

const searchesOf = (state: AccountState): SavedSearches =>
  state === null || !isActive(state) ? NO_SAVED_SEARCHES : state.savedSearches;

/** The searches that new lots are matched with, and the accounts with an e-mail due. */
export const savedSearchesProjection: ProjectionOf<'account'> = {
  name: 'saved-searches',
  version: 1,
  collections: [{ name: AWAKE_SEARCHES }, { name: ALERT_MAILS, indexes: [{ keys: { dueAt: 1 } }] }],
  of: 'account',
  project({ id, before, after }) {
    const [had, has] = [searchesOf(before), searchesOf(after)];
    if (had === has) return [];
    const writes: DocumentWrite[] = [];
    if (had.saved !== has.saved) {
      const document = { searches: activeSearches(has) } satisfies ActiveSearchesDocument;
      if (document.searches.length > 0) writes.push({ op: 'put', collection: AWAKE_SEARCHES, id, document });
      else if (activeSearches(had).length > 0) writes.push({ op: 'delete', collection: AWAKE_SEARCHES, id });
    }
    const [wasDue, dueAt] = [alertMailDueAt(had), alertMailDueAt(has)];
    if (dueAt !== null && dueAt !== wasDue)
      writes.push({
        op: 'put',
        collection: ALERT_MAILS,
        id,
        document: { dueAt } satisfies AlertMailDocument,
      });
    if (dueAt === null && wasDue !== null) writes.push({ op: 'delete', collection: ALERT_MAILS, id });
    return writes;
  },
};
