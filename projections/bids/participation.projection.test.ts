import type { AuctionEvent, LotResult, Step } from '@saleyard/domain/auction/events.ts';
import type { LotDescription, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionSpec, type StoredRows } from '../test-support/projection-spec.ts';
import {
  HIGHEST_BIDS,
  PARTICIPANTS,
  PARTICIPATIONS,
  type ParticipantDocument,
  type ParticipationDocument,
  participationProjection,
} from './participation.projection.ts';

const test = suite('participation');
const given = auctionSpec(participationProjection);

/** When the sale goes live. ms. */
const LIVE_AT = 10;
const sale = (...lots: LotTerms[]): AuctionEvent[] => [
  ...scheduled(
    { liveAt: LIVE_AT, durationSeconds: 600 },
    lots.length > 0 ? lots : [lot(), lot({ lot: '2' })],
  ),
  { type: 'AuctionOpened', data: { at: 0 } },
];
const live = (...lots: string[]): AuctionEvent[] => [
  { type: 'AuctionWentLive', data: { at: LIVE_AT, finishAt: null } },
  { type: 'LotsWentLive', data: { at: LIVE_AT, lots: lots.map((on) => ({ lot: on, finishAt: 600_000 })) } },
];
const selling = [...sale(), ...live('1', '2')];

const outcome = (leader: string | null, cents: number | null) => ({
  currentBidCents: cents,
  leader,
  finishAt: 600_000,
});
const bid = (bidder: string, cents: number, on = '1', steps?: readonly Step[]): AuctionEvent => {
  const taken = steps ?? [{ rule: 'E2', cents, leader: bidder }];
  const last = taken.at(-1);
  return {
    type: 'BidAccepted',
    data: {
      at: 20,
      command: { type: 'bid', lot: on, bidder, cents },
      steps: taken,
      outcome: outcome(last?.leader ?? bidder, last?.cents ?? cents),
      extended: false,
    },
  };
};
const autoBid = (bidder: string, maxCents: number, on = '1', steps: readonly Step[] = []): AuctionEvent => {
  const last = steps.at(-1);
  return {
    type: 'AutoBidAccepted',
    data: {
      at: 5,
      command: { type: 'autoBid', lot: on, bidder, maxCents },
      sealed: last === undefined,
      steps,
      outcome: outcome(last?.leader ?? null, last?.cents ?? null),
      extended: false,
    },
  };
};
const closes = (
  on: string,
  status: LotResult,
  winner: string | null,
  cents: number | null,
): AuctionEvent => ({
  type: 'LotsClosed',
  data: { at: 600_000, by: 'time', lots: [{ lot: on, status, winner, priceCents: cents }] },
});
const over: AuctionEvent = { type: 'AuctionClosed', data: { at: 600_000 } };

const partOf = ({ documents }: { documents: StoredRows }, id: string) =>
  documents[PARTICIPATIONS]?.[id] as ParticipationDocument;
const saleOf = ({ documents }: { documents: StoredRows }, account: string) =>
  documents[PARTICIPANTS]?.[`a1:${account}`] as ParticipantDocument;
const highest = ({ documents }: { documents: StoredRows }, id: string) =>
  (documents[HIGHEST_BIDS]?.[id] as { cents: number } | undefined)?.cents;

const nothing = { lots: 0, head: 0, grossCents: 0, estimated: false, unweighed: 0 };

test('who bids takes part in the lot and the sale, under the paddle others see', () => {
  const seen = given(...selling).when(bid('ann', 400));
  assert.equal(seen.documents[PARTICIPATIONS], {
    '1:ann': {
      account: 'ann',
      auction: 'a1',
      liveAt: LIVE_AT,
      closed: false,
      lot: '1',
      order: 0,
      status: null,
      gross: null,
    },
  });
  const { paddle, ...part } = saleOf(seen, 'ann');
  assert.match(paddle ?? '', /^\d{4}$/);
  assert.equal(part, {
    account: 'ann',
    auction: 'a1',
    liveAt: LIVE_AT,
    closed: false,
    lots: 1,
    bought: nothing,
  });
});

test('[E7] a sealed auto-bid is a part without a paddle; the paddle comes with the first bid others see', () => {
  const sealed = given(...sale()).when(autoBid('ann', 900), autoBid('ann', 900, '2'));
  assert.is(saleOf(sealed, 'ann').paddle, null);
  assert.is(saleOf(sealed, 'ann').lots, 2);
  const taken: AuctionEvent = {
    type: 'SealedAutoBidsTaken',
    data: {
      at: LIVE_AT,
      lot: '1',
      steps: [{ rule: 'E4', cents: 400, leader: 'ann' }],
      outcome: outcome('ann', 400),
    },
  };
  const seen = given(...sale(), autoBid('ann', 900), autoBid('ann', 900, '2')).when(...live('1'), taken);
  assert.match(saleOf(seen, 'ann').paddle ?? '', /^\d{4}$/);
  assert.is(saleOf(seen, 'ann').lots, 2);
  assert.is(highest(seen, '1:ann'), 400);
  assert.is(highest(seen, '2:ann'), undefined);
});

const refusedBid = (
  code: 'too-low' | 'lot-closed' | 'own-lot' = 'too-low',
  bidder = 'cal',
  on = '1',
): AuctionEvent => ({
  type: 'BidRefused',
  data: { at: 30, command: { type: 'bid', lot: on, bidder, cents: 1 }, code, outcome: null },
});

test('whose bids on a lot were all refused has the lot and its result, but took no part in the sale', () => {
  const seen = given(...selling).when(refusedBid());
  assert.equal(seen.documents[PARTICIPATIONS], {
    '1:cal': {
      account: 'cal',
      auction: 'a1',
      liveAt: LIVE_AT,
      closed: false,
      lot: '1',
      order: 0,
      status: null,
      gross: null,
      refused: true,
    },
  });
  seen.writesTo(PARTICIPANTS);
  seen.writesTo(HIGHEST_BIDS);
  assert.is(given(...selling, refusedBid()).when(refusedBid()).writes.length, 0);
  const closed = given(...selling, bid('ann', 400), refusedBid()).when(closes('1', 'sold', 'ann', 400), over);
  assert.is(partOf(closed, '1:cal').status, 'sold');
  assert.is(partOf(closed, '1:cal').closed, true);
  assert.is(partOf(closed, '1:ann').refused, undefined);
  const late = given(...selling, bid('ann', 400), closes('1', 'sold', 'ann', 400), over).when(
    refusedBid('lot-closed'),
  );
  assert.is(partOf(late, '1:cal').status, 'sold');
  assert.is(partOf(late, '1:cal').closed, true);
});

test('a refused bid of somebody who takes part is marked on their part; the first bid that is accepted makes one', () => {
  const seen = given(...selling, bid('cal', 400)).when(refusedBid());
  assert.is(partOf(seen, '1:cal').refused, true);
  const joined = given(...selling, refusedBid()).when(bid('cal', 400));
  assert.is(partOf(joined, '1:cal').refused, true);
  assert.is(saleOf(joined, 'cal').lots, 1);
});

test('an auto-bid that was refused is marked; a stop, another lot, the vendor and the floor are not', () => {
  const refuses = (
    command: Extract<AuctionEvent, { type: 'BidRefused' }>['data']['command'],
  ): AuctionEvent => ({
    type: 'BidRefused',
    data: { at: 30, command, code: 'too-low', outcome: null },
  });
  const seen = given(...selling).when(
    refuses({ type: 'autoBid', lot: '1', bidder: 'cal', maxCents: 1 }),
    refuses({ type: 'stopAutoBid', lot: '1', bidder: 'bob' }),
    refuses({ type: 'bid', lot: 'elsewhere', bidder: 'bob', cents: 1 }),
    refuses({ type: 'vendorBid', lot: '1', cents: 1 }),
    refuses({ type: 'bid', lot: '1', cents: 1 } as never),
    refuses({ type: 'floorBid', lot: '1', cents: 1 }),
    refuses({ type: 'floorBid', lot: '1', cents: 1, bidder: 'floor:12' }),
  );
  seen.writesTo(PARTICIPATIONS, '1:cal');
});

/** A bid of $6 that the clerk entered for a bidder on the first lot. */
const floorBid = (bidder: string): AuctionEvent => ({
  type: 'BidAccepted',
  data: {
    at: 20,
    command: { type: 'floorBid', lot: '1', cents: 600, bidder },
    steps: [{ rule: 'E10', cents: 600, leader: bidder }],
    outcome: outcome(bidder, 600),
    extended: false,
  },
});

test('[C1] whose only accepted bid was taken back keeps the lot for the bid that was refused', () => {
  const seen = given(...selling, refusedBid(), floorBid('cal')).when({
    type: 'FloorBidRetracted',
    data: { at: 40, lot: '1', cents: 600, bidder: 'cal', reason: 'a slip', outcome: outcome(null, null) },
  } as AuctionEvent);
  assert.is(partOf(seen, '1:cal').refused, true);
  assert.is(saleOf(seen, 'cal'), undefined);
});

test('[C9] bids by a buyer number mark the lot for its account, also those before it was theirs', () => {
  const numbered = floorBid('floor:12');
  const assigned = (account: string): AuctionEvent => ({
    type: 'BuyerNumberAssigned',
    data: { at: 30, buyer: 'floor:12', account, by: 'rob' },
  });
  const past = [...selling, numbered, bid('ann', 700)];
  const seen = given(...past).when(assigned('cal'));
  assert.is(partOf(seen, '1:cal').byNumber, true);
  assert.is(partOf(seen, '1:ann').byNumber, undefined);
  assert.is(partOf(seen, '2:cal'), undefined);
  assert.is(saleOf(seen, 'cal'), undefined);
  assert.is(partOf(given(...selling, assigned('cal')).when(numbered), '1:cal').byNumber, true);
  const moved = given(...past, assigned('cal')).when(assigned('dan'));
  assert.is(partOf(moved, '1:cal'), undefined);
  assert.is(partOf(moved, '1:dan').byNumber, true);
  const both = given(...selling, bid('cal', 400), numbered).when(assigned('cal'));
  assert.is(partOf(both, '1:cal').byNumber, true);
  assert.is(saleOf(both, 'cal').lots, 1);
});

test('[E12] a seller who bid on their own lot has one part in it, as its vendor', () => {
  const own = lot({ createdBy: 'vic' });
  const past = [...sale(own), ...live('1'), bid('ann', 400), refusedBid('own-lot', 'vic')];
  const seen = given(...past).when(closes('1', 'sold', 'ann', 400), over);
  seen.writesTo(PARTICIPATIONS, '1:ann', '1:vic');
  assert.is(partOf(seen, '1:vic').refused, true);
  assert.equal(partOf(seen, '1:vic').gross, partOf(seen, '1:ann').gross);
});

test('the vendor and the floor take no part; one the clerk bids for does', () => {
  const commands = [
    { type: 'vendorBid', lot: '1', cents: 500 },
    { type: 'floorBid', lot: '1', cents: 600 },
    { type: 'floorBid', lot: '1', cents: 700, bidder: 'bob' },
  ] as const;
  const accepted = (command: (typeof commands)[number], leader: string): AuctionEvent => ({
    type: 'BidAccepted',
    data: {
      at: 1,
      command,
      steps: [{ rule: 'E10', cents: command.cents, leader }],
      outcome: outcome(leader, command.cents),
      extended: false,
    },
  });
  const seen = given(...selling).when(
    accepted(commands[0], 'vendor'),
    accepted(commands[1], 'floor'),
    accepted(commands[2], 'bob'),
  );
  seen.writesTo(PARTICIPATIONS, '1:bob');
  seen.writesTo(PARTICIPANTS, 'a1:bob');
  seen.writesTo(HIGHEST_BIDS, '1:bob');
});

test('the highest bid is the last one, of their own or by their auto-bid', () => {
  const answered = [{ rule: 'E3', cents: 600, leader: 'ann' }];
  const past = [...selling, autoBid('ann', 900, '1', [{ rule: 'E4', cents: 400, leader: 'ann' }])];
  const seen = given(...past).when(bid('bob', 500, '1', answered));
  assert.is(highest(seen, '1:bob'), 500);
  assert.is(highest(seen, '1:ann'), 600);
  const beaten = given(...past, bid('bob', 500, '1', answered)).when(bid('bob', 1_000));
  assert.is(highest(beaten, '1:bob'), 1_000);
  assert.is(highest(beaten, '1:ann'), 600);
});

test('[S277] of a sold lot the winner bought, and the others see it sold', () => {
  const seen = given(...selling, bid('bob', 400), bid('ann', 500)).when(closes('1', 'sold', 'ann', 500));
  assert.is(partOf(seen, '1:ann').status, 'bought');
  assert.equal(partOf(seen, '1:ann').gross, { cents: 5_000, estimated: false });
  assert.is(partOf(seen, '1:bob').status, 'sold');
  assert.is(partOf(seen, '1:bob').gross, null);
  assert.equal(saleOf(seen, 'ann').bought, { ...nothing, lots: 1, head: 10, grossCents: 5_000 });
  assert.equal(saleOf(seen, 'bob').bought, nothing);
});

test('[C2] a lot that is reopened and withdrawn in one commit, or sold again at another price, has its new result', () => {
  const sold = [...selling, bid('ann', 400), closes('1', 'sold', 'ann', 400)];
  const reopened: AuctionEvent = {
    type: 'LotReopened',
    data: { at: 600_001, lot: '1', reason: 'a slip', by: 'sam' },
  };
  const withdrawn = given(...sold).when(reopened, {
    type: 'LotWithdrawn',
    data: { at: 600_002, lot: '1', reason: '' },
  });
  assert.is(partOf(withdrawn, '1:ann').status, 'withdrawn');
  assert.equal(saleOf(withdrawn, 'ann').bought, nothing);
  const dearer = given(...sold).when(reopened, bid('ann', 500), closes('1', 'sold', 'ann', 500));
  assert.equal(partOf(dearer, '1:ann').gross, { cents: 5_000, estimated: false });
  assert.is(saleOf(dearer, 'ann').bought.grossCents, 5_000);
});

test('[S278] who buys a lot after the sale has bought it, also without a bid in the sale', () => {
  const ended = [
    ...selling,
    bid('ann', 400),
    closes('1', 'passed', null, 400),
    closes('2', 'noBid', null, null),
  ];
  const soldAfter = (buyer: string): AuctionEvent => ({
    type: 'LotSoldAfter',
    data: { at: 700_000, lot: '1', buyer, cents: 450 },
  });
  const seen = given(...ended, over).when(soldAfter('cal'));
  assert.is(partOf(seen, '1:cal').status, 'bought');
  assert.equal(partOf(seen, '1:cal').gross, { cents: 4_500, estimated: false });
  assert.equal(saleOf(seen, 'cal').bought, { ...nothing, lots: 1, head: 10, grossCents: 4_500 });
  assert.match(saleOf(seen, 'cal').paddle ?? '', /^\d{4}$/);
  assert.is(partOf(seen, '1:ann').status, 'soldAfterAuction');
  assert.is(partOf(given(...ended, over).when(soldAfter('ann')), '1:ann').status, 'bought');
});

test('a lot sold before the auction has no buyer, also with an auto-bid set on it', () => {
  const sold: AuctionEvent = { type: 'LotSoldBefore', data: { at: 6, lot: '1', reason: '' } };
  const seen = given(...sale(), autoBid('ann', 900)).when(sold);
  assert.is(partOf(seen, '1:ann').status, 'soldBeforeAuction');
});

test('a lot passed in, without bids or withdrawn is nobody’s', () => {
  const seen = given(...selling, bid('ann', 400), autoBid('ann', 900, '2')).when(
    closes('1', 'passed', null, 400),
    { type: 'LotWithdrawn', data: { at: 30, lot: '2', reason: '' } },
  );
  assert.is(partOf(seen, '1:ann').status, 'passed');
  assert.is(partOf(seen, '2:ann').status, 'withdrawn');
  assert.equal(saleOf(seen, 'ann').bought, nothing);
  const stopped = given(...sale(), autoBid('ann', 900)).when(...live('1'), closes('1', 'noBid', null, null));
  assert.is(partOf(stopped, '1:ann').status, 'noBid');
});

const weighing = (weightCurfewKg?: number, weightAverageKg?: number): LotDescription => ({
  kept: 'here',
  details: {
    ...(weightCurfewKg !== undefined && { weightCurfewKg }),
    ...(weightAverageKg !== undefined && { weightAverageKg }),
  },
  media: [],
});

test('a purchase by the kg is calculated from curfew weight, else the average, and marked', () => {
  const perKg = (on: string, curfew?: number, average?: number) =>
    lot({ lot: on, unit: 'kg', count: 10, description: weighing(curfew, average) });
  const going = [
    ...sale(perKg('1', 300.5, 320), perKg('2', undefined, 320), perKg('3')),
    ...live('1', '2', '3'),
    ...['1', '2', '3'].map((on) => bid('ann', 412, on)),
  ];
  const seen = given(...going).when(...['1', '2', '3'].map((on) => closes(on, 'sold', 'ann', 412)));
  assert.equal(partOf(seen, '1:ann').gross, { cents: 1_238_060, estimated: true });
  assert.equal(partOf(seen, '2:ann').gross, { cents: 1_318_400, estimated: true });
  assert.is(partOf(seen, '3:ann').gross, null);
  const bought = { lots: 3, head: 30, grossCents: 1_238_060 + 1_318_400, estimated: true, unweighed: 1 };
  assert.equal(saleOf(seen, 'ann').bought, bought);
});

test('a bid by one who takes part already writes what they bid, and no more', () => {
  const past = [...selling, bid('ann', 400), bid('bob', 500)];
  const seen = given(...past).when(bid('ann', 600));
  seen.writesTo(PARTICIPATIONS);
  seen.writesTo(PARTICIPANTS);
  seen.writesTo(HIGHEST_BIDS, '1:ann');
});

test('a part in another lot is counted, and leaves the first lot’s document alone', () => {
  const seen = given(...selling, bid('ann', 400), bid('bob', 500)).when(bid('ann', 400, '2'));
  seen.writesTo(PARTICIPATIONS, '2:ann');
  seen.writesTo(PARTICIPANTS, 'a1:ann');
  assert.is(saleOf(seen, 'ann').lots, 2);
});

test('when the sale closes every part in it is closed', () => {
  const past = [...selling, bid('ann', 400), bid('bob', 400, '2'), closes('1', 'sold', 'ann', 400)];
  const seen = given(...past).when(closes('2', 'sold', 'bob', 400), over);
  seen.writesTo(PARTICIPATIONS, '1:ann', '1:vera', '2:bob', '2:vera');
  seen.writesTo(PARTICIPANTS, 'a1:ann', 'a1:bob');
  assert.is(partOf(seen, '1:ann').closed, true);
  assert.is(saleOf(seen, 'ann').closed, true);
  assert.equal(saleOf(seen, 'ann').bought, { ...nothing, lots: 1, head: 10, grossCents: 4_000 });
});

test('who listed a lot has a part in it once the sale is closed, and is no participant', () => {
  const past = [
    ...selling,
    bid('ann', 400),
    closes('1', 'sold', 'ann', 400),
    closes('2', 'noBid', null, null),
  ];
  given(...selling)
    .when(bid('ann', 400))
    .writesTo(PARTICIPATIONS, '1:ann');
  const seen = given(...past).when(over);
  const { account, status, gross, closed } = partOf(seen, '1:vera');
  assert.equal([account, status, gross, closed], ['vera', 'sold', { cents: 4_000, estimated: false }, true]);
  assert.equal([partOf(seen, '2:vera').status, partOf(seen, '2:vera').gross], ['noBid', null]);
  seen.writesTo(PARTICIPANTS, 'a1:ann');
});

test('a lot that is catalogued again with other head comes to another gross', () => {
  const past = [...selling, bid('ann', 400), closes('1', 'sold', 'ann', 400)];
  const again: AuctionEvent = { type: 'LotsCatalogued', data: { at: 0, lots: [lot({ count: 8 })] } };
  const seen = given(...past).when(again);
  assert.equal(partOf(seen, '1:ann').gross, { cents: 3_200, estimated: false });
  assert.is(saleOf(seen, 'ann').bought.head, 8);
});

test('[E12] each document names the one account that may read it', () => {
  const { documents } = given().when(...selling, bid('Q-ann', 400), bid('Q-bob', 500));
  for (const [name, rows] of Object.entries(documents)) {
    for (const row of Object.values(rows) as { account: string }[]) {
      const others = ['Q-ann', 'Q-bob'].filter((account) => account !== row.account);
      for (const other of others)
        assert.not.ok(JSON.stringify(row).includes(other), `${name} names ${other}`);
    }
  }
});

test.run();
