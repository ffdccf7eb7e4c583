/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Column } from './data-table.tsx';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { DataTable } = await import('./data-table.tsx');

const test = suite('data table');
test.after(leaveScreens);

type Lot = { id: string; number: string; head: number | null };
const LOTS: readonly Lot[] = [
  { id: 'b', number: '10', head: 40 },
  { id: 'a', number: '9', head: null },
  { id: 'c', number: '10A', head: 7 },
];
const COLUMNS: readonly Column<Lot>[] = [
  {
    id: 'number',
    header: 'Lot',
    rowHeader: true,
    cell: ({ number }) => number,
    sortBy: ({ number }) => number,
    total: 'Total',
  },
  {
    id: 'head',
    header: 'Head',
    align: 'end',
    cell: ({ head }) => head ?? '–',
    sortBy: ({ head }) => head,
    total: 47,
  },
  { id: 'go', header: 'Actions', actions: true, cell: ({ id }) => <button type="button">Open {id}</button> },
];
const table = (props: Partial<Parameters<typeof DataTable<Lot>>[0]> = {}) =>
  renderScreen(<DataTable caption="Lots" columns={COLUMNS} rowKey={({ id }) => id} rows={LOTS} {...props} />);
/** The rows by the names of their row headers, in their order. */
const order = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('rows keep their order, each named by its row header, with a last row of totals', () => {
  table();
  assert.equal(order(), ['10', '9', '10A', 'Total']);
  assert.ok(screen.getByRole('table', { name: 'Lots' }));
  const last = screen.getAllByRole('row').at(-1) as HTMLElement;
  assert.ok(within(last).getByText('47'));
});

test('a heading sorts up, then down, says so, and puts what is unknown last either way', async () => {
  table();
  const user = userEvent.setup();
  const heading = (name: string) => screen.getByRole('columnheader', { name });
  assert.is(heading('Lot').getAttribute('aria-sort'), 'none');
  await user.click(screen.getByRole('button', { name: 'Lot' }));
  assert.equal(order().slice(0, 3), ['9', '10', '10A']);
  assert.is(heading('Lot').getAttribute('aria-sort'), 'ascending');
  await user.click(screen.getByRole('button', { name: 'Lot' }));
  assert.equal(order().slice(0, 3), ['10A', '10', '9']);
  assert.is(heading('Lot').getAttribute('aria-sort'), 'descending');
  await user.click(screen.getByRole('button', { name: 'Head' }));
  assert.equal(order().slice(0, 3), ['10A', '10', '9']);
  await user.click(screen.getByRole('button', { name: 'Head' }));
  assert.equal(order().slice(0, 3), ['10', '10A', '9']);
  assert.is(heading('Lot').getAttribute('aria-sort'), 'none');
  assert.is(heading('Actions').getAttribute('aria-sort'), null);
});

test('where headings are out of sight the order is chosen from a list, and given back', async () => {
  table();
  const user = userEvent.setup();
  const list = screen.getByLabelText('Sort by');
  await user.selectOptions(list, 'Head, falling');
  assert.equal(order().slice(0, 3), ['10', '10A', '9']);
  await user.selectOptions(list, 'The usual order');
  assert.equal(order().slice(0, 3), ['10', '9', '10A']);
});

test('rows under headings are sorted within each', async () => {
  const [first, ...others] = LOTS;
  table({
    rows: undefined,
    sections: [
      { key: '1', heading: 'Run 1', rows: others },
      { key: '2', heading: 'Run 2', rows: first ? [first] : [] },
    ],
  });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Head' }));
  assert.equal(order(), ['Run 1', '10A', '9', 'Run 2', '10', 'Total']);
});

test('before rows are read it says so; without rows it says that; a failure can be tried again', async () => {
  table({ rows: undefined, loading: 'Loading lots…' });
  assert.ok(screen.getByRole('status').textContent?.includes('Loading lots…'));
  table({ rows: [], empty: <p>No lots</p> });
  assert.ok(screen.getByText('No lots'));
  let tries = 0;
  table({
    rows: undefined,
    error: new Error('away'),
    onRetry: () => {
      tries += 1;
    },
  });
  await userEvent.setup().click(within(screen.getByRole('alert')).getByRole('button'));
  assert.is(tries, 1);
});

test('on a phone each cell carries the name of its column', () => {
  table();
  assert.is(screen.getByText('40').getAttribute('data-label'), 'Head');
});

test.run();
