/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { type ComponentType, isValidElement } from 'react';
import { createMemoryRouter, matchRoutes, type RouteObject } from 'react-router';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { ROUTES } = await import('@/config/paths.ts');
const { saveMarked, sharedLotOf } = await import('@/lib/incoming-links.ts');
const { createQueryClient } = await import('@/lib/query-client.ts');
const { useMe } = await import('@/lib/session.ts');
const { renderRoutes, renderScreen } = await import('@/test-support/render.tsx');
const { createRouter, routesOf } = await import('./router.tsx');
const { Account } = await import('./routes/account.tsx');
const { guards } = await import('./routes/guards.ts');
const { Staff, StaffOnly } = await import('./routes/staff.tsx');
const { Upcoming } = await import('./routes/upcoming.tsx');
const { WhileLive } = await import('./routes/while-live.tsx');

const test = suite('the addresses of the product', { limitMs: 60_000 });
const away = answers('checkServer', { isLive: false, message: 'Back at noon' });
const server = mockServer(answers('users/me', { user: person() }), away);
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn([]);
});
test.after(() => server.close());

const client = createQueryClient();
const router = createRouter(client);
test.after(() => {
  router.dispose();
  client.clear();
});

/** The components of the routes that an address is of, from the outermost; those that are chunks are loaded. */
async function componentsAt(path: string): Promise<unknown[]> {
  const matches = matchRoutes(router.routes as unknown as RouteObject[], path) ?? [];
  return Promise.all(
    matches.map(async ({ route }) => {
      const { Component, element, lazy } = route;
      // One that the router has opened holds its element.
      if (isValidElement(element)) return element.type;
      if (typeof lazy !== 'function') return Component;
      return (await lazy())?.Component;
    }),
  );
}

const ONLY_WHILE_LIVE = [
  ['/main/watchlist', WhileLive], // [A042]
  ['/main/results', WhileLive], // [A043]
  ['/main/results/Cattle/7', WhileLive], // [A039]
  ['/main/add/new/Cattle/7', Account], // [A044]
  ['/main/manage', Account], // [A045]
  ['/main/manage/my-results', WhileLive], // [A040]
  ['/main/manage/operation-access/as-buyer', Account], // [A036]
  ['/main/manage/operation-access/as-buyerandseller', Account], // [A037]
  ['/main/profile', Account], // [A046]
  ['/main/tools', Account], // [A047]
  ['/main/contact', Account], // [A048]
  ['/main/upcoming/Cattle/7', WhileLive], // [B018]
  ['/main/upcoming/Cattle/7/12', WhileLive], // [B019]
] as const;

/** Addresses with a page of their own; where the last part may be left out, without it too. */
const OWN_PAGES = [
  '/main/tools/manuals',
  '/main/tools/listing-fees',
  '/main/tools/videos-tips',
  '/main/tools/faqs',
  '/main/tools/search',
  '/main/tools/terms',
  '/main/tools/privacy-policy',
  '/main/tools/getting-started', // [A193]
  '/main/manage/edit-reoffers/Cattle/7/3',
  '/main/manage/edit-reoffers/Cattle/7',
];

for (const path of OWN_PAGES) {
  test(`${path} has a page`, async () => {
    const [page, ...others] = await Promise.all(
      [path, '/main/tools/nowhere', '/main/manage/nowhere', '/main/nowhere'].map(async (address) =>
        (await componentsAt(address)).at(-1),
      ),
    );
    assert.type(page, 'function');
    assert.not.ok(others.includes(page));
  });
}

for (const [path, guard] of ONLY_WHILE_LIVE) {
  test(`${path} is inside the guard that shows it only while the server is live`, async () => {
    const components = await componentsAt(path);
    assert.ok(components.includes(guard), path);
    assert.type(components.at(-1), 'function');
  });
}

for (const [name, Guard] of [
  ['Account', Account],
  ['WhileLive', WhileLive],
] as const) {
  test(`[A049] ${name}: while the server is not live, a person is sent to the upcoming auctions`, async () => {
    const { went } = renderScreen(<Guard />, { path: '/main/tools' });
    await waitFor(() => assert.is(went(), '/main/upcoming'));
  });
}

test('[A049] every address of /main but the upcoming auctions is inside a guard', async () => {
  // New terms are accepted at any time, and how a public sale was run is for everybody.
  const others: readonly string[] = [ROUTES.upcoming, ROUTES.termsAccept, ROUTES.fairness, ROUTES.anyMain];
  const guarded = Object.values(ROUTES).filter(
    (route) => route.startsWith('/main/') && !others.includes(route),
  );
  assert.ok(guarded.length > 40);
  for (const route of guarded) {
    const components = await componentsAt(route.replaceAll(/:\w+\??|\*/g, '7'));
    assert.ok(components.includes(Account) || components.includes(WhileLive), route);
  }
});

test('[A049] while the server is not live, My Admin opens the upcoming auctions, which say so', async () => {
  server.use(answers('auctions', { auctions: [] }), answers('notifications', { notifications: [] }));
  const { went } = renderRoutes((own) => routesOf(own, guards(own)), { path: '/main/manage' });
  await waitFor(() => assert.is(went(), '/main/upcoming'));
  assert.ok(await screen.findByText(/Back at noon/));
  server.resetHandlers();
});

test('the list of upcoming auctions shows whether the server is live or not [A038]', async () => {
  const components = await componentsAt('/main/upcoming');
  assert.is(components.at(-1), Upcoming);
  assert.not.ok(components.includes(WhileLive) || components.includes(Account));
});

test('[A030] [B034] the live room of a sale is at its number', async () => {
  const { LiveRoom } = await import('./routes/live-room.tsx');
  assert.is((await componentsAt('/auction-live/1042')).at(-1), LiveRoom);
});

test('[A018] [A022] [A023] [A024] registration and recovery have addresses, which a person has no use for', async () => {
  const [{ SignIn }, { SignUp }, { Forgot, Recover }] = await Promise.all([
    import('./routes/sign-in.tsx'),
    import('./routes/sign-up.tsx'),
    import('./routes/recovery.tsx'),
  ]);
  for (const [path, page] of [
    ['/sign-in', SignIn],
    ['/sign-up', SignUp],
    ['/forgot', Forgot],
    ['/forgot/change-password', Recover],
  ] as const) {
    assert.is((await componentsAt(path)).at(-1), page, path);
    const { loader } = matchRoutes(router.routes as unknown as RouteObject[], path)?.at(-1)?.route ?? {};
    const answer = typeof loader === 'function' ? await (loader as () => unknown)() : null;
    assert.is(answer instanceof Response && answer.headers.get('location'), '/main/upcoming', path);
  }
});

test('[A027] [A212] contacts are at an address that needs no sign-in, and at one of /main', async () => {
  const { ContactScreen } = await import('@/features/content/contact/contact-screen.tsx');
  for (const path of ['/contact-us', '/main/contact'])
    assert.is((await componentsAt(path)).at(-1), ContactScreen, path);
  const contacts = {
    ...{ callPhone: '02 5550 4199', textPhone: '0491 570 110' },
    ...{ email: 'help@yard.example', secondaryEmail: 'sales@yard.example' },
  };
  server.use(refuses('get', 'users/me', 401), answers('contacts/main', contacts));
  assert.is(await titleAt('/contact-us'), 'Contact Us');
  assert.ok(await screen.findByText('02 5550 4199'));
  server.resetHandlers();
});

test('[A035] terms are accepted at an address of their own', async () => {
  const { TermsAccept } = await import('./routes/terms.tsx');
  assert.is((await componentsAt('/main/terms-accept')).at(-1), TermsAccept);
});

/** Where an address leads: of the person whose session the server has, or of a visitor. */
async function ledTo(address: string): Promise<string> {
  const own = createQueryClient();
  const opened = createMemoryRouter(routesOf(own, guards(own)), { initialEntries: [address] });
  await waitFor(() => assert.ok(opened.state.initialized && opened.state.navigation.state === 'idle'));
  opened.dispose();
  own.clear();
  return opened.state.location.pathname;
}

test('[A028] a visitor who opens any address of /main is sent to sign-in', async () => {
  server.use(refuses('get', 'users/me', 401));
  // How a public sale was run is for everybody.
  const addresses = Object.values(ROUTES).filter(
    (route) => route.startsWith('/main/') && route !== ROUTES.fairness,
  );
  assert.ok(addresses.length > 40);
  for (const route of addresses) {
    const address = route.replaceAll(/:\w+\??|\*/g, '7');
    assert.is(await ledTo(address), '/sign-in', address);
  }
  server.resetHandlers();
});

test('[A011] [A012] home leads a person to the upcoming auctions, and a visitor to sign-in', async () => {
  sessionStorage.clear();
  assert.is(await ledTo('/'), '/main/upcoming');
  server.use(refuses('get', 'users/me', 401));
  assert.is(await ledTo('/'), '/sign-in');
  server.resetHandlers();
});

test('[A015] sign-in leads a person to the lot to watch that was kept, and watches it; without one, to the upcoming auctions', async () => {
  const watched: unknown[] = [];
  server.use(
    handles('put', 'users/me/watchlist2', async (request) => {
      watched.push(await request.json());
      return { watchList: [{ lotId: 'l1' }], isError: false };
    }),
  );
  saveMarked(new URL('http://saleyard.test/main/upcoming/Cattle/7?lot-watch-id=l1'));
  assert.is(await ledTo('/sign-in'), '/main/upcoming/Cattle/7');
  assert.equal(watched, [{ lotId: 'l1' }]);
  assert.is(await ledTo('/sign-in'), '/main/upcoming'); // [A016]
  server.resetHandlers();
});

test('[A580] [B340] every address of the staff desk is inside the check of the role, those where only staff work inside both', async () => {
  const addresses = Object.values(ROUTES).filter((route) => route.startsWith(ROUTES.staff));
  assert.ok(addresses.length > 20);
  // Only the beginning of the addresses of audits.
  for (const route of addresses.filter((one) => one !== ROUTES.anyAudit))
    assert.ok((await componentsAt(route.replaceAll(/:\w+/g, '7'))).includes(Staff), route);
  const { clerk, editSale, newAccount, newSale, outbox } = ROUTES;
  for (const route of [clerk, editSale, newAccount, newSale, outbox])
    assert.ok((await componentsAt(route.replace(':id', '7'))).includes(StaffOnly), route);
});

/** Shown once it is known who is signed in. */
function Known() {
  return useMe() ? <p>known</p> : null;
}

for (const [role, opened] of [
  [null, []],
  ['auditor', [Staff]],
  ['admin', [Staff, StaffOnly]],
] as const)
  test(`[A580] [B340] what the staff desk shows a person whose role is ${role}`, async () => {
    server.use(answers('users/me', { user: person({ role }) }));
    for (const Guard of [Staff, StaffOnly]) {
      renderScreen(
        <>
          <Known />
          <Routes>
            <Route element={<Guard />}>
              <Route path="*" element={<p>work of staff</p>} />
            </Route>
          </Routes>
        </>,
        { path: ROUTES.staff },
      );
      await screen.findByText('known');
      const isOpen = (opened as readonly unknown[]).includes(Guard);
      const shown = [/^work of staff$/, /^(Only staff|The staff desk is)/].map((text) =>
        Boolean(screen.queryByText(text)),
      );
      assert.equal(shown, [isOpen, !isOpen]);
    }
    server.resetHandlers();
  });

test('[B001] a visitor who opens the room of a sale stays there', async () => {
  server.use(refuses('get', 'users/me', 401));
  assert.is(await ledTo('/auction-live/1042'), '/auction-live/1042');
  server.resetHandlers();
});

/** Opens an address that leads nowhere else. The title of its page. */
async function titleAt(path: string): Promise<string | null> {
  assert.is(await ledTo(path), path);
  const Screen = (await componentsAt(path)).at(-1) as ComponentType;
  renderScreen(<Screen />, { path });
  return (await screen.findByRole('heading', { level: 1 })).textContent;
}

test('[A034] any address without a page is a 404, for visitors too', async () => {
  server.use(refuses('get', 'users/me', 401));
  for (const path of ['/nothing', '/no/such/place', '/sign-in/nothing', '/staff/nothing', '/abcdefghijklmno'])
    assert.is(await titleAt(path), '404 not found', path);
  server.resetHandlers();
});

test('[A053] an address without a page whose last part has more than 15 characters is a sign-in link', async () => {
  let sent: string | null = null;
  server.use(
    refuses('get', 'users/me', 401),
    handles('get', 'users/magic/me', ({ headers }) => {
      sent = headers.get('authorization');
      return { user: person() };
    }),
  );
  for (const path of ['/abcdefghijklmnop', '/no/such/abcdefghijklmnop']) {
    sent = null;
    assert.is(await titleAt(path), 'Sign in by link', path);
    assert.ok(await screen.findByText(/^This link signs in/));
    assert.is(sent, 'Bearer abcdefghijklmnop'); // [A612]
  }
  server.resetHandlers();
});

test('[A017] a person is sent on from sign-in, and stays at a sign-in link', async () => {
  sessionStorage.clear();
  server.use(answers('users/magic/me', { user: person() }));
  assert.is(await ledTo('/sign-in'), '/main/upcoming');
  for (const path of ['/abcdefghijklmnop', '/sign-in/abcdefghijklmnop']) {
    assert.is(await titleAt(path), 'Sign in by link', path);
    assert.ok(await screen.findByText(/^This link signs in/));
  }
  server.resetHandlers();
});

test('[A099] any address below the profile leads to the profile', async () => {
  for (const path of ['/main/profile', '/main/profile/elsewhere', '/main/profile/no/such/place'])
    assert.is(await ledTo(path), '/main/profile', path);
});

test('[A013] [A021] sign-in and the first step of recovery are for visitors', async () => {
  server.use(refuses('get', 'users/me', 401), answers('auctions', { auctions: [] }));
  for (const [path, title, button] of [
    ['/sign-in', 'Sign in', 'login now'],
    ['/forgot', 'Forgot Password', 'Continue'],
  ] as const) {
    assert.is(await titleAt(path), title);
    assert.ok(screen.getByLabelText('Email') && screen.getByRole('button', { name: button }));
  }
  server.resetHandlers();
});

test('[A050] any other address of /main leads to the upcoming auctions', async () => {
  // '/main/add/new' is [A052] [S008].
  for (const path of ['/main/nothing', '/main/manage/nothing/at/all/of/it', '/main', '/main/add/new'])
    assert.is(await ledTo(path), '/main/upcoming', path);
});

test('[B033] profile, My Admin, tools and contact are screens of their own', async () => {
  const [{ ProfileScreen }, { HubScreen }, { ToolsHub, GettingStarted }, { ContactScreen }] =
    await Promise.all([
      import('@/features/account/profile/profile-screen.tsx'),
      import('@/features/account/my-admin/hub-screen.tsx'),
      import('./routes/tools.tsx'),
      import('@/features/content/contact/contact-screen.tsx'),
    ]);
  assert.is((await componentsAt('/main/profile')).at(-1), ProfileScreen);
  assert.is((await componentsAt('/main/manage')).at(-1), HubScreen);
  assert.is((await componentsAt('/main/tools')).at(-1), ToolsHub);
  assert.is((await componentsAt('/main/tools/getting-started')).at(-1), GettingStarted); // [A193]
  assert.is((await componentsAt('/main/contact')).at(-1), ContactScreen);
});

test('each tile of Tools leads to its own screen', async () => {
  const tools = await import('./routes/tools.tsx');
  for (const [path, screen] of [
    ['/main/tools', tools.ToolsHub],
    ['/main/tools/manuals', tools.Manuals], // [A186]
    ['/main/tools/listing-fees', tools.ListingFees], // [A187]
    ['/main/tools/videos-tips', tools.VideosTips], // [A188]
    ['/main/tools/faqs', tools.Faqs], // [A189]
    ['/main/tools/search', tools.AgentSearch], // [A190]
    ['/main/tools/terms', tools.Terms], // [A191]
    ['/main/tools/privacy-policy', tools.Privacy], // [A192]
    ['/main/tools/getting-started', tools.GettingStarted], // [A193]
  ] as const)
    assert.is((await componentsAt(path)).at(-1), screen, path);
});

test('catalogues, results and their lots are screens of their own, and each result is apart from its catalogue', async () => {
  const [{ CatalogueScreen }, { Lot }, { ResultsList }, { AuctionResults }, { LotResultScreen }] =
    await Promise.all([
      import('@/features/sales/catalogue/catalogue-screen.tsx'),
      import('./routes/lot.tsx'),
      import('@/features/results/results-list.tsx'),
      import('@/features/results/auction-results.tsx'),
      import('@/features/results/lot-result-screen.tsx'),
    ]);
  for (const [path, screen] of [
    ['/main/upcoming/Cattle/7', CatalogueScreen], // [B020]
    ['/main/upcoming/Cattle/7/12', Lot], // [B023]
    ['/main/results', ResultsList], // [A043] [B029]
    ['/main/results/Cattle/7', AuctionResults], // [A039] [B030]
    ['/main/results/Cattle/7/12', LotResultScreen], // [B032]
  ] as const)
    assert.is((await componentsAt(path)).at(-1), screen, path);
});

test('a shared link leads to the result of its lot [A057] [B035]', async () => {
  const { LotResultScreen } = await import('@/features/results/lot-result-screen.tsx');
  const path = sharedLotOf('?type=lot&kind=Cattle&auctionId=7&lotId=12') ?? '';
  assert.is(path, '/main/results/Cattle/7/12');
  assert.is((await componentsAt(path)).at(-1), LotResultScreen);
});

test('sounds and text reminders have addresses of their own [A157] [A158] [S150] [S160]', async () => {
  const { SoundsScreen, TextsScreen } = await import('@/features/account/my-admin/settings-screens.tsx');
  assert.is((await componentsAt('/main/manage/my-sounds')).at(-1), SoundsScreen);
  assert.is((await componentsAt('/main/manage/my-texts')).at(-1), TextsScreen);
});

test('[A042] [A044] [A051] [S006] [B027] [B028] the form of a new lot of any kind and the watch list have addresses of their own', async () => {
  const [{ LotFormScreen }, { WatchListScreen }] = await Promise.all([
    import('./routes/selling.tsx'),
    import('@/features/sales/watch-list/watch-list-screen.tsx'),
  ]);
  for (const path of ['/main/add/new/Cattle/7', '/main/add/new/Sheep/7', '/main/add/new/Goat/7'])
    assert.is((await componentsAt(path)).at(-1), LotFormScreen, path);
  assert.is((await componentsAt('/main/watchlist')).at(-1), WatchListScreen);
});

test('each list of a person has its own address [S119] [S089] [S144] [S147]', async () => {
  const [{ MyResults }, selling, { FavouritePicsScreen }] = await Promise.all([
    import('@/features/results/my-results.tsx'),
    import('./routes/selling.tsx'),
    import('@/features/selling/favourite-pics/favourite-pics-screen.tsx'),
  ]);
  const { SubmittedLotsScreen, ReofferScreen, LotFormScreen } = selling;
  assert.is((await componentsAt('/main/manage/my-results')).at(-1), MyResults); // [A040]
  assert.is((await componentsAt('/main/manage/my-submitted')).at(-1), SubmittedLotsScreen); // [A149] [S091]
  // [A153]
  for (const path of ['/main/manage/edit-reoffers/Cattle/77/7', '/main/manage/edit-reoffers/Cattle/77'])
    assert.is((await componentsAt(path)).at(-1), ReofferScreen, path);
  // [A154] [S062]
  for (const path of ['/main/manage/edit-late/Cattle/77/7', '/main/manage/edit-late/Cattle/77'])
    assert.is((await componentsAt(path)).at(-1), selling.LateEditScreen, path);
  assert.is((await componentsAt('/main/manage/my-reoffers')).at(-1), selling.ReoffersScreen); // [A152] [S064]
  assert.is((await componentsAt('/main/manage/edit-saved')).at(-1), selling.SavedLotsScreen); // [A150] [S090] [S092]
  assert.is((await componentsAt('/main/manage/my-listings')).at(-1), selling.MyListingsScreen); // [A156]
  assert.is((await componentsAt('/main/manage/my-favourite-pics')).at(-1), FavouritePicsScreen); // [A155]
  assert.is((await componentsAt('/main/manage/Cattle/77/7')).at(-1), selling.OwnLotScreen); // [A159] [S088] [S108]
  assert.is((await componentsAt('/main/add/new/Cattle/77/7')).at(-1), LotFormScreen); // [A051] [S007]
});

test('requests for access have addresses of their own [A036] [A037] [S170] [S172]', async () => {
  const { RequestToBuy, RequestToSell } = await import('./routes/requests.tsx');
  assert.is((await componentsAt('/main/manage/operation-access/as-buyer')).at(-1), RequestToBuy);
  assert.is((await componentsAt('/main/manage/operation-access/as-buyerandseller')).at(-1), RequestToSell);
  for (const [Form, title] of [
    [RequestToBuy, 'Register to Buy'],
    [RequestToSell, 'Register to Buy & Sell'],
  ] as const) {
    renderScreen(<Form />);
    assert.ok(await screen.findByRole('heading', { level: 1, name: title }));
    assert.ok(screen.getByRole('button', { name: 'Submit' }));
  }
});

/** What is asked of a person who requests access, but for the PIC's state and the terms. */
const ANSWERED = person({
  doYouTradeThroughCompany: true,
  customerDetails: {
    companyName: 'Miller Pastoral',
    ACN: '004085616',
    givenName: 'Ada',
    lastName: 'Miller',
    legalNameOfTradingEntity: '',
  },
  officeAddress: {
    address1: '12 Conadilly St',
    address2: '',
    town: 'GUNNEDAH',
    state: 'NSW',
    postcode: '2380',
  },
  PIC: 'NA123456',
  areYouUsingAgent: false,
  registeredForGST: true,
  stockTypes: ['Cattle'],
});

for (const [form, access, thanks, to] of [
  ['as-buyer', 'Buyer', /^Thank you for registering to become a Buyer\. /, '/'], // [A747]
  // [A749] [S512]
  [
    'as-buyerandseller',
    'Buyer and Seller',
    /^Thank you for registering to become a Buyer and Seller\. /,
    '/main/upcoming',
  ],
] as const)
  test(`OK on the message after a request as ${access} leads to ${to}`, async () => {
    const address = `/main/manage/operation-access/${form}`;
    const Form = (await componentsAt(address)).at(-1) as ComponentType;
    server.use(
      answers('users/me', { user: ANSWERED }),
      answers('terms', { terms: [{ version: '1', categoryName: 'Bidding', content: 'A bid is an offer.' }] }),
      answers('tools', { tools: [] }),
      handles('put', 'users/me', () => ({ user: ANSWERED })),
    );
    const { went } = renderScreen(<Form />, { path: address });
    const user = userEvent.setup();
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await screen.findByRole('button', { name: 'Submit' });
    await user.click(within(screen.getByRole('radiogroup', { name: /Another State/ })).getByLabelText('No'));
    for (const title of ['Terms & Conditions', 'Privacy Policy']) {
      await press(title);
      await user.click(await screen.findByRole('button', { name: 'Back to Form' }));
    }
    await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
    await press('Submit');
    await screen.findByText(thanks);
    assert.is(went(), address);
    await press('OK');
    await waitFor(() => assert.is(went(), to));
  });

test.run();
