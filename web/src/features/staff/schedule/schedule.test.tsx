/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ScheduleScreen } = await import('./schedule-screen.tsx');
const { templateCsv } = await import('./lots-file.ts');

const test = suite('schedule a sale', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
  server.resetHandlers(
    answers('auctions', { auctions: [] }),
    answers('kinds/public', { kinds: [{ _id: 'cattle', type: 'cattle', title: 'Cattle' }] }),
    answers('users/me', { user: { _id: 'staff-1' } }),
  );
});
test.after(() => server.close());

const SALE = 'http://saleyard.test/api/v1/staff/auctions';
type Sent = { details: { title: string }; lots?: { title: string; startCents: number }[]; commandId: string };

async function open() {
  const user = userEvent.setup();
  const view = renderScreen(<ScheduleScreen />, { path: '/staff/sales/new' });
  await screen.findByLabelText('Title');
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label, { exact: true });
    await user.clear(field);
    await user.type(field, text);
  };
  const press = () => user.click(screen.getByRole('button', { name: /^Schedule / }));
  const fillLot = async () => {
    for (const [label, text] of [
      ['Title', '40 Angus steers'],
      ['Head', '40'],
      ['Start price', '1200'],
      ['Vendor', 'Wirrabilla'],
      ['Town', 'Gunnedah'],
      ['Postcode', '2380'],
      ['Breed', 'Angus'],
      ['Sex', 'Steers'],
      ['Stock category', 'Weaner'],
    ] as const) {
      await type(`${label}, row 1`, text);
    }
  };
  return { ...view, user, type, press, fillLot };
}

test('everything wrong is listed at once, and a line leads to its field', async () => {
  const { user, type, press } = await open();
  await type('Title, row 1', 'Steers');
  await type('Start price, row 1', 'cheap');
  assert.is(screen.queryByRole('alert'), null);
  await press();
  const summary = within(screen.getByRole('alert'));
  assert.ok(summary.getByText('Please Enter Title'));
  assert.ok(summary.getByText('Row 1, Head: Please Enter Head'));
  const line = summary.getByText(
    'Row 1, Start price: Start price must be dollars per head, like 1250 or 412.50',
  );
  await user.click(line);
  const field = screen.getByLabelText('Start price, row 1');
  assert.is(document.activeElement, field);
  assert.is(field.getAttribute('aria-invalid'), 'true');
});

test('another unit of a lot empties its prices, which were typed in the other one', async () => {
  const { user, fillLot, type } = await open();
  await fillLot();
  await type('Reserve, row 1', '1300');
  await user.selectOptions(screen.getByLabelText('Sold per, row 1'), 'kg');
  for (const label of ['Start price, row 1', 'Reserve, row 1'])
    assert.is(screen.getByLabelText<HTMLInputElement>(label).value, '', label);
});

test('a sale goes out with its lots in cents, and its screen opens', async () => {
  let sent: Sent | undefined;
  server.use(
    handles('post', 'staff/auctions', async (request) => {
      sent = (await request.json()) as Sent;
      return { _id: 'sale-9', searchNumber: 9, lots: ['l1'] };
    }),
  );
  const { type, press, fillLot, went } = await open();
  await type('Title', 'Spring Weaners');
  await fillLot();
  await press();
  await waitFor(() => assert.is(went(), '/staff/sales/sale-9'));
  assert.is(sent?.details.title, 'Spring Weaners');
  assert.is(sent?.lots?.[0]?.startCents, 120_000);
});

test('a refusal names its row, and pressing again with the same content is the same request', async () => {
  const ids: string[] = [];
  server.use(
    http.post(SALE, async ({ request }) => {
      ids.push(((await request.json()) as Sent).commandId);
      const error = { code: 'invalid-request', message: 'it is worth too much', field: 'lots[0].startCents' };
      return HttpResponse.json({ errors: [error] }, { status: 400 });
    }),
  );
  const { type, press, fillLot } = await open();
  await type('Title', 'Spring Weaners');
  await fillLot();
  await press();
  assert.ok(await screen.findByText('Row 1, Start price: it is worth too much'));
  await press();
  await waitFor(() => assert.is(ids.length, 2));
  assert.is(ids[0], ids[1]);
  await type('Title', 'Autumn Weaners');
  await press();
  await waitFor(() => assert.is(ids.length, 3));
  assert.is.not(ids[2], ids[0]);
});

test('a file is read before it is sent: its lots are shown, and a bad row by its own line', async () => {
  const { user, press, type } = await open();
  await type('Title', 'Spring Weaners');
  await user.click(screen.getByText('From a CSV file'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  assert.ok(input);
  const bad = templateCsv().replace(',40,head,', ',none,head,');
  await user.upload(input as HTMLInputElement, new File([bad], 'lots.csv', { type: 'text/csv' }));
  assert.ok(await screen.findByText('40 Angus weaner steers'));
  await press();
  assert.ok(await screen.findByText('Row 2, Head: Head must be a whole number from 1 to 100000'));
});

test('a problem goes as soon as the form no longer has what is wrong', async () => {
  const { user, type, press } = await open();
  await type('Title', 'Spring Weaners');
  await type('Title, row 1', 'Steers');
  await type('Live for (minutes)', 'long');
  await press();
  assert.ok(await screen.findByText('Row 1, Head: Please Enter Head'));
  await user.click(screen.getByText('From a CSV file'));
  await waitFor(() => assert.not(screen.queryByText('Row 1, Head: Please Enter Head')));
  assert.ok(screen.getByRole('heading', { name: 'One thing to put right' }));
  await user.click(screen.getByLabelText('INTERFACED'));
  await waitFor(() => assert.not(screen.queryByRole('alert')));
});

test('a good file goes to the server as it is, once the sale stands', async () => {
  let csv = '';
  let type = '';
  server.use(
    handles('post', 'staff/auctions', () => ({ _id: 'sale-9', searchNumber: 9, lots: [] })),
    handles('post', 'staff/auctions/sale-9/lots.csv', async (request) => {
      csv = await request.text();
      type = request.headers.get('content-type') ?? '';
      assert.ok(request.headers.get('x-command-id'));
      return { _id: 'sale-9', lots: ['l1'] };
    }),
  );
  const { user, press, type: fill, went } = await open();
  await fill('Title', 'Spring Weaners');
  await user.click(screen.getByText('From a CSV file'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input as HTMLInputElement, new File([templateCsv()], 'lots.csv', { type: 'text/csv' }));
  await screen.findByText('40 Angus weaner steers');
  await press();
  await waitFor(() => assert.is(went(), '/staff/sales/sale-9'));
  assert.is(csv.trim(), templateCsv().replaceAll('\r\n', '\n').trim());
  assert.is(type, 'text/csv');
});

test('what was typed is there again when the page is opened again, and can be thrown away', async () => {
  const first = await open();
  await first.type('Title', 'Spring Weaners');
  await first.type('Title, row 1', '40 Angus steers');
  await screen.findByText(/^Saved /);
  leaveScreens();
  const { user } = await open();
  assert.is(screen.getByLabelText<HTMLInputElement>('Title').value, 'Spring Weaners');
  assert.is(screen.getByLabelText<HTMLInputElement>('Title, row 1').value, '40 Angus steers');
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  const question = screen.getByRole('dialog', { name: 'Start again?' });
  await user.click(within(question).getByRole('button', { name: 'Start again' }));
  assert.is(screen.getByLabelText<HTMLInputElement>('Title').value, '');
  assert.is(screen.queryByText(/^Saved /), null);
  leaveScreens();
  await open();
  assert.is(screen.getByLabelText<HTMLInputElement>('Title').value, '');
});

test.run();
