import '@/test-support/dom.ts';
import { ERRORS } from '@saleyard/contract/errors.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { createElement, type ReactNode } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import * as assert from 'uvu/assert';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { renderHook } = await import('@testing-library/react');
const { Providers } = await import('@/app/providers.tsx');
const { whenUnauthorized } = await import('@/lib/api-client.ts');
const { createQueryClient } = await import('@/lib/query-client.ts');
const { meQuery, saveRedirect, useHeldPage } = await import('@/lib/session.ts');
const { ROUTES } = await import('@/config/paths.ts');
const { guards } = await import('./guards.ts');
const { logOut } = await import('./guards.ts');
const { endSession, sessionEndOf } = await import('./guards.ts');

const test = suite('who may go where');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  sessionStorage.clear();
});
test.after(() => server.close());

const ME = { _id: 'u1', firstName: 'Ada', role: null };
const person = answers('users/me', { user: ME });
const visitor = refuses('get', 'users/me', 401, { code: 'unauthorized', message: 'x' });

const clients: ReturnType<typeof createQueryClient>[] = [];
test.after(() => {
  for (const client of clients) client.clear();
});

const start = () => {
  whenUnauthorized(() => assert.unreachable('reading who is signed in is no lost session'));
  const client = createQueryClient();
  clients.push(client);
  return { client, ...guards(client) };
};
const at = (path: string) =>
  ({ request: new Request(`http://saleyard.test${path}`) }) as unknown as LoaderFunctionArgs;
const placeOf = (answer: unknown): string | null =>
  answer instanceof Response ? answer.headers.get('location') : null;

test('[A011] [A012] home is the list for a person, sign-in for a visitor', async () => {
  server.use(person);
  assert.is(placeOf(await start().home()), '/main/upcoming');
  server.use(visitor);
  assert.is(placeOf(await start().home()), '/sign-in');
});

test('a visitor’s address is kept, and gone to after sign-in', async () => {
  server.use(visitor);
  const { client, signedIn, visitor: guard } = start();
  assert.is(placeOf(await signedIn(at('/main/results/Cattle/7?sort=age'))), '/sign-in');
  assert.is(await guard(), null);
  client.setQueryData(meQuery.queryKey, ME as never);
  assert.is(placeOf(await guard()), '/main/results/Cattle/7?sort=age');
  assert.is(placeOf(await guard()), '/main/upcoming');
});

test('[A014] [A015] after sign-in a result goes before a lot to watch, and both before the page that was opened', async () => {
  server.use(visitor);
  const { client, signedIn, visitor: guard } = start();
  await signedIn(at('/main/profile'));
  const places = { result: '/main/results/Cattle/7', watchLot: '/main/upcoming/Cattle/7/12' } as const;
  saveRedirect(places.watchLot, 'watchLot');
  saveRedirect(places.result, 'result');
  client.setQueryData(meQuery.queryKey, ME as never);
  assert.is(placeOf(await guard()), places.result);
  saveRedirect(places.watchLot, 'watchLot');
  assert.is(placeOf(await guard()), places.watchLot);
});

test('every page of /main sends a visitor to sign-in', async () => {
  server.use(visitor);
  for (const path of Object.values(ROUTES).filter((one) => one.startsWith('/main/')))
    assert.is(placeOf(await start().signedIn(at(path))), '/sign-in', path);
});

test('a person passes', async () => {
  server.use(person);
  assert.is(await start().signedIn(at('/main/upcoming')), null);
});

test('a server that cannot be asked is an error, not a visitor', async () => {
  server.use(refuses('get', 'users/me', 500));
  const { client, home } = start();
  client.setDefaultOptions({ queries: { retry: false } });
  const error = await home().catch((failure: unknown) => failure);
  assert.instance(error, Error);
});

test('logging out ends the session there and forgets the person here', async () => {
  let ended = 0;
  server.use(
    person,
    handles('get', 'logout', () => {
      ended += 1;
      return {};
    }),
  );
  const { client, home } = start();
  await home();
  client.setQueryData(['staff', 'auctions'], ['secret']);
  assert.is(placeOf(await logOut(client)()), '/sign-in');
  assert.is(ended, 1);
  assert.is(client.getQueryData(meQuery.queryKey), null);
  assert.is(client.getQueryData(['staff', 'auctions']), undefined);
});

test('a session that ended goes to sign-in once; a visitor had none to lose', () => {
  const { client } = start();
  const went: unknown[] = [];
  let said: string | null = null;
  const router = {
    navigate: async (to: unknown, { state }: { state: unknown }) => {
      went.push(to);
      said = sessionEndOf(state);
    },
  };
  endSession(client, router as never, ERRORS.unauthorized);
  assert.equal(went, []);
  client.setQueryData(meQuery.queryKey, ME as never);
  endSession(client, router as never, ERRORS.unauthorized);
  endSession(client, router as never, ERRORS.unauthorized);
  assert.equal(went, ['/sign-in']);
  assert.is(said, 'Unauthorized - Looks like you are not authorized, please try to sign in again');
  assert.is(sessionEndOf(null), null);
});

test('a page with what a person typed stays when the session ends, and lets go of it when it is left', () => {
  const { client } = start();
  const wrapper = ({ children }: { children: ReactNode }) => createElement(Providers, { client, children });
  const { unmount } = renderHook(() => useHeldPage(ME._id), { wrapper });
  client.setQueryData(meQuery.queryKey, ME as never);
  client.setQueryData(['selling', 'x'], 'read');
  endSession(
    client,
    { navigate: () => assert.unreachable('the page is left') } as never,
    ERRORS.unauthorized,
  );
  assert.is(client.getQueryData(meQuery.queryKey), null);
  assert.is(client.getQueryData(['selling', 'x']), 'read');
  unmount();
  assert.is(client.getQueryData(['selling', 'x']), undefined);
});

test.run();
