/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot } from '@/test-support/example-sales.ts';
import { answers } from '@/test-support/server.ts';
import { onStoppedClock } from '@/test-support/stopped-clock.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { bidButton, openRoom, said, server, settle } = await import('./test-support/render-room.tsx');

const test = suite('following a sale that sells one lot after another', { limitMs: 20_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const SOLD = { state: 'closed', status: 'sold', winner: '9', nextBidCents: null } as const;
const TO_COME = { state: 'futureInLive', winner: null, currentBidCents: null, nextBidCents: null } as const;

const lot = (n: number, over: Partial<PublicLot> = {}) =>
  exampleLot({ _id: `l${n}`, number: String(n), finishAt: null, ...over });

async function openSale(lots: PublicLot[], over: Parameters<typeof openRoom>[0] = {}) {
  const room = await openRoom({ ...over, auction: { auctionType: 'sequential', ...over.auction }, lots });
  await room.joined();
  let seq = 5;
  const update = (changed: PublicLot) => {
    seq += 1;
    return room.push({ channel: 'bids', event: 'lot-update', auction: 'a1', seq, data: changed });
  };
  return { ...room, update };
}

const shows = (lot: RegExp, why?: string) =>
  waitFor(() => assert.match(screen.getByRole('heading', { level: 2 }).textContent ?? '', lot, why));

test('the panel goes with the lot being sold', async () => {
  const room = await openSale([lot(1), lot(2, TO_COME), lot(3, TO_COME)]);
  await shows(/^Lot 1 /);
  await room.update(lot(1, SOLD));
  await shows(/^Lot 1 /, 'between lots it stays on the one just sold');
  // The press comes at once, however slow the machine is.
  await onStoppedClock(async () => {
    await room.update(lot(2));
    await shows(/^Lot 2 /);
    // A press meant for the lot before is not a bid on this one.
    await room.user.click(await bidButton());
    assert.match(said(), /The sale has moved on to this lot/);
  });
  assert.is(screen.queryByRole('button', { name: /^Confirm/ }), null);
});

test('between lots the next one is opened', async () => {
  await openSale([lot(1, SOLD), lot(2, TO_COME), lot(3, TO_COME)]);
  await shows(/^Lot 2 /);
});

test('who chose another lot stays there, and is a press away from the lot being sold', async () => {
  const room = await openSale([lot(1), lot(2, TO_COME), lot(3, TO_COME)]);
  await room.user.click(await screen.findByRole('button', { name: /^Lot 3/ }));
  await settle();
  await shows(/^Lot 3 /);
  await room.update(lot(1, SOLD));
  await room.update(lot(2));
  await shows(/^Lot 3 /);
  await room.user.click(screen.getByRole('button', { name: 'Go to Lot 2, being sold' }));
  await settle();
  await shows(/^Lot 2 /);
  await room.update(lot(2, SOLD));
  await room.update(lot(3));
  await shows(/^Lot 3 /, 'and goes with the sale from there on');
});

test('the page stays while a bid is being typed', async () => {
  const room = await openSale([lot(1, SOLD), lot(2, TO_COME), lot(3, TO_COME)]);
  const field = await screen.findByRole('textbox', { name: /Auto-bid/ });
  await room.user.type(field, '6');
  await room.update(lot(3));
  await shows(/^Lot 2 /);
  await room.user.clear(field);
  await shows(/^Lot 3 /);
});

test('the explanation of bids stays open while the sale goes on, and while the screen turns', async () => {
  const screens = new Set<EventTarget>();
  let isPhone = false;
  const { matchMedia } = window;
  window.matchMedia = (media) => {
    const list = Object.assign(new EventTarget(), { media });
    screens.add(list);
    return Object.defineProperty(list, 'matches', {
      get: () => isPhone && media.includes('max-width'),
    }) as MediaQueryList;
  };
  const why = {
    paddle: '7',
    summary: ['The lot was sold to paddle 9 at $500.00.'],
    bids: [],
    omitted: 0,
  };
  const room = await openSale([lot(1), lot(2, TO_COME)], {
    autobids: [{ auction: 'a1', lot: 'l1', cents: 48_000, active: false }],
    except: [answers('users/me/auctions/a1/lots/l1/why', { why })],
  });
  await room.user.click(await screen.findByRole('button', { name: 'Explain my bids on lot 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your bids on lot 1' });
  await within(dialog).findByText(/sold to paddle 9/);
  await room.update(lot(1, SOLD));
  await room.update(lot(2));
  await waitFor(() =>
    assert.match(document.querySelector('[data-lot-heading]')?.textContent ?? '', /^Lot 2 /),
  );
  isPhone = true;
  for (const list of screens) list.dispatchEvent(new Event('change'));
  await waitFor(() => assert.is(document.querySelector('[data-place="side"]'), null));
  assert.is(screen.getByRole('dialog', { name: 'Your bids on lot 1' }), dialog);
  await room.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  assert.is(screen.queryByRole('dialog', { name: 'Your bids on lot 1' }), null);
  window.matchMedia = matchMedia;
});

test('it can be switched off, and that is remembered', async () => {
  const room = await openSale([lot(1), lot(2, TO_COME)]);
  await room.user.click(screen.getByRole('switch', { name: 'Follow the sale' }));
  await room.update(lot(1, SOLD));
  await room.update(lot(2));
  await shows(/^Lot 1 /);
  assert.is(localStorage.getItem('saleyard-live-follow'), 'false');
});

test('sales whose lots run together are not followed', async () => {
  await openSale([lot(1)], { auction: { auctionType: 'simultaneous' } });
  assert.is(screen.queryByRole('switch', { name: 'Follow the sale' }), null);
});

test('a tile shows how far off its lot is, and the own maximum', async () => {
  const own = { auction: 'a1', lot: 'l3', cents: 60_000, active: true };
  await openSale([lot(1, { finishAt: Date.now() + 60_000 }), lot(2, TO_COME), lot(3, TO_COME)], {
    auction: { lotOpeningSeconds: 600 },
    autobids: [own],
  });
  const tiles = await screen.findAllByRole('listitem');
  assert.match(tiles[1]?.textContent ?? '', /Next · ≈ 1 min/);
  assert.match(tiles[2]?.textContent ?? '', /1 lot before it · ≈ 11 min/);
  assert.match(tiles[2]?.textContent ?? '', /Auto Bid \$600\.00 \/head/);
});

test('a bid that the second press lost offers one press on this lot', async () => {
  const room = await openSale([lot(1)], { auction: { auctionType: 'simultaneous' } });
  await settle();
  await room.user.click(await bidButton());
  await room.update(lot(1, { currentBidCents: 52_000, nextBidCents: 52_500 }));
  await room.user.click(within(screen.getByTestId('bid-status')).getByRole('button'));
  await settle();
  await room.user.click(await bidButton());
  assert.equal(room.latest().asked('bid')[0]?.data.bid, { lot: 'l1', cents: 52_500 });
  assert.is(screen.queryByRole('button', { name: /one press/ }), null);
});

test.run();
