/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { ListingComparison } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { ListingChanges } = await import('./listing-changes.tsx');

const test = suite('what changed of a lot that waits', { limitMs: 20_000 });
test.beforeEach(() => leaveScreens());

const show = (change: Partial<ListingComparison>) =>
  renderScreen(<ListingChanges changes={{ since: 'sentBack', at: 1, fields: [], ...change }} />);

test('each field is shown with both values, and what is empty has a word', () => {
  show({
    fields: [
      { label: 'Reserve Price', before: '', after: '$1,000.00 /head' },
      { label: 'Vendor Name', before: 'Wattle Park', after: '' },
    ],
  });
  const table = within(screen.getByRole('table', { name: 'What changed' }));
  assert.ok(table.getByRole('row', { name: 'Reserve Price – $1,000.00 /head' }));
  assert.ok(table.getByRole('row', { name: 'Vendor Name Wattle Park Removed' }));
});

test('a lot that was resubmitted as it was says so', () => {
  show({ since: 'submitted' });
  assert.ok(screen.getByText(/^Nothing changed since it was submitted before/));
});

test.run();
