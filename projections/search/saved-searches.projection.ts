import {
  alertMailDueAt,
  awakeSearches,
  NO_SAVED_SEARCHES,
  type SavedSearch,
  type SavedSearches,
} from '@saleyard/domain/account/saved-searches.ts';
import { type AccountState, isActive } from '@saleyard/domain/account/state.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { ProjectionOf } from '../projection.ts';

export const AWAKE_SEARCHES = 'awake-searches';
export const ALERT_MAILS = 'alert-mails';

/** The searches of an account that lots are matched with, sealed. Accounts that have none have no document. */
export type AwakeSearchesDocument = { searches: readonly SavedSearch[] };

/** When the next e-mail about the alerts of an account is due, ms. Accounts that wait for none have no document. */
export type AlertMailDocument = { dueAt: number };

const searchesOf = (state: AccountState): SavedSearches =>
  state === null || !isActive(state) ? NO_SAVED_SEARCHES : state.savedSearches;

/** Which searches new lots are matched with, and whom an e-mail is due to. */
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
      const document = { searches: awakeSearches(has) } satisfies AwakeSearchesDocument;
      if (document.searches.length > 0) writes.push({ op: 'put', collection: AWAKE_SEARCHES, id, document });
      else if (awakeSearches(had).length > 0) writes.push({ op: 'delete', collection: AWAKE_SEARCHES, id });
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
