import type { Static } from 'typebox';
import * as Type from 'typebox';
import { LOT_FILTERS, SEARCH_LENGTH } from './lot-filters.ts';
import { describedInteger, list, ms, oneOf, strictObject, text } from './schema.ts';

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

export const SEARCH = {
  name: text(SEARCH_NAME_LENGTH, 1),
  criteria: SearchCriteria,
  alertBy: AlertBy,
  isPaused: Type.Boolean(),
};

export const SavedSearch = strictObject({ _id: Type.String(), ...SEARCH, savedAt: ms('when it was saved') });

export type SavedSearch = Static<typeof SavedSearch>;

/** Lots of one sale that match saved searches. */
export const SearchAlert = strictObject({
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
