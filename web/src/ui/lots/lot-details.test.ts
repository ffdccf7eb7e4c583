import '@/test-support/dom.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { facts } = await import('./lot-details.tsx');
const test = suite('facts of a lot in the room, the results and the comparison');

test('they say whether the stock were weaned, and when they are delivered', () => {
  const details = { haveWeaned: 'Yes', earliestDelivery: '2026-05-01', latestDelivery: '2026-05-20' };
  const shown = new Map(facts({ ...lotView('cattle', { details, media: [] }), allocatedSection: '' }, 40));
  assert.is(shown.get('Weaned'), 'Yes');
  assert.match(shown.get('Delivery') ?? '', /01\/05\/2026.*20\/05\/2026/);
});

test.run();
