/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import type { RouteObject } from 'react-router';
import * as assert from 'uvu/assert';
import { page } from '@/features/sales/lot/test-support/lot-page.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction, exampleCatalogueLot } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { screen, waitFor } = await import('@testing-library/react');
const { Outlet } = await import('react-router');
const { renderRoutes } = await import('@/test-support/render.tsx');
const { routesOf } = await import('./router.tsx');
const { Shell } = await import('./shell/shell.tsx');
const { guards } = await import('./routes/guards.ts');

const test = suite('the screen at each address', { limitMs: 90_000 });

const DAY_MS = 24 * 3_600_000;
const soon = Date.now() + 10 * DAY_MS;
const coming = exampleAuction({ openAt: soon, liveAt: soon + 1_000 });
const over = exampleAuction({
  ...{ _id: 'auction-2', searchNumber: 1041, number: '1041', title: 'Gunnedah Store Sale' },
  ...{ state: 'closed', openAt: Date.now() - 2 * DAY_MS, liveAt: Date.now() - DAY_MS },
  closedAt: Date.now() - DAY_MS / 2,
});
const lot = exampleCatalogueLot({ state: 'future', searchNumericId: 12 });
const sold = exampleCatalogueLot({ _id: 'lot-2', auction: 'auction-2', state: 'closed', status: 'sold' });
const own = exampleListing('cattle');
const draft = exampleListing('cattle', {
  ...{ _id: 'l8', searchNumericId: 8, phase: 'draft', draft: true },
  auctionData: { ...coming, searchNumber: 1042 },
});
const seller = person({
  ...{ status: 'approved-buyer-seller', type: 'seller', approvedStockTypes: ['Cattle'] },
  watchList2: [{ lotId: 'lot-1' }],
});

const listed = (path: string, lots: unknown[]) =>
  http.get(`http://saleyard.test/api/v1/${path}`, () =>
    HttpResponse.json(
      { data: { lots, auctions: [coming], totalTable: [] } },
      { headers: { 'x-current-page': '1', 'x-total-pages': '1' } },
    ),
  );
const server = mockServer(
  answers('users/me', { user: seller }),
  answers('auctions', { auctions: [coming] }),
  answers('auctions/results', { auctions: { docs: [over], page: 1, pages: 1 } }),
  listed('lots/watchlist', [lot]),
  answers('auctions/1042', { auction: coming }),
  answers('auctions/1041', { auction: over }),
  listed('auctions/auction-1/lots', [lot]),
  listed('auctions/auction-2/lots', [sold]),
  answers('lots/12', { lot: page({ searchNumericId: 12 }) }),
  answers('lots/7/own', { lot: own }),
  answers('lots/8/own', { lot: draft }),
  answers('lots/listing', { lots: [], totalCents: 0 }),
  answers('pics', { pics: [] }),
  answers('states', { states: { NSW: ['Hunter'] } }),
  answers('notifications', { notifications: [] }),
  answers('users/me/sales', { sales: [] }),
  answers('users/me/offers', { offers: [] }),
  answers('users/me/search-alerts', { alerts: [] }),
  // Other reads fail: a screen has its title without them.
  http.get('*', () => HttpResponse.json({}, { status: 404 })),
);
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn([]);
});
test.after(() => server.close());

/** The routes without the header and the footer around each screen, which have tests of their own. */
const withoutShell = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route): RouteObject => {
    if (route.index) return route;
    const { Component, children } = route;
    return {
      ...route,
      ...(Component === Shell && { Component: Outlet }),
      ...(children && { children: withoutShell(children) }),
    };
  });

/** Opens an address of the product; the server is live or not. */
function open(path: string, isLive: boolean) {
  server.use(answers('checkServer', { isLive, message: isLive ? '' : 'Back at noon' }));
  const opened = renderRoutes((client) => withoutShell(routesOf(client, guards(client))), { path });
  const hasAsked = () => opened.client.getQueryData(['checkServer']) !== undefined;
  return { ...opened, hasAsked };
}

const LOT = /40 Angus weaner steers/;
const OWN = new RegExp(own.publicDetails.title);

/** The title of each screen, and words that no other screen has. */
const SCREENS: readonly [path: string, title: string | RegExp, words?: string | RegExp][] = [
  ['/main/upcoming/Cattle/1042', 'Gunnedah Weaner Sale', LOT], // [B018] [B020]
  ['/main/upcoming/Cattle/1042/12', LOT, 'Back to Catalogue'], // [B019] [B023]
  ['/main/watchlist', 'Watch List', LOT], // [A042] [B028]
  ['/main/results', 'Auction Results', 'Gunnedah Store Sale'], // [A043] [B029]
  ['/main/results/Cattle/1041', 'Gunnedah Store Sale', LOT], // [A039] [B030]
  ['/main/add/new/Cattle/1042', 'Add New Lot', 'Gunnedah Weaner Sale'], // [A044] [A051] [S006] [B027]
  ['/main/add/new/Cattle/1042/8', 'Edit Lot', 'Gunnedah Weaner Sale'], // [A051] [S007]
  ['/main/manage', 'My Admin', /^Your lots, drafts and results/], // [A045] [B033]
  ['/main/manage/my-results', 'My Auction Results'], // [A040]
  ['/main/manage/my-submitted', 'My Submitted Lots'], // [A149] [S089] [S091]
  ['/main/manage/edit-saved', 'Edit Saved Lots'], // [A150] [S090] [S092]
  ['/main/manage/my-reoffers', 'My Reoffers'], // [A152] [S064]
  ['/main/manage/edit-reoffers/Cattle/77/7', /^Reoffer /], // [A153]
  ['/main/manage/edit-late/Cattle/77/7', /^Edit Price: /], // [S062]
  ['/main/manage/my-favourite-pics', 'My Favourite PICs'], // [A155] [S147]
  ['/main/manage/my-listings', 'My Listings'], // [A156] [S144]
  ['/main/manage/my-sounds', 'Sounds', 'Somebody bids more than you'], // [A157] [S150]
  ['/main/manage/my-texts', 'Texts', 'Ten days before'], // [A158] [S160]
  ['/main/manage/Cattle/77/7', OWN, 'What you wrote'], // [A159] [S088] [S108]
  ['/main/manage/operation-access/as-buyer', 'Register to Buy'], // [A036] [S172]
  ['/main/manage/operation-access/as-buyerandseller', 'Register to Buy & Sell'], // [A037] [S170]
  ['/main/profile', 'My Profile', 'Miller Pastoral'], // [A046] [B033]
  ['/main/tools', 'Tools', 'Search for an Agent'], // [A047] [B033]
  ['/main/tools/manuals', 'Manuals'], // [A186]
  ['/main/tools/videos-tips', 'Videos & Tips'], // [A188]
  ['/main/tools/terms', 'Terms & Conditions'], // [A191]
  ['/main/tools/privacy-policy', 'Privacy Policy'], // [A192]
  ['/main/tools/getting-started', 'Getting Started'], // [A193]
  ['/main/contact', 'Contact Us'], // [A048] [B033]
];

for (const [path, title, words] of SCREENS)
  test(`${path} shows its screen while the server is live, and the upcoming auctions while it is not`, async () => {
    const live = open(path, true);
    await screen.findByRole('heading', { level: 1, name: title });
    if (words !== undefined) assert.ok((await screen.findAllByText(words)).length > 0);
    await waitFor(() => assert.ok(live.hasAsked()));
    assert.is(live.went(), path);
    assert.ok(screen.getByRole('heading', { level: 1, name: title }));
    const away = open(path, false);
    await waitFor(() => assert.is(away.went(), '/main/upcoming'));
    await screen.findByRole('heading', { level: 1, name: 'Upcoming Auctions' });
    assert.is(screen.queryByRole('heading', { level: 1, name: title }), null);
  });

test('[A153] a reoffer without a lot leads to the lots to choose from', async () => {
  const { went } = open('/main/manage/edit-reoffers/Cattle/77', true);
  await screen.findByRole('heading', { level: 1, name: 'My Reoffers' });
  assert.is(went(), '/main/manage/my-reoffers');
});

for (const isLive of [true, false])
  test(`[A038] the upcoming auctions are shown while the server is ${isLive ? '' : 'not '}live`, async () => {
    const { went } = open('/main/upcoming', isLive);
    assert.ok((await screen.findAllByText('Gunnedah Weaner Sale')).length > 0);
    assert.ok(screen.getByRole('heading', { level: 1, name: 'Upcoming Auctions' }));
    assert.is(went(), '/main/upcoming');
  });

test.run();
