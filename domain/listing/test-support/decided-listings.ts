import * as assert from 'uvu/assert';
import type { ListingCommandBody } from '../commands.ts';
import { listingDecider } from '../decide.ts';
import type { ListingEvent } from '../events.ts';
import { evolveListing, initialListing, type ListingState } from '../state.ts';
import { keptContent, sale } from './example-listings.ts';

// A cattle listing of vera's in each of its phases, and what is decided about it.

export const AT = 9_000;
export const beginning = {
  sale: sale(),
  searchNumericId: 70,
  createdBy: 'vera',
  status: 'approved-seller',
} as const;
export const full = keptContent();

export const given = (...events: ListingEvent[]): ListingState =>
  events.reduce(evolveListing, initialListing);
export const when = (state: ListingState, body: ListingCommandBody, at = AT) =>
  listingDecider.decide(state, { at, body });
export const eventsOf = (state: ListingState, body: ListingCommandBody, at = AT): readonly ListingEvent[] => {
  const decision = when(state, body, at);
  assert.is(decision.outcome, 'accepted', JSON.stringify(decision));
  return decision.outcome === 'accepted' ? decision.events : [];
};
export const code = (state: ListingState, body: ListingCommandBody, at = AT): string | null => {
  const decision = when(state, body, at);
  return decision.outcome === 'refused' ? decision.code : null;
};
export const messages = (state: ListingState, body: ListingCommandBody): string[] => {
  const decision = when(state, body);
  return decision.outcome === 'refused' ? decision.problems.map(({ message }) => message) : [];
};

export const started: ListingEvent = {
  type: 'ListingStarted',
  data: {
    at: 1,
    kind: 'cattle',
    auction: 'a1',
    searchNumericId: 70,
    createdBy: 'vera',
    origin: { how: 'new' },
    content: full,
  },
};
export const submitted: ListingEvent = { type: 'ListingSubmitted', data: { at: 2 } };
export const approved: ListingEvent = { type: 'ListingApproved', data: { at: 3 } };
export const withdrawn: ListingEvent = {
  type: 'ListingWithdrawn',
  data: { at: 4, reason: 'lame', sealed: '' },
};
export const draft = given(started);
export const pending = given(started, submitted);
export const listed = given(started, submitted, approved);
