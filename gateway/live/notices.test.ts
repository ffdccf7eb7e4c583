import type { OwnBid } from '@saleyard/contract/bids.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Decided, LIVE_AT } from '../test-support/decided-auction.ts';
import { lotTerms } from '../test-support/running-sale.ts';
import { lotConcerned, type Notice, noticesOf, standingOf } from './notices.ts';

const test = suite('notices');

const ownBidText = ({ cents, placedBy }: OwnBid): string =>
  `own bid ${cents}${placedBy === undefined ? '' : ` by ${placedBy}`}`;

/** The notices of `people` for the events after `from`. */
function noticesOfEvents(
  sale: Decided,
  from: readonly RecordedEvent[],
  people: readonly string[],
): readonly Notice[] {
  const first = from[0]?.revision ?? sale.events.length;
  const fold = new AuctionFold();
  return sale.events.flatMap((recorded) => {
    const event = recorded as RecordedEvent & AuctionEvent;
    const id = lotConcerned(event);
    const before = standingOf(fold.state, lotIn(fold.state, id));
    fold.apply(event);
    if (recorded.revision < first) return [];
    return noticesOf('auction-a', event, before, fold.state, (who) => people.includes(who));
  });
}

/** The notices of each of `people` for the events after `from`, in short form. */
function noticesFor(
  sale: Decided,
  from: readonly RecordedEvent[],
  people: readonly string[],
): Record<string, string[]> {
  const heard: Record<string, string[]> = Object.fromEntries(people.map((one) => [one, []]));
  for (const { user, push } of noticesOfEvents(sale, from, people)) {
    if (push.channel === 'events') heard[user]?.push(`${push.data.event} ${push.data.data.bid.cents}`);
    else if (push.channel === 'user') {
      const { bid, autobid, paddle, 'bid-delete': gone } = push.data;
      if (gone) heard[user]?.push(`no bid on ${gone.lot}`);
      if (bid) heard[user]?.push(ownBidText(bid));
      if (autobid)
        heard[user]?.push(`own auto-bid ${autobid.cents} ${autobid.active ? 'active' : 'not active'}`);
      if (paddle) heard[user]?.push(`paddle ${/^\d{4}$/.test(paddle.paddle)}`);
    }
  }
  return heard;
}

/** The own bids that are pushed to `people` for these events. */
const bidsPushed = (sale: Decided, events: readonly RecordedEvent[], people: readonly string[]) =>
  noticesOfEvents(sale, events, people).flatMap(({ user, push }) => {
    if (push.channel !== 'user' || push.data.bid === undefined) return [];
    const { auction: _, lot: __, ...bid } = push.data.bid;
    return [{ user, ...bid }];
  });

test('[G14] a bid: the bidder has it and a paddle, the previous leader is outbid, others get nothing', () => {
  const sale = new Decided();
  sale.bid('lot-1', 'ann', 30_500);
  const events = sale.bid('lot-1', 'bob', 31_000);
  assert.equal(noticesFor(sale, events, ['ann', 'bob', 'cy']), {
    ann: ['outbid 31000'], // [A702]
    bob: ['own bid 31000', 'paddle true'],
    cy: [],
  });
  assert.equal(noticesFor(sale, sale.bid('lot-1', 'bob', 32_000), ['ann', 'bob']), {
    ann: [],
    bob: ['own bid 32000'],
  });
});

test('[G14] an auto-bid that answers: its owner is notified, the challenger is outbid at once', () => {
  const sale = new Decided();
  assert.equal(noticesFor(sale, sale.autoBid('lot-1', 'ann', 40_000), ['ann']), {
    ann: ['own bid 30500 by autoBid', 'own auto-bid 40000 active', 'paddle true'],
  });
  assert.equal(noticesFor(sale, sale.bid('lot-1', 'bob', 35_000), ['ann', 'bob']), {
    ann: ['own bid 35500 by autoBid', 'autobid 35500'],
    bob: ['own bid 35000', 'paddle true', 'outbid 35500'],
  });
});

test('[G14] an auto-bid that is outrun is no longer active', () => {
  const sale = new Decided();
  sale.autoBid('lot-1', 'ann', 40_000);
  assert.equal(noticesFor(sale, sale.bid('lot-1', 'bob', 41_000), ['ann', 'bob']), {
    ann: ['outbid 41000', 'own auto-bid 40000 not active'],
    bob: ['own bid 41000', 'paddle true'],
  });
});

test('[G14] a stopped auto-bid, and one that is set again', () => {
  const sale = new Decided();
  sale.autoBid('lot-1', 'ann', 40_000);
  assert.equal(noticesFor(sale, sale.run({ type: 'stopAutoBid', lot: 'lot-1', bidder: 'ann' }), ['ann']), {
    ann: ['own auto-bid 40000 not active'],
  });
  assert.equal(noticesFor(sale, sale.autoBid('lot-1', 'ann', 45_000), ['ann']), {
    ann: ['own auto-bid 45000 active'],
  });
});

test('[G14] sealed maxima: no notice before the lot goes live, then each gets the outcome', () => {
  const sale = new Decided({ live: false, terms: { openAt: LIVE_AT - 500_000 } });
  sale.run({ type: 'advanceClock' }, LIVE_AT - 400_000);
  assert.equal(noticesFor(sale, sale.autoBid('lot-1', 'ann', 40_000, LIVE_AT - 300_000), ['ann', 'bob']), {
    ann: ['own auto-bid 40000 active'],
    bob: [],
  });
  sale.autoBid('lot-1', 'bob', 50_000, LIVE_AT - 200_000);
  assert.equal(noticesFor(sale, sale.run({ type: 'advanceClock' }, LIVE_AT), ['ann', 'bob']), {
    ann: ['own bid 30500 by autoBid', 'paddle true', 'own auto-bid 40000 not active', 'outbid 40500'],
    bob: ['own bid 40500 by autoBid', 'paddle true', 'autobid 40500'],
  });
});

test('[G14] [E7] [C3] a lot that is put back has the bids that were pushed when its sealed maxima were taken', () => {
  const sale = new Decided({ live: false, terms: { openAt: LIVE_AT - 500_000 } });
  sale.run({ type: 'advanceClock' }, LIVE_AT - 400_000);
  const maxima = { ann: 40_000, bob: 50_000, cy: 50_000, dan: 30_500 };
  for (const [who, cents] of Object.entries(maxima)) sale.autoBid('lot-1', who, cents, LIVE_AT - 300_000);
  const everyone = Object.keys(maxima);
  const pushed = bidsPushed(sale, sale.run({ type: 'advanceClock' }, LIVE_AT), everyone);
  assert.equal(
    pushed.map(({ user, cents }) => `${user} ${cents}`),
    ['ann 30500', 'bob 50000'],
  );
  sale.run({ type: 'withdraw', lot: 'lot-1', reason: 'lame' }, LIVE_AT + 1_000);
  const back = sale.run({ type: 'reinstateLot', lot: 'lot-1', ...BY_ROB }, LIVE_AT + 2_000);
  assert.equal(bidsPushed(sale, back, everyone), pushed);
});

test('[G14] the winner of a sold lot is notified; of one passed in nobody is', () => {
  const sale = new Decided({ lots: [lotTerms('lot-1'), lotTerms('lot-2', { reserveCents: 90_000 })] });
  sale.bid('lot-1', 'ann', 30_500);
  sale.bid('lot-2', 'ann', 30_500);
  assert.equal(noticesFor(sale, sale.run({ type: 'advanceClock' }, LIVE_AT + 3_600_000), ['ann']), {
    ann: ['won 30500'],
  });
});

test('[G14] a vendor’s or floor bid outbids people and does not reveal who bid', () => {
  const sale = new Decided({ lots: [lotTerms('lot-1', { reserveCents: 90_000, maxVendorBids: 3 })] });
  sale.bid('lot-1', 'ann', 30_500);
  const events = sale.run({ type: 'vendorBid', lot: 'lot-1', cents: 31_000 });
  assert.equal(noticesFor(sale, events, ['ann', 'vendor', 'floor']), {
    ann: ['outbid 31000'],
    vendor: [],
    floor: [],
  });
});

test('[G14] [C9] an auto-bid that answers the floor or the vendor notifies its owner, but not over an own number', () => {
  const reserved = [lotTerms('lot-1', { reserveCents: 90_000, maxVendorBids: 3 })];
  const sale = new Decided({ terms: BY_CLERK, lots: reserved });
  sale.run({ type: 'openLot', lot: 'lot-1' });
  sale.run({ type: 'assignBuyerNumber', buyer: 'floor:12', account: 'ann', by: 'rob' });
  sale.autoBid('lot-1', 'ann', 80_000);
  const heard = (body: CommandBody) => noticesFor(sale, sale.run(body), ['ann', 'floor', 'vendor']);
  const answered = (cents: number) => ({
    ann: [`own bid ${cents} by autoBid`, `autobid ${cents}`],
    floor: [],
    vendor: [],
  });
  assert.equal(heard({ type: 'floorBid', lot: 'lot-1', cents: 31_000 }), {
    ...answered(31_500),
    floor: ['outbid 31500'],
  });
  assert.equal(heard({ type: 'vendorBid', lot: 'lot-1', cents: 32_000 }), {
    ...answered(32_500),
    vendor: ['outbid 32500'],
  });
  assert.equal(heard({ type: 'floorBid', lot: 'lot-1', cents: 33_000, bidder: 'floor:12' }), {
    ann: ['own bid 33000 by floor', 'own auto-bid 80000 active'],
    floor: [],
    vendor: [],
  });
});

test('[G14] a lot that is withdrawn: its bidders are notified that bid and auto-bid no longer count', () => {
  const sale = new Decided();
  sale.bid('lot-1', 'ann', 30_500);
  sale.bid('lot-2', 'cy', 30_500);
  sale.autoBid('lot-1', 'bob', 40_000);
  const events = sale.run({ type: 'withdraw', lot: 'lot-1', reason: 'lame' });
  assert.equal(noticesFor(sale, events, ['ann', 'bob', 'cy']), {
    ann: ['no bid on lot-1'],
    bob: ['no bid on lot-1', 'own auto-bid 40000 not active'],
    cy: [],
  });
});

const BY_CLERK = { type: 'sequentialOffline', reopenSeconds: 120 } as const;
const BY_ROB = { reason: 'misheard', by: 'rob' };

test('[G14] [C1] a floor bid is taken back: the auto-bid is active again, and bids are as before it', () => {
  const sale = new Decided({ terms: BY_CLERK });
  sale.run({ type: 'openLot', lot: 'lot-1' });
  sale.bid('lot-1', 'bob', 30_500);
  sale.autoBid('lot-1', 'ann', 40_000);
  sale.run({ type: 'floorBid', lot: 'lot-1', cents: 43_000, bidder: 'bob' });
  const events = sale.run({ type: 'retractFloorBid', lot: 'lot-1', ...BY_ROB });
  assert.equal(noticesFor(sale, events, ['ann', 'bob']), {
    ann: ['own auto-bid 40000 active'],
    bob: ['no bid on lot-1', 'own bid 30500'],
  });
  sale.run({ type: 'floorBid', lot: 'lot-1', cents: 32_000, bidder: 'cy' });
  const answered = sale.run({ type: 'retractFloorBid', lot: 'lot-1', ...BY_ROB });
  assert.equal(noticesFor(sale, answered, ['ann', 'bob', 'cy']), {
    ann: ['no bid on lot-1', 'own bid 31000 by autoBid'],
    bob: [],
    cy: ['no bid on lot-1'],
  });
});

test('[G14] [C2] [C3] a lot that is open again: auto-bids are active again, and bids count again', () => {
  const sale = new Decided({ terms: BY_CLERK });
  sale.run({ type: 'openLot', lot: 'lot-1' });
  sale.bid('lot-1', 'bob', 30_500);
  sale.autoBid('lot-1', 'ann', 40_000);
  sale.run({ type: 'knockDown', lot: 'lot-1' });
  assert.equal(noticesFor(sale, sale.run({ type: 'reopenLot', lot: 'lot-1', ...BY_ROB }), ['ann', 'bob']), {
    ann: ['own auto-bid 40000 active'],
    bob: [],
  });
  sale.run({ type: 'withdraw', lot: 'lot-1', reason: 'lame' });
  const events = sale.run({ type: 'reinstateLot', lot: 'lot-1', ...BY_ROB });
  assert.equal(noticesFor(sale, events, ['ann', 'bob']), {
    ann: ['own auto-bid 40000 active', 'no bid on lot-1', 'own bid 31000 by autoBid'],
    bob: ['no bid on lot-1', 'own bid 30500'],
  });
});

test('[G14] [C1] [C3] bids that count again are those that were made: their times, and who placed them', () => {
  const sale = new Decided({ terms: BY_CLERK });
  const everyone = ['ann', 'bob', 'cy'];
  const order = (body: CommandBody, seconds: number) => sale.run(body, LIVE_AT + seconds * 1_000);
  order({ type: 'openLot', lot: 'lot-1' }, 1);
  const byPhone = { type: 'bid', lot: 'lot-1', bidder: 'ann', cents: 30_500 } as const;
  order({ ...byPhone, placedBy: { by: 'rob', note: 'rang' } }, 2);
  order({ type: 'floorBid', lot: 'lot-1', cents: 31_000, bidder: 'bob' }, 3);
  order({ type: 'bid', lot: 'lot-1', bidder: 'cy', cents: 31_500 }, 4);
  order({ type: 'withdraw', lot: 'lot-1', reason: 'lame' }, 5);
  const made = [
    { user: 'ann', cents: 30_500, at: LIVE_AT + 2_000, placedBy: 'staff' },
    { user: 'bob', cents: 31_000, at: LIVE_AT + 3_000, placedBy: 'floor' },
    { user: 'cy', cents: 31_500, at: LIVE_AT + 4_000 },
  ];
  assert.equal(bidsPushed(sale, order({ type: 'reinstateLot', lot: 'lot-1', ...BY_ROB }, 6), everyone), made);
  order({ type: 'openLot', lot: 'lot-1' }, 7);
  order({ type: 'floorBid', lot: 'lot-1', cents: 32_000, bidder: 'ann' }, 8);
  const retracted = order({ type: 'retractFloorBid', lot: 'lot-1', ...BY_ROB }, 9);
  assert.equal(bidsPushed(sale, retracted, everyone), made.slice(0, 1));
});

test('[G14] [C4] a sold lot that is corrected to withdrawn: its bids no longer count', () => {
  const sale = new Decided({ terms: BY_CLERK });
  sale.run({ type: 'openLot', lot: 'lot-1' });
  sale.bid('lot-1', 'bob', 30_500);
  sale.run({ type: 'knockDown', lot: 'lot-1' });
  const correction = { outcome: 'withdrawn', ...BY_ROB } as const;
  const events = sale.run({ type: 'correctSale', lot: 'lot-1', ...correction });
  assert.equal(noticesFor(sale, events, ['bob']), { bob: ['no bid on lot-1'] });
});

test('[G14] [T18] [T21] new prices stop a sealed maximum, and a sale before the auction does', () => {
  const sale = new Decided({ live: false, terms: { openAt: LIVE_AT - 500_000 } });
  sale.run({ type: 'advanceClock' }, LIVE_AT - 400_000);
  sale.autoBid('lot-1', 'ann', 40_000);
  sale.autoBid('lot-1', 'bob', 90_000);
  const prices = { startCents: 50_000, reserveCents: null, description: null };
  assert.equal(noticesFor(sale, sale.run({ type: 'amendLot', lot: 'lot-1', ...prices }), ['ann', 'bob']), {
    ann: ['own auto-bid 40000 not active'],
    bob: [],
  });
  const sold = sale.run({ type: 'sellBefore', lot: 'lot-1', reason: 'in the yard' });
  assert.equal(noticesFor(sale, sold, ['ann', 'bob']), { ann: [], bob: ['own auto-bid 90000 not active'] });
});

test('[G14] [C9] the account of the buyer number that bought a lot has won it', () => {
  const sale = new Decided({ terms: BY_CLERK });
  sale.run({ type: 'openLot', lot: 'lot-1' });
  sale.run({ type: 'assignBuyerNumber', buyer: 'floor:12', account: 'ann', by: 'rob' });
  sale.run({ type: 'floorBid', lot: 'lot-1', cents: 30_500, bidder: 'floor:12' });
  const events = sale.run({ type: 'knockDown', lot: 'lot-1' });
  assert.equal(noticesFor(sale, events, ['ann', 'floor:12']), {
    ann: ['paddle true', 'won 30500'],
    'floor:12': [],
  });
});

test('[G14] who buys by a number, a correction, a name or after the sale gets their paddle, once', () => {
  const sale = new Decided({
    terms: BY_CLERK,
    lots: ['lot-1', 'lot-2', 'lot-3'].map((lot) => lotTerms(lot)),
  });
  const knockDown = (lot: string, bidder?: string) => {
    sale.run({ type: 'openLot', lot });
    sale.run({ type: 'floorBid', lot, cents: 30_500, ...(bidder !== undefined && { bidder }) });
    return sale.run({ type: 'knockDown', lot });
  };
  knockDown('lot-1', 'floor:12');
  const assigned = sale.run({ type: 'assignBuyerNumber', buyer: 'floor:12', account: 'ann', by: 'rob' });
  assert.equal(noticesFor(sale, assigned, ['ann', 'bob']), { ann: ['paddle true'], bob: [] });
  assert.equal(noticesFor(sale, knockDown('lot-2', 'floor:12'), ['ann']), { ann: ['won 30500'] });
  knockDown('lot-3');
  const named = sale.run({ type: 'nameFloorBuyer', lot: 'lot-3', buyer: 'cy', by: 'rob' });
  assert.equal(noticesFor(sale, named, ['ann', 'cy']), { ann: [], cy: ['paddle true'] });
  const correction = { outcome: 'sold', buyer: 'dan', cents: 31_000, acceptedBy: 'staffRecord' } as const;
  const corrected = sale.run({ type: 'correctSale', lot: 'lot-2', ...correction, ...BY_ROB });
  assert.equal(noticesFor(sale, corrected, ['ann', 'dan']), { ann: [], dan: ['paddle true'] });
  const after = new Decided();
  after.run({ type: 'advanceClock' }, LIVE_AT + 3_600_000);
  const sold = after.run({ type: 'sellAfter', lot: 'lot-1', buyer: 'eve', cents: 32_000 });
  assert.equal(noticesFor(after, sold, ['ann', 'eve']), { ann: [], eve: ['paddle true'] });
});

test('[G14] a refused bid sends no notice: only its answer', () => {
  const sale = new Decided();
  assert.equal(noticesFor(sale, sale.bid('lot-1', 'ann', 1), ['ann']), { ann: [] });
});

test.run();
