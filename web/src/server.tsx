import { Writable } from 'node:stream';
import type { AskedView } from '@saleyard/contract/first-view.ts';
import { setSupportPhone } from '@saleyard/contract/support-phone.ts';
import { dehydrate, hashKey, type Query, QueryClient, skipToken } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import { ApiError } from '@/lib/api-error.ts';
import { elementOf } from '@/lib/first-view.ts';
import { LEFT_TO_BROWSER, LeftToBrowser, loadFirstParts } from '@/lib/lazy-part.ts';
import { serverStatusQuery } from '@/lib/server-status.ts';
import { meQuery } from '@/lib/session.ts';
import { Providers } from './app/providers.tsx';
import { routesOf } from './app/router.tsx';
import type { Guards } from './app/routes/guards.ts';

// The bundle that the read side loads to render the first view of a page.

export { callBy } from '@/lib/api-client.ts';

/** A screen needs at most so many rounds of reads, each of which names the next. */
const MOST_ROUNDS = 4;

/** In place of the guards: the gateway has decided whose view it is. */
const pass = async () => null;
const PASSING: Guards = { home: pass, signedIn: pass, signedOutOnly: pass, visitor: pass };

/** The person is left to the browser. */
const WHO = hashKey(meQuery.queryKey);
/** The page names the state of the server by itself. */
const STATE = hashKey(serverStatusQuery.queryKey);

/** The reads of a client that a screen waits for. */
const awaited = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(
      ({ state, options, queryHash }) =>
        state.status === 'pending' &&
        options.queryFn !== undefined &&
        options.queryFn !== skipToken &&
        (options as { enabled?: unknown }).enabled !== false &&
        queryHash !== WHO,
    );

/** React's HTML of an element. @throws what a component throws, but what is left to the browser */
function htmlOf(element: React.ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const into = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(element, {
      // Else React would send large parts later, by scripts that the content security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(into),
      onError: (error) => {
        if (error instanceof LeftToBrowser) return LEFT_TO_BROWSER;
        reject(error);
        return undefined;
      },
    });
  });
}

/**
 * Renders the first view of an address, with the data that anyone may read. Resolves to the content of the page's root
 * and the data beside it, as HTML; to null where there is no such view: nothing is at the address, or it is not public.
 * `at`: the server's time, ms. Calls travel by `callBy`, without a session.
 * @throws what rendering throws, and reads that fail
 */
export async function renderFirstView(
  { path, isSignedIn, server }: Omit<AskedView, 'build'>,
  at: number,
): Promise<string | null> {
  const client = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY },
    },
  });
  try {
    if (server.supportPhone !== undefined) setSupportPhone(server.supportPhone);
    client.setQueryData(serverStatusQuery.queryKey, server);
    if (!isSignedIn) client.setQueryData(meQuery.queryKey, null);
    const handler = createStaticHandler(routesOf(client, PASSING));
    const context = await handler.query(new Request(`http://saleyard.invalid${path}`));
    if (context instanceof Response || context.errors !== null) return null;
    await loadFirstParts();
    const router = createStaticRouter(handler.dataRoutes as RouteObject[], context);
    const render = () =>
      htmlOf(
        <Providers client={client} first={{ at, isSignedIn }}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Providers>,
      );
    let html = await render();
    for (let round = 0; round < MOST_ROUNDS && awaited(client).length > 0; round += 1) {
      await Promise.all(awaited(client).map((query) => query.fetch()));
      html = await render();
    }
    // A screen that leads elsewhere has no heading.
    if (awaited(client).length > 0 || !html.includes('<h1')) return null;
    const queries = dehydrate(client, {
      shouldDehydrateQuery: ({ state, queryHash }) => state.status === 'success' && queryHash !== STATE,
    });
    return `${html}</div>${elementOf({ at, isSignedIn, path, queries })}`;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
    throw error;
  } finally {
    client.clear();
  }
}
