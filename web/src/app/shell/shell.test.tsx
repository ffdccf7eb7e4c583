/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';
import { timersIn } from '@/test-support/timer-waits.ts';

const { screen, waitFor, fireEvent, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Header } = await import('./shell.tsx');
const { Banners } = await import('./shell.tsx');
const { LastSeenMark } = await import('@/app/offline/last-seen-mark.tsx');
const { Footer } = await import('./shell.tsx');
const { Shell } = await import('./shell.tsx');

// The offline cache is loaded when a browser is idle. Only a built page can run it.
globalThis.requestIdleCallback = () => 0;

const test = suite('shell');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers(answers('checkServer', { isLive: true, message: '' })));
test.after(() => server.close());

const me = (status: string, role: string | null = null) =>
  answers('users/me', {
    user: { _id: 'u', firstName: 'Ada', lastName: 'Miller', status, role, acceptedNewVersionTerms: true },
  });
const OWN_TABS = [
  'Upcoming Auctions',
  'Watch List', // [A063]
  'Auction Results',
  'My Admin',
  'Tools', // [A066] [B013]
  'Practice',
  'Contact Us',
];
const OWN_WAYS = [
  '/main/upcoming', // [A062] [B009]
  '/main/watchlist', // [A063] [B010]
  '/main/results', // [A064] [B011]
  '/main/manage', // [A065] [B012]
  '/main/tools', // [A066] [B013]
  '/practice',
  '/main/contact', // [A067] [B014]
  '/log-out', // [A068] [B015]
];
const tabs = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.textContent);

test('a visitor is a Guest and may log in', async () => {
  server.use(refuses('get', 'users/me', 401));
  renderScreen(<Header />);
  await waitFor(() => assert.equal(tabs(), ['Saleyard', 'Login']));
  assert.ok(screen.getByText('Guest'));
});

for (const [status, label] of [
  ['registered', 'Guest'], // [A002] [A007] [B292]
  ['registered-updated', 'Guest'], // [A007] [B292]
  ['partially-approved', 'Guest'], // [A007]
  ['partially-approved:updated', 'Guest'], // [A007]
  ['approved-buyer', 'Buyer'], // [A003] [A008] [B293]
  ['approved-buyer-updated', 'Buyer'], // [A008] [B293]
  ['approved-seller', 'Seller'], // [A003] [A009]
  ['approved-buyer-seller', 'Buyer & Seller'], // [A003] [A010]
] as const) {
  test(`${status} is shown as ${label}`, async () => {
    server.use(me(status));
    renderScreen(<Header />);
    assert.ok(await screen.findByText('A Miller'));
    assert.ok(screen.getByText(label)); // [B003]
    // [A062] [A064] [A065] [A067] [A068] [B009] [B010] [B011] [B012] [B014] [B015]
    assert.equal(tabs(), ['Saleyard', ...OWN_TABS, 'Log Out']); // [A580]
    const [, ...ways] = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    assert.equal(ways, OWN_WAYS);
  });
}

test('staff see the link to the staff pages', async () => {
  server.use(me('approved-buyer-seller', 'admin'));
  renderScreen(<Header />);
  assert.ok(await screen.findByText('Staff'));
  assert.equal(tabs(), ['Saleyard', ...OWN_TABS, 'Staff Desk', 'Log Out']); // [A580]
});

test('an auditor reads what staff read', async () => {
  server.use(me('registered', 'auditor'));
  renderScreen(<Header />);
  assert.ok(await screen.findByText('Auditor'));
  assert.equal(tabs(), ['Saleyard', ...OWN_TABS, 'Audits', 'Staff Desk', 'Log Out']);
});

test('[A225] a server that is not live says why around every page, in its own words; a live one says nothing', async () => {
  server.use(
    refuses('get', 'users/me', 401),
    answers('notifications', { notifications: [] }),
    handles('get', 'server-time', () => ({ serverTime: Date.now() })),
    answers('checkServer', { isLive: false, message: 'Back at 6 PM' }),
  );
  renderScreen(<Shell />);
  const banner = await screen.findByText('Back at 6 PM');
  assert.is(banner.getAttribute('data-tone'), 'warning');
  server.use(answers('checkServer', { isLive: true, message: 'Back at 6 PM', supportPhone: '02 5550 4177' }));
  renderScreen(
    <>
      <Banners />
      <Footer />
    </>,
  );
  await screen.findByRole('link', { name: '02 5550 4177' });
  assert.is(screen.queryByText('Back at 6 PM'), null);
});

test('offline and online show and hide the banner', async () => {
  renderScreen(<LastSeenMark />);
  assert.is(screen.queryByText('No Network Available'), null);
  const changeTo = (onLine: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
    fireEvent(window, new Event(onLine ? 'online' : 'offline'));
  };
  changeTo(false);
  assert.ok(await screen.findByText('No Network Available')); // [A406]
  changeTo(true);
  await waitFor(() => assert.not(screen.queryByText('No Network Available'))); // [A407]
});

test('[A608] [A609] [A731] a page keeps in step with the server’s clock; a failure is tried again, and not shown', async () => {
  const around = [
    refuses('get', 'users/me', 401),
    answers('checkServer', { isLive: true, message: '' }),
    answers('notifications', { notifications: [] }),
  ];
  let asked = 0;
  const count = () => {
    asked += 1;
    return { serverTime: Date.now() };
  };
  /** The waits of the page from when it asked for the time. */
  const waits = (...clock: Parameters<typeof server.use>) =>
    timersIn(async () => {
      asked = 0;
      server.resetHandlers(...clock, ...around);
      renderScreen(<Shell />);
      await screen.findByRole('contentinfo');
      await waitFor(() => assert.is(asked, 1));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  const inStep = await waits(handles('get', 'server-time', count));
  assert.ok(inStep.includes(20_000)); // [A608]
  assert.not.ok(inStep.includes(3_000));
  const failed = await waits(
    http.get('http://saleyard.test/api/v1/server-time', () => {
      count();
      return HttpResponse.json({ errors: [{ code: 'x', title: 'x', message: 'No time' }] }, { status: 500 });
    }),
  );
  assert.ok(failed.includes(3_000)); // [A609]
  assert.not.ok(failed.includes(20_000));
  assert.is(screen.queryByText('No time'), null); // [A731]
  for (const role of ['alert', 'dialog']) assert.is(screen.queryByRole(role), null);
});

test('[A090] newer terms are over the page of a person who has not accepted them, and of nobody else', async () => {
  const open = (acceptedNewVersionTerms: boolean) => {
    server.resetHandlers(
      answers('users/me', { user: person({ acceptedNewVersionTerms }) }),
      answers('users/me/search-alerts', { alerts: [], changedAt: 0 }),
      answers('checkServer', { isLive: true, message: '' }),
      answers('notifications', { notifications: [] }),
      answers('terms', { terms: [{ version: '2', categoryName: 'Bidding', content: 'A bid is an offer.' }] }),
      handles('get', 'server-time', () => ({ serverTime: Date.now() })),
    );
    renderScreen(<Shell />);
    return screen.findByText('A Miller');
  };
  await open(false);
  const dialog = await screen.findByRole('dialog', { name: 'Our Terms & Conditions were updated' });
  assert.ok(await within(dialog).findByText('A bid is an offer.'));
  await open(true);
  assert.is(screen.queryByRole('dialog'), null);
});

test('the footer names the year and the phone of support', async () => {
  // The phone is not the one that the product is shipped with.
  server.use(answers('checkServer', { isLive: true, message: '', supportPhone: '02 5550 4199' }));
  await onStoppedClock(async (clock) => {
    clock.passed = Date.UTC(2031, 5, 30) - Date.now();
    renderScreen(<Footer />);
    assert.ok(screen.getByText(/© 2031 Saleyard/)); // [A802]
    const phone = await screen.findByRole('link', { name: '02 5550 4199' });
    assert.is(phone.getAttribute('href'), 'tel:0255504199'); // [A801]
  });
});

test.run();
