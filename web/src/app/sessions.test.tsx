/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderRoutes } = await import('@/test-support/render.tsx');
const { saveMarked } = await import('@/lib/incoming-links.ts');
const { routesOf } = await import('./router.tsx');
const { guards } = await import('./routes/guards.ts');

// The offline cache is loaded when a browser is idle. Only a built page can run it.
globalThis.requestIdleCallback = () => 0;

const test = suite('how a session begins and ends on the page', { limitMs: 60_000 });
const UNAUTHORIZED = 'Unauthorized - Looks like you are not authorized, please try to sign in again';
const sale = exampleAuction({ liveAt: Date.now() + 24 * 3_600_000 });

/** The person whose session the server has; null: none. */
let signedIn: Me | null = null;
const server = mockServer();
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn([]);
});
test.beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signedIn = person();
  server.resetHandlers(
    http.get('http://saleyard.test/api/v1/users/me', ({ request }) => {
      if (request.headers.has('authorization')) signedIn = person();
      return signedIn
        ? HttpResponse.json({ data: { user: signedIn } })
        : HttpResponse.json({ errors: [] }, { status: 401 });
    }),
    handles('get', 'logout', () => {
      signedIn = null;
      return {};
    }),
    handles('get', 'server-time', () => ({ serverTime: Date.now() })),
    answers('checkServer', { isLive: true, message: '' }),
    answers('notifications', { notifications: [] }),
    answers('users/me/search-alerts', { alerts: [], changedAt: 0 }),
    answers('auctions', { auctions: [sale] }),
    answers('auctions/auction-1/lots/public-info', { lots: [], totalTable: [] }),
    answers('terms', { terms: [{ version: '2', categoryName: 'Bidding', content: 'A bid is an offer.' }] }),
  );
});
test.after(() => server.close());

/** The product at an address. */
function open(path: string) {
  const user = userEvent.setup();
  const { went } = renderRoutes((client) => routesOf(client, guards(client)), { path, endsSession: true });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const logIn = async () => {
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'paddock7');
    await press('login now');
  };
  /** Sign-in is shown. */
  const isAtSignIn = async () => {
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    assert.is(went(), '/sign-in');
  };
  return { went, press, logIn, isAtSignIn };
}

/** The list of upcoming auctions is shown. */
async function isAtUpcoming(): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Upcoming Auctions' });
  assert.ok(await screen.findByRole('heading', { name: sale.title }));
}

test('[B016] [B017] the upcoming auctions are at their address, and any unknown one below leads there', async () => {
  for (const path of ['/main/upcoming', '/main/upcoming/nothing', '/main/upcoming/no/such/place/there']) {
    const { went } = open(path);
    await isAtUpcoming();
    assert.is(went(), '/main/upcoming', path);
  }
});

/** Lots are watched: each body that is sent is added to the list. */
function watches(): unknown[] {
  const watched: unknown[] = [];
  server.use(
    handles('put', 'users/me/watchlist2', async (request) => {
      watched.push(await request.json());
      return {};
    }),
  );
  return watched;
}

test('[B037] a lot that an address names is watched once its visitor has signed in', async () => {
  const watched = watches();
  signedIn = null;
  const { went, logIn, isAtSignIn } = open('/main/upcoming?lot-watch-id=l1');
  await isAtSignIn();
  assert.equal(watched, []);
  await logIn();
  await isAtUpcoming();
  assert.equal(watched, [{ lotId: 'l1' }]);
  assert.is(went(), '/main/upcoming', 'without the mark');
});

test('[B037] a lot that the first address names is watched by the person who is signed in, and by nobody after them', async () => {
  const watched = watches();
  saveMarked(new URL('http://saleyard.test/?lot-watch-id=l1'));
  const { went } = open('/?lot-watch-id=l1');
  await isAtUpcoming();
  assert.equal(watched, [{ lotId: 'l1' }]);
  assert.is(went(), '/main/upcoming', 'without the mark');
  const address = '/main/upcoming?lot-watch-id=l2';
  saveMarked(new URL(address, 'http://saleyard.test'));
  open(address);
  await isAtUpcoming();
  assert.equal(watched.splice(0), [{ lotId: 'l1' }, { lotId: 'l2' }]);
  signedIn = null;
  const { logIn } = open('/sign-in');
  await logIn();
  await isAtUpcoming();
  assert.equal(watched, []);
});

test('[A732] a lot that an address names and that can’t be watched: its page is shown, and no message', async () => {
  let refused = 0;
  server.use(
    http.put('http://saleyard.test/api/v1/users/me/watchlist2', () => {
      refused += 1;
      const error = { code: 'internal-error', title: 'Error', message: 'The list is away' };
      return HttpResponse.json({ errors: [error] }, { status: 500 });
    }),
  );
  const { went } = open('/main/upcoming?lot-watch-id=l1');
  await isAtUpcoming();
  assert.equal([refused, went()], [1, '/main/upcoming'], 'without the mark');
  assert.equal(
    ['dialog', 'alert'].map((role) => screen.queryByRole(role)),
    [null, null],
  );
  assert.is(screen.queryByText(/The list is away/), null);
});

test('[A055] a result that the first address names is opened at once for the person who is signed in', async () => {
  server.use(handles('get', 'auctions/7', () => new Promise(() => undefined)));
  saveMarked(new URL('http://saleyard.test/?auction-result=Cattle/7'));
  const { went } = open('/?auction-result=Cattle/7');
  await waitFor(() => assert.is(went(), '/main/results/Cattle/7'));
  const again = open('/');
  await isAtUpcoming();
  assert.is(again.went(), '/main/upcoming');
});

test('[A019] registration at /sign-up has two steps', async () => {
  signedIn = null;
  server.use(
    handles('post', 'check-unique-user', () => ({ valid: true, errors: [] })),
    answers('professions', { professions: [{ name: 'Producer' }] }),
  );
  const { went, press } = open('/sign-up');
  assert.ok(await screen.findByText('Step 1 of 2: personal details'));
  const user = userEvent.setup();
  for (const [label, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Miller'],
    ['Email', 'ada@example.com'],
    ['Phone', '0412345678'],
  ] as const)
    await user.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
  await press('Next');
  assert.ok(await screen.findByText('Step 2 of 2: business details'));
  assert.is(went(), '/sign-up');
});

test('[A087] [A088] [A089] the categories of the terms are at /main/terms-accept, with both answers', async () => {
  const terms = [
    { version: '2', categoryName: 'Bidding', content: 'A bid is an offer.' },
    { version: '2', categoryName: 'Paying', content: 'Within seven days.' },
  ];
  let accepted = false;
  server.use(
    answers('terms', { terms }),
    handles('put', 'users/me', () => {
      accepted = true;
      return { user: person() };
    }),
  );
  const { went, press } = open('/main/terms-accept');
  for (const { categoryName, content } of terms) {
    assert.ok(await screen.findByRole('heading', { name: categoryName }));
    assert.ok(screen.getByText(content));
  }
  assert.is(went(), '/main/terms-accept');
  assert.ok(screen.getByRole('button', { name: 'Deny' }));
  await press('Accept');
  await isAtUpcoming();
  assert.ok(accepted);
});

test('[A026] /log-out ends the session and leads to sign-in', async () => {
  const { isAtSignIn } = open('/log-out');
  await isAtSignIn();
  assert.is(signedIn, null);
});

for (const [name, path] of [
  ['over a page', '/main/upcoming'],
  ['at their own address', '/main/terms-accept'],
] as const)
  test(`[A092] Deny on newer terms ${name} signs the person out`, async () => {
    signedIn = person({ acceptedNewVersionTerms: false });
    const { press, isAtSignIn } = open(path);
    await screen.findByText('A bid is an offer.');
    await press('Deny');
    await isAtSignIn();
    assert.is(signedIn, null, 'at the server too');
    assert.is(screen.queryByRole('dialog'), null);
  });

for (const [call, method, path] of [
  ['read', 'get', 'terms'],
  ['write', 'put', 'users/me'],
] as const)
  test(`[A718] [A719] a ${call} that is answered 401 leads to sign-in, which says why`, async () => {
    server.use(refuses(method, path, 401, { code: 'unauthorized', message: UNAUTHORIZED }));
    const { press, isAtSignIn } = open('/main/terms-accept');
    if (call === 'write') {
      await screen.findByText('A bid is an offer.');
      await press('Accept');
    }
    await isAtSignIn();
    assert.is(screen.getByRole('alert').textContent, UNAUTHORIZED);
  });

test('[A718] a sign-in that is answered 401 stays at sign-in, and says that the password is wrong', async () => {
  signedIn = null;
  const { logIn, isAtSignIn } = open('/sign-in');
  await isAtSignIn();
  server.use(refuses('get', 'users/me', 401, { code: 'wrong-credentials', message: 'x' }));
  await logIn();
  const said = within(await screen.findByRole('alert'));
  assert.ok(said.getByText('Failed Login: Incorrect credentials'));
  assert.is(screen.queryByText(UNAUTHORIZED), null);
  await isAtSignIn();
});

test.run();
