import { SAVED_SEARCHES_MOST } from '@saleyard/domain/account/saved-searches.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { LOT_FILTERS, SEARCH_LENGTH } from './lot-filters.ts';
import { operations, READ, UNDECIDED, WRITE } from './operation.ts';
import { CommandId, describedInteger, Id, list, ms, oneOf, strictObject, text } from './schema.ts';

/** Characters of a saved search's name. */
export const SEARCH_NAME_LENGTH = 60;

/** The criteria of a saved search: lots of a kind of stock that contain all words and match all filters. */
const SearchCriteria = strictObject({
  q: text(SEARCH_LENGTH),
  kind: Type.Optional(oneOf('cattle', 'sheep', 'goat')),
  filters: strictObject(LOT_FILTERS),
});
export type SearchCriteria = Static<typeof SearchCriteria>;

/** How its owner is notified of matching lots. */
const AlertBy = strictObject({ banner: Type.Boolean(), email: Type.Boolean() });

const SEARCH = {
  name: text(SEARCH_NAME_LENGTH, 1),
  criteria: SearchCriteria,
  alertBy: AlertBy,
  isPaused: Type.Boolean(),
};

const SavedSearch = strictObject({ _id: Type.String(), ...SEARCH, savedAt: ms('when it was saved') });
export type SavedSearch = Static<typeof SavedSearch>;

/** Lots of one sale that match saved searches. */
const SearchAlert = strictObject({
  _id: Type.String(),
  at: ms('when the first of them came'),
  searches: list(Type.String(), { description: 'the names of the searches that they match' }),
  auction: strictObject({
    searchNumber: Type.Integer(),
    title: Type.String(),
    kindData: strictObject({ title: Type.String() }),
  }),
  lots: list(strictObject({ searchNumericId: Type.Integer(), number: Type.String(), title: Type.String() }), {
    description: 'the first of them',
  }),
  count: describedInteger('how many lots there are'),
});
export type SearchAlert = Static<typeof SearchAlert>;

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
