/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { readFile } from 'node:fs/promises';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot } from '@/test-support/example-sales.ts';
import { answers } from '@/test-support/server.ts';

const { screen, waitFor, within } = await import('@testing-library/react');
const { openRoom, server } = await import('./test-support/render-room.tsx');

/** The time of the device in these tests, ms: timers show exact values. */
const NOW = Date.UTC(2025, 6, 4, 0, 30);
const deviceTime = Date.now;

const test = suite('each state of a sale and of a lot, as the room shows it', { limitMs: 30_000 });
test.before(() => {
  Date.now = () => NOW;
  server.listen({ onUnhandledRequest: 'error' });
});
test.after(() => {
  Date.now = deviceTime;
  server.close();
});

/** The token of a colour of the timer's icon in the style sheet, and its value in the theme. */
async function iconColour(name: string): Promise<string> {
  const sheet = await readFile(new URL('../top-bar/top-bar.module.css', import.meta.url), 'utf8');
  const rule = new RegExp(String.raw`\.timer\[data-colour="${name}"\] svg \{\s*color: var\((--[\w-]+)\);`);
  const [, token = 'no token'] = rule.exec(sheet) ?? [];
  const theme = await readFile(new URL('../../../config/theme.css', import.meta.url), 'utf8');
  return new RegExp(`${token}: ([^;]+);`).exec(theme)?.[1] ?? 'none';
}

/** The timer in the top bar of such a sale: what it says, and the name of its icon's colour. */
async function timerOf(auction: Partial<PublicAuction>): Promise<(string | undefined)[]> {
  const room = await openRoom({ auction, lots: [] });
  await room.joined();
  const timer = await screen.findByRole('timer', { hidden: true });
  const shown = [timer.textContent ?? '', timer.dataset.colour];
  room.unmount();
  return shown;
}

test('the timer of a sale that has not begun', async () => {
  const future = await timerOf({ state: 'future', liveAt: NOW + 3_723_000 });
  assert.equal(future, ['STARTS IN1h 2m 3s', 'amber']); // [A342]
  const open = await timerOf({ state: 'open', liveAt: NOW + 63_000 });
  assert.equal(open, ['STARTS IN1m 3s', 'amber']); // [A343] [A349]
  const far = await timerOf({ state: 'future', liveAt: NOW + 36_000_000_000 });
  assert.is(far[0], 'STARTS INXh 0m 0s'); // [A354]
  const near = await timerOf({ state: 'future', liveAt: NOW + 9_999 * 3_600_000 });
  assert.is(near[0], 'STARTS IN9999h 0m 0s'); // [A354]
});

test('the timer of a live sale', async () => {
  const liveAt = NOW - 125_900;
  assert.equal(await timerOf({ auctionType: 'sequential', liveAt }), ['LIVE FOR2m 5s', 'green']); // [A344] [A350]
  const together = { auctionType: 'synchronous', finishAt: NOW + 90_000 } as const;
  assert.equal(await timerOf({ ...together, liveAt }), ['CLOSE IN1m 30s', 'green']); // [A345]
});

test('the timer of a sale that stands still or is over', async () => {
  const liveAt = NOW - 99_000;
  const at = NOW - 39_000;
  assert.equal(await timerOf({ liveAt, frozenTime: at }), ['AUCTION FROZEN AT1m 0s', 'red']); // [A346] [A351]
  assert.equal(await timerOf({ liveAt, pausedTime: at }), ['TIME PAUSED AT1m 0s', 'white']); // [A347] [A352]
  assert.equal(await timerOf({ liveAt, auctionpaused: true }), ['AUCTION PAUSED', 'white']); // [A347]
  assert.equal(await timerOf({ state: 'closed', liveAt, frozenTime: at }), ['CLOSED', 'grey']); // [A348] [A353]
});

/** Red, green and blue of a colour, 0 to 255. */
const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

test('the names of the timer’s colours are those that its icon has', async () => {
  const [r = 0, g = 0, b = 0] = rgb(await iconColour('green'));
  assert.ok(g > r + 30 && g > b + 30); // [A350]
  const [amberRed = 0, amberGreen = 0, amberBlue = 0] = rgb(await iconColour('amber'));
  assert.ok(amberRed > amberGreen && amberGreen > amberBlue + 60); // [A349]
  const [red = 0, redGreen = 0, redBlue = 0] = rgb(await iconColour('red'));
  assert.ok(red > redGreen + 60 && red > redBlue + 60); // [A351]
  assert.ok(Math.min(...rgb(await iconColour('white'))) > 230); // [A352]
  const grey = rgb(await iconColour('grey'));
  assert.ok(Math.max(...grey) - Math.min(...grey) < 20 && Math.max(...grey) < 200); // [A353]
});

const left = (ms: number) => ({ finishAt: NOW + ms });

type Asked = {
  auction?: Partial<PublicAuction>;
  /** The viewer, paddle 77, has bid on each of the lots. */
  took?: boolean;
  watching?: boolean;
};

/** What the tile of a lot says: the word for the viewer's part in it ('none' for none), and all its words. */
type Tile = { part: string | undefined; text: string; ending: boolean };

/** The tiles of such lots in the list, seen by the bidder with paddle 77. */
async function tilesOf(lots: Partial<PublicLot>[], { auction, took, watching }: Asked = {}): Promise<Tile[]> {
  const all = lots.map((over, at) =>
    exampleLot({ _id: `l${at}`, number: `${at + 1}`, finishAt: NOW + 600_000, ...over }),
  );
  const bids = took ? all.map(({ _id }) => ({ auction: 'a1', lot: _id, cents: 49_000, at: 1 })) : [];
  const watchList2 = watching ? all.map(({ _id }) => ({ lotId: _id })) : [];
  const room = await openRoom({
    auction,
    lots: all,
    me: { watchList2 } as never,
    except: [answers('users/me/bids', { bids })],
  });
  await room.joined('77');
  if (took) await screen.findAllByText('$490.00 /head');
  const list = within(screen.getByRole('tabpanel'));
  const shown = await waitFor(() => {
    const items = list.getAllByRole('listitem');
    assert.is(items.length, lots.length);
    return items;
  });
  const tiles = shown.map((tile) => ({
    part: tile.querySelector('span[data-part]')?.textContent?.toLowerCase() ?? 'none',
    text: tile.textContent ?? '',
    ending: tile.querySelector('[data-ending]') !== null,
  }));
  room.unmount();
  return tiles;
}

const partsOf = async (lots: Partial<PublicLot>[], asked: Asked = {}) =>
  (await tilesOf(lots, asked)).map(({ part }) => part);

const sold = { state: 'closed', status: 'sold', closedPrice: 50_000 } as const;

test('the part of one who has bid: winning, losing, won or lost, before watching', async () => {
  const lots: Partial<PublicLot>[] = [
    { winner: '77' }, // [A364] [A378]
    { winner: '9' }, // [A365] [A379] [A380]
    { ...sold, winner: '77' }, // [A360] [A389]
    { ...sold, winner: '9' }, // [A361] [A390]
    { state: 'closed', status: 'passed', winner: '77' }, // [A378]
    { winner: null },
  ];
  const parts = ['winning', 'losing', 'won', 'lost', 'none', 'none'];
  assert.equal(await partsOf(lots, { took: true }), parts);
  const watched = parts.map((part) => (part === 'none' ? 'watching' : part));
  assert.equal(await partsOf(lots, { took: true, watching: true }), watched); // [A381]
});

test('the part of one who has not bid', async () => {
  const lots: Partial<PublicLot>[] = [{ winner: '9' }, { winner: null }, { ...sold, winner: '9' }];
  assert.equal(await partsOf(lots), ['none', 'none', 'none']); // [A363] [A380]
  assert.equal(await partsOf(lots, { watching: true }), ['watching', 'watching', 'watching']); // [A381]
});

test('[A381] the lots of the watch list are watched and no others, also one that the viewer is winning', async () => {
  const lots = ['77', null, null].map((winner, at) =>
    exampleLot({ _id: `l${at}`, number: `${at + 1}`, winner }),
  );
  const room = await openRoom({ lots, me: { watchList2: [{ lotId: 'l0' }, { lotId: 'l2' }] } as never });
  await room.joined('77');
  const tiles = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem');
  await waitFor(() => assert.is(tiles().length, 3));
  assert.equal(
    tiles().map(({ dataset }) => dataset.part),
    ['winning', 'none', 'watching'],
  );
  const buttons = () =>
    tiles().map((tile) =>
      within(tile)
        .getByRole('button', { name: /^Watch/ })
        .getAttribute('aria-label'),
    );
  assert.equal(buttons(), ['Watching Lot 1', 'Watch Lot 2', 'Watching Lot 3']);
  const tab = screen.getByRole('tab', { name: /^Watching/ });
  assert.is(tab.textContent, 'Watching 2');
  await room.user.click(tab);
  await waitFor(() => assert.equal(buttons(), ['Watching Lot 1', 'Watching Lot 3']));
  room.unmount();
});

test('the tabs of each type of sale, for members and visitors', async () => {
  const tabs = async (auction: Partial<PublicAuction>, me: Parameters<typeof openRoom>[0] = {}) => {
    const room = await openRoom({ auction, ...me });
    await room.joined();
    const all = screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/ \d+$/, ''));
    room.unmount();
    return all;
  };
  const visitor = { me: null };
  const own = ['All', 'Winning', 'Losing', 'Watching'];
  const added = ['Auto Bids', 'Won'];
  assert.equal(await tabs({}), [...own, 'Open Lots', ...added]); // [A248]
  assert.equal(await tabs({}, visitor), ['All', 'Open Lots']); // [A249]
  for (const auctionType of ['sequential', 'sequentialOffline'] as const) {
    assert.equal(await tabs({ auctionType }), [...own, 'Active Lots', 'Upcoming Lots', ...added]); // [A250]
    assert.equal(await tabs({ auctionType }, visitor), ['All', 'Active Lots', 'Upcoming Lots']); // [A251]
  }
  assert.equal(await tabs({ auctionType: 'synchronous' }), [...own, 'Lots not on Market', ...added]); // [A252]
  const required = { requiresTabs: true, auctionTabs: [{ tabName: 'Steers', description: '' }] };
  assert.equal(await tabs(required, visitor), ['All', 'Open Lots', 'Steers', 'other lots (not allocated)']); // [A254]
  assert.equal(await tabs({ ...required, requiresTabs: false }, visitor), ['All', 'Open Lots']); // [A253]
});

test('[C4] a corrected lot shows what it was knocked down as beside its price', async () => {
  const first = { result: 'sold', winner: '9', cents: 435_000 } as const;
  const corrected = { at: 1, outcome: 'sold', knockedDown: first } as const;
  const [now = '', unsold = ''] = (
    await tilesOf([
      { ...sold, currentBidCents: 435_000, closedPrice: 43_500, corrected },
      {
        ...{ state: 'closed', status: 'passed', currentBidCents: 435_000, closedPrice: 435_000 },
        corrected: { ...corrected, outcome: 'annulled' },
      },
    ])
  ).map(({ text }) => text);
  assert.match(now, 'Corrected from $4,350.00 /head$435.00/head');
  assert.match(unsold, 'Corrected from $4,350.00 /head');
});

/** The words on the tiles that say what became of a lot. */
const RESULTS =
  /Withdrawn from Auction|Closed with no bids|Passed In|You bought this lot|Sold to another bidder|Sold before Auction|Sold|Closed/;

test('what became of a lot, in words', async () => {
  const results = async (lots: Partial<PublicLot>[], took: boolean) =>
    (await tilesOf(lots, { took })).map(({ text }) => RESULTS.exec(text)?.[0] ?? '');
  const closed = { state: 'closed' } as const;
  const lots: Partial<PublicLot>[] = [
    { withdrawn: true }, // [A355] [A392]
    { winner: '9' }, // [A357]
    { state: 'open', winner: '9' }, // [A357]
    { state: 'futureInLive', winner: null }, // [A357]
    { ...closed, status: 'noBid', winner: null }, // [A298] [A358]
    { ...closed, status: 'passed', winner: '77' }, // [A298] [A359]
    { ...sold, winner: '77' }, // [A298] [A360] [A391]
    { ...sold, winner: '9' }, // [A361]
    { ...closed, status: null }, // [A362]
    { ...closed, soldBeforeAuction: true, winner: null }, // [A393]
  ];
  assert.equal(await results(lots, true), [
    'Withdrawn from Auction',
    ...['', '', ''],
    'Closed with no bids',
    'Passed In',
    'You bought this lot',
    'Sold to another bidder',
    'Closed',
    'Sold before Auction',
  ]);
  assert.equal(await results([{ ...sold, winner: '9' }], false), ['Sold']); // [A356]
});

test('the price and the time left of a lot', async () => {
  const lots: Partial<PublicLot>[] = [
    { currentBidCents: 41_250, ...left(2 * 3_600_000 + 184_000) },
    { currentBidCents: 412, bidding: 'kg', ...left(61_000) },
    left(0),
  ];
  const tiles = (await tilesOf(lots)).map(({ text }) => text);
  assert.match(tiles[0] ?? '', /\$412\.50\/head/); // [A397]
  assert.match(tiles[2] ?? '', /\$500\.00\/head/); // [A397]
  assert.match(tiles[0] ?? '', /2h 3m 4s/); // [A394]
  assert.match(tiles[1] ?? '', /Current bid412¢\/kg/); // [A398]
  assert.match(tiles[1] ?? '', /(?<!h )1m 1s/); // [A395]
  assert.match(tiles[2] ?? '', /CLOSING\.\.\./); // [A396]
});

test('a lot that changes is shown changed, in its place, and no other is', async () => {
  const lots = [exampleLot(), exampleLot({ _id: 'l2', number: '2', currentBidCents: 30_000 })];
  const room = await openRoom({ lots });
  await room.joined('77');
  const tiles = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem');
  await waitFor(() => assert.is(tiles().length, 2));
  const other = tiles()[1]?.textContent;
  // The step is shown for a while, which may be over when a slow machine looks.
  const shown: string[] = [];
  const watcher = new MutationObserver(() => shown.push(tiles()[0]?.textContent ?? ''));
  watcher.observe(screen.getByRole('tabpanel'), { subtree: true, childList: true, characterData: true });
  await room.lotUpdate(6, { currentBidCents: 51_000, previousBidCents: 50_000, nextBidCents: 51_500 });
  await waitFor(() => assert.ok(shown.some((text) => /\+\$10\.00\$510\.00\/head/.test(text)))); // [A374] [A375]
  watcher.disconnect();
  await room.lotUpdate(7, { currentBidCents: 51_000, state: 'closed', status: 'passed' });
  assert.match(tiles()[0]?.textContent ?? '', /Passed In/); // [A376]
  await room.lotUpdate(8, { currentBidCents: null, winner: null, state: 'closed', status: 'noBid' });
  assert.match(tiles()[0]?.textContent ?? '', /Closed with no bids/); // [A376]
  assert.is(tiles()[1]?.textContent, other); // [A374]
});

test('a lot that closes closes a synchronous sale, unless it was withdrawn', async () => {
  const timerAfter = async (lot: Partial<PublicLot>, auctionType: 'synchronous' | 'simultaneous') => {
    const room = await openRoom({ auction: { auctionType, finishAt: NOW + 90_000 } });
    await room.joined();
    await room.lotUpdate(6, { state: 'closed', ...lot });
    const timer = await screen.findByRole('timer', { hidden: true });
    const shown = timer.textContent;
    room.unmount();
    return shown;
  };
  assert.is(await timerAfter({}, 'synchronous'), 'CLOSED'); // [A377]
  assert.is(await timerAfter({ withdrawn: true }, 'synchronous'), 'CLOSE IN1m 30s');
  assert.is.not(await timerAfter({}, 'simultaneous'), 'CLOSED');
});

test('the badge of a lot', async () => {
  const badge = /UPCOMING|Awaiting Bids|Nearing Reserve|On Market|Opening Bids|LIVE/;
  const badges = async (lots: Partial<PublicLot>[], auction: Partial<PublicAuction> = {}) =>
    (await tilesOf(lots, { auction })).map(({ text }) => badge.exec(text)?.[0] ?? '');
  const lots: Partial<PublicLot>[] = [
    { state: 'futureInLive', winner: null },
    { reserveStatus: 'awaitingBids' },
    { reserveStatus: 'nearReserve' },
    { reserveStatus: 'onMarket' },
    { reserveStatus: 'notNear' },
    { state: 'closed', status: 'sold', reserveStatus: 'onMarket' },
  ];
  assert.equal(await badges(lots), [
    'UPCOMING', // [A382]
    'Awaiting Bids', // [A384]
    'Nearing Reserve', // [A385]
    'On Market', // [A386]
    'Opening Bids', // [A387]
    '',
  ]);
  const interfaced = { auctionType: 'sequentialOffline' } as const;
  assert.equal(await badges([{ reserveStatus: 'notNear', finishAt: null }], interfaced), ['LIVE']); // [A388]
});

/** Whether the tiles of lots with this much time left say that they are about to close. */
const endings = async (lots: Partial<PublicLot>[], asked: Asked = {}) =>
  (await tilesOf(lots, asked)).map(({ text, ending }) => {
    assert.is(/Lot Closing/.test(text), ending); // [A383]
    return ending;
  });

test('a lot is about to close under 60 s, one of a sequential sale under 10 s', async () => {
  assert.equal(await endings([left(60_000), left(59_999)]), [false, true]); // [A368]
  const auction = { auctionType: 'sequential' } as const;
  assert.equal(await endings([left(10_000), left(9_999)], { auction }), [false, true]); // [A367]
});

test('the lots of a sale that closes together are about to close with it, while it is live', async () => {
  const lots = [{ finishAt: null }, left(600_000), left(1)];
  const together = (ms: number, state: 'live' | 'open' = 'live') =>
    endings(lots, { auction: { auctionType: 'synchronous', finishAt: NOW + ms, state } });
  assert.equal(await together(59_999), [true, true, true]); // [A372]
  assert.equal(await together(60_000), [false, false, false]); // [A372]
  assert.equal(await together(30_000, 'open'), [false, false, false]); // [A373]
});

test('a lot that is closed, to come, or open without a leader is not about to close', async () => {
  const lots: Partial<PublicLot>[] = [
    { ...sold, ...left(10) }, // [A369]
    { state: 'future', winner: null, ...left(10) }, // [A370]
    { state: 'futureInLive', winner: null, ...left(10) }, // [A370]
    { state: 'open', winner: null, ...left(10) }, // [A371]
  ];
  assert.equal(await endings(lots), [false, false, false, false]);
});

test('[A366] leading, outbid or neither: each is said beside the coming close', async () => {
  const lots = [
    { winner: '77', ...left(5_000) },
    { winner: '9', ...left(5_000) },
    { winner: null, ...left(5_000) },
    { winner: '77' },
  ];
  const tiles = await tilesOf(lots, { took: true });
  assert.equal(
    tiles.map(({ part, text, ending }) => [part, text.includes('Lot Closing'), ending]),
    [
      ['winning', true, true],
      ['losing', true, true],
      ['none', true, true],
      ['winning', false, false],
    ],
  );
});

test.run();
