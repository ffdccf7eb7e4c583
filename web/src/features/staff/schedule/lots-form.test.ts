import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { lotsToAdd, newLots } from './lots-form.ts';

const test = suite('lots that staff enter');

const TYPED = newLots('cattle');
const filled = { ...TYPED, rows: TYPED.rows.map((row) => ({ ...row, title: '40 Steers', count: '40' })) };
const ownersOf = (lots: typeof TYPED) => {
  const sent = lotsToAdd(lots);
  return sent?.kind === 'rows' && sent.lots.map((lot) => lot.createdBy);
};

test('typed lots belong to the chosen account, else to the person who types them', () => {
  assert.equal(ownersOf({ ...filled, owner: { _id: 'vera', label: 'Vera' } }), ['vera']);
  assert.equal(ownersOf(filled), [undefined]);
  const { owner: _, ...older } = filled;
  assert.equal(ownersOf(older), [undefined], 'a draft of an earlier version');
});

test('a file names the owner of each lot itself', () => {
  const file = { name: 'lots.csv', text: 'title,listedBy\nSteers,S1002\n' };
  assert.equal(lotsToAdd({ ...TYPED, mode: 'file', file, owner: { _id: 'vera', label: 'Vera' } }), {
    kind: 'csv',
    text: file.text,
  });
});

test.run();
