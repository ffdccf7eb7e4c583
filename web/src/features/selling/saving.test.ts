import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ApiError } from '@/lib/api-error.ts';
import { mergeOf, mergeRows } from './merge.ts';
import { retryMs, type SavingFacts, savingOf, savingText } from './saving.ts';

const test = suite('the saving of a lot');

const TYPED: SavingFacts = {
  isSaving: false,
  isDirty: true,
  savedAt: 1,
  error: null,
  heldBack: [],
  isOnline: true,
};
const failed = (status: number, code = 'x') => new ApiError(status, [{ code, message: 'No' }]);
const said = (facts: Partial<SavingFacts>) =>
  savingText(savingOf({ ...TYPED, ...facts }), (problems) =>
    problems.map(({ path }) => (path === 'details.vendorEmail' ? 'Vendor Email' : path)).join(),
  );

test('it is saved only where nothing typed is missing at the server', () => {
  assert.equal(savingOf({ ...TYPED, isDirty: false }), { state: 'saved', at: 1 });
  for (const facts of [
    { isDirty: true },
    { isSaving: true },
    { isDirty: true, isOnline: false },
    { error: failed(0) },
    { error: failed(401) },
    { error: failed(409, 'changed-elsewhere') },
    { error: failed(503) },
    { error: failed(400) },
    { heldBack: [{ path: 'count', message: 'x' }] },
  ])
    assert.is.not(savingOf({ ...TYPED, ...facts }).state, 'saved', JSON.stringify(facts));
});

test('it says why it is not saved', () => {
  assert.match(said({ isOnline: false }), /^Not saved: you are offline/);
  assert.match(said({ error: failed(0), isOnline: false }), /^Not saved: you are offline/);
  assert.match(said({ error: failed(0) }), /^Not saved: the server can't be reached/);
  assert.match(said({ error: failed(401) }), /^Not saved: you are signed out/);
  assert.match(
    said({ error: failed(409, 'changed-elsewhere') }),
    /^Not saved: this lot was changed in another/,
  );
  assert.is(said({ error: failed(400) }), 'Not saved: No');
  assert.is(
    said({ heldBack: [{ path: 'details.vendorEmail', message: 'x' }] }),
    'Not saved: fix Vendor Email. Everything else is saved.',
  );
});

test('a save that did not reach the server is tried again, later each time; others wait for the person', () => {
  const away = savingOf({ ...TYPED, error: failed(0) });
  assert.equal(
    [1, 2, 3, 9].map((failures) => retryMs(away, failures)),
    [2_000, 4_000, 8_000, 30_000],
  );
  assert.is(retryMs(savingOf({ ...TYPED, error: failed(401) }), 1), null);
  assert.is(retryMs(savingOf({ ...TYPED, error: failed(409, 'changed-elsewhere') }), 1), null);
});

test('what was changed in two places is named only where both changed it to different values', () => {
  const base = {
    ...emptyContent(1),
    description: 'a',
    details: { title: 't', town: 'x', sex: 'Steer(s)' },
  };
  const mine = {
    ...base,
    description: 'mine',
    count: 5,
    details: { ...base.details, town: 'y', sex: 'Cow(s)' },
  };
  const theirs = {
    ...base,
    description: 'theirs',
    details: { title: 'u', town: 'y', sex: 'Steer(s)', breed: 'Angus' },
  };
  const merged = mergeOf(base, mine, theirs);
  assert.equal([...merged.mine].sort(), ['count', 'details.sex']);
  assert.equal([...merged.theirs].sort(), ['details.breed', 'details.title']);
  assert.equal(merged.both, [{ path: 'description', mine: 'mine', theirs: 'theirs' }]);
});

test('files that were added or removed in either place are, and what is not sent stays', () => {
  const rows = (text: string) => text.split('').map((name) => ({ name, isNew: name === name.toUpperCase() }));
  const merged = (base: string, mine: string, theirs: string) =>
    mergeRows(base.split(''), rows(mine), rows(theirs), ({ name }) => name)
      .map(({ name }) => name)
      .join('');
  assert.is(merged('ab', 'ab', 'abc'), 'abc', 'added elsewhere');
  assert.is(merged('ab', 'abN', 'abc'), 'abcN', 'added elsewhere, and not sent here');
  assert.is(merged('abc', 'ac', 'abcd'), 'acd', 'removed here');
  assert.is(merged('abc', 'cba', 'ac'), 'ca', 'removed elsewhere, and the order changed here');
  assert.is(merged('abc', 'abc', 'cab'), 'cab', 'the order changed elsewhere');
  assert.is(merged('a', 'ab', 'ac'), 'abc', 'added in both');
});

test('between two values nothing is saved until the person chose', () => {
  assert.match(said({ isUnsettled: true }), /^Not saved: this lot was changed in another window/);
  assert.is(retryMs(savingOf({ ...TYPED, isUnsettled: true }), 0), null);
});

test.run();
