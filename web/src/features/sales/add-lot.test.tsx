/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { StockType } from '@saleyard/domain/account/events.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AddLotButton } = await import('./add-lot.tsx');
const { CopyLotButton } = await import('@/ui/lots/copy-lot.tsx');

const test = suite('adding and copying lots');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const HERE = '/main/upcoming/Cattle/1042';
const sale = (change: Partial<AuctionSummary> = {}) => {
  const liveAt = Date.now() + DAY_MS;
  return exampleAuction({ openAt: liveAt - 3_600_000, liveAt, ...change });
};
const seller = (status: string, approvedStockTypes: readonly StockType[] = ['Cattle']) =>
  answers('users/me', { user: exampleMe({ type: 'seller', status, approvedStockTypes }) });

const taken = { addNewLotToSpecificAgents: true, specificAgents: ['somebody-else'] };
const sheep = { kind: 'sheep', kindData: { type: 'sheep', title: 'Sheep' } } as const;
const goats = { kind: 'goat', kindData: { type: 'goat', title: 'Goat' } } as const;
const lambs = { kind: 'sheep-abblamb', kindData: { type: 'sheep-abblamb', title: 'AbbLamb' } } as const;

/** Presses Add New Lot of an upcoming sale as a seller of a status. */
async function addLotAs(status: string, change: Partial<AuctionSummary> = {}) {
  server.use(seller(status));
  const shown = renderScreen(<AddLotButton auction={sale(change)} />, { path: HERE });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add New Lot' }));
  return { user, went: shown.went };
}

test('[A335] [A589] [A590] [A591] [B283] [B284] [S280] [S281] [S282] [S283] a seller who is partially approved must complete the profile first', async () => {
  const first = await addLotAs('partially-approved');
  const dialog = within(screen.getByRole('dialog'));
  assert.ok(dialog.getByText('Please complete your profile to Add Lot'));
  await first.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => assert.not(screen.queryByRole('dialog')));
  assert.is(first.went(), HERE);
  await first.user.click(screen.getByRole('button', { name: 'Add New Lot' }));
  await first.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Update' }));
  await waitFor(() => assert.is(first.went(), '/main/profile'));
});

test('[A592] [B285] [B405] [S284] [S285] [S450] a seller who waits for approval reads how long it takes', async () => {
  const { user, went } = await addLotAs('partially-approved:updated');
  const dialog = within(screen.getByRole('dialog'));
  assert.ok(
    dialog.getByText(
      'Your application is under review and should be approved in the next 24-hours. Please contact us if you need immediate access to Add a Lot to an Upcoming Auction.',
    ),
  );
  await user.click(dialog.getByRole('button', { name: 'OK' }));
  await waitFor(() => assert.not(screen.queryByRole('dialog')));
  assert.is(went(), HERE);
});

for (const sellerType of ['Vendor', 'Agent'])
  test(`[A004] [A005] [B002] [B280] ${sellerType}, approved: lots are added to a sale that has not begun, and to no other`, async () => {
    const approved = { type: 'seller', status: 'approved-seller', approvedStockTypes: ['Cattle'] } as const;
    server.use(answers('users/me', { user: exampleMe({ ...approved, sellerType }) }));
    const { went } = renderScreen(
      <>
        <AddLotButton auction={sale({ state: 'open' })} />
        <AddLotButton auction={sale({ state: 'live' })} />
        <AddLotButton auction={sale({ state: 'closed' })} />
        <AddLotButton auction={sale()} />
      </>,
      { path: HERE },
    );
    const [button, ...others] = await screen.findAllByRole('button', { name: 'Add New Lot' });
    assert.is(others.length, 0);
    await userEvent.setup().click(button as HTMLElement);
    await waitFor(() => assert.is(went(), '/main/add/new/Cattle/1042'));
  });

test('[S006] [B027] [B286] an approved seller goes to the form of a new lot', async () => {
  for (const status of ['approved-seller', 'approved-buyer-seller']) {
    const { went } = await addLotAs(status);
    await waitFor(() => assert.is(went(), '/main/add/new/Cattle/1042'));
  }
});

test('[B325] [B326] [B327] [B328] a seller who may not sell here reads where to ask for it; an agent whom the sale names adds lots', async () => {
  for (const change of [sheep, lambs, taken]) {
    server.use(seller('approved-seller'));
    const { unmount, went } = renderScreen(<AddLotButton auction={sale(change)} />, { path: HERE });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add New Lot' }));
    assert.ok(
      within(screen.getByRole('dialog')).getByText(
        'Please request permission to Sell by clicking My Admin > Upgrade Account > Register to Buy & Sell.',
      ),
    );
    assert.is(went(), HERE);
    unmount();
  }
  const named = await addLotAs('approved-seller', { ...taken, specificAgents: ['somebody-else', 'me'] });
  await waitFor(() => assert.is(named.went(), '/main/add/new/Cattle/1042')); // [B325]
});

test('[B326] a sale of each kind takes lots of who may sell that kind, and of nobody else', async () => {
  const kinds: readonly StockType[] = ['Cattle', 'Sheep', 'Goat'];
  const sales = { Cattle: {}, Sheep: sheep, Goat: goats };
  for (const kind of kinds)
    for (const mine of [[kind], kinds.filter((other) => other !== kind)]) {
      server.use(seller('approved-seller', mine));
      const shown = renderScreen(<AddLotButton auction={sale(sales[kind])} />, { path: HERE });
      await userEvent.setup().click(await screen.findByRole('button', { name: 'Add New Lot' }));
      if (mine.includes(kind)) await waitFor(() => assert.is(shown.went(), `/main/add/new/${kind}/1042`));
      else {
        assert.ok(screen.getByRole('dialog'), `${mine} in a sale of ${kind}`);
        assert.is(shown.went(), HERE);
      }
      shown.unmount();
    }
});

test('[B027] [B327] a seller of sheep adds lots to a sale of AbbLamb', async () => {
  const user = exampleMe({ type: 'seller', status: 'approved-seller', approvedStockTypes: ['Sheep'] });
  server.use(answers('users/me', { user }));
  const { went } = renderScreen(<AddLotButton auction={sale(lambs)} />, { path: HERE });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Add New Lot' }));
  await waitFor(() => assert.is(went(), '/main/add/new/AbbLamb/1042'));
});

/** Presses Copy Lot on the own lot of somebody who may sell every kind, while these sales are upcoming. */
async function copyLotAmong(auctions: readonly AuctionSummary[], kind = 'cattle') {
  server.use(seller('approved-seller', ['Cattle', 'Sheep', 'Goat']), answers('auctions', { auctions }));
  const shown = renderScreen(<CopyLotButton lot="lot-9" kind={kind} label="Lot 9" />, { path: HERE });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Copy Lot: Lot 9' }));
  return { user, went: shown.went };
}

test('[B336] [S272] [S273] [S274] a lot is copied to an upcoming sale of its kind that takes lots of this person', async () => {
  const copied: string[] = [];
  server.use(
    handles('post', 'lots/lot-9/mine/copy', ({ url }) => {
      copied.push(url);
      return { searchNumericId: 77 };
    }),
  );
  const { user, went } = await copyLotAmong([
    sale({ _id: 'good', title: 'Good', searchNumber: 1 }),
    sale({ _id: 'mine', title: 'Mine', searchNumber: 2, ...taken, specificAgents: ['me'] }),
    sale({ _id: 'sheep', title: 'Sheep', searchNumber: 3, ...sheep }),
    sale({ _id: 'open', title: 'Open', searchNumber: 4, state: 'open' }),
    sale({ _id: 'taken', title: 'Taken', searchNumber: 5, ...taken }),
    sale({ _id: 'live', title: 'Live', searchNumber: 6, state: 'live' }),
    sale({ _id: 'closed', title: 'Closed', searchNumber: 7, state: 'closed' }),
  ]);
  const sales = await screen.findByRole('combobox', { name: 'Auction' });
  const offered = within(sales).getAllByRole('option');
  assert.equal(
    offered.map(({ textContent }) => textContent?.split(',')[0]),
    ['Good', 'Mine'],
  );
  await user.selectOptions(sales, 'mine');
  await user.click(screen.getByRole('button', { name: 'Copy Lot' }));
  await waitFor(() => assert.is(went(), '/main/add/new/Cattle/2/77')); // [S276]
  assert.is(copied.length, 1);
});

test('[S273] a lot of sheep is copied neither to AbbLamb nor to goats', async () => {
  const others = [sale(), sale({ ...lambs, title: 'Lambs' }), sale({ ...goats, title: 'Goats' })];
  await copyLotAmong([...others, sale({ ...sheep, title: 'Sheep' })], 'sheep');
  const offered = within(await screen.findByRole('combobox', { name: 'Auction' })).getAllByRole('option');
  assert.equal(
    offered.map(({ textContent }) => textContent?.split(',')[0]),
    ['Sheep'],
  );
});

test('[B337] [S275] where no sale takes the lot, that is said', async () => {
  await copyLotAmong([sale({ _id: 'sheep', ...sheep }), sale({ _id: 'taken', ...taken })]);
  assert.ok(await screen.findByText('No auctions available'));
});

test.run();
