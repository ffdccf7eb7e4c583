import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, redirect } from 'react-router';
import { Loading } from '@/components/states.tsx';
import { guards } from './routes/guards.ts';
import { logOut } from './routes/log-out.ts';
import { NotFound } from './routes/not-found.tsx';
import { RouteError } from './routes/route-error.tsx';
import { Shell } from './shell/shell.tsx';

function Opening() {
  return <Loading label="Opening Saleyard…" />;
}

/** Every address of the product. Screens load when they are first opened. */
export function createRouter(client: QueryClient) {
  const { home, signedIn, visitor } = guards(client);
  return createBrowserRouter([
    {
      HydrateFallback: Opening,
      ErrorBoundary: RouteError,
      children: [
        {
          path: '/auction-live/:number',
          lazy: async () => ({ Component: (await import('./routes/live-room.tsx')).LiveRoom }),
        },
        {
          path: '/practice/room',
          loader: signedIn,
          lazy: async () => ({ Component: (await import('./routes/practice-room.tsx')).PracticeRoom }),
        },
        {
          Component: Shell,
          children: [
            {
              ErrorBoundary: RouteError,
              children: [
                { path: '/', loader: home, Component: Opening },
                { path: '/log-out', loader: logOut(client), Component: Opening },
                {
                  path: '/sign-in',
                  loader: visitor,
                  lazy: async () => ({ Component: (await import('./routes/sign-in.tsx')).SignIn }),
                },
                {
                  path: '/main/upcoming',
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/upcoming.tsx')).Upcoming }),
                },
                {
                  path: '/practice',
                  loader: signedIn,
                  lazy: async () => ({
                    Component: (await import('@/features/practice/practice-screen.tsx')).PracticeScreen,
                  }),
                },
                {
                  loader: signedIn,
                  lazy: async () => ({ Component: (await import('./routes/results.tsx')).Results }),
                  children: [
                    {
                      path: '/main/results',
                      lazy: async () => ({
                        Component: (await import('@/features/results/results-list.tsx')).ResultsList,
                      }),
                    },
                    {
                      path: '/main/results/:kindTitle/:auctionNumber',
                      lazy: async () => ({
                        Component: (await import('@/features/results/auction-results.tsx')).AuctionResults,
                      }),
                    },
                    {
                      path: '/main/results/:kindTitle/:auctionNumber/:lotNumericId',
                      lazy: async () => ({
                        Component: (await import('@/features/results/lot-result-screen.tsx')).LotResultScreen,
                      }),
                    },
                    { path: '/main/results/*', loader: () => redirect('/main/results'), Component: Opening },
                    {
                      path: '/main/manage/my-results',
                      lazy: async () => ({
                        Component: (await import('@/features/results/my-results.tsx')).MyResults,
                      }),
                    },
                  ],
                },
                { path: '/main/*', loader: () => redirect('/main/upcoming'), Component: Opening },
                {
                  path: '/staff',
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
                      path: 'sales/:id',
                      lazy: async () => ({
                        Component: (await import('@/features/staff/sale/sale-screen.tsx')).SaleScreen,
                      }),
                    },
                    {
                      lazy: async () => ({ Component: (await import('./routes/staff.tsx')).StaffOnly }),
                      children: [
                        {
                          path: 'sales/new',
                          lazy: async () => ({
                            Component: (await import('@/features/staff/schedule/schedule-screen.tsx'))
                              .ScheduleScreen,
                          }),
                        },
                        {
                          path: 'sales/:id/clerk',
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
  ]);
}
