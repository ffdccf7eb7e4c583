/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { NotificationBanners } = await import('./notification-banners.tsx');

const test = suite('notification banners', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  localStorage.clear();
});
test.after(() => server.close());

const banner = (n: number) => ({
  _id: `n${n}`,
  text: `Text ${n}`,
  tone: n % 2 === 0 ? 'warning' : 'info',
  shownAt: 100 - n,
  until: null,
});
const SEVEN = [1, 2, 3, 4, 5, 6, 7].map(banner);
const texts = () =>
  within(screen.getByRole('list', { name: 'Notifications' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

function open(known: Partial<Me> | null) {
  server.resetHandlers(
    known ? answers('users/me', { user: person(known) }) : refuses('get', 'users/me', 401),
    answers('notifications', { notifications: SEVEN }),
  );
  renderScreen(<NotificationBanners />);
  return userEvent.setup();
}
const close = (user: ReturnType<typeof userEvent.setup>, n: number) =>
  user.click(screen.getByRole('button', { name: `Close: Text ${n}` }));

test('at most five are shown, the newest; one that is closed makes room for the next [A223]', async () => {
  const user = open(null);
  await waitFor(() => assert.equal(texts(), ['Text 1', 'Text 2', 'Text 3', 'Text 4', 'Text 5']));
  await close(user, 2);
  assert.equal(texts(), ['Text 1', 'Text 3', 'Text 4', 'Text 5', 'Text 6']);
  leaveScreens();
  open(null);
  await waitFor(() => assert.equal(texts(), ['Text 1', 'Text 3', 'Text 4', 'Text 5', 'Text 6']));
});

test('[A223] five at most are shown with the banner of an approval; that one closed makes room too', async () => {
  localStorage.setItem('saleyard-may-buy', JSON.stringify('u1 0'));
  const user = open({ _id: 'u1', status: 'approved-buyer' });
  const approved = 'Your request was approved: you may bid and set auto-bids now.';
  await waitFor(() => assert.equal(texts(), [approved, 'Text 1', 'Text 2', 'Text 3', 'Text 4']));
  await user.click(screen.getByRole('button', { name: 'Close: Your request was approved' }));
  await waitFor(() => assert.equal(texts(), ['Text 1', 'Text 2', 'Text 3', 'Text 4', 'Text 5']));
});

test('what a person closes is closed with the account, and not for others in this browser', async () => {
  const user = open({ closedNotifications: ['n1'] });
  await waitFor(() => assert.is(texts()[0], 'Text 2'));
  const sent: unknown[] = [];
  server.use(
    handles('put', 'users/me', async (request) => {
      sent.push(await request.json());
      return { user: person({ closedNotifications: ['n1', 'n3'] }) };
    }),
  );
  await close(user, 3);
  await waitFor(() => assert.equal(sent, [{ user: { closedNotifications: ['n3'] } }]));
  assert.equal(texts(), ['Text 2', 'Text 4', 'Text 5', 'Text 6', 'Text 7']);
  leaveScreens();
  open(null);
  await waitFor(() => assert.is(texts()[0], 'Text 1'));
});

test('what is closed stays closed when the answers come out of order', async () => {
  const user = open({});
  await waitFor(() => assert.is(texts().length, 5));
  const closed: string[] = [];
  const answered: string[] = [];
  let answerFirst = () => {};
  const second = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  server.use(
    handles('put', 'users/me', async (request) => {
      const { closedNotifications } = ((await request.json()) as { user: Me }).user;
      closed.push(...closedNotifications);
      const known = [...closed];
      if (known.length === 1) await second;
      answered.push(...closedNotifications);
      return { user: person({ closedNotifications: known }) };
    }),
  );
  await close(user, 1);
  await close(user, 2);
  await waitFor(() => assert.equal(answered, ['n2']));
  answerFirst();
  await waitFor(() => assert.equal(answered, ['n2', 'n1']));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(texts()[0], 'Text 3');
});

test('a visitor’s closed ones are kept, a hundred at most', async () => {
  const before = Array.from({ length: 100 }, (_, n) => `old-${n}`);
  localStorage.setItem('saleyard-closed-notifications', JSON.stringify(before));
  const user = open(null);
  await waitFor(() => assert.is(texts().length, 5));
  await close(user, 1);
  await waitFor(() => {
    const kept = JSON.parse(localStorage.getItem('saleyard-closed-notifications') ?? '[]') as string[];
    assert.equal([kept.length, kept[0], kept.at(-1)], [100, 'old-1', 'n1']);
  });
});

test('nothing is shown where there are no notifications', async () => {
  server.resetHandlers(refuses('get', 'users/me', 401), answers('notifications', { notifications: [] }));
  renderScreen(<NotificationBanners />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(screen.queryByRole('list'), null);
});

test.run();
