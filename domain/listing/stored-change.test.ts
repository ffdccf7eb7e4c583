import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type ContentChange, changed, emptyContent } from './content.ts';
import { afterStored, storedChange } from './stored-change.ts';

const test = suite('what a save stores of a draft');

const heads = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ tag: `t${n}`, weightLive: 300 + n }));
const bytes = (value: unknown): number => JSON.stringify(value).length;
const draft = { ...emptyContent(1), heads: heads(2_000), details: { sire: 'Duke', title: 'Steers' } };

test('one changed head of 2,000 stores one row', () => {
  const now = draft.heads.with(1_200, { tag: 't1200', weightLive: 512 });
  const stored = storedChange(draft, { heads: now, details: { ...draft.details, title: 'Steers' } });
  assert.equal(stored, {
    headSplices: [{ at: 1_200, removed: 1, rows: [{ tag: 't1200', weightLive: 512 }] }],
  });
  assert.ok(bytes(stored) < 200);
  assert.equal(afterStored(draft, stored).heads, now);
});

test('rows that are added or removed anywhere store those rows', () => {
  const removed = draft.heads.toSpliced(0, 2);
  assert.equal(storedChange(draft, { heads: removed }), { headSplices: [{ at: 0, removed: 2, rows: [] }] });
  const added = [...draft.heads, { tag: 'new' }];
  assert.equal(storedChange(draft, { heads: added }), {
    headSplices: [{ at: 2_000, removed: 0, rows: [{ tag: 'new' }] }],
  });
  const none = storedChange(draft, { heads: [] });
  assert.equal(afterStored(draft, none).heads, []);
});

test('where most rows change, all are stored', () => {
  const now = draft.heads.map((head) => ({ ...head, weightLive: 1 }));
  assert.equal(storedChange(draft, { heads: now }), { heads: now });
});

test('what is sent again unchanged is not stored', () => {
  const again: ContentChange = {
    heads: draft.heads,
    details: { ...draft.details, dam: null },
    sealed: { vendorPic: null },
    media: [],
    count: 1,
  };
  assert.equal(storedChange(draft, again), {});
});

test('for any two lists of heads the stored change gives the content that was sent', async () => {
  const row = fc.record({ tag: fc.constantFrom('a', 'b', 'c') }, { noNullPrototype: true });
  const values = (...of: (string | null)[]) =>
    fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(...of), { noNullPrototype: true });
  const rows = fc.array(row, { maxLength: 12 });
  const details = fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2'), {
    noNullPrototype: true,
  });
  await check(
    fc.property(rows, rows, details, values('1', '2', null), (before, now, had, change) => {
      const content = { ...emptyContent(1), heads: before, details: had };
      const sent = { heads: now, details: change, count: now.length };
      assert.equal(afterStored(content, storedChange(content, sent)), changed(content, sent));
    }),
  );
});

test.run();
