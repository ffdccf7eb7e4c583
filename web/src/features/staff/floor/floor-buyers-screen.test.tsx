/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { delay, HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Toasts } = await import('@/ui/toasts.tsx');
const { Route, Routes } = await import('react-router');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { FloorBuyersScreen } = await import('./floor-buyers-screen.tsx');

const test = suite('buyer numbers of a sale', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const REGISTER = {
  buyers: [
    { number: '7', name: '', pic: '', phone: '', account: null, lots: 1 },
    { number: '214', name: 'Pat Farmer', pic: 'NA123456', phone: '0491570156', account: null, lots: 2 },
  ],
  claims: [
    {
      number: '214',
      account: { _id: 'u9', shortId: 'S9', name: 'Beth Buyer' },
      at: 1,
      state: 'waits',
    },
  ],
};

const open = (role: 'admin' | 'auditor', sent: unknown[] = []) => {
  const note = async ({ request }: { request: Request }) => {
    const { commandId: _, ...body } = (await request.json()) as Record<string, unknown>;
    sent.push([new URL(request.url).pathname.split('/floor-buyers/')[1], body]);
    return HttpResponse.json({ data: { number: '214' } });
  };
  server.use(
    answers('staff/auctions/a1', {
      auction: exampleAuction({ _id: 'a1', auctionType: 'sequentialOffline' }),
    }),
    answers('staff/auctions/a1/floor-buyers', REGISTER),
    answers('users/me', { user: exampleMe({ role }) }),
    http.put('http://saleyard.test/api/v1/staff/auctions/a1/floor-buyers/:number', note),
    http.put('http://saleyard.test/api/v1/staff/auctions/a1/floor-buyers/:number/claims/:account', note),
  );
  renderScreen(
    <Routes>
      <Route path="/staff/sales/:id/buyers" element={<FloorBuyersScreen />} />
    </Routes>,
    { path: '/staff/sales/a1/buyers' },
  );
  return sent;
};

test('[C7] the desk gives the next number, and a number that somebody has is not given again', async () => {
  const sent = open('admin');
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'Give a buyer number' }));
  const number = form.getByLabelText('Buyer number') as HTMLInputElement;
  assert.is(number.value, '215');
  await user.clear(number);
  await user.type(number, '214');
  await user.type(form.getByLabelText('Name'), 'Sam Stockman');
  await user.type(form.getByLabelText('Phone'), '0491 570 157');
  await user.click(form.getByRole('button', { name: 'Give number' }));
  assert.ok(form.getByText('Pat Farmer has this number. Change them in the list below.'));
  await user.clear(number);
  await user.type(number, '7');
  await user.click(form.getByRole('button', { name: 'Give number' }));
  const sam = { name: 'Sam Stockman', pic: '', phone: '0491 570 157', isNew: true };
  await waitFor(() => assert.equal(sent, [['7', sam]]));
});

test('[C9] a claim is refused with a reason, or approved once the lots were read', async () => {
  const sent = open('admin');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Refuse: Beth Buyer is buyer 214' }));
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  assert.ok(screen.getByText('Please say why'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Approve: Beth Buyer is buyer 214' }));
  assert.ok(screen.getByText(/gave this number to Pat Farmer.*\(2 lots so far\)/));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => assert.equal(sent, [['214/claims/u9', { approved: true }]]));
});

/** A register that several desks write into: the register and the sale take so many ms to be read. */
function openShared({ registerMs = 0, saleMs = 0, claims = [] as typeof REGISTER.claims } = {}) {
  const path = 'http://saleyard.test/api/v1/staff/auctions/a1';
  const register = { buyers: [...REGISTER.buyers], claims: [...claims] };
  const give = (number: string, name: string) =>
    register.buyers.push({ number, name, pic: '', phone: '0491570156', account: null, lots: 0 });
  const isTaken = (number: string) => register.buyers.some((one) => one.number === number && one.name !== '');
  const sale = exampleAuction({ _id: 'a1', auctionType: 'sequentialOffline' });
  server.use(
    http.get(path, async () => {
      await delay(saleMs);
      return HttpResponse.json({ data: { auction: sale } });
    }),
    http.get(`${path}/floor-buyers`, async () => {
      const data = structuredClone(register);
      await delay(registerMs);
      return HttpResponse.json({ data });
    }),
    answers('users/me', { user: exampleMe({ role: 'admin' }) }),
    http.put(`${path}/floor-buyers/:number`, async ({ params, request }) => {
      const number = String(params['number']);
      const { name, isNew } = (await request.json()) as { name: string; isNew?: boolean };
      if (isNew && isTaken(number)) {
        const error = { code: 'number-taken', field: 'number', message: 'Somebody has this number.' };
        return HttpResponse.json({ errors: [error] }, { status: 409 });
      }
      give(number, name);
      return HttpResponse.json({ data: { number } });
    }),
    http.put(`${path}/floor-buyers/:number/claims/:account`, ({ params }) => {
      register.claims = register.claims.filter(({ account }) => account._id !== params['account']);
      return HttpResponse.json({ data: { number: '214' } });
    }),
  );
  const { client } = renderScreen(
    <>
      <Toasts />
      <Routes>
        <Route path="/staff/sales/:id/buyers" element={<FloorBuyersScreen />} />
      </Routes>
    </>,
    { path: '/staff/sales/a1/buyers' },
  );
  const reread = () => client.invalidateQueries({ queryKey: ['staff', 'auctions', 'a1', 'floor-buyers'] });
  return { register, give, reread };
}

const typedIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

async function typeSam() {
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'Give a buyer number' }));
  await user.type(form.getByLabelText('Name'), 'Sam Stockman');
  await user.type(form.getByLabelText('Phone'), '0491 570 157');
  return { user, send: () => user.click(form.getByRole('button', { name: 'Give number' })) };
}

test('[C7] a number that another desk gave meanwhile is refused at its field, and the next free one offered', async () => {
  const { register, give } = openShared();
  const { user, send } = await typeSam();
  give('215', 'Pat Other');
  await send();
  await screen.findByText('Pat Other has this number. Change them in the list below.');
  assert.is(typedIn('Buyer number'), '215');
  await user.click(await screen.findByRole('button', { name: 'Use 216' }));
  assert.is(screen.queryByText(/has this number/), null);
  await send();
  await screen.findByText('Buyer 216: Sam Stockman');
  assert.equal(
    register.buyers.map(({ number, name }) => `${number} ${name}`),
    ['7 ', '214 Pat Farmer', '215 Pat Other', '216 Sam Stockman'],
  );
});

test('an empty form offers the number after those of the other desks; one that is being filled keeps its own', async () => {
  const { give, reread } = openShared();
  await screen.findByRole('form', { name: 'Give a buyer number' });
  give('215', 'Pat Other');
  await reread();
  await waitFor(() => assert.is(typedIn('Buyer number'), '216'));
  await typeSam();
  give('216', 'Bo Other');
  await reread();
  await screen.findByText('Bo Other');
  assert.is(typedIn('Buyer number'), '216');
});

for (const [registerMs, saleMs] of [
  [0, 0],
  [60, 0],
  [0, 60],
] as const) {
  const when = `register read in ${registerMs} ms, sale in ${saleMs} ms`;

  test(`after a number was given the next one is offered (${when})`, async () => {
    openShared({ registerMs, saleMs });
    const { send } = await typeSam();
    await send();
    await screen.findByText('Buyer 215: Sam Stockman');
    await waitFor(() => assert.equal([typedIn('Buyer number'), typedIn('Name')], ['216', '']));
  });

  test(`[C9] an approved claim is confirmed, and its dialog closed (${when})`, async () => {
    const { register, reread } = openShared({ registerMs, saleMs, claims: REGISTER.claims });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Approve: Beth Buyer is buyer 214' }));
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await screen.findByText('Claim of Beth Buyer to buyer 214 approved');
    const carl = { _id: 'u7', shortId: 'S7', name: 'Carl Other' };
    register.claims = [{ number: '214', account: carl, at: 1, state: 'waits' }];
    await reread();
    await screen.findByRole('button', { name: 'Approve: Carl Other is buyer 214' });
    assert.is(screen.queryByRole('dialog'), null);
  });
}

test('[C9] the reason of a refusal that is being typed stays when another desk decides the claim', async () => {
  const { register, reread } = openShared({ claims: REGISTER.claims });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Refuse: Beth Buyer is buyer 214' }));
  await user.type(screen.getByLabelText('Reason, which they read'), 'Pat signed');
  register.claims = [];
  await reread();
  await waitFor(() => assert.is(screen.queryByRole('heading', { name: 'Claims to decide' }), null));
  assert.is(typedIn('Reason, which they read'), 'Pat signed');
});

test('a new buyer that is half typed stays while another one is changed', async () => {
  openShared();
  const { user } = await typeSam();
  await user.click(screen.getByRole('button', { name: 'Change buyer 214' }));
  const change = within(screen.getByRole('form', { name: 'Change buyer 214' }));
  assert.is(screen.queryByRole('form', { name: 'Give a buyer number' }), null);
  await user.click(change.getByRole('button', { name: 'Cancel' }));
  assert.equal([typedIn('Name'), typedIn('Phone')], ['Sam Stockman', '0491 570 157']);
});

test('[C7] a number to be named is given as a new one, and a known buyer is changed', async () => {
  const sent = open('admin');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Name buyer 7' }));
  const form = within(screen.getByRole('form', { name: 'Change buyer 7' }));
  await user.type(form.getByLabelText('Name'), 'Sam');
  await user.type(form.getByLabelText('Phone'), '0491 570 157');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => assert.is(sent.length, 1));
  await user.click(await screen.findByRole('button', { name: 'Change buyer 214' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => assert.is(sent.length, 2));
  assert.equal(sent, [
    ['7', { name: 'Sam', pic: '', phone: '0491 570 157', isNew: true }],
    ['214', { name: 'Pat Farmer', pic: 'NA123456', phone: '0491570156' }],
  ]);
});

test('auditors read the register and change nothing', async () => {
  open('auditor');
  await screen.findByRole('rowheader', { name: '7: to be named' });
  assert.is(screen.queryByRole('form'), null);
  assert.is(screen.queryByRole('button', { name: /^(Approve|Refuse|Change|Erase|Name buyer)/ }), null);
});

test.run();
