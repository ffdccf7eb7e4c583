/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import * as assert from 'uvu/assert';
import { exampleListing } from '@/test-support/example-listing.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { ROUTES } = await import('@/config/paths.ts');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { forgetPerson } = await import('@/lib/session.ts');
const { EditSaleScreen } = await import('./edit-sale-screen.tsx');
const { moved, wrongNumbers } = await import('./lots-order.tsx');

const test = suite('change the schedule of a sale', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const OPEN_AT = Date.now() + 7 * DAY_MS;

const schedule = (over: Partial<SaleSchedule> = {}): SaleSchedule => ({
  _id: 'sale-1',
  searchNumber: 7,
  revision: 4,
  closedBy: null,
  details: {
    title: 'Store cattle',
    description: 'Weaners and cows',
    kind: 'cattle',
    public: true,
    states: ['NSW'],
    requiresTabs: false,
    auctionTabs: [],
    settings: { auctionTags: [{ title: 'Feature' }], studSale: true, listingFee: 250 },
  },
  terms: {
    type: 'simultaneous',
    openAt: OPEN_AT - (OPEN_AT % 60_000),
    liveAt: OPEN_AT - (OPEN_AT % 60_000) + 3_600_000,
    durationSeconds: 600,
    staleTimeSeconds: 60,
  },
  lots: [
    { _id: 'l1', number: '1' },
    { _id: 'l2', number: '2' },
    { _id: 'l3', number: '3' },
  ],
  ...over,
});

test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers(
    answers('auctions', { auctions: [] }),
    answers('kinds/public', { kinds: [{ _id: 'cattle', type: 'cattle', title: 'Cattle' }] }),
    answers('users/me', { user: { _id: 'staff-1' } }),
    answers('staff/auctions/sale-1/lots', { lots: [], totalTable: [] }),
    answers('staff/auctions/sale-1/schedule', schedule()),
  );
});

type Sent = {
  revision: number;
  details: SaleSchedule['details'];
  terms: SaleSchedule['terms'];
  lots?: SaleSchedule['lots'];
};

async function open() {
  const user = userEvent.setup();
  const view = renderScreen(
    <Routes>
      <Route path={ROUTES.editSale} element={<EditSaleScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    { path: '/staff/sales/sale-1/schedule' },
  );
  const sent: Sent[] = [];
  server.use(
    handles('put', 'staff/auctions/sale-1', async (request) => {
      sent.push((await request.json()) as Sent);
      return { _id: 'sale-1', revision: 5 };
    }),
  );
  return { ...view, user, sent };
}

const save = () => screen.getByRole('button', { name: 'Save the schedule' });

test('a text is changed at once; what nobody touched is sent as it was', async () => {
  const { user, sent, went } = await open();
  const title = await screen.findByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Store cattle and cows');
  await user.type(screen.getByLabelText(/^Lots can be opened/), '0');
  await user.click(save());
  await waitFor(() => assert.is(went(), '/staff/sales/sale-1'));
  const [body] = sent;
  assert.is(body?.details.title, 'Store cattle and cows');
  assert.is(body?.revision, 4);
  assert.is(body?.lots, undefined);
  const { settings } = body?.details ?? {};
  assert.equal(
    [settings?.auctionTags, settings?.studSale, settings?.listingFee],
    [[{ title: 'Feature' }], true, 250],
  );
  assert.is(settings?.viewDetailsDays, 0); // [B289]
  assert.equal(body?.terms.durationSeconds, 600);
});

test('a date that the catalogue shows is added and removed', async () => {
  const date = Date.UTC(2027, 6, 4, 0, 30);
  const { details } = schedule();
  const settings = { additionalDateInfo: [{ title: 'Inspection', date }] };
  const read = answers('staff/auctions/sale-1/schedule', schedule({ details: { ...details, settings } }));
  server.use(read);
  const { user, sent } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add another date' }));
  await user.type(screen.getByLabelText('Other date 2'), 'Delivery');
  await user.type(screen.getByLabelText(/^Day of other date 2 \([^,]*$/), '05/07/2027');
  await user.type(screen.getByLabelText(/^Day of other date 2 .*, time$/), '10:30');
  await user.click(screen.getByRole('button', { name: 'Remove other date 1' }));
  await user.click(save());
  await waitFor(() => assert.is(sent.length, 1));
  assert.equal(sent[0]?.details.settings?.additionalDateInfo, [
    { title: 'Delivery', date: Date.UTC(2027, 6, 5, 0, 30) },
  ]);
});

test('moved to the next day, it says what changes and who gets an e-mail before it is sent', async () => {
  const { user, sent } = await open();
  await user.click(await screen.findByRole('button', { name: 'Move all times to the next day' }));
  await user.click(save());
  const dialog = within(await screen.findByRole('dialog'));
  assert.equal(
    [...document.querySelectorAll('dialog dt')].map(({ textContent }) => textContent),
    ['Opens', 'Goes live'],
    'a default that is written out is no change',
  );
  assert.ok(dialog.getByText(/get an e-mail, with the new entry/));
  assert.is(sent.length, 0);
  await user.click(dialog.getByRole('button', { name: 'Move the sale' }));
  await waitFor(() => assert.is(sent.length, 1));
  const shift = (sent[0]?.terms.liveAt ?? 0) - schedule().terms.liveAt;
  assert.ok(Math.abs(shift - DAY_MS) <= 3_600_000, `${shift}`);
});

test('nothing changed: nothing is sent', async () => {
  const { user, sent, went } = await open();
  await screen.findByLabelText('Title');
  await user.click(save());
  await waitFor(() => assert.is(went(), '/staff/sales/sale-1'));
  assert.is(sent.length, 0);
});

test('lots are put in order by the keyboard and numbered again', async () => {
  const { user, sent, went } = await open();
  const handle = await screen.findByRole('button', { name: 'Move Lot 3' });
  handle.focus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  assert.is(document.activeElement, screen.getByRole('button', { name: 'Move Lot 3' }), 'it keeps the focus');
  assert.ok(screen.getByText('Lot 3: now place 1 of 3'));
  await user.click(screen.getByRole('button', { name: 'Number from 1' }));
  await user.click(save());
  await waitFor(() => assert.is(went(), '/staff/sales/sale-1'));
  assert.equal(sent[0]?.lots, [
    { _id: 'l3', number: '1' },
    { _id: 'l1', number: '2' },
    { _id: 'l2', number: '3' },
  ]);
});

test('lots are put in order by dragging their handles', async () => {
  const { user, sent, went } = await open();
  const handle = await screen.findByRole('button', { name: 'Move Lot 3' });
  const row = (number: string) =>
    screen.getByRole('button', { name: `Move Lot ${number}` }).closest('li') as HTMLElement;
  const dataTransfer = { effectAllowed: 'none', setData: () => {}, setDragImage: () => {} };
  assert.is(handle.getAttribute('draggable'), 'true');
  assert.ok(fireEvent.dragOver(row('1')), 'nothing else may be dropped there');
  fireEvent.dragStart(handle, { dataTransfer });
  for (const over of ['2', '1']) assert.not.ok(fireEvent.dragOver(row(over), { dataTransfer }), 'a lot may');
  assert.not.ok(fireEvent.drop(row('3'), { dataTransfer }));
  fireEvent.dragEnd(screen.getByRole('button', { name: 'Move Lot 3' }), { dataTransfer });
  assert.ok(screen.getByText('Lot 3: now place 1 of 3'));
  fireEvent.dragOver(row('2'), { dataTransfer });
  await user.click(save());
  await waitFor(() => assert.is(went(), '/staff/sales/sale-1'));
  assert.equal(
    sent[0]?.lots?.map(({ _id }) => _id),
    ['l3', 'l1', 'l2'],
  );
});

test('the screen says what may change until the sale opens, and what after that', async () => {
  await open();
  assert.ok(
    await screen.findByText(/^You can change everything here but the kind until the sale opens, now on /),
  );
  assert.ok(
    screen.getByText(
      'After that only the prices of a lot can be changed by its seller, until late edits end. Lots can be withdrawn, and the sale cancelled until it goes live.',
    ),
  );
});

test('a number that two lots have is not sent', async () => {
  const { user, sent } = await open();
  const number = await screen.findByLabelText('Number of Lot 2');
  await user.clear(number);
  await user.type(number, '1');
  await user.click(save());
  assert.ok((await screen.findAllByText('Every lot needs a number of its own.')).length > 0);
  assert.is(sent.length, 0);
});

test('what somebody else changed is said, and the present schedule can be loaded', async () => {
  const { user } = await open();
  server.use(
    refuses('put', 'staff/auctions/sale-1', 409, {
      code: 'changed-elsewhere',
      message: 'Somebody else changed this.',
    }),
  );
  await user.type(await screen.findByLabelText('Title'), '!');
  await user.click(save());
  assert.ok(await screen.findByText('Somebody else changed this.'));
  const theirs = schedule({ revision: 5 });
  server.use(
    answers('staff/auctions/sale-1/schedule', { ...theirs, details: { ...theirs.details, title: 'Theirs' } }),
  );
  await user.click(screen.getByRole('button', { name: 'Load the present schedule' }));
  await user.click(await screen.findByRole('button', { name: 'Load it' }));
  await waitFor(() => assert.is((screen.getByLabelText('Title') as HTMLInputElement).value, 'Theirs'));
});

const title = () => screen.getByLabelText<HTMLInputElement>('Title');

/** A sale whose first lot has a form. `at.revision`: of the sale; a change of the lot is one revision more. */
function withLot() {
  const at = { revision: 4 };
  const lot = { ...exampleListing(), _id: 'l1', number: '1' };
  const lots = () => [{ _id: 'l1', number: at.revision === 4 ? '1' : '9' }, ...schedule().lots.slice(1)];
  server.use(
    answers('staff/auctions/sale-1/lots', {
      lots: [{ ...lot, vendorName: 'V', withdrawn: false, count: 10 }],
      totalTable: [],
    }),
    answers('staff/listings/l1', { lot, seller: 'Sam', changes: null }),
    handles('get', 'staff/auctions/sale-1/schedule', () => schedule({ revision: at.revision, lots: lots() })),
    handles('put', 'staff/auctions/sale-1/lots/l1', () => {
      at.revision += 1;
      return { _id: 'sale-1', revision: at.revision };
    }),
  );
  return at;
}

async function changeLot(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: /^Change Lot 1/ }));
  const number = await screen.findByLabelText<HTMLInputElement>('Lot, row 1');
  await user.clear(number);
  await user.type(number, '9');
  await user.click(screen.getByRole('button', { name: 'Save the lot' }));
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
  await screen.findByLabelText(/^Number of Lot 9/);
}

test('a lot that is saved leaves what was typed in the schedule, which is saved after it', async () => {
  withLot();
  const { user, sent, went, client } = await open();
  await screen.findByLabelText('Title');
  await user.type(title(), '!');
  await changeLot(user);
  await waitFor(() => assert.is(client.isFetching(), 0));
  assert.is(title().value, 'Store cattle!');
  await user.click(save());
  await waitFor(() => assert.is(went(), '/staff/sales/sale-1'));
  assert.equal([sent[0]?.details.title, sent[0]?.revision, sent[0]?.lots], ['Store cattle!', 5, undefined]);
});

test('weights of a lot whose heads were weighed are shown, and cannot be typed', async () => {
  withLot();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /^Change Lot 1/ }));
  const average = await screen.findByLabelText<HTMLInputElement>(/^Average weight/);
  assert.equal([average.value, average.disabled], ['412.5', true]);
  assert.ok(screen.getByLabelText<HTMLInputElement>(/^Curfew weight/).disabled);
  assert.not.ok(screen.getByLabelText<HTMLInputElement>('Lot, row 1').disabled);
  assert.ok(screen.getByText('Weights are calculated from the 1 head that was weighed.'));
});

test('a schedule that somebody else changed before a lot was saved is not overwritten', async () => {
  const at = withLot();
  const { user, sent, went, client } = await open();
  await screen.findByLabelText('Title');
  await user.type(title(), '!');
  at.revision = 5;
  await changeLot(user);
  await waitFor(() => assert.is(client.isFetching(), 0));
  await user.click(save());
  await waitFor(() => assert.is(went(), '/staff/sales/sale-1'));
  assert.is(sent[0]?.revision, 4, 'the server compares it and refuses');
});

test('a schedule with changes is left only after a question, and one without at once', async () => {
  const { user, went } = await open();
  await screen.findByLabelText('Title');
  await user.type(title(), '!');
  await user.click(screen.getByRole('link', { name: 'Back to the sale' }));
  assert.ok(await screen.findByRole('heading', { name: 'Leave without saving?' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  assert.is(title().value, 'Store cattle!');
  leaveScreens();
  const again = await open();
  await screen.findByLabelText('Title');
  await again.user.click(screen.getByRole('link', { name: 'Back to the sale' }));
  await waitFor(() => assert.is(again.went(), '/staff/sales/sale-1'));
  assert.is(went(), '/staff/sales/sale-1/schedule');
});

test('a session that ends leaves what was typed in the schedule', async () => {
  const { user, client } = await open();
  await screen.findByLabelText('Title');
  await user.type(title(), '!');
  forgetPerson(client);
  assert.ok(await screen.findByRole('heading', { name: 'Sign in again' }));
  assert.is(title().value, 'Store cattle!');
});

test('a sale that has opened, or that nobody finds, says so', async () => {
  server.use(answers('staff/auctions/sale-1/schedule', schedule({ closedBy: 'opened' })));
  await open();
  assert.ok(await screen.findByText('This sale has opened'));
  assert.is(screen.queryByRole('button', { name: 'Save the schedule' }), null);
  leaveScreens();
  server.use(
    http.get('http://saleyard.test/api/v1/staff/auctions/sale-1/schedule', () =>
      HttpResponse.json({ errors: [{ code: 'not-found', message: 'Not found' }] }, { status: 404 }),
    ),
  );
  await open();
  assert.ok(await screen.findByRole('alert'));
});

test('orders and numbers of lots', () => {
  const lots = schedule().lots;
  const order = (of: typeof lots) => of.map(({ _id }) => _id).join('');
  assert.is(order(moved(lots, 0, 2)), 'l2l3l1');
  assert.is(order(moved(lots, 2, 0)), 'l3l1l2');
  assert.is(moved(lots, 0, 3), lots);
  assert.equal(
    [...wrongNumbers([...lots, { _id: 'l4', number: '02' }, { _id: 'l5', number: ' ' }])].toSorted(),
    ['l2', 'l4', 'l5'],
  );
});

test.run();
