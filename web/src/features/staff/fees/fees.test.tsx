/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { StaffFees } from '@saleyard/contract/fees.ts';
import { type FeeTable, FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { draftOf, feeChanges, readDraft } from './fee-draft.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { forgetPerson } = await import('@/lib/session.ts');
const { FeesScreen } = await import('./fees-screen.tsx');
const { FeeTableScreen } = await import('./fee-table-screen.tsx');

const test = suite('fees that administrators set', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const DEARER: FeeTable = { ...FIRST_FEES, cattle: { ...FIRST_FEES.cattle, sireCentsPerHead: 4_500 } };
const change = (from: string) =>
  ({ at: 1, by: 'Ada Miller', act: 'set', from, reason: 'Board of May', table: DEARER }) as const;
const FEES: StaffFees = {
  today: '2026-11-27',
  tables: [
    { from: null, table: FIRST_FEES },
    { from: '2026-11-01', table: DEARER },
    { from: '2026-12-01', table: FIRST_FEES },
  ],
  changes: [change('2026-12-01'), change('2026-11-01')],
  seen: 2,
};

let opened: ReturnType<typeof renderScreen>;

/** The server answers; the returned list gets what is sent. */
function answering(role: 'admin' | 'auditor' = 'admin'): unknown[] {
  const sent: unknown[] = [];
  const keep = async (request: Request) => {
    const { commandId: _, ...body } = (await request.json()) as Record<string, unknown>;
    sent.push([new URL(request.url).pathname.replace('/api/v1/', ''), body]);
    return FEES;
  };
  server.use(
    answers('users/me', { user: exampleMe({ role }) }),
    answers('staff/fees', FEES),
    handles('put', 'staff/fees/:from', keep),
    handles('post', 'staff/fees/:from/withdraw', keep),
  );
  return sent;
}

function open(path: string, role: 'admin' | 'auditor' = 'admin'): unknown[] {
  const sent = answering(role);
  opened = renderScreen(
    <Routes>
      <Route path="/staff/fees" element={<FeesScreen />} />
      <Route path="/staff/fees/new" element={<FeeTableScreen />} />
      <Route path="/staff/fees/:from" element={<FeeTableScreen />} />
    </Routes>,
    { path },
  );
  return sent;
}

test('a draft means the table that it was made of, and names what is wrong', () => {
  for (const table of [FIRST_FEES, DEARER]) assert.equal(readDraft(draftOf(table)).table, table);
  const { cattle, ...rest } = draftOf(FIRST_FEES);
  const wrong = readDraft({
    ...rest,
    cattle: {
      ...cattle,
      sire: 'forty',
      stud: '0.905',
      percent: '2.1',
      tiers: [{ key: 0, fromHead: '5', fee: '$1' }],
    },
  });
  assert.equal([...wrong.problems.keys()].sort(), [
    'cattle.percent',
    'cattle.sire',
    'cattle.stud',
    'cattle.tiers.0.fromHead',
  ]);
});

test('what differs between two tables is said in words', () => {
  const { tiers } = FIRST_FEES.cattle;
  const shorter = { ...DEARER, cattle: { ...DEARER.cattle, tiers: tiers.slice(0, 3) } };
  assert.equal(feeChanges(FIRST_FEES, shorter), [
    { name: 'Cattle: 401–600 head', before: '$8.00 per head', after: '' },
    { name: 'Cattle: 601 head and more', before: '$7.00 per head', after: '' },
    { name: 'Cattle: Bulls', before: '$40.00 per head', after: '$45.00 per head' },
    { name: 'Cattle: 401 head and more', before: '', after: '$8.00 per head' },
  ]);
});

test('each table has its state, and only one of a later day is changed or withdrawn', async () => {
  const sent = open('/staff/fees');
  const table = within(await screen.findByRole('table', { name: 'Tables of fees' }));
  const states = table.getAllByRole('row').slice(1);
  assert.equal(
    states.map((row) => within(row).getAllByRole('cell')[0]?.textContent),
    ['Upcoming', 'In force', 'Earlier'],
  );
  assert.is(screen.getAllByRole('button', { name: /^Withdraw the fees/ }).length, 1);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Withdraw the fees/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  assert.ok(dialog.getByText('Please Enter a Reason'));
  await user.type(dialog.getByLabelText('Reason'), 'Typed twice');
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() =>
    assert.equal(sent, [['staff/fees/2026-12-01/withdraw', { reason: 'Typed twice', seen: 2 }]]),
  );
});

test('an auditor reads the fees and changes nothing', async () => {
  open('/staff/fees', 'auditor');
  await screen.findByRole('table', { name: 'Tables of fees' });
  assert.is(screen.queryByRole('link', { name: 'Set new fees' }), null);
  assert.is(screen.queryByRole('button', { name: /^Withdraw/ }), null);
});

test('new fees are a copy of the last ones; what differs is shown before they are set', async () => {
  const sent = open('/staff/fees/new');
  const user = userEvent.setup();
  const bulls = await screen.findByLabelText('Bulls, $ per head');
  await user.click(screen.getByRole('button', { name: 'Review…' }));
  assert.ok(screen.getByText('Fees begin on Saturday 28 November 2026 or later'));
  assert.is(document.activeElement, screen.getByLabelText('From (Sydney)'), 'the first wrong field');
  await user.type(screen.getByLabelText('From (Sydney)'), '01/02/2027');
  await user.clear(bulls);
  await user.type(bulls, '42.50');
  await user.click(screen.getByRole('button', { name: 'Review…' }));
  const dialog = within(screen.getByRole('dialog'));
  assert.ok(dialog.getByText('Cattle: Bulls: $40.00 per head → $42.50 per head'));
  await user.type(dialog.getByLabelText('Reason'), 'Board of June');
  await user.click(dialog.getByRole('button', { name: 'Set fees' }));
  const table = { ...FIRST_FEES, cattle: { ...FIRST_FEES.cattle, sireCentsPerHead: 4_250 } };
  await waitFor(() =>
    assert.equal(sent, [['staff/fees/2027-02-01', { table, reason: 'Board of June', seen: 2 }]]),
  );
  await screen.findByRole('table', { name: 'Tables of fees' });
});

test('fees in force have no form', async () => {
  open('/staff/fees/2026-11-01');
  await screen.findByText('There are no fees to change on this day.');
});

test('fees that somebody else changed are loaded, and what was typed is set after that', async () => {
  const sent = open('/staff/fees/2026-12-01');
  const user = userEvent.setup();
  const bulls = await screen.findByLabelText('Bulls, $ per head');
  await user.clear(bulls);
  await user.type(bulls, '42.50');
  await user.click(screen.getByRole('button', { name: 'Review…' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'Board of June');
  server.use(
    refuses('put', 'staff/fees/:from', 409, { code: 'changed-elsewhere', message: 'Somebody else did.' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Set fees' }));
  assert.ok(await dialog.findByText('Somebody else did.'));
  server.resetHandlers();
  const again = answering();
  const tables = [...FEES.tables.slice(0, 2), { from: '2026-12-01', table: DEARER }];
  server.use(answers('staff/fees', { ...FEES, tables, seen: 3 }));
  await user.click(dialog.getByRole('button', { name: 'Load the present fees' }));
  assert.ok(await dialog.findByText('Cattle: Bulls: $45.00 per head → $42.50 per head'));
  assert.is(dialog.queryByText('Somebody else did.'), null);
  await user.click(dialog.getByRole('button', { name: 'Set fees' }));
  const table = { ...FIRST_FEES, cattle: { ...FIRST_FEES.cattle, sireCentsPerHead: 4_250 } };
  await waitFor(() =>
    assert.equal(again, [['staff/fees/2026-12-01', { table, reason: 'Board of June', seen: 3 }]]),
  );
  assert.equal(sent, []);
});

test('a session that ends leaves the fees that were typed', async () => {
  open('/staff/fees/new');
  const user = userEvent.setup();
  const bulls = await screen.findByLabelText<HTMLInputElement>('Bulls, $ per head');
  await user.type(bulls, '9');
  forgetPerson(opened.client);
  assert.ok(await screen.findByRole('heading', { name: 'Sign in again' }));
  assert.is(screen.getByLabelText<HTMLInputElement>('Bulls, $ per head').value, '40.009');
});

test.run();
