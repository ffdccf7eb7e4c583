import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  exampleDetails,
  exampleRoomLot as lot,
  exampleViewer as viewer,
} from '@/features/live-room/room/test-support/example-room.ts';
import { examplePublicAuction as sale } from '@/test-support/example-sales.ts';
import type { RoomLot } from './lot-state.ts';
import { readView, roomTabs, tabOf, turnsOf, turnText, writeView } from './lots-shown.ts';

const labels = (over: Parameters<typeof sale>[0], signedIn: boolean) =>
  roomTabs(sale(over), signedIn).map(({ label }) => label);

const test = suite('tabs and address of the room');

test('tabs by kind of sale and viewer', () => {
  const added = ['Auto Bids', 'Won'];
  assert.equal(labels({}, true), ['All', 'Winning', 'Losing', 'Watching', 'Open Lots', ...added]);
  assert.equal(labels({}, false), ['All', 'Open Lots']);
  for (const auctionType of ['sequential', 'sequentialOffline'] as const) {
    assert.equal(labels({ auctionType }, true), [
      'All',
      'Winning',
      'Losing',
      'Watching',
      'Active Lots',
      'Upcoming Lots',
      ...added,
    ]);
    assert.equal(labels({ auctionType }, false), ['All', 'Active Lots', 'Upcoming Lots']);
  }
  assert.equal(labels({ auctionType: 'synchronous' }, true), [
    'All',
    'Winning',
    'Losing',
    'Watching',
    'Lots not on Market',
    ...added,
  ]);
});

test("a sale that requires tabs adds its own and 'other lots (not allocated)'", () => {
  const over = { requiresTabs: true, auctionTabs: [{ tabName: 'Steers', description: 'Weaned' }] };
  assert.equal(labels(over, false), ['All', 'Open Lots', 'Steers', 'other lots (not allocated)']);
  const tabs = roomTabs(sale(over), false);
  const steers = lot({ details: { ...exampleDetails(), allocatedSection: 'Steers' } });
  assert.ok(tabOf(tabs, 'section-1').holds(steers, viewer()));
  assert.not(tabOf(tabs, 'section-other').holds(steers, viewer()));
  assert.ok(tabOf(tabs, 'section-other').holds(lot({ details: null }), viewer()));
});

test('each tab holds what it names', () => {
  const tabs = roomTabs(sale({ auctionType: 'sequential' }), true);
  const me = viewer({ participated: new Set(['l1']), watching: new Set(['l1']) });
  const held = (over: Parameters<typeof lot>[0]) =>
    tabs.filter((tab) => tab.holds(lot(over), me)).map(({ id }) => id);
  assert.equal(held({ winner: '77' }), ['all', 'winning', 'watching', 'active']);
  assert.equal(held({ winner: '9' }), ['all', 'losing', 'watching', 'active']);
  assert.equal(held({ state: 'futureInLive', winner: null }), ['all', 'watching', 'upcoming']);
  assert.equal(held({ state: 'closed', status: 'sold' }), ['all', 'watching']);
  assert.equal(held({ state: 'closed', status: 'sold', winner: '77' }), ['all', 'watching', 'won']);
  const market = roomTabs(sale({ auctionType: 'synchronous' }), false);
  assert.not(tabOf(market, 'not-on-market').holds(lot({ reserveStatus: 'onMarket' }), me));
  assert.ok(tabOf(market, 'not-on-market').holds(lot(), me));
});

test('lots with an own auto-bid have a tab', () => {
  const tab = tabOf(roomTabs(sale(), true), 'auto-bids');
  const me = viewer({ autoBidding: new Set(['l1']) });
  assert.ok(tab.holds(lot(), me));
  assert.not(tab.holds(lot(), viewer()));
  assert.not(tab.holds(lot({ state: 'closed', status: 'sold' }), me));
});

test('how far off a lot of a sequential sale is', () => {
  const row = (n: number, over: Partial<RoomLot> = {}) =>
    lot({ _id: `l${n}`, state: 'futureInLive', finishAt: null, ...over });
  const lots = [
    row(1, { state: 'closed', status: 'sold' }),
    row(2, { state: 'live', finishAt: 100_000 }),
    row(3),
    row(4, { withdrawn: true }),
    row(5),
  ];
  const sequential = sale({ auctionType: 'sequential', lotOpeningSeconds: 600 });
  const turns = turnsOf(sequential, lots);
  assert.equal([...turns.keys()], ['l3', 'l5']);
  assert.equal(turns.get('l5'), { before: 1, beginsAt: 700_000 });
  const textOf = (id: string, now: number) => turnText(turns.get(id) ?? { before: 0, beginsAt: null }, now);
  assert.is(textOf('l3', 90_000), 'Next · < 1 min');
  assert.is(textOf('l5', 40_000), '1 lot before it · ≈ 11 min');
  assert.is(turnText({ before: 7, beginsAt: 7_500_000 }, 0), '7 lots before it · ≈ 2 h 5 min');
  assert.is(turnText({ before: 0, beginsAt: 5 }, 10), 'Next');
  const stopped = turnsOf({ ...sequential, frozenTime: 5 }, lots);
  assert.equal(stopped.get('l3'), { before: 0, beginsAt: null });
  const interfaced = turnsOf({ ...sequential, auctionType: 'sequentialOffline' }, lots);
  assert.equal(interfaced.get('l5'), { before: 1, beginsAt: null });
  assert.is(turnsOf(sale(), lots).size, 0);
  const before = sale({ auctionType: 'sequential', state: 'open', liveAt: 60_000, lotOpeningSeconds: 600 });
  assert.is(turnsOf(before, [row(1, { state: 'open' })]).get('l1')?.beginsAt, 60_000);
});

test('an unknown tab in the address is the first one', () => {
  assert.is(tabOf(roomTabs(sale(), true), 'nonsense').id, 'all');
});

test('the address holds the view, and only what differs from the plain one', () => {
  const view = { tab: 'losing', lot: 'l9', search: 'angus', sex: 'Steer(s)' };
  assert.equal(readView(writeView(view)), view);
  assert.is(writeView({ tab: 'all', lot: null, search: '', sex: null }).toString(), '');
});

test.run();
