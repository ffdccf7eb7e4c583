import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CommandBody, StaffCommand } from './commands.ts';
import { nextDeadline } from './deadlines.ts';
import { decide } from './decide.ts';
import { auctionDecider } from './decider.ts';
import { publicAuction, publicLot } from './public-view.ts';
import type { AuctionState, LotState } from './state.ts';
import type { LotTerms } from './terms.ts';
import { answer, at, autoBid, bid, lot, scheduled, types } from './test-support/spec-grammar.ts';

const test = suite('staff');
const given = deciderSpec(auctionDecider);

const two: LotTerms[] = [lot(), lot({ lot: '2', number: '2' })];
const clock: CommandBody = { type: 'advanceClock' };
const freeze: StaffCommand = { type: 'freeze', reason: 'dispute' };
const resume: StaffCommand = { type: 'resume', reason: 'settled' };
const pause: StaffCommand = { type: 'pause', reason: 'lunch' };
const unpause: StaffCommand = { type: 'unpause', reason: '' };
const on = <C extends StaffCommand>(command: C, name = '1'): C => ({ ...command, lot: name });
const withdraw = (name: string): StaffCommand => ({ type: 'withdraw', lot: name, reason: 'lame' });
const lotOf = (state: AuctionState, place = 0): LotState => {
  const found = state.lots[place];
  if (found === undefined) throw new Error(`no lot ${place}`);
  return found;
};
const live = (how: Parameters<typeof scheduled>[0] = {}, lots: LotTerms[] = two) =>
  given(...scheduled(how, lots)).and(at(0, clock));

test('[T8] frozen, a lot takes no bids and its deadline moves by the time frozen', () => {
  const frozen = live().and(at(100_000, on(freeze)));
  assert.is(answer(frozen.when(at(100_001, bid('A', 400))).events), 'lot-frozen');
  assert.is(answer(frozen.when(at(100_001, bid('A', 400, '2'))).events), '400 A');
  const resumed = frozen.and(at(150_000, on(resume)));
  assert.equal(
    resumed.state.lots.map(({ finishAt }) => finishAt),
    [650_000, 600_000],
  );
  assert.is(nextDeadline(resumed.and(at(600_000, clock)).state), 650_000);
});

test('[T8] frozen, an auction takes no bids and all its deadlines move', () => {
  const frozen = live().and(at(100_000, freeze));
  assert.is(nextDeadline(frozen.state), null);
  assert.is(answer(frozen.when(at(900_000, bid('A', 400))).events), 'auction-frozen');
  const resumed = frozen.and(at(900_000, resume));
  assert.equal(
    resumed.state.lots.map(({ finishAt }) => finishAt),
    [1_400_000, 1_400_000],
  );
});

test('[T8] paused, timers stop and bids go on', () => {
  const paused = live().and(at(100_000, pause));
  assert.is(answer(paused.when(at(900_000, bid('A', 400))).events), '400 A');
  const on2 = paused.and(at(900_000, bid('A', 400)), at(900_000, unpause));
  assert.is(lotOf(on2.state).finishAt, 1_400_000);
});

test('[T8] a sale frozen before it opens opens and goes live later by that time', () => {
  const sale = given(...scheduled({ openAt: 1000, liveAt: 5000 })).and(at(500, freeze), at(700, resume));
  assert.equal([sale.state.openAt, sale.state.liveAt], [1200, 5200]);
  const open = sale.and(at(1200, clock), at(2000, pause), at(3000, unpause));
  assert.equal([open.state.openAt, open.state.liveAt], [1200, 6200]);
});

test('[T8] the deadline of a synchronous sale and the gap of a sequential one move too', () => {
  const together = live({ type: 'synchronous' }).and(at(1000, freeze), at(2000, resume));
  assert.is(together.state.finishAt, 601_000);
  const gap = live({ type: 'sequential', gapSeconds: 10 }).and(at(60_000, clock));
  assert.is(nextDeadline(gap.and(at(61_000, freeze), at(63_000, resume)).state), 72_000);
});

test('[T8] freezing a frozen sale, or resuming one that is not frozen, is refused', () => {
  const sale = live();
  assert.is(answer(sale.when(at(1, resume)).events), 'already-so');
  assert.is(answer(sale.and(at(1, freeze)).when(at(2, freeze)).events), 'already-so');
  assert.is(answer(sale.and(at(1, freeze)).when(at(2, on(freeze))).events), 'no bid', 'a lot of its own');
  assert.is(answer(sale.when(at(1, on(freeze, '9'))).events), 'unknown-lot');
  assert.is(answer(given().when(at(1, freeze)).events), 'not-scheduled');
});

test('[T10] overlapping freezes and pauses move a deadline once, by the whole of the time', () => {
  const sale = live().and(
    at(100_000, on(freeze)),
    at(110_000, freeze),
    at(120_000, on(pause)),
    at(130_000, on(resume)),
    at(140_000, resume),
    at(150_000, on(unpause)),
  );
  assert.equal(
    sale.state.lots.map(({ finishAt }) => finishAt),
    [650_000, 630_000],
  );
});

test('[T10] a bid while paused leaves the stale time from when the pause ends', () => {
  const paused = live().and(at(590_000, pause));
  const extended = paused.and(at(700_000, bid('A', 400)));
  assert.is(lotOf(extended.state).finishAt, 650_000, 'as seen from the pause');
  assert.is(lotOf(extended.and(at(800_000, unpause)).state).finishAt, 860_000);
  const together = live({ type: 'synchronous' }).and(at(590_000, pause), at(700_000, bid('A', 400)));
  assert.is(together.and(at(800_000, unpause)).state.finishAt, 860_000);
});

test('[T10] a gap that begins while timers are stopped counts from their restart', () => {
  const sale = live({ type: 'sequential', gapSeconds: 10 }).and(at(1000, pause), at(5000, withdraw('1')));
  assert.is(nextDeadline(sale.state), null);
  assert.is(nextDeadline(sale.and(at(9000, unpause)).state), 19_000);
});

test('[T11] a lot frozen before it goes live goes live with its timer stopped', () => {
  const sale = live({ type: 'sequential' }).and(at(1, on(freeze, '2')), at(70_000, clock));
  assert.is(lotOf(sale.state, 1).phase, 'live');
  assert.is(nextDeadline(sale.state), null);
  const resumed = sale.and(at(90_000, on(resume, '2')));
  assert.is(lotOf(resumed.state, 1).finishAt, 150_000, 'a whole opening from the resume');
});

test('[T11] in a synchronous sale a frozen lot takes no bids, and closes with the others', () => {
  const sale = live({ type: 'synchronous' }).and(at(1000, on(freeze)));
  assert.is(answer(sale.when(at(2000, bid('A', 400))).events), 'lot-frozen');
  const { events, state } = sale.when(at(600_000, clock));
  assert.equal(types(events), ['LotsClosed', 'AuctionClosed']);
  assert.is(lotOf(state).frozenAt, null);
});

test('[T12] the freeze of an outage takes effect when the outage began: nothing closes in it', () => {
  const sale = live().and(at(500_000, bid('A', 400)));
  const frozen = sale.and(at(520_000, { type: 'freeze', reason: 'outage' }));
  assert.equal(types(frozen.when(at(900_000, bid('B', 500))).events), ['BidRefused']);
  const resumed = frozen.and(at(900_000, resume));
  assert.is(lotOf(resumed.state).finishAt, 980_000);
});

test('[T12] lots whose deadline lay before the outage close, and stay closed', () => {
  const sale = live({ staggerSeconds: 30 }).and(at(610_000, { type: 'freeze', reason: 'outage' }));
  assert.is(lotOf(sale.state).phase, 'closed');
  assert.is(lotOf(sale.state, 1).phase, 'live');
});

test('[T25] a freeze keeps its cause while it lasts; one that is not on the list is refused', () => {
  const power = { type: 'freeze', reason: 'fuse', cause: 'power' } as const;
  const sale = live().when(at(1_000, power));
  assert.equal(sale.events[0], {
    type: 'Frozen',
    data: { at: 1_000, lot: null, reason: 'fuse', cause: 'power' },
  });
  const lotToo = live().and(at(1_000, power), at(2_000, { ...power, lot: '1', cause: 'safety' }));
  assert.equal([lotToo.state.frozenCause, lotOf(lotToo.state).frozenCause], ['power', 'safety']);
  const resumed = lotToo.and(at(3_000, resume), at(3_000, on(resume)));
  assert.equal([resumed.state.frozenCause, lotOf(resumed.state).frozenCause], [undefined, undefined]);
  const ended = lotToo.and(at(3_000, withdraw('1')));
  assert.is(lotOf(ended.state).frozenCause, undefined);
  assert.not('cause' in (live().when(at(1_000, freeze)).events[0]?.data ?? {}), 'not said');
  const unknown = { ...power, cause: 'the moon' } as never;
  assert.is(answer(live().when(at(1_000, unknown)).events), 'invalid-terms');
});

test('[T9] no freeze, withdrawal, clerk or clock reopens a closed lot', () => {
  const closed = live({ staggerSeconds: 60 }).and(at(600_000, clock));
  for (const command of [on(freeze), on(pause), withdraw('1'), { type: 'openLot', lot: '1' } as const]) {
    assert.is(answer(closed.when(at(610_000, command)).events), 'lot-closed', command.type);
  }
  const frozen = closed.and(at(610_000, freeze), at(620_000, resume));
  assert.is(lotOf(frozen.state).phase, 'closed');
  assert.is(lotOf(frozen.state).finishAt, 600_000);
  assert.is(answer(closed.and(at(700_000, clock)).when(at(710_000, freeze)).events), 'lot-closed');
});

test('[T13] a lot may be withdrawn until it closes, frozen and led too, and nobody wins it', () => {
  const sale = live().and(at(1, bid('A', 400)), at(2, freeze), at(3, withdraw('1')));
  const withdrawn = lotOf(sale.state);
  assert.equal([withdrawn.phase, withdrawn.status, withdrawn.withdrawn], ['closed', null, true]);
  assert.is(answer(sale.when(at(4, bid('B', 500))).events), 'lot-withdrawn');
  assert.is(answer(sale.when(at(4, withdraw('1'))).events), 'lot-withdrawn');
  assert.is(answer(sale.when(at(4, on(freeze))).events), 'lot-withdrawn');
});

test('[T13] a sequential sale goes on after the gap when its live lot is withdrawn, and skips those gone', () => {
  const three = [...two, lot({ lot: '3', number: '3' })];
  const sale = live({ type: 'sequential', gapSeconds: 5 }, three).and(
    at(1000, withdraw('2')),
    at(2000, withdraw('1')),
  );
  assert.is(nextDeadline(sale.state), 7000);
  const third = sale.and(at(7000, clock));
  assert.is(lotOf(third.state, 2).phase, 'live');
  const over = sale.when(at(3000, withdraw('3')));
  assert.equal(types(over.events), ['LotWithdrawn', 'AuctionClosed']);
});

test('[T13] without a gap the next lot goes live in the same stroke', () => {
  const sale = live({ type: 'sequential' }).when(at(1000, withdraw('1')));
  assert.equal(types(sale.events), ['LotWithdrawn', 'LotsWentLive']);
});

test('[T13] withdrawn while paused, the next lot goes live as the pause ends', () => {
  const paused = live({ type: 'sequential' }).and(at(1000, pause), at(2000, withdraw('1')));
  const { events, state } = paused.when(at(3000, unpause));
  assert.equal(types(events), ['Unpaused', 'LotsWentLive']);
  assert.is(lotOf(state, 1).finishAt, 63_000);
});

test('[T13] a lot withdrawn before the sale does not go live', () => {
  const sale = given(...scheduled({ openAt: 10, liveAt: 20 }, two)).and(at(5, withdraw('1')), at(20, clock));
  assert.equal(
    sale.state.lots.map(({ phase }) => phase),
    ['closed', 'live'],
  );
});

const cancel: StaffCommand = { type: 'cancel', reason: 'flood' };
const toCome = () => given(...scheduled({ openAt: 10, liveAt: 20 }, two));

test('[T20] a cancelled sale has every lot withdrawn, neither opens nor goes live, and closes at its time', () => {
  const { events, state } = toCome()
    .and(at(3, withdraw('2')))
    .when(at(5, cancel));
  assert.equal(events, [{ type: 'AuctionCancelled', data: { at: 5, reason: 'flood' } }]);
  assert.equal(
    state.lots.map(({ phase, withdrawn, closedAt }) => [phase, withdrawn, closedAt]),
    [
      ['closed', true, 5],
      ['closed', true, 3],
    ],
  );
  assert.equal([state.phase, state.cancelledAt, nextDeadline(state)], ['future', 5, 20]);
  const over = toCome().and(at(5, cancel)).when(at(1_000, clock));
  assert.equal(over.events, [{ type: 'AuctionClosed', data: { at: 20 } }]);
  assert.is(nextDeadline(over.state), null);
});

test('[T20] an open sale is cancelled with its sealed auto-bids, a frozen one with its freeze', () => {
  const open = toCome().and(at(11, autoBid('A', 900)), at(12, freeze));
  const cancelled = open.and(at(13, cancel));
  assert.equal([cancelled.state.phase, cancelled.state.frozenAt], ['open', null]);
  assert.is(answer(cancelled.when(at(14, autoBid('B', 900))).events), 'lot-withdrawn');
  assert.equal(types(cancelled.when(at(30, clock)).events), ['AuctionClosed']);
});

test('[T20] what is cancelled takes no command of staff, lots or terms; a live or closed sale is not cancelled', () => {
  const cancelled = toCome().and(at(5, cancel));
  for (const command of [cancel, freeze, pause]) {
    assert.is(answer(cancelled.when(at(6, command)).events), 'lot-closed', command.type);
  }
  const more: CommandBody = { type: 'catalogueLots', lots: [lot({ lot: '3', number: '3' })] };
  assert.is(answer(cancelled.when(at(6, more)).events), 'already-scheduled');
  const amend: CommandBody = {
    type: 'amendLot',
    lot: '1',
    startCents: 1,
    reserveCents: null,
    description: null,
  };
  assert.is(answer(cancelled.when(at(6, amend)).events), 'lot-withdrawn');
  assert.is(answer(live().when(at(1, cancel)).events), 'already-scheduled');
  assert.is(answer(live().and(at(1e9, clock)).when(at(1e9, cancel)).events), 'lot-closed');
  assert.is(answer(given().when(at(0, cancel)).events), 'not-scheduled');
});

const sellBefore = (name = '1'): StaffCommand => ({ type: 'sellBefore', lot: name, reason: 'private' });
const sellAfter = (buyer = 'B', cents = 450, name = '1'): StaffCommand => ({
  type: 'sellAfter',
  lot: name,
  buyer,
  cents,
});

test('[T21] sold before the auction, a lot takes no bids, does not go live, and has neither price nor winner', () => {
  const sale = toCome().and(at(10, clock), at(11, autoBid('A', 900)), at(12, sellBefore()));
  assert.is(answer(sale.when(at(13, autoBid('B', 900))).events), 'lot-closed');
  assert.is(answer(sale.when(at(13, sellBefore())).events), 'lot-closed');
  assert.is(answer(sale.when(at(13, withdraw('1'))).events), 'lot-closed');
  const { state } = sale.and(at(20, clock));
  const sold = lotOf(state);
  assert.equal([sold.phase, sold.status, sold.withdrawn, sold.leader], ['closed', null, false, null]);
  assert.is(lotOf(state, 1).phase, 'live');
  const shown = publicLot(state, sold, 'a1');
  assert.equal(
    [shown.soldBeforeAuction, shown.status, shown.closedPrice, shown.winner],
    [true, null, null, null],
  ); // [A393]
  const { lotCount, withdrawnCount } = publicAuction(state, 'a1');
  assert.equal([lotCount, withdrawnCount], [1, 0]);
});

test('[T21] a live sale sells nothing before itself; a sale whose lots were all sold before closes as it goes live', () => {
  assert.is(answer(live().when(at(1, sellBefore())).events), 'already-scheduled');
  assert.is(answer(live({ type: 'sequential' }).when(at(1, sellBefore('2'))).events), 'already-scheduled');
  const all = toCome().and(at(5, sellBefore('1')), at(6, sellBefore('2')));
  assert.is(all.and(at(20, clock)).state.phase, 'closed');
  const third: CommandBody = { type: 'sellBefore', lot: '3', reason: '' };
  assert.is(answer(toCome().when(at(5, third)).events), 'unknown-lot');
  assert.is(answer(toCome().and(at(5, cancel)).when(at(6, sellBefore())).events), 'lot-withdrawn');
});

test('[T22] a lot that was not sold in its sale is sold after it, once, below its bids or off the increments', () => {
  const passed = live({}, [lot({ reserveCents: 900 }), lot({ lot: '2', number: '2' })])
    .and(at(1, bid('A', 500)))
    .and(at(1e9, clock));
  const { events, state } = passed.when(at(1e9 + 1, sellAfter()));
  assert.equal(types(events), ['LotSoldAfter']);
  const sold = lotOf(state);
  assert.equal([sold.status, sold.leader, sold.currentBidCents], ['passed', 'A', 500]);
  const { status, closedPrice, winner } = publicLot(state, sold, 'a1');
  assert.equal([status, closedPrice, winner], ['soldAfterAuction', 450, state.paddles.get('B')]);
  assert.ok(winner !== undefined && winner !== null, 'who buys after the sale has a paddle [E18]');
  assert.is(answer(decide(state, at(1e9 + 2, sellAfter('C', 500)))), 'already-so');
  const unbid = passed.and(at(1e9 + 3, sellAfter('B', 300, '2')));
  assert.is(publicLot(unbid.state, lotOf(unbid.state, 1), 'a1').status, 'soldAfterAuction');
});

test('[T22] neither before the sale is over, nor a sold or withdrawn lot, nor to its vendor, nor without a price', () => {
  const going = live().and(at(1, bid('A', 500)), at(2, withdraw('2')));
  assert.is(answer(going.when(at(3, sellAfter())).events), 'not-closed');
  const over = going.and(at(1e9, clock));
  assert.is(answer(over.when(at(1e9, sellAfter())).events), 'already-so');
  assert.is(answer(over.when(at(1e9, sellAfter('B', 450, '2'))).events), 'lot-withdrawn');
  const bare = live().and(at(1e9, clock));
  assert.is(answer(bare.when(at(1e9, sellAfter('vera'))).events), 'own-lot');
  assert.is(answer(bare.when(at(1e9, sellAfter('B', 0))).events), 'invalid-amount');
  assert.is(answer(bare.when(at(1e9, sellAfter('B', 1e15))).events), 'invalid-amount');
  const before = toCome().and(at(5, sellBefore()), at(1e9, clock));
  assert.is(answer(before.when(at(1e9, sellAfter())).events), 'already-so');
});

const announce = (text: string | null): StaffCommand => ({ type: 'announce', text });

test('[T23] staff announce a text until it is ended or the sale closes; it changes nothing of the bidding', () => {
  const announced = live().and(at(5, announce('Trucks wait at gate 2')));
  assert.is(publicAuction(announced.state, 'a1').notification, 'Trucks wait at gate 2');
  assert.is(answer(announced.when(at(6, bid('A', 400))).events), '400 A');
  assert.is(nextDeadline(announced.state), 600_000);
  assert.is(answer(announced.when(at(6, announce('Trucks wait at gate 2'))).events), 'already-so');
  const again = announced.and(at(7, announce('Trucks wait at gate 3')));
  assert.is(publicAuction(again.state, 'a1').notification, 'Trucks wait at gate 3');
  const ended = again.and(at(8, announce(null)));
  assert.is(publicAuction(ended.state, 'a1').notification, null);
  assert.not.ok('announcement' in ended.state, 'nothing of it stays in the state');
  assert.is(answer(ended.when(at(9, announce(null))).events), 'already-so');
  assert.is(answer(live().when(at(1, announce('x'.repeat(301)))).events), 'invalid-terms');
  const over = announced.and(at(1e9, clock));
  assert.is(publicAuction(over.state, 'a1').notification, null);
  assert.is(answer(over.when(at(1e9, announce('late'))).events), 'lot-closed');
  assert.is(
    answer(
      toCome()
        .and(at(5, cancel))
        .when(at(6, announce('late'))).events,
    ),
    'lot-closed',
  );
});

const message = (text: string): StaffCommand => ({ type: 'messageEveryone', text });

test('[T26] a message to everyone is announced while the sale lasts, and sent once', () => {
  const sent = live().and(at(5, message('Trucks wait at gate 2')));
  assert.is(publicAuction(sent.state, 'a1').notification, 'Trucks wait at gate 2');
  assert.is(nextDeadline(sent.state), 600_000);
  assert.is(answer(sent.when(at(6, message('Trucks wait at gate 2'))).events), 'already-so');
  assert.is(answer(sent.when(at(6, message('x'.repeat(301)))).events), 'invalid-terms');
  const over = sent.and(at(1e9, clock));
  assert.equal(
    over.when(at(1e9, message('Pick up by Friday'))).events.map(({ type }) => type),
    ['EveryoneMessaged'],
    'also when the sale is closed',
  );
  const often = Array.from({ length: 10 }, (_, n) => at(10 + n, message(`Text ${n}`)));
  const full = live().and(...often);
  assert.is(answer(full.when(at(30, message('One more'))).events), 'message-limit');
  const cancelled = toCome().and(at(5, cancel), at(6, message('We are sorry')));
  assert.is(
    publicAuction(cancelled.state, 'a1').notification,
    null,
    'nothing is announced in a cancelled sale',
  );
});

const exported: StaffCommand = { type: 'exportResults', contacts: true };

test('[T27] an export of the results is recorded once the sale has closed, and changes nothing', () => {
  assert.is(answer(live().when(at(5, exported)).events), 'not-closed');
  const over = live().and(at(1e9, clock));
  assert.equal(over.when(at(1e9, exported)).events, [
    { type: 'ResultsExported', data: { at: 1e9, contacts: true } },
  ]);
  const after = over.and(at(1e9, exported)).state;
  assert.equal(after, { ...over.state, version: after.version, lastAt: after.lastAt });
});

const openLot = (name = '1'): StaffCommand => ({ type: 'openLot', lot: name });
const knockDown: StaffCommand = { type: 'knockDown', lot: '1' };
const passIn: StaffCommand = { type: 'passIn', lot: '1' };
const interfaced = (lots: LotTerms[] = two) => live({ type: 'sequentialOffline' }, lots);

test('[T5] the clerk opens a lot; until then it waits', () => {
  assert.is(answer(interfaced().when(at(1, bid('A', 400))).events), 'waiting-to-start');
  assert.is(answer(interfaced().when(at(1, autoBid('A', 400))).events), 'waiting-to-start');
  assert.is(
    answer(interfaced().when(at(1, { type: 'floorBid', lot: '1', cents: 400 })).events),
    'waiting-to-start',
  );
  const opened = interfaced().when(at(1, openLot()));
  assert.equal(types(opened.events), ['LotsWentLive', 'BiddingOpened']);
  assert.is(answer(decide(opened.state, at(2, bid('A', 400)))), '400 A');
  assert.is(answer(decide(opened.state, at(2, openLot()))), 'already-so');
  assert.is(nextDeadline(opened.state), null);
});

test('[T5] auto-bids sealed before the clerk opens the lot are taken as it opens', () => {
  const sale = given(...scheduled({ type: 'sequentialOffline', liveAt: 100 }, two)).and(
    at(1, autoBid('A', 900)),
  );
  const { events, state } = sale.and(at(100, clock)).when(at(200, openLot()));
  assert.equal(types(events), ['LotsWentLive', 'SealedAutoBidsTaken', 'BiddingOpened']);
  assert.is(lotOf(state).leader, 'A');
});

test('[T5] [T14] the hammer sells what is on market, passes what is not, and closes without a bid', () => {
  const status = (lots: LotTerms[], ...commands: StaffCommand[]): string | null => {
    const bidOn = interfaced(lots).and(at(1, openLot()), at(2, bid('A', 500)));
    return lotOf(commands.reduce((sale, command) => sale.and(at(3, command)), bidOn).state).status;
  };
  assert.is(status(two, knockDown), 'sold');
  assert.is(status(two, passIn), 'passed', 'on market, and still passed in');
  assert.is(
    status([lot({ reserveCents: 900 })], knockDown),
    'passed',
    'the hammer does not beat the reserve',
  );
  const bare = interfaced().and(at(1, openLot()), at(2, knockDown));
  assert.is(lotOf(bare.state).status, 'noBid');
  assert.is(lotOf(interfaced().and(at(1, openLot()), at(2, passIn)).state).status, 'noBid');
});

test('[T14] the clerk waits for the sale, for bidding, and for the end of a freeze', () => {
  const open = given(...scheduled({ type: 'sequentialOffline', liveAt: 100 }, two)).and(at(1, clock));
  assert.is(answer(open.when(at(2, openLot())).events), 'not-open');
  assert.is(answer(interfaced().when(at(2, knockDown)).events), 'waiting-to-start');
  assert.is(answer(interfaced().and(at(1, freeze)).when(at(2, openLot())).events), 'auction-frozen');
  assert.is(
    answer(
      interfaced()
        .and(at(1, openLot()), at(1, on(freeze)))
        .when(at(2, knockDown)).events,
    ),
    'lot-frozen',
  );
  assert.is(answer(live().when(at(1, knockDown)).events), 'wrong-auction-type');
});

test('[T11] a lot that the clerk opens in a paused sale is paused too', () => {
  const sale = interfaced().and(at(1, pause), at(2, openLot()));
  assert.is(lotOf(sale.state).timerStoppedAt, 2);
  assert.is(answer(sale.when(at(3, bid('A', 400))).events), '400 A');
  assert.is(lotOf(sale.and(at(4, unpause)).state).timerStoppedAt, null);
});

test('[T14] an interfaced sale closes with its last lot', () => {
  const sale = interfaced().and(at(1, openLot()), at(2, withdraw('2')));
  assert.equal(types(sale.when(at(3, knockDown)).events), ['LotsClosed', 'AuctionClosed']);
});

test.run();
