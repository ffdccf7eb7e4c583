import { emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ApiError } from '@/lib/api-error.ts';
import { labelOf, valueText } from './lot-labels.ts';
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

const side = (value: unknown, unit: Unit | null = null) => ({ value, unit });

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
  const [mineSide, theirSide] = [side('mine'), side('theirs')];
  assert.equal(merged.both, [{ path: 'description', mine: mineSide, theirs: theirSide }]);
});

test('weights of single head are brought together head by head', () => {
  const of = (...heads: ListingContent['heads']) => ({ ...emptyContent(1), heads });
  const merged = mergeOf(
    of({ weightLive: 400 }, { weightLive: 410, fatScore: 2 }),
    of({ weightLive: 401 }, { weightLive: 410, fatScore: 3 }, { weightLive: 1 }),
    of({ weightLive: 400 }, { weightLive: 411, fatScore: 2 }, { weightLive: 2 }),
  );
  assert.equal(merged.mine, ['heads.0.weightLive', 'heads.1.fatScore']);
  assert.equal(merged.theirs, ['heads.1.weightLive']);
  assert.equal(merged.both, [{ path: 'heads.2.weightLive', mine: side(1), theirs: side(2) }]);
});

test('values that depend on each other are chosen together, where one person’s may be impossible beside the other’s', () => {
  const base = {
    ...emptyContent(1),
    unit: 'kg' as const,
    incrementCents: 5,
    startCents: 350,
    reserveCents: 400,
  };
  const mine = { ...base, startCents: 360 };
  const perHead = {
    ...base,
    unit: 'head' as const,
    incrementCents: 500,
    startCents: 90_000,
    reserveCents: null,
  };
  assert.equal(
    mergeOf(base, mine, perHead).both.map(({ path, group }) => [path, group]),
    [
      ['unit', 'unit'],
      ['startCents', 'unit'],
      ['incrementCents', 'unit'],
      ['reserveCents', 'unit'],
    ],
  );
  assert.equal(mergeOf(base, base, perHead).both, []);
  assert.equal(mergeOf(base, mine, { ...base, reserveCents: 410 }).both, [], 'prices of one unit');
  const inState = (details: Record<string, string>) => ({ ...base, details });
  const moved = mergeOf(
    inState({ state: 'NSW', district: 'Hunter' }),
    inState({ state: 'VIC' }),
    inState({ state: 'NSW', district: 'North West' }),
  );
  assert.equal(
    moved.both.map(({ path, group }) => [path, group]),
    [
      ['details.state', 'details.state'],
      ['details.district', 'details.state'],
    ],
  );
  const counted = mergeOf(
    { ...base, count: 40, countWeighed: 8 },
    { ...base, count: 10, countWeighed: 8 },
    { ...base, count: 40, countWeighed: 12 },
  );
  assert.equal(
    counted.both.map(({ path }) => path),
    ['count', 'countWeighed'],
  );
});

test('a value is shown as people read it: prices as money per unit, days as days', () => {
  const text = (path: string, value: unknown, unit?: Unit) =>
    valueText(FORMS.cattle, path, side(value, unit));
  assert.is(text('startCents', 90_000, 'head'), '$900.00 /head');
  assert.is(text('reserveCents', 412, 'kg'), '412¢ /kg');
  assert.is(text('incrementCents', 500), '$5.00 /head');
  assert.is(text('unit', 'kg'), 'Kg');
  assert.is(text('details.earliestDelivery', '2026-12-01'), '01/12/2026');
  assert.is(text('details.stockCategory', ''), 'empty');
  assert.is(text('emailToVendor', true), 'Yes');
  assert.is(text('usefulLinks', [{}, {}]), '2 links');
  assert.match(labelOf(FORMS.cattle, 'heads.2.weightLive'), /of head 3$/);
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
