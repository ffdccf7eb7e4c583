import type { QueryClient } from '@tanstack/react-query';
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
export function routesOf(client: QueryClient, { home, signedIn, stranger, visitor }: Guards): RouteObject[] {
  return [
    {
      HydrateFallback: Opening,
      ErrorBoundary: RouteError,
      children: [
        {
          path: ROUTES.liveRoom,
          lazy: async () => ({ Component: (await import('./routes/live-room.tsx')).LiveRoom }),
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
          lazy: async () => ({ Component: (await import('./routes/practice-room.tsx')).PracticeRoom }),
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
                  lazy: async () => ({ Component: (await import('./routes/sign-in.tsx')).SignIn }),
                },
                {
                  path: ROUTES.signUp,
                  loader: stranger,
                  lazy: async () => ({ Component: (await import('./routes/sign-up.tsx')).SignUp }),
                },
                {
                  path: ROUTES.forgot,
                  loader: stranger,
                  lazy: async () => ({ Component: (await import('./routes/recovery.tsx')).Forgot }),
                },
                {
                  path: ROUTES.recover,
                  loader: stranger,
                  lazy: async () => ({ Component: (await import('./routes/recovery.tsx')).Recover }),
                },
                {
                  path: ROUTES.invitation,
                  lazy: async () => ({
                    Component: (await import('@/features/account/sign-in/invitation-screen.tsx'))
                      .InvitationScreen,
                  }),
                },
                ...[ROUTES.confirmEmail, ROUTES.confirmEmailByLink].map((path) => ({
                  path,
                  lazy: async () => ({
                    Component: (
                      await import('@/features/account/email-confirmation/confirm-email-screen.tsx')
                    ).ConfirmEmailScreen,
                  }),
                })),
                {
                  path: ROUTES.kept,
                  lazy: async () => ({ Component: (await import('./routes/recovery.tsx')).DemoOutbox }),
                },
                {
                  path: ROUTES.contactUs,
                  lazy: async () => ({
                    Component: (await import('@/features/content/contact/contact-screen.tsx')).ContactScreen,
                  }),
                },
                {
                  path: ROUTES.status,
                  lazy: async () => ({
                    Component: (await import('@/features/content/status/status-screen.tsx')).StatusScreen,
                  }),
                },
                {
                  path: ROUTES.fairness,
                  lazy: async () => ({
                    Component: (await import('@/features/results/fairness-screen.tsx')).FairnessScreen,
                  }),
                },
                {
                  path: ROUTES.stopSearchMails,
                  lazy: async () => ({
                    Component: (await import('@/features/sales/saved-searches/stop-mails-screen.tsx'))
                      .StopMailsScreen,
                  }),
                },
                {
                  path: ROUTES.termsAccept,
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/terms.tsx')).TermsAccept }),
                },
                {
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/account.tsx')).Account }),
                  children: [
                    {
                      path: ROUTES.myAdmin,
                      lazy: async () => ({
                        Component: (await import('@/features/account/my-admin/hub-screen.tsx')).HubScreen,
                      }),
                    },
                    {
                      path: ROUTES.mySounds,
                      lazy: async () => ({
                        Component: (await import('@/features/account/my-admin/settings-screens.tsx'))
                          .SoundsScreen,
                      }),
                    },
                    {
                      path: ROUTES.myTexts,
                      lazy: async () => ({
                        Component: (await import('@/features/account/my-admin/settings-screens.tsx'))
                          .TextsScreen,
                      }),
                    },
                    {
                      path: ROUTES.savedSearches,
                      lazy: async () => ({
                        Component: (await import('@/features/sales/saved-searches/saved-searches-screen.tsx'))
                          .SavedSearchesScreen,
                      }),
                    },
                    {
                      path: ROUTES.profile,
                      lazy: async () => ({
                        Component: (await import('@/features/account/profile/profile-screen.tsx'))
                          .ProfileScreen,
                      }),
                    },
                    { path: ROUTES.anyProfile, loader: () => redirect(ROUTES.profile), Component: Opening },
                    {
                      path: ROUTES.newLot,
                      lazy: async () => ({ Component: (await selling()).LotFormScreen }),
                    },
                    {
                      path: ROUTES.lotsSheet,
                      lazy: async () => ({
                        Component: (await import('@/features/selling/sheet/lots-sheet-screen.tsx'))
                          .LotsSheetScreen,
                      }),
                    },
                    { path: ROUTES.addLot, loader: () => redirect(ROUTES.upcoming), Component: Opening },
                    {
                      path: ROUTES.submittedLots,
                      lazy: async () => ({ Component: (await selling()).SubmittedLotsScreen }),
                    },
                    {
                      path: ROUTES.savedLots,
                      lazy: async () => ({ Component: (await selling()).SavedLotsScreen }),
                    },
                    {
                      path: ROUTES.favouritePics,
                      lazy: async () => ({
                        Component: (
                          await import('@/features/selling/favourite-pics/favourite-pics-screen.tsx')
                        ).FavouritePicsScreen,
                      }),
                    },
                    {
                      path: ROUTES.reoffers,
                      lazy: async () => ({ Component: (await selling()).ReoffersScreen }),
                    },
                    {
                      path: ROUTES.myListings,
                      lazy: async () => ({ Component: (await selling()).MyListingsScreen }),
                    },
                    {
                      path: ROUTES.editReoffer,
                      lazy: async () => ({ Component: (await selling()).ReofferScreen }),
                    },
                    {
                      path: ROUTES.ownLot,
                      lazy: async () => ({ Component: (await selling()).OwnLotScreen }),
                    },
                    {
                      path: ROUTES.editLate,
                      lazy: async () => ({ Component: (await selling()).LateEditScreen }),
                    },
                    {
                      path: ROUTES.requestToBuy,
                      lazy: async () => ({ Component: (await import('./routes/requests.tsx')).RequestToBuy }),
                    },
                    {
                      path: ROUTES.requestToSell,
                      lazy: async () => ({
                        Component: (await import('./routes/requests.tsx')).RequestToSell,
                      }),
                    },
                    {
                      path: ROUTES.tools,
                      lazy: async () => ({ Component: (await tools()).ToolsHub }),
                    },
                    { path: ROUTES.manuals, lazy: async () => ({ Component: (await tools()).Manuals }) },
                    {
                      path: ROUTES.listingFees,
                      lazy: async () => ({ Component: (await tools()).ListingFees }),
                    },
                    {
                      path: ROUTES.videosTips,
                      lazy: async () => ({ Component: (await tools()).VideosTips }),
                    },
                    { path: ROUTES.faqs, lazy: async () => ({ Component: (await tools()).Faqs }) },
                    {
                      path: ROUTES.agentSearch,
                      lazy: async () => ({ Component: (await tools()).AgentSearch }),
                    },
                    { path: ROUTES.terms, lazy: async () => ({ Component: (await tools()).Terms }) },
                    {
                      path: ROUTES.privacyPolicy,
                      lazy: async () => ({ Component: (await tools()).Privacy }),
                    },
                    {
                      path: ROUTES.gettingStarted,
                      lazy: async () => ({ Component: (await tools()).GettingStarted }),
                    },
                    { path: ROUTES.anyTools, loader: () => redirect(ROUTES.tools), Component: Opening },
                    {
                      path: ROUTES.contact,
                      lazy: async () => ({
                        Component: (await import('@/features/content/contact/contact-screen.tsx'))
                          .ContactScreen,
                      }),
                    },
                  ],
                },
                {
                  path: ROUTES.upcoming,
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/upcoming.tsx')).Upcoming }),
                },
                {
                  path: ROUTES.practice,
                  lazy: async () => ({
                    Component: (await import('@/features/live-room/practice/practice-screen.tsx'))
                      .PracticeScreen,
                  }),
                },
                {
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/while-live.tsx')).WhileLive }),
                  children: [
                    {
                      lazy: async () => ({ Component: (await import('./routes/while-live.tsx')).Connected }),
                      children: [
                        {
                          path: ROUTES.catalogue,
                          lazy: async () => ({
                            Component: (await import('@/features/sales/catalogue/catalogue-screen.tsx'))
                              .CatalogueScreen,
                          }),
                        },
                        {
                          path: ROUTES.comparison,
                          lazy: async () => ({
                            Component: (await import('@/features/sales/comparison/comparison-screen.tsx'))
                              .ComparisonScreen,
                          }),
                        },
                        {
                          path: ROUTES.lot,
                          lazy: async () => ({ Component: (await import('./routes/lot.tsx')).Lot }),
                        },
                        {
                          path: ROUTES.watchList,
                          lazy: async () => ({
                            Component: (await import('@/features/sales/watch-list/watch-list-screen.tsx'))
                              .WatchListScreen,
                          }),
                        },
                      ],
                    },
                    { path: ROUTES.anyUpcoming, loader: () => redirect(ROUTES.upcoming), Component: Opening },
                    {
                      path: ROUTES.search,
                      lazy: async () => ({
                        Component: (await import('@/features/sales/search/search-screen.tsx')).SearchScreen,
                      }),
                    },
                    {
                      path: ROUTES.market,
                      lazy: async () => ({
                        Component: (await import('@/features/results/market/market-screen.tsx')).MarketScreen,
                      }),
                    },
                    {
                      path: ROUTES.saleMarket,
                      lazy: async () => ({
                        Component: (await import('@/features/results/market/market-screen.tsx'))
                          .SaleMarketScreen,
                      }),
                    },
                    {
                      path: ROUTES.results,
                      lazy: async () => ({
                        Component: (await import('@/features/results/results-list.tsx')).ResultsList,
                      }),
                    },
                    {
                      path: ROUTES.auctionResults,
                      lazy: async () => ({
                        Component: (await import('@/features/results/auction-results.tsx')).AuctionResults,
                      }),
                    },
                    {
                      path: ROUTES.lotResult,
                      lazy: async () => ({
                        Component: (await import('@/features/results/lot-result-screen.tsx')).LotResultScreen,
                      }),
                    },
                    { path: ROUTES.anyResults, loader: () => redirect(ROUTES.results), Component: Opening },
                    {
                      path: ROUTES.myResults,
                      lazy: async () => ({
                        Component: (await import('@/features/results/my-results.tsx')).MyResults,
                      }),
                    },
                  ],
                },
                { path: ROUTES.anyMain, loader: () => redirect(ROUTES.upcoming), Component: Opening },
                {
                  path: ROUTES.staff,
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/staff.tsx')).Staff }),
                  children: [
                    {
                      index: true,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/sales-list.tsx')).SalesList,
                      }),
                    },
                    {
                      path: ROUTES.staffAccounts,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/accounts/accounts-list.tsx')).AccountsList,
                      }),
                    },
                    {
                      path: ROUTES.staffAccount,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/accounts/account-screen.tsx'))
                          .StaffAccountScreen,
                      }),
                    },
                    {
                      path: ROUTES.staffListings,
                      lazy: async () => ({ Component: (await selling()).ListingsScreen }),
                    },
                    {
                      path: ROUTES.staffListing,
                      lazy: async () => ({ Component: (await selling()).ListingScreen }),
                    },
                    {
                      path: ROUTES.saleFees,
                      lazy: async () => ({ Component: (await selling()).SaleFeesScreen }),
                    },
                    {
                      path: ROUTES.floorBuyers,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/floor/floor-buyers-screen.tsx'))
                          .FloorBuyersScreen,
                      }),
                    },
                    {
                      path: ROUTES.notifications,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/notifications/notifications-screen.tsx'))
                          .NotificationsScreen,
                      }),
                    },
                    {
                      path: ROUTES.content,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/content/content-screen.tsx'))
                          .ContentScreen,
                      }),
                    },
                    {
                      path: ROUTES.contentText,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/content/text-screen.tsx')).TextScreen,
                      }),
                    },
                    {
                      path: ROUTES.fees,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/fees/fees-screen.tsx')).FeesScreen,
                      }),
                    },
                    ...[ROUTES.newFeeTable, ROUTES.feeTable].map((path) => ({
                      path,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/fees/fee-table-screen.tsx'))
                          .FeeTableScreen,
                      }),
                    })),
                    {
                      path: ROUTES.activity,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/activity/activity-screen.tsx'))
                          .ActivityScreen,
                      }),
                    },
                    {
                      path: ROUTES.audits,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/audit/audits-screen.tsx')).AuditsScreen,
                      }),
                    },
                    {
                      path: ROUTES.audit,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/audit/audit-screen.tsx')).AuditScreen,
                      }),
                    },
                    {
                      path: ROUTES.staffSale,
                      lazy: async () => ({
                        Component: (await import('@/features/staff/sale/sale-screen.tsx')).SaleScreen,
                      }),
                    },
                    {
                      lazy: async () => ({ Component: (await import('./routes/staff.tsx')).StaffOnly }),
                      children: [
                        {
                          path: ROUTES.newAccount,
                          lazy: async () => ({
                            Component: (await import('@/features/staff/accounts/open-account-screen.tsx'))
                              .OpenAccountScreen,
                          }),
                        },
                        {
                          path: ROUTES.outbox,
                          lazy: async () => ({
                            Component: (await import('@/features/staff/accounts/outbox-screen.tsx'))
                              .OutboxScreen,
                          }),
                        },
                        {
                          path: ROUTES.newSale,
                          lazy: async () => ({
                            Component: (await import('@/features/staff/schedule/schedule-screen.tsx'))
                              .ScheduleScreen,
                          }),
                        },
                        {
                          path: ROUTES.editSale,
                          lazy: async () => ({
                            Component: (await import('@/features/staff/schedule/edit-sale-screen.tsx'))
                              .EditSaleScreen,
                          }),
                        },
                        {
                          path: ROUTES.clerk,
                          lazy: async () => ({
                            Component: (await import('@/features/staff/clerk/clerk-screen.tsx')).ClerkScreen,
                          }),
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
