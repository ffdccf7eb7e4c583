import { SAVED_SEARCHES_MOST } from '@saleyard/domain/account/saved-searches.ts';

import * as Type from 'typebox';

import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { SavedSearch, SEARCH, SearchAlert } from '../saved-searches.ts';
import { CommandId, Id, list, ms, strictObject, text } from '../schema.ts';

const commandId = Type.Optional(CommandId);

export const savedSearchOperations = operations({
  savedSearches: {
    ...READ,
    path: '/api/v1/users/me/saved-searches',
    summary: 'My saved searches',
    who: 'signed-in',
    answer: strictObject({ savedSearches: list(SavedSearch) }),
  },
  saveSearch: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/users/me/saved-searches/{search}',
    summary: 'Save or change a search',
    more: `The client chooses the id. A search has a word or a filter. One account saves ${SAVED_SEARCHES_MOST}. Lots that enter a catalogue afterwards are matched with it, like the search over all sales.`,
    body: strictObject({ ...SEARCH, commandId }),
    answer: strictObject({ _id: Type.String() }),
    errors: UNDECIDED,
  },
  deleteSavedSearch: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/users/me/saved-searches/{search}',
    summary: 'Delete a saved search',
    query: strictObject({ commandId }),
    answer: strictObject({ _id: Type.String() }),
    errors: UNDECIDED,
  },
  searchAlerts: {
    ...READ,
    path: '/api/v1/users/me/search-alerts',
    summary: 'New lots that match my saved searches',
    more: 'Each stays until it is closed. `changedAt` equals `alertsAt` of the live connection.',
    who: 'signed-in',
    answer: strictObject({
      alerts: list(SearchAlert, { description: 'the newest first' }),
      changedAt: ms('when the last of them came or was closed; 0: there was none'),
    }),
  },
  closeSearchAlerts: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/users/me/search-alerts/close',
    summary: 'Close banners of saved searches',
    body: strictObject({ alerts: list(Id, { minItems: 1, maxItems: 50 }), commandId }),
    answer: strictObject({ closed: Type.Literal(true) }),
    errors: UNDECIDED,
  },
  stopAlertMails: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/saved-searches/stop-mails',
    summary: 'Stop the e-mails of saved searches',
    more: 'With the token of a link in such an e-mail, which does nothing else. Repeating it gets the same answer.',
    who: 'anyone',
    body: strictObject({ token: text(200, 1), commandId }),
    answer: strictObject({ stopped: Type.Literal(true) }),
    errors: ['not-found', ...UNDECIDED],
  },
});
