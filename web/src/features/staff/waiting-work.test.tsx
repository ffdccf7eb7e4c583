/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleListing } from '@/test-support/example-listing.ts';
import { answers, handles, mockServer, unreachable } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { WaitingWork } = await import('./waiting-work.tsx');
const { Route, Routes } = await import('react-router');
const { ListingScreen, ListingsScreen } = await import('./listings/listings-screen.tsx');

const test = suite('the desk and the queue', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const NOTHING = { lots: 0, accounts: 0, frozen: [], floorBuyers: [], floorClaims: [], corrections: [] };
const sale = (lots: number) => ({ _id: 'a1', searchNumber: 7, title: 'Store cattle', lots });

test('what waits is above the sales, each with the place where it is done', async () => {
  server.resetHandlers(
    answers('staff/waiting', {
      lots: 2,
      accounts: 1,
      frozen: [sale(9)],
      floorBuyers: [sale(1)],
      floorClaims: [sale(2)],
      corrections: [sale(3)],
    }),
  );
  renderScreen(<WaitingWork />);
  const list = within(await screen.findByRole('region', { name: 'Waiting for staff' }));
  assert.equal(
    list
      .getAllByRole('link')
      .map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')]),
    [
      ['Frozen', '/staff/sales/a1'],
      ['3 corrections to confirm', '/staff/sales/a1'],
      ['1 floor buyer to name', '/staff/sales/a1'],
      ['2 claims to decide', '/staff/sales/a1/buyers'],
      ['2 lots to approve', '/staff/listings'],
      ['1 account to decide', '/staff/accounts?show=awaiting'],
    ],
  );
});

test('when nothing waits, it says so', async () => {
  server.resetHandlers(answers('staff/waiting', NOTHING));
  renderScreen(<WaitingWork />);
  assert.ok(await screen.findByText('Nothing waits for you.'));
});

const threeLots = () =>
  ['l1', 'l2', 'l3'].map((_id, at) => ({
    ...exampleListing(),
    ...{ _id, searchNumericId: 70 + at, phase: 'submitted', approved: false, revision: at },
    seller: 'Sam Seller',
  }));

test('many lots are approved at once, each as it was shown; one that was changed is named', async () => {
  const lots = threeLots();
  const approved: string[] = [];
  server.resetHandlers(
    answers('users/me', { user: { _id: 's1', role: 'admin' } }),
    answers('staff/waiting', { ...NOTHING, lots: 3 }),
    answers('staff/listings', { lots }),
    http.post('http://saleyard.test/api/v1/staff/listings/:lot/approve', async ({ request, params }) => {
      const { revision } = (await request.json()) as { revision: number };
      approved.push(`${params['lot']} ${revision}`);
      if (params['lot'] === 'l2') {
        const error = { code: 'changed-elsewhere', message: 'This lot was changed elsewhere.' };
        return HttpResponse.json({ errors: [error] }, { status: 409 });
      }
      return HttpResponse.json({
        data: { _id: params['lot'], searchNumericId: 70, revision: 9, phase: 'approved' },
      });
    }),
  );
  const user = userEvent.setup();
  renderScreen(<ListingsScreen />);
  assert.ok(await screen.findByText('3 lots wait for approval, the one that waits longest first.'));
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
  const [, , third] = boxes;
  const areChosen = () => boxes.map(({ checked }) => checked);
  await user.click(screen.getByRole('button', { name: 'Choose all 3' }));
  assert.equal(areChosen(), [true, true, true]);
  await user.click(screen.getByRole('button', { name: 'Choose none' }));
  assert.equal(areChosen(), [false, false, false]);
  await user.click(screen.getByRole('button', { name: 'Choose all 3' }));
  await user.click(third as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Approve 2 lots' }));
  const dialog = within(await screen.findByRole('dialog'));
  assert.equal(approved, []);
  await user.click(dialog.getByRole('button', { name: 'Approve 2 lots' }));
  await waitFor(() => assert.equal(approved, ['l1 0', 'l2 1']));
  assert.ok(await screen.findByText(/^71, .*This lot was changed elsewhere/));
});

test('a lot whose approval got no answer is not said to be refused', async () => {
  server.resetHandlers(
    answers('users/me', { user: { _id: 's1', role: 'admin' } }),
    answers('staff/waiting', { ...NOTHING, lots: 3 }),
    answers('staff/listings', { lots: threeLots() }),
    unreachable('staff/listings/:lot/approve'),
  );
  const user = userEvent.setup();
  renderScreen(<ListingsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Choose all 3' }));
  await user.click(screen.getByRole('button', { name: 'Approve 3 lots' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Approve 3 lots' }));
  const alert = await screen.findByRole('alert');
  assert.match(alert.textContent ?? '', /^No answer came\..*70, .*71, .*72, /);
  assert.is(screen.queryByText('Not approved:'), null);
});

test('once a lot is approved, the number of lots that wait is that of the list', async () => {
  let lots = threeLots();
  server.resetHandlers(
    answers('users/me', { user: { _id: 's1', role: 'admin' } }),
    handles('get', 'staff/waiting', () => ({ ...NOTHING, lots: lots.length })),
    handles('get', 'staff/listings', () => ({ lots })),
    answers('staff/listings/l1', { lot: lots[0], seller: 'Sam Seller', changes: null }),
    handles('post', 'staff/listings/l1/approve', () => {
      lots = lots.slice(1);
      return { _id: 'l1', searchNumericId: 70, revision: 9, phase: 'approved' };
    }),
  );
  const user = userEvent.setup();
  const { client } = renderScreen(
    <Routes>
      <Route path="/staff/listings" element={<ListingsScreen />} />
      <Route path="/staff/listings/:lot" element={<ListingScreen />} />
    </Routes>,
    { path: '/staff/listings' },
  );
  // As in the product: what was just read is not read again when a screen opens.
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, staleTime: 10_000 } });
  assert.ok(await screen.findByText(/^3 lots wait/));
  const [link] = await screen.findAllByRole('rowheader');
  await user.click(within(link as HTMLElement).getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => assert.is(screen.getAllByRole('rowheader').length, 2));
  assert.ok(screen.getByText(/^2 lots wait/));
});

test.run();
