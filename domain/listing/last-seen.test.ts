import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { ListingEvent } from './events.ts';
import { lastSeen, offeredBefore } from './last-seen.ts';
import { approved, started, submitted } from './test-support/decided-listings.ts';

const test = suite('what staff saw of a listing last');

const edited = (at: number, count: number): ListingEvent => ({
  type: 'ListingEdited',
  data: { at, changes: { count } },
});
const sentBack = (at: number): ListingEvent => ({
  type: 'ListingRefused',
  data: { at, reason: 'Which property?', sealed: '' },
});
const submittedAt = (at: number): ListingEvent => ({ type: 'ListingSubmitted', data: { at } });
const recalled = (at: number): ListingEvent => ({ type: 'ListingRecalled', data: { at } });

/** The point of comparison, the head it had then, and the head it has now. */
function compared(...events: ListingEvent[]) {
  const found = lastSeen([started, ...events]);
  const { seen = null, now } = found ?? {};
  return [seen?.as, seen?.at, seen?.listing.content.count, now?.content.count];
}

test('a listing that was never submitted before has nothing to compare with', () => {
  assert.is(lastSeen([]), null);
  const own = lastSeen([started])?.now.content.count;
  for (const events of [[], [submitted], [edited(2, 7), submittedAt(3)]])
    assert.equal(compared(...events).slice(0, 3), [undefined, undefined, undefined]);
  assert.is(compared(submitted)[3], own);
});

test('it is compared with when it was sent back, or with the submission before a recall, the later of them', () => {
  assert.equal(compared(submittedAt(2), sentBack(3), edited(4, 7), submittedAt(5)).slice(0, 2), [
    'sentBack',
    3,
  ]);
  assert.equal(compared(edited(1, 5), submittedAt(2), recalled(3), edited(4, 7), submittedAt(5)), [
    'submitted',
    2,
    5,
    7,
  ]);
  const both = [submittedAt(2), sentBack(3), edited(4, 6), submittedAt(5), recalled(6), edited(7, 8)];
  assert.equal(compared(...both, submittedAt(8)), ['submitted', 5, 6, 8]);
});

test('the last approval comes first', () => {
  assert.equal(compared(submitted, approved, edited(5, 9)).slice(0, 2), ['approved', 3]);
  assert.equal(compared(submitted, approved, sentBack(4), edited(5, 9), submittedAt(6)).slice(0, 2), [
    'approved',
    3,
  ]);
});

test('only a reoffered lot was offered before', () => {
  const origin = (how: 'copied' | 'reoffered') => ({ how, listing: 'l0', revision: 4 });
  assert.is(offeredBefore({ origin: { how: 'new' } }), null);
  assert.is(offeredBefore({ origin: null }), null);
  assert.is(offeredBefore({ origin: origin('copied') }), null);
  assert.equal(offeredBefore({ origin: origin('reoffered') }), origin('reoffered'));
});

test.run();
