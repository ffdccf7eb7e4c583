import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject, redirect } from 'react-router';
import { NotFound, RouteError } from '@/app/routes/error-pages.tsx';
import { type Guards, guards, logOut } from '@/app/routes/guards.ts';
import { Shell } from '@/app/shell/shell.tsx';
import { ROUTES } from '@/config/paths.ts';
import { loadAgain, loadFirstParts } from '@/lib/lazy-part.ts';
import { Loading } from '@/ui/page.tsx';

function Opening() {
  return <Loading label="Opening Saleyard…" />;
}

/** The screen that a module has under this name, loaded when it is first opened. */
const screen =
  <N extends string>(load: () => Promise<{ [K in N]: ComponentType }>, name: N) =>
  async () => ({ Component: (await load())[name] });

const tools = () => import('./routes/tools.tsx');
const selling = () => import('./routes/selling.tsx');
const printed = () => import('./routes/print.tsx');

/** Every address of the product. Screens load when they are first opened. */
export function createRouter(client: QueryClient) {
  return createBrowserRouter(routesOf(client, guards(client)));
}

/** The same routes with the ids that a router gives them: their places in the tree. */
const withIds = (routes: readonly RouteObject[], above: readonly number[] = []): RouteObject[] =>
  routes.map((route, place): RouteObject => {
    const path = [...above, place];
    const id = path.join('-');
    if (route.index) return { ...route, id };
    return { ...route, id, ...(route.children && { children: withIds(route.children, path) }) };
  });

/** Loads the screen of an address, so that it renders at once. */
async function loadScreen({ lazy }: RouteObject): Promise<Partial<RouteObject>> {
  return typeof lazy === 'function' ? { ...(await loadAgain(lazy)), lazy: undefined } : {};
}

/** The router of a page that the server rendered: its screen is loaded, and stays until the guards have run once more. */
export async function createHydratedRouter(client: QueryClient) {
  const routes = withIds(routesOf(client, guards(client)));
  const matched = (matchRoutes(routes, location) ?? []).map(({ route }) => route);
  await Promise.all(matched.map(async (route) => Object.assign(route, await loadScreen(route))));
  await loadFirstParts();
  const loaderData = Object.fromEntries(matched.map(({ id = '' }) => [id, null]));
  return createBrowserRouter(routes, { hydrationData: { loaderData } });
}

/** The routes; `guards` run before their screens. */
export function routesOf(
  client: QueryClient,
  { home, signedIn, signedOutOnly, visitor }: Guards,
): RouteObject[] {
  return [
    {
      HydrateFallback: Opening,
      ErrorBoundary: RouteError,
      children: [
        {
          path: ROUTES.liveRoom,
          lazy: screen(() => import('./routes/live-room.tsx'), 'LiveRoom'),
        },
        { path: ROUTES.printSummary, lazy: async () => (await printed()).summary },
        { path: ROUTES.printDetails, lazy: async () => (await printed()).details },
        { path: ROUTES.printLot, lazy: async () => (await printed()).lot },
        {
          path: ROUTES.printOwnLot,
          loader: signedIn,
          lazy: async () => (await printed()).ownLot,
        },
        {
          path: ROUTES.practiceRoom,
          lazy: screen(() => import('./routes/practice-room.tsx'), 'PracticeRoom'),
        },
        {
          Component: Shell,
          children: [
            {
              ErrorBoundary: RouteError,
              children: [
                { path: ROUTES.home, loader: home, Component: Opening },
                { path: ROUTES.logOut, loader: logOut(client), Component: Opening },
                {
                  path: ROUTES.signIn,
                  loader: visitor,
                  lazy: screen(() => import('./routes/sign-in.tsx'), 'SignIn'),
                },
                {
                  path: ROUTES.signUp,
                  loader: signedOutOnly,
                  lazy: screen(() => import('./routes/sign-up.tsx'), 'SignUp'),
                },
                {
                  path: ROUTES.forgot,
                  loader: signedOutOnly,
                  lazy: screen(() => import('./routes/recovery.tsx'), 'Forgot'),
                },
                {
                  path: ROUTES.recover,
                  loader: signedOutOnly,
                  lazy: screen(() => import('./routes/recovery.tsx'), 'Recover'),
                },
                {
                  path: ROUTES.invitation,
                  lazy: screen(
                    () => import('@/features/account/sign-in/invitation-screen.tsx'),
                    'InvitationScreen',
                  ),
                },
                ...[ROUTES.confirmEmail, ROUTES.confirmEmailByLink].map((path) => ({
                  path,
                  lazy: screen(
                    () => import('@/features/account/email-confirmation/confirm-email-screen.tsx'),
                    'ConfirmEmailScreen',
                  ),
                })),
                {
                  path: ROUTES.kept,
                  lazy: screen(() => import('./routes/recovery.tsx'), 'DemoOutbox'),
                },
                {
                  path: ROUTES.contactUs,
                  lazy: screen(
                    () => import('@/features/content/contact/contact-screen.tsx'),
                    'ContactScreen',
                  ),
                },
                {
                  path: ROUTES.status,
                  lazy: screen(() => import('@/features/content/status/status-screen.tsx'), 'StatusScreen'),
                },
                {
                  path: ROUTES.fairness,
                  lazy: screen(() => import('@/features/results/fairness-screen.tsx'), 'FairnessScreen'),
                },
                {
                  path: ROUTES.stopSearchMails,
                  lazy: screen(
                    () => import('@/features/sales/saved-searches/stop-mails-screen.tsx'),
                    'StopMailsScreen',
                  ),
                },
                {
                  path: ROUTES.termsAccept,
                  loader: signedIn,
                  lazy: screen(() => import('./routes/terms.tsx'), 'TermsAccept'),
                },
                {
                  loader: signedIn,
                  lazy: screen(() => import('./routes/account.tsx'), 'Account'),
                  children: [
                    {
                      path: ROUTES.myAdmin,
                      lazy: screen(() => import('@/features/account/my-admin/hub-screen.tsx'), 'HubScreen'),
                    },
                    {
                      path: ROUTES.mySounds,
                      lazy: screen(
                        () => import('@/features/account/my-admin/settings-screens.tsx'),
                        'SoundsScreen',
                      ),
                    },
                    {
                      path: ROUTES.myTexts,
                      lazy: screen(
                        () => import('@/features/account/my-admin/settings-screens.tsx'),
                        'TextsScreen',
                      ),
                    },
                    {
                      path: ROUTES.savedSearches,
                      lazy: screen(
                        () => import('@/features/sales/saved-searches/saved-searches-screen.tsx'),
                        'SavedSearchesScreen',
                      ),
                    },
                    {
                      path: ROUTES.profile,
                      lazy: screen(
                        () => import('@/features/account/profile/profile-screen.tsx'),
                        'ProfileScreen',
                      ),
                    },
                    { path: ROUTES.anyProfile, loader: () => redirect(ROUTES.profile), Component: Opening },
                    {
                      path: ROUTES.newLot,
                      lazy: screen(selling, 'LotFormScreen'),
                    },
                    {
                      path: ROUTES.lotsSheet,
                      lazy: screen(
                        () => import('@/features/selling/sheet/lots-sheet-screen.tsx'),
                        'LotsSheetScreen',
                      ),
                    },
                    { path: ROUTES.addLot, loader: () => redirect(ROUTES.upcoming), Component: Opening },
                    {
                      path: ROUTES.submittedLots,
                      lazy: screen(selling, 'SubmittedLotsScreen'),
                    },
                    {
                      path: ROUTES.savedLots,
                      lazy: screen(selling, 'SavedLotsScreen'),
                    },
                    {
                      path: ROUTES.favouritePics,
                      lazy: screen(
                        () => import('@/features/selling/favourite-pics/favourite-pics-screen.tsx'),
                        'FavouritePicsScreen',
                      ),
                    },
                    {
                      path: ROUTES.reoffers,
                      lazy: screen(selling, 'ReoffersScreen'),
                    },
                    {
                      path: ROUTES.myListings,
                      lazy: screen(selling, 'MyListingsScreen'),
                    },
                    {
                      path: ROUTES.editReoffer,
                      lazy: screen(selling, 'ReofferScreen'),
                    },
                    {
                      path: ROUTES.ownLot,
                      lazy: screen(selling, 'OwnLotScreen'),
                    },
                    {
                      path: ROUTES.editLate,
                      lazy: screen(selling, 'LateEditScreen'),
                    },
                    {
                      path: ROUTES.requestToBuy,
                      lazy: screen(() => import('./routes/requests.tsx'), 'RequestToBuy'),
                    },
                    {
                      path: ROUTES.requestToSell,
                      lazy: screen(() => import('./routes/requests.tsx'), 'RequestToSell'),
                    },
                    {
                      path: ROUTES.tools,
                      lazy: screen(tools, 'ToolsHub'),
                    },
                    { path: ROUTES.manuals, lazy: screen(tools, 'Manuals') },
                    {
                      path: ROUTES.listingFees,
                      lazy: screen(tools, 'ListingFees'),
                    },
                    {
                      path: ROUTES.videosTips,
                      lazy: screen(tools, 'VideosTips'),
                    },
                    { path: ROUTES.faqs, lazy: screen(tools, 'Faqs') },
                    {
                      path: ROUTES.agentSearch,
                      lazy: screen(tools, 'AgentSearch'),
                    },
                    { path: ROUTES.terms, lazy: screen(tools, 'Terms') },
                    {
                      path: ROUTES.privacyPolicy,
                      lazy: screen(tools, 'Privacy'),
                    },
                    {
                      path: ROUTES.gettingStarted,
                      lazy: screen(tools, 'GettingStarted'),
                    },
                    { path: ROUTES.anyTools, loader: () => redirect(ROUTES.tools), Component: Opening },
                    {
                      path: ROUTES.contact,
                      lazy: screen(
                        () => import('@/features/content/contact/contact-screen.tsx'),
                        'ContactScreen',
                      ),
                    },
                  ],
                },
                {
                  path: ROUTES.upcoming,
                  loader: signedIn,
                  lazy: screen(() => import('./routes/upcoming.tsx'), 'Upcoming'),
                },
                {
                  path: ROUTES.practice,
                  lazy: screen(
                    () => import('@/features/live-room/practice/practice-screen.tsx'),
                    'PracticeScreen',
                  ),
                },
                {
                  loader: signedIn,
                  lazy: screen(() => import('./routes/while-live.tsx'), 'WhileLive'),
                  children: [
                    {
                      lazy: screen(() => import('./routes/while-live.tsx'), 'Connected'),
                      children: [
                        {
                          path: ROUTES.catalogue,
                          lazy: screen(
                            () => import('@/features/sales/catalogue/catalogue-screen.tsx'),
                            'CatalogueScreen',
                          ),
                        },
                        {
                          path: ROUTES.comparison,
                          lazy: screen(
                            () => import('@/features/sales/comparison/comparison-screen.tsx'),
                            'ComparisonScreen',
                          ),
                        },
                        {
                          path: ROUTES.lot,
                          lazy: screen(() => import('./routes/lot.tsx'), 'Lot'),
                        },
                        {
                          path: ROUTES.watchList,
                          lazy: screen(
                            () => import('@/features/sales/watch-list/watch-list-screen.tsx'),
                            'WatchListScreen',
                          ),
                        },
                      ],
                    },
                    { path: ROUTES.anyUpcoming, loader: () => redirect(ROUTES.upcoming), Component: Opening },
                    {
                      path: ROUTES.search,
                      lazy: screen(() => import('@/features/sales/search/search-screen.tsx'), 'SearchScreen'),
                    },
                    {
                      path: ROUTES.market,
                      lazy: screen(
                        () => import('@/features/results/market/market-screen.tsx'),
                        'MarketScreen',
                      ),
                    },
                    {
                      path: ROUTES.saleMarket,
                      lazy: screen(
                        () => import('@/features/results/market/market-screen.tsx'),
                        'SaleMarketScreen',
                      ),
                    },
                    {
                      path: ROUTES.results,
                      lazy: screen(() => import('@/features/results/results-list.tsx'), 'ResultsList'),
                    },
                    {
                      path: ROUTES.auctionResults,
                      lazy: screen(() => import('@/features/results/auction-results.tsx'), 'AuctionResults'),
                    },
                    {
                      path: ROUTES.lotResult,
                      lazy: screen(
                        () => import('@/features/results/lot-result-screen.tsx'),
                        'LotResultScreen',
                      ),
                    },
                    { path: ROUTES.anyResults, loader: () => redirect(ROUTES.results), Component: Opening },
                    {
                      path: ROUTES.myResults,
                      lazy: screen(() => import('@/features/results/my-results.tsx'), 'MyResults'),
                    },
                  ],
                },
                { path: ROUTES.anyMain, loader: () => redirect(ROUTES.upcoming), Component: Opening },
                {
                  path: ROUTES.staff,
                  loader: signedIn,
                  lazy: screen(() => import('./routes/staff.tsx'), 'Staff'),
                  children: [
                    {
                      index: true,
                      lazy: screen(() => import('@/features/staff/sales-list.tsx'), 'SalesList'),
                    },
                    {
                      path: ROUTES.staffAccounts,
                      lazy: screen(
                        () => import('@/features/staff/accounts/accounts-list.tsx'),
                        'AccountsList',
                      ),
                    },
                    {
                      path: ROUTES.staffAccount,
                      lazy: screen(
                        () => import('@/features/staff/accounts/account-screen.tsx'),
                        'StaffAccountScreen',
                      ),
                    },
                    {
                      path: ROUTES.staffListings,
                      lazy: screen(selling, 'ListingsScreen'),
                    },
                    {
                      path: ROUTES.staffListing,
                      lazy: screen(selling, 'ListingScreen'),
                    },
                    {
                      path: ROUTES.saleFees,
                      lazy: screen(selling, 'SaleFeesScreen'),
                    },
                    {
                      path: ROUTES.floorBuyers,
                      lazy: screen(
                        () => import('@/features/staff/floor/floor-buyers-screen.tsx'),
                        'FloorBuyersScreen',
                      ),
                    },
                    {
                      path: ROUTES.notifications,
                      lazy: screen(
                        () => import('@/features/staff/notifications/notifications-screen.tsx'),
                        'NotificationsScreen',
                      ),
                    },
                    {
                      path: ROUTES.content,
                      lazy: screen(
                        () => import('@/features/staff/content/content-screen.tsx'),
                        'ContentScreen',
                      ),
                    },
                    {
                      path: ROUTES.contentText,
                      lazy: screen(() => import('@/features/staff/content/text-screen.tsx'), 'TextScreen'),
                    },
                    {
                      path: ROUTES.fees,
                      lazy: screen(() => import('@/features/staff/fees/fees-screen.tsx'), 'FeesScreen'),
                    },
                    ...[ROUTES.newFeeTable, ROUTES.feeTable].map((path) => ({
                      path,
                      lazy: screen(
                        () => import('@/features/staff/fees/fee-table-screen.tsx'),
                        'FeeTableScreen',
                      ),
                    })),
                    {
                      path: ROUTES.activity,
                      lazy: screen(
                        () => import('@/features/staff/activity/activity-screen.tsx'),
                        'ActivityScreen',
                      ),
                    },
                    {
                      path: ROUTES.audits,
                      lazy: screen(() => import('@/features/staff/audit/audits-screen.tsx'), 'AuditsScreen'),
                    },
                    {
                      path: ROUTES.audit,
                      lazy: screen(() => import('@/features/staff/audit/audit-screen.tsx'), 'AuditScreen'),
                    },
                    {
                      path: ROUTES.staffSale,
                      lazy: screen(() => import('@/features/staff/sale/sale-screen.tsx'), 'SaleScreen'),
                    },
                    {
                      lazy: screen(() => import('./routes/staff.tsx'), 'StaffOnly'),
                      children: [
                        {
                          path: ROUTES.newAccount,
                          lazy: screen(
                            () => import('@/features/staff/accounts/open-account-screen.tsx'),
                            'OpenAccountScreen',
                          ),
                        },
                        {
                          path: ROUTES.outbox,
                          lazy: screen(
                            () => import('@/features/staff/accounts/outbox-screen.tsx'),
                            'OutboxScreen',
                          ),
                        },
                        {
                          path: ROUTES.newSale,
                          lazy: screen(
                            () => import('@/features/staff/schedule/schedule-screen.tsx'),
                            'ScheduleScreen',
                          ),
                        },
                        {
                          path: ROUTES.editSale,
                          lazy: screen(
                            () => import('@/features/staff/schedule/edit-sale-screen.tsx'),
                            'EditSaleScreen',
                          ),
                        },
                        {
                          path: ROUTES.clerk,
                          lazy: screen(
                            () => import('@/features/staff/clerk/clerk-screen.tsx'),
                            'ClerkScreen',
                          ),
                        },
                      ],
                    },
                  ],
                },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ];
}
