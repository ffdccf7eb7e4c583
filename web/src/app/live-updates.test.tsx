/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { EMPTY_VENDOR_PIC } from '@saleyard/domain/account/vendor-pic.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import * as assert from 'uvu/assert';
import { deviceNow } from '@/lib/clock.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction, exampleCatalogueLot, exampleMe } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { ROUTES } = await import('@/config/paths.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Realtime } = await import('@/lib/realtime/realtime.ts');
const { RealtimeProvider } = await import('@/ui/notices/realtime-provider.tsx');
const { HubScreen } = await import('@/features/account/my-admin/hub-screen.tsx');
const { CatalogueScreen } = await import('@/features/sales/catalogue/catalogue-screen.tsx');
const { UpcomingScreen } = await import('@/features/sales/upcoming/upcoming-screen.tsx');
const { ReoffersScreen } = await import('@/features/selling/reoffers-screen.tsx');
const { FavouritePicsScreen } = await import('@/features/selling/favourite-pics/favourite-pics-screen.tsx');
const { ScheduleScreen } = await import('@/features/staff/schedule/schedule-screen.tsx');
const { applyCatalogue, applyOwnThings, LiveUpdates, readUntilListed, withAuction } = await import(
  './live-updates.tsx'
);
const test = suite('live list of sales', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

/** Opens a screen with a live connection beside it; what is returned delivers a message of the server. */
async function openLive(shown: ReactNode, path: string) {
  const sockets: FakeSocket[] = [];
  const { client } = renderScreen(
    <>
      <RealtimeProvider
        create={(identity) =>
          new Realtime({
            url: 'ws://saleyard.test/realtime',
            now: deviceNow,
            random: () => 0,
            identity,
            WebSocketCtor: FakeSocket.recordedIn(sockets),
          })
        }
      >
        <LiveUpdates />
      </RealtimeProvider>
      {shown}
    </>,
    { path },
  );
  await waitFor(() => assert.ok(sockets.length > 0));
  const push = (channel: string, event: string, data: object) =>
    sockets.at(-1)?.deliver([{ channel, event, data }]);
  return Object.assign(push, { sockets, client });
}

test('the list on the screen follows the catalogue channel: a sale that changed, and one that is deleted', async () => {
  const soon = Date.now() + 60_000;
  const sale = (_id: string, title: string) => exampleAuction({ _id, title, number: _id, liveAt: soon });
  server.resetHandlers(
    answers('users/me', { user: exampleMe() }),
    answers('auctions', {
      auctions: [
        ...[sale('1', 'Weaners'), sale('2', 'Store cattle'), sale('3', 'Ewes')],
        { ...sale('4', 'Over since noon'), state: 'closed' },
      ],
    }),
  );
  const push = await openLive(<UpcomingScreen />, '/main/upcoming');
  await screen.findByRole('heading', { name: 'Weaners' });
  assert.is(screen.queryByRole('heading', { name: 'Over since noon' }), null); // [B259]
  push('catalog', 'auction', { ...sale('1', 'Weaners and bulls'), frozenTime: null });
  assert.ok(await screen.findByRole('heading', { name: 'Weaners and bulls' })); // [A683]
  push('catalog', 'auction-delete', { _id: '2' });
  await waitFor(() => assert.is(screen.queryByRole('heading', { name: 'Store cattle' }), null)); // [A686]
  assert.ok(screen.getByRole('heading', { name: 'Weaners and bulls' }));
  push('catalog', 'auction', { ...sale('1', 'Weaners and bulls'), state: 'closed', frozenTime: null });
  await waitFor(() => assert.is(screen.queryByRole('heading', { name: 'Weaners and bulls' }), null)); // [B259]
  assert.ok(screen.getByRole('heading', { name: 'Ewes' }));
});

test('the list of sales is read again after a reconnect, and when the page becomes visible', async () => {
  const sale = (title: string) => exampleAuction({ title, liveAt: Date.now() + 60_000 });
  let auctions = [sale('Weaners')];
  server.resetHandlers(
    answers('users/me', { user: exampleMe() }),
    handles('get', 'auctions', () => ({ auctions })),
  );
  const { sockets, client } = await openLive(<UpcomingScreen />, '/main/upcoming');
  await screen.findByRole('heading', { name: 'Weaners' });
  // The first connection has it read again, too.
  await waitFor(() => assert.ok(sockets[0]?.sent.length && client.isFetching() === 0));
  auctions = [sale('Bulls')];
  for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event));
  assert.ok(await screen.findByRole('heading', { name: 'Bulls' })); // [A409]
  assert.is(sockets.length, 2);
  await waitFor(() => assert.is(client.isFetching(), 0));
  auctions = [sale('Store cattle')];
  document.dispatchEvent(new Event('visibilitychange'));
  assert.ok(await screen.findByRole('heading', { name: 'Store cattle' })); // [A413]
  assert.is(sockets.length, 2);
});

test('[A682] [A687] an open catalogue follows its channel: a lot that changed, and one that is gone', async () => {
  const lot = (n: number, title: string) =>
    exampleCatalogueLot({
      ...{ _id: `lot-${n}`, searchNumericId: n, state: 'future' },
      publicDetails: { ...exampleCatalogueLot().publicDetails, title },
    });
  let lots = [lot(1, 'Angus steers'), lot(2, 'Brahman heifers')];
  server.resetHandlers(
    answers('users/me', { user: exampleMe() }),
    answers('auctions/1042', { auction: exampleAuction({ liveAt: Date.now() + 60_000 }) }),
    handles('get', 'auctions/auction-1/lots', () => ({ lots, totalTable: [] })),
  );
  const push = await openLive(
    <Routes>
      <Route path={ROUTES.catalogue} element={<CatalogueScreen />} />
    </Routes>,
    '/main/upcoming/Cattle/1042',
  );
  const shown = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  await waitFor(() => assert.equal(shown(), ['ID 1, Angus steers', 'ID 2, Brahman heifers']));
  lots = [lot(1, 'Angus bulls'), lot(2, 'Brahman heifers')];
  push('catalog', 'lot', { _id: 'lot-1', auction: 'auction-1' });
  await waitFor(() => assert.equal(shown(), ['ID 1, Angus bulls', 'ID 2, Brahman heifers']));
  lots = [lot(1, 'Angus bulls')];
  push('catalog', 'lot-delete', { _id: 'lot-2', auction: 'auction-1' });
  await waitFor(() => assert.equal(shown(), ['ID 1, Angus bulls']));
});

test('the kinds that a new sale may have follow the catalogue channel: one that is taken no more, and again', async () => {
  const [cattle, goat] = ['cattle', 'goat'].map((type) => ({ _id: type, type, title: type }));
  let kinds = [cattle, goat];
  server.resetHandlers(
    answers('users/me', { user: exampleMe({ role: 'admin' }) }),
    answers('auctions', { auctions: [] }),
    handles('get', 'kinds/public', () => ({ kinds })),
  );
  const push = await openLive(<ScheduleScreen />, '/staff/sales/new');
  const offered = () =>
    within(screen.getByLabelText('Kind'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await screen.findByLabelText('Kind');
  await waitFor(() => assert.equal(offered(), ['Cattle', 'Goat']));
  kinds = [cattle];
  push('catalog', 'kind-delete', { _id: 'goat' });
  await waitFor(() => assert.equal(offered(), ['Cattle'])); // [A685]
  kinds = [cattle, goat];
  push('catalog', 'kind', { _id: 'goat', type: 'goat', title: 'Goat' });
  await waitFor(() => assert.equal(offered(), ['Cattle', 'Goat'])); // [A684]
});

test('[A736] while the kinds cannot be read, all are offered and no error is shown', async () => {
  let asked = 0;
  const errors = [{ code: 'invalid-request', title: 'Kinds', message: 'Kinds cannot be read' }];
  server.resetHandlers(
    answers('users/me', { user: exampleMe({ role: 'admin' }) }),
    answers('auctions', { auctions: [] }),
    handles('get', 'kinds/public', () => {
      asked += 1;
      throw HttpResponse.json({ errors }, { status: 400 });
    }),
  );
  await openLive(<ScheduleScreen />, '/staff/sales/new');
  const kind = within(await screen.findByLabelText('Kind'));
  await waitFor(() => assert.ok(asked > 0));
  await new Promise<void>((done) => setTimeout(done, 100));
  assert.is(kind.getAllByRole('option').length, 4);
  assert.equal([screen.queryByRole('dialog'), screen.queryByText('Kinds cannot be read')], [null, null]);
});

test('My Admin follows the person’s type, requests and stock types without a reload', async () => {
  const me = person({ status: 'approved-seller', type: 'buyer', stockTypes: [], approvedStockTypes: [] });
  server.resetHandlers(
    answers('users/me', { user: me }),
    answers('users/me/offers', { offers: [] }),
    answers('auctions', { auctions: [] }),
    answers('how-to-assess-steps', { steps: [] }),
  );
  const user = userEvent.setup();
  const push = await openLive(<HubScreen />, '/main/manage');
  const intro = {
    buyer: /^Your results, your profile and your reminders/,
    seller: /^Your lots, drafts and results/,
  };
  const update = async (data: { type: 'buyer' | 'seller' } & Record<string, unknown>) => {
    push('user', 'user-update', data);
    await screen.findByText(intro[data.type]);
  };
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await screen.findByText(intro.buyer);
  await update({ type: 'seller' }); // [A327]
  await press('Upgrade Account');
  /** What the press says; the message is closed again. */
  const said = async (name: string) => {
    await press(name);
    const message = within(await screen.findByRole('dialog')).getByText(/^You (already have|have already)/);
    const { textContent } = message;
    await press('OK');
    return textContent;
  };
  const ASKED = /^You have already requested access\./;
  await update({ type: 'buyer', isRequestedAsBuyer: true });
  assert.match((await said('Register to Buy')) ?? '', ASKED); // [A328]
  const both = { status: 'approved-buyer-seller', approvedStockTypes: ['Cattle'], isRequestedAsBuyer: false };
  await update({ type: 'seller', ...both, isRequestedAsSeller: true, stockTypes: ['Sheep', 'Goat'] });
  assert.match((await said('Register to Buy & Sell')) ?? '', ASKED); // [A328] [A329]
  const approvedStockTypes = ['Sheep', 'Cattle', 'Goat'];
  await update({ type: 'buyer', isRequestedAsSeller: false, approvedStockTypes });
  assert.is(await said('Register to Buy & Sell'), 'You already have access to buy and sell'); // [A329]
});

test('a page of own lots shows a change of one, and that one is gone, without a reload [A694] [A695]', async () => {
  const { content: _, ...listing } = exampleListing();
  const auctionData = listing.auctionData && { ...listing.auctionData, closedAt: Date.now() };
  const lot = { ...listing, auctionData, status: 'passed', closedPrice: 124_000, creatorData: {} };
  const other = { ...lot, _id: 'l2', publicDetails: { ...lot.publicDetails, vendorName: 'Yarra Downs' } };
  let lots = [lot, other];
  const positions: (string | null)[] = [];
  server.resetHandlers(
    answers('users/me', { user: person({ status: 'approved-seller', type: 'seller' }) }),
    answers('auctions', { auctions: [] }),
    handles('get', 'lots/reoffers', ({ headers }) => {
      positions.push(headers.get('x-saleyard-position'));
      return { lots };
    }),
  );
  const push = await openLive(<ReoffersScreen />, '/main/manage/my-reoffers');
  assert.ok(await screen.findByText('Vendor Wattle Park Pastoral'));
  assert.ok(screen.getByText('Vendor Yarra Downs'));
  // It was offered again in another window.
  lots = [other];
  push('user', 'user-update', { lot: { _id: 'l1', auction: 'a1', position: 4_711 } });
  await waitFor(() => assert.is(screen.queryByText('Vendor Wattle Park Pastoral'), null));
  assert.ok(screen.getByText('Vendor Yarra Downs'));
  assert.is(positions.at(-1), '4711', 'the answer has the change in it');
  lots = [];
  push('user', 'user-update', { 'lot-delete': { _id: 'l2', auction: 'a1', position: 4_712 } });
  assert.ok(await screen.findByText('You currently have no Lots to reoffer.'));
  assert.is(positions.at(-1), '4712');
});

test('[A696] [A697] My Favourite PICs shows one that was changed, and that one is gone, without a reload', async () => {
  const pic = (_id: string, vendorName: string) => ({
    ...EMPTY_VENDOR_PIC,
    _id,
    vendorName,
    pic: 'NA123456',
  });
  let pics = [pic('p1', 'Wattle Park'), pic('p2', 'Yarra Downs')];
  server.resetHandlers(
    answers('users/me', { user: person({ status: 'approved-seller', type: 'seller' }) }),
    answers('auctions', { auctions: [] }),
    answers('states', { states: {} }),
    handles('get', 'pics', () => ({ pics })),
  );
  const push = await openLive(<FavouritePicsScreen />, '/main/manage/my-favourite-pics');
  assert.ok(await screen.findByText('Wattle Park'));
  pics = [pic('p1', 'Wattle Hill'), pic('p2', 'Yarra Downs')];
  push('user', 'user-update', { pic: { _id: 'p1', position: 4_713 } });
  assert.ok(await screen.findByText('Wattle Hill'));
  pics = [pic('p1', 'Wattle Hill')];
  push('user', 'user-update', { 'pic-delete': { _id: 'p2', position: 4_714 } });
  await waitFor(() => assert.is(screen.queryByText('Yarra Downs'), null));
  assert.ok(screen.getByText('Wattle Hill'));
});

test('a change is patched in place', () => {
  const list = [exampleAuction({ _id: 'a' }), exampleAuction({ _id: 'b' })];
  const next = withAuction(list, exampleAuction({ _id: 'b', state: 'live' }));
  assert.equal(
    next.map(({ _id, state }) => [_id, state]),
    [
      ['a', 'future'],
      ['b', 'live'],
    ],
  );
  assert.is(next[0], list[0]);
});

test('news of the catalogue: a sale in the list and in its catalogue, its lots, and what is gone', async () => {
  const { QueryClient } = await import('@tanstack/react-query');
  const { currentAuctionsQuery } = await import('@/lib/auctions.ts');
  const { catalogueQuery } = await import('@/lib/sale-query.ts');
  const client = new QueryClient();
  const sale = exampleAuction({ _id: 'a', number: '1042' });
  client.setQueryData(currentAuctionsQuery.queryKey, [sale, exampleAuction({ _id: 'b' })]);
  client.setQueryData(catalogueQuery('1042').queryKey, sale);
  const lots = ['catalogue', 'lots', 'a'];
  const areOld = () => client.getQueryState(lots)?.isInvalidated;
  applyCatalogue(client, { channel: 'catalog', event: 'auction', data: { ...sale, notification: 'Gate 2' } });
  assert.is(client.getQueryData(catalogueQuery('1042').queryKey)?.notification, 'Gate 2');
  assert.is(client.getQueryData(currentAuctionsQuery.queryKey)?.[0]?.notification, 'Gate 2');
  for (const event of ['lot', 'lot-delete'] as const) {
    client.setQueryData(lots, []);
    applyCatalogue(client, { channel: 'catalog', event, data: { _id: 'l1', auction: 'other' } });
    assert.is(areOld(), false, 'lots of another sale');
    applyCatalogue(client, { channel: 'catalog', event, data: { _id: 'l1', auction: 'a' } });
    assert.is(areOld(), true, event);
  }
  applyCatalogue(client, { channel: 'catalog', event: 'auction-delete', data: { _id: 'a' } });
  assert.equal(
    client.getQueryData(currentAuctionsQuery.queryKey)?.map(({ _id }) => _id),
    ['b'],
  );
  client.clear();
});

test('a kind that is taken no more, or again, is read again', async () => {
  const { QueryClient } = await import('@tanstack/react-query');
  const client = new QueryClient();
  const pushes = [
    { channel: 'catalog', event: 'kind', data: { _id: 'goat', type: 'goat', title: 'Goat' } },
    { channel: 'catalog', event: 'kind-delete', data: { _id: 'goat' } },
  ] as const;
  for (const push of pushes) {
    client.setQueryData(['kinds'], []);
    applyCatalogue(client, push);
    assert.is(client.getQueryState(['kinds'])?.isInvalidated, true); // [A684] [A685]
  }
  client.clear();
});

test('a change of a person’s lot, or its deletion, reads the lists of their lots again', async () => {
  const { QueryClient } = await import('@tanstack/react-query');
  const client = new QueryClient();
  const lists = ['selling', 'submissions', {}, 'all'];
  const form = ['selling', 'lot', 'l1'];
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  const change = { _id: 'l1', auction: 'a', position: 7 };
  const updates = [{ lot: change }, { 'lot-delete': change }];
  for (const update of updates) {
    for (const key of [lists, form]) client.setQueryData(key, []);
    applyOwnThings(client, { status: 'approved-seller' });
    assert.is(isOld(lists), false);
    applyOwnThings(client, update);
    assert.is(isOld(lists), true); // [A694] [A695]
    assert.is(isOld(form), false, 'what is being written stays');
  }
  client.clear();
});

test('a closed sale leaves', () => {
  const list = [exampleAuction({ _id: 'a' })];
  assert.equal(withAuction(list, exampleAuction({ _id: 'a', state: 'closed' })), []); // [B259]
});

test('a sale that is announced before it can be read is asked for until it is there', async () => {
  const { QueryClient, QueryObserver } = await import('@tanstack/react-query');
  const { currentAuctionsQuery } = await import('@/lib/auctions.ts');
  const client = new QueryClient();
  let reads = 0;
  const queryFn = async () => {
    reads += 1;
    return reads < 4 ? [] : [exampleAuction({ _id: 'a' })];
  };
  const stop = new QueryObserver(client, { queryKey: currentAuctionsQuery.queryKey, queryFn }).subscribe(
    () => {},
  );
  await client.refetchQueries();
  const pauses: number[] = [];
  await readUntilListed(client, 'a', async (ms) => void pauses.push(ms));
  assert.equal(pauses, [250, 1_000]);
  assert.is(client.getQueryData(currentAuctionsQuery.queryKey)?.length, 1);
  reads = Number.NEGATIVE_INFINITY;
  await readUntilListed(client, 'never', async (ms) => void pauses.push(ms));
  assert.is(pauses.length, 6);
  stop();
  client.clear();
});

test.run();
