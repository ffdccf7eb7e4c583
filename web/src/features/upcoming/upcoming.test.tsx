/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { delay, HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { UpcomingScreen } = await import('./upcoming-screen.tsx');

const test = suite('upcoming auctions');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const soon = Date.now() + 60_000;
const open = (path = '/main/upcoming') => renderScreen(<UpcomingScreen />, { path });
const rowOf = async (title: string) => {
  const row = (await screen.findByRole('heading', { name: title })).closest('li'); // [B060]
  assert.ok(row);
  return within(row as HTMLElement);
};

test('while the list is on its way it says so', async () => {
  server.use(
    http.get('http://saleyard.test/api/v1/auctions', async () => {
      await delay(60);
      return HttpResponse.json({ data: { auctions: [] } });
    }),
  );
  open();
  assert.ok(screen.getByText('Loading auctions…'));
  assert.ok(await screen.findByText('No auctions found')); // [B072]
});

test('a row shows what, when, where and how many', async () => {
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({ liveAt: soon, lotCount: 1_200, headCount: 30_500, auctionType: 'synchronous' }),
      ],
    }),
  );
  open();
  const row = await rowOf('Gunnedah Weaner Sale');
  for (const text of ['Upcoming', 'Cattle', 'HELMSMAN', 'No. 1042', 'NSW, QLD', '30,500', '1,200']) {
    // [B066] [B067] [B068] [B069] [B070] [B257] [B267]
    assert.ok(row.getByText(text), text);
  }
});

test('each type of sale has its tag', async () => {
  const tags = [
    ['simultaneous', 'TIMED'], // [B264]
    ['sequential', 'SEQ ONLINE'], // [B265]
    ['sequentialOffline', 'INTERFACED'], // [B266]
    ['synchronous', 'HELMSMAN'], // [B267]
  ] as const;
  server.use(
    answers('auctions', {
      auctions: tags.map(([auctionType], n) =>
        exampleAuction({ _id: auctionType, title: auctionType, auctionType, liveAt: soon, searchNumber: n }),
      ),
    }),
  );
  open();
  for (const [title, tag] of tags) assert.ok((await rowOf(title)).getByText(tag), tag);
});

test('a sale can be entered while it is open or live, in a window of its own', async () => {
  const states = ['future', 'open', 'live'] as const;
  server.use(
    answers('auctions', {
      auctions: states.map((state, index) =>
        exampleAuction({
          _id: state,
          title: state,
          state,
          searchNumber: 2_000 + index,
          liveAt: soon + index,
        }),
      ),
    }),
  );
  open();
  assert.is((await rowOf('future')).queryByText('Enter Auction'), null);
  for (const [state, number] of [
    ['open', 2_001],
    ['live', 2_002],
  ] as const) {
    const link = (await rowOf(state)).getByRole('link', { name: /Enter Auction/ });
    assert.is(link.getAttribute('href'), `/auction-live/${number}`); // [B263] [B034]
    assert.is(link.getAttribute('target'), '_blank'); // [A032] [B034]
  }
  assert.ok((await rowOf('open')).getByText('Auction is open')); // [B261]
  assert.ok((await rowOf('open')).getByText('Set your Auto-bids')); // [B262]
  assert.ok((await rowOf('live')).getByText('Auction is live'));
});

test('a cancelled sale is marked and can not be entered; a frozen one says so', async () => {
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({
          _id: 'c',
          title: 'off',
          state: 'live',
          cancelled: true,
          liveAt: soon,
          searchNumber: 1,
        }),
        exampleAuction({
          _id: 'f',
          title: 'cold',
          state: 'live',
          frozenTime: 5,
          liveAt: soon,
          searchNumber: 2,
        }),
      ],
    }),
  );
  open();
  const cancelled = await rowOf('off');
  assert.ok(cancelled.getByText('Cancelled')); // [B071]
  assert.is(cancelled.queryByRole('link'), null);
  assert.ok((await rowOf('cold')).getByText('Auction frozen'));
});

test('the category lives in the address', async () => {
  server.use(
    answers('auctions', {
      auctions: [
        exampleAuction({ _id: 'a', title: 'steers', liveAt: soon, searchNumber: 1 }),
        exampleAuction({
          _id: 'b',
          title: 'goats',
          liveAt: soon,
          searchNumber: 2,
          kindData: { type: 'goat', title: 'Goat' },
        }),
      ],
    }),
  );
  const { went } = open('/main/upcoming?category=goat');
  await rowOf('goats');
  assert.is(screen.queryByRole('heading', { name: 'steers' }), null);
  assert.is(screen.getByRole('link', { name: 'Goat' }).getAttribute('aria-current'), 'true');
  const choices = within(screen.getByRole('navigation', { name: 'Category' })).getAllByRole('link');
  // [B047]
  assert.equal(
    choices.map(({ textContent }) => textContent),
    ['All', 'Cattle', 'Sheep', 'Goat'],
  );
  await userEvent.setup().click(screen.getByRole('link', { name: 'Sheep' }));
  assert.is(went(), '/main/upcoming?category=sheep');
  assert.ok(await screen.findByText('No auctions found'));
});

test('a failure is shown with its message and tried again on request', async () => {
  server.use(
    refuses('get', 'auctions', 500, {
      code: 'internal-error',
      message: 'Bad request. Please try again later',
    }),
  );
  open();
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  server.use(answers('auctions', { auctions: [exampleAuction({ liveAt: soon })] }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await rowOf('Gunnedah Weaner Sale');
});

test.run();
