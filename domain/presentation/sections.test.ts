import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { sectionsOf } from './sections.ts';

const test = suite('sections of a sale');

const auctionTabs = ['B - Breeders', 'A - Steers - grown', 'Plain', 'C - Empty'].map((tabName) => ({
  tabName,
  description: '',
}));
const lots = ['Plain', '', 'A - Steers - grown', 'B - Breeders', 'gone'].map((allocatedSection, index) => ({
  _id: `lot-${index}`,
  allocatedSection,
}));

test('a sale without sections is one list; none without lots', () => {
  assert.equal(sectionsOf(lots, { requiresTabs: false, auctionTabs }), [
    { key: 'all', heading: null, rows: lots },
  ]);
  assert.equal(sectionsOf([], { requiresTabs: false, auctionTabs }), []);
  assert.equal(sectionsOf([], { requiresTabs: true, auctionTabs }), []);
});

test('sections are in the order of the sale, by what follows the first dash; the others last', () => {
  const sections = sectionsOf(lots, { requiresTabs: true, auctionTabs });
  assert.equal(
    sections.map((section) => [section.heading, section.rows.map(({ _id }) => _id)]),
    [
      ['Breeders', ['lot-3']], // [B211]
      ['Steers - grown', ['lot-2']],
      ['Plain', ['lot-0']],
      ['Other Lots (Not Allocated)', ['lot-1', 'lot-4']], // [B212]
    ],
  );
});

test.run();
