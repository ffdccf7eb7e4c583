/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mediaRecord } from '@saleyard/contract/lot-attachments.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths } from '@/config/paths.ts';
import { exampleAuction, exampleCatalogueLot } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SignInScreen } = await import('./sign-in-screen.tsx');

const test = suite('lots on the landing page', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers(answers('checkServer', { isLive: true, message: '' })));
test.after(() => server.close());

const sale = (n: number, change: Parameters<typeof exampleAuction>[0] = {}) =>
  exampleAuction({ _id: `sale-${n}`, searchNumber: n, title: `Sale ${n}`, public: true, ...change });
const picture = mediaRecord({
  url: '/media/lots/drawing.svg',
  thumbnail: '/media/lots/drawing.svg',
  title: '',
});
const lot = (id: string, change: Parameters<typeof exampleCatalogueLot>[0] = {}) =>
  exampleCatalogueLot({ _id: id, number: id, media: [picture], ...change });
const lots = (...read: ReturnType<typeof lot>[]) => ({ lots: read, totalTable: [] });

const open = () => renderScreen(<SignInScreen notice={null} onSignedIn={() => {}} />).container;

const shown = () => within(screen.getByRole('list', { name: 'Lots on offer' })).getAllByRole('link');

test('three lots of different public sales, live ones first, each opens the room at the lot', async () => {
  const [later, live, hidden, cancelled] = [
    sale(1, { state: 'open' }),
    sale(2, { state: 'live' }),
    sale(3, { public: false, state: 'live' }),
    sale(4, { cancelled: true, state: 'live' }),
  ];
  server.use(
    answers('auctions', { auctions: [later, live, hidden, cancelled] }),
    answers(
      `auctions/${live?._id}/lots/public-info`,
      lots(lot('bare', { media: [] }), lot('gone', { withdrawn: true }), lot('a'), lot('b')),
    ),
    answers(`auctions/${later?._id}/lots/public-info`, lots(lot('c'))),
  );
  open();
  await waitFor(() => assert.is(shown().length, 3));
  assert.equal(
    shown().map((link) => link.getAttribute('href')),
    [
      paths.liveRoom({ searchNumber: 2 }, 'a'),
      paths.liveRoom({ searchNumber: 1 }, 'c'),
      paths.liveRoom({ searchNumber: 2 }, 'b'),
    ],
  );
  for (const link of shown()) {
    assert.ok(link.querySelector('img[src^="/media/"]'), link.textContent ?? '');
    assert.match(link.textContent ?? '', /\$[\d,.]+ \/head/);
  }
  assert.ok(screen.getByRole('link', { name: 'Watch 1 live sale' }));
  assert.ok(screen.getByRole('link', { name: 'Try a practice sale' }));
});

test('the places of the lots are there while they are read, and not where there is no sale', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    answers('auctions', { auctions: [sale(1, { state: 'live' })] }),
    handles('get', 'auctions/sale-1/lots/public-info', async () => {
      await answered;
      return lots(lot('a'));
    }),
  );
  const page = open();
  const places = () => page.querySelectorAll('li[aria-hidden="true"]').length;
  assert.is(places(), 3, 'while the sales are read');
  await screen.findByRole('list', { name: 'Lots on offer' });
  assert.is(places(), 3, 'while the lots are read');
  answer();
  await waitFor(() => assert.is(shown().length, 1));
  assert.is(places(), 0);
});

test('prices dim while they cannot be read again', async () => {
  const reads = (state: Parameters<typeof sale>[1]) => [
    answers('auctions', { auctions: [sale(1, state)] }),
    answers('auctions/sale-1/lots/public-info', lots(lot('a'))),
  ];
  server.use(...reads({ state: 'live' }));
  const { client, container } = renderScreen(<SignInScreen notice={null} onSignedIn={() => {}} />);
  await screen.findByRole('list', { name: 'Lots on offer' });
  await waitFor(() => assert.is(shown().length, 1));
  const isDim = () => container.querySelector('[data-stale] [data-standing]') !== null;
  assert.is(isDim(), false);
  server.use(refuses('get', 'auctions/sale-1/lots/public-info', 503));
  void client.refetchQueries({ queryKey: ['showcase'] });
  await waitFor(() => assert.is(isDim(), true));
  server.use(...reads({ state: 'live' }));
  void client.refetchQueries({ queryKey: ['showcase'] });
  await waitFor(() => assert.is(isDim(), false));
});

test('without a public sale nothing is promised', async () => {
  server.use(answers('auctions', { auctions: [sale(1, { public: false })] }));
  const page = open();
  await waitFor(() => assert.is(page.querySelectorAll('li[aria-hidden="true"]').length, 0));
  assert.is(screen.queryByRole('list', { name: 'Lots on offer' }), null);
  assert.is(screen.queryByRole('link', { name: /live sale|next sales/ }), null);
});

test.run();
