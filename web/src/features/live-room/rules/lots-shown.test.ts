import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  exampleDetails,
  exampleRoomLot as lot,
  exampleViewer as viewer,
} from '@/features/live-room/room/test-support/example-room.ts';
import { examplePublicAuction as sale } from '@/test-support/example-sales.ts';
import { readView, roomTabs, tabOf, writeView } from './lots-shown.ts';

const labels = (over: Parameters<typeof sale>[0], signedIn: boolean) =>
  roomTabs(sale(over), signedIn).map(({ label }) => label);

const test = suite('tabs and address of the room');

test('tabs by kind of sale and viewer', () => {
  assert.equal(labels({}, true), ['All', 'Winning', 'Losing', 'Watching', 'Open Lots']); // [A248]
  assert.equal(labels({}, false), ['All', 'Open Lots']); // [A249]
  for (const auctionType of ['sequential', 'sequentialOffline'] as const) {
    assert.equal(labels({ auctionType }, true), [
      'All',
      'Winning',
      'Losing',
      'Watching',
      'Open Lots',
      'Active Lots',
      'Upcoming Lots',
    ]);
    assert.equal(labels({ auctionType }, false), ['All', 'Active Lots', 'Upcoming Lots']); // [A251]
  }
  assert.equal(labels({ auctionType: 'synchronous' }, true), [
    // [A252]
    'All',
    'Winning',
    'Losing',
    'Watching',
    'Lots not on Market',
  ]);
});

test("a sale that requires tabs adds its own and 'other lots (not allocated)'", () => {
  const over = { requiresTabs: true, auctionTabs: [{ tabName: 'Steers', description: 'Weaned' }] };
  assert.equal(labels(over, false), ['All', 'Open Lots', 'Steers', 'other lots (not allocated)']); // [A254]
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
  assert.equal(held({ winner: '77' }), ['all', 'winning', 'watching', 'open', 'active']); // [A378]
  assert.equal(held({ winner: '9' }), ['all', 'losing', 'watching', 'open', 'active']); // [A379] [A380] [A381]
  assert.equal(held({ state: 'futureInLive', winner: null }), ['all', 'watching', 'open', 'upcoming']);
  assert.equal(held({ state: 'closed', status: 'sold' }), ['all', 'watching']);
  const market = roomTabs(sale({ auctionType: 'synchronous' }), false);
  assert.not(tabOf(market, 'not-on-market').holds(lot({ reserveStatus: 'onMarket' }), me));
  assert.ok(tabOf(market, 'not-on-market').holds(lot(), me));
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
