import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CommandBody } from './commands.ts';
import { decide } from './decide.ts';
import { AuctionFold, fold } from './evolve.ts';
import { checkInvariants } from './invariants.ts';
import { paddleOf } from './paddles.ts';
import { publicAuction, publicLot } from './public-view.ts';
import { priceCentsOf, winnerOf } from './standing.ts';
import type { AuctionState } from './state.ts';
import { answer, at, autoBid, bid, lot, scheduled, types } from './test-support/spec-grammar.ts';

const test = suite('corrections');

const INTERFACED = { type: 'sequentialOffline', reopenSeconds: 120 } as const;
const TWO = [lot(), lot({ lot: '2', number: '2' })];
const slip = { reason: 'mistyped', by: 'rob' } as const;
const open: CommandBody = { type: 'openLot', lot: '1' };
const hammer: CommandBody = { type: 'knockDown', lot: '1' };
const floor = (cents: number): CommandBody => ({ type: 'floorBid', lot: '1', cents });
const retract: CommandBody = { type: 'retractFloorBid', lot: '1', ...slip };
const reopen: CommandBody = { type: 'reopenLot', lot: '1', ...slip };
const sold = (buyer: string, cents: number, more = {}): CommandBody => ({
  type: 'correctSale',
  lot: '1',
  outcome: 'sold',
  buyer,
  cents,
  ...slip,
  ...more,
});

/** Sends commands a second apart, or at the times given, and says how each was answered. */
function run(
  how: Parameters<typeof scheduled>[0],
  commands: readonly (CommandBody | readonly [number, CommandBody])[],
  lots = TWO,
): { answers: string[]; state: AuctionState } {
  const keeper = new AuctionFold(fold(scheduled(how, lots)));
  let now = 0;
  const answers = commands.map((given) => {
    const [time, body] = 'type' in given ? [now + 1_000, given] : given;
    now = time;
    const events = decide(keeper.state, at(now, body));
    for (const event of events) keeper.apply(event);
    assert.equal(checkInvariants(keeper.state), []);
    return answer(events);
  });
  return { answers, state: keeper.state };
}

const first = ({ lots }: AuctionState) => {
  const [one] = lots;
  if (one === undefined) throw new Error('no lot');
  return one;
};
const stands = (state: AuctionState): string =>
  `${first(state).status} ${priceCentsOf(first(state))} ${winnerOf(first(state))}`;

test('[C1] the last floor bid is taken back, and the auto-bid that it passed leads again', () => {
  const { answers, state } = run(INTERFACED, [open, autoBid('jane', 900), floor(4300), retract, floor(500)]);
  assert.equal(answers, ['no bid', '400 jane', '4300 floor', '400 jane', '600 jane']);
  assert.is(first(state).bidCount, 2);
  assert.is(first(state).participants.has('floor'), true);
});

test('[C1] floor bids are taken back one after another, and none after somebody else has bid', () => {
  const { answers } = run(INTERFACED, [
    open,
    floor(400),
    floor(4000),
    retract,
    retract,
    retract,
    floor(400),
    bid('jane', 500),
    retract,
  ]);
  assert.equal(answers, [
    'no bid',
    '400 floor',
    '4000 floor',
    '400 floor',
    'no bid',
    'nothing-to-retract',
    '400 floor',
    '500 jane',
    'nothing-to-retract',
  ]);
});

test('[C1] needs a reason, a lot that is live and a sale with a clerk', () => {
  assert.equal(run(INTERFACED, [retract, open, { ...retract, reason: '' }]).answers, [
    'waiting-to-start',
    'no bid',
    'invalid-terms',
  ]);
  assert.equal(run({}, [retract]).answers, ['wrong-auction-type']);
});

test('[C2] a wrong price that was knocked down: reopened, taken back, knocked down again', () => {
  const { answers, state } = run(INTERFACED, [
    open,
    floor(4300),
    hammer,
    reopen,
    retract,
    floor(400),
    hammer,
  ]);
  assert.equal(answers.slice(3), ['no bid', 'no bid', '400 floor', 'no bid']);
  assert.is(stands(state), 'sold 400 floor');
});

test('[C2] only the lot closed last, only in time, and the sale waits for it', () => {
  const one = [lot()];
  const late = run(INTERFACED, [open, floor(400), [10_000, hammer], [130_000, reopen]], one);
  assert.is(late.answers.at(-1), 'not-reopenable');
  assert.equal([late.state.phase, late.state.closedAt], ['closed', 130_000]);
  const inTime = run(INTERFACED, [open, floor(400), [10_000, hammer], [129_999, reopen]], one);
  assert.equal([inTime.answers.at(-1), inTime.state.phase], ['no bid', 'live']);
  const passed: CommandBody[] = [
    { type: 'openLot', lot: '2' },
    { type: 'passIn', lot: '2' },
  ];
  assert.is(run(INTERFACED, [open, hammer, ...passed, reopen]).answers.at(-1), 'not-reopenable');
});

test('[C2] a freeze moves the end of the time for reopening', () => {
  const freeze: CommandBody = { type: 'freeze', reason: 'storm' };
  const resume: CommandBody = { type: 'resume', reason: 'over' };
  const { answers, state } = run(
    INTERFACED,
    [open, floor(400), [10_000, hammer], [20_000, freeze], [900_000, resume], [1_000_000, reopen]],
    [lot()],
  );
  assert.equal([answers.at(-1), state.phase], ['no bid', 'live']);
});

test('[C2] a sale of the first rules closes with its last lot, and reopens none [E23]', () => {
  const { answers, state } = run({ ...INTERFACED, rules: 1 }, [open, floor(400), hammer, reopen], [lot()]);
  assert.equal([answers.at(-1), state.phase], ['not-reopenable', 'closed']);
});

test('[C2] a sale with 0 seconds for reopening closes with its last lot, and reopens none', () => {
  const { answers, state } = run(
    { ...INTERFACED, reopenSeconds: 0 },
    [open, floor(400), hammer, reopen],
    [lot()],
  );
  assert.equal([answers.at(-1), state.phase], ['not-reopenable', 'closed']);
});

const joeLeads = [open, bid('joe', 500)] as const;
const assigned = (account: string): CommandBody => ({
  type: 'assignBuyerNumber',
  buyer: 'floor:12',
  account,
  by: 'rob',
});

test('[E21] [C1] [C2] [C3] an auto-bid that a correction could wake can be stopped before, and does not answer again', () => {
  const stop: CommandBody = { type: 'stopAutoBid', lot: '1', bidder: 'jane' };
  const withdraw: CommandBody = { type: 'withdraw', lot: '1', reason: 'lame' };
  const reinstate: CommandBody = { type: 'reinstateLot', lot: '1', ...slip };
  const sealed = { ...INTERFACED, allowUpcomingBid: true };
  const stories: [string, object, readonly CommandBody[], readonly CommandBody[]][] = [
    ['knocked down', INTERFACED, [open, autoBid('jane', 2000), floor(500), hammer], [reopen, floor(700)]],
    ['passed', INTERFACED, [open, autoBid('jane', 2000), floor(43_000)], [retract, floor(700)]],
    ['withdrawn', sealed, [autoBid('jane', 2000), withdraw], [reinstate, open, floor(700)]],
    ['withdrawn live', INTERFACED, [open, autoBid('jane', 2000), withdraw], [reinstate, open, floor(700)]],
  ];
  for (const [name, how, before, after] of stories) {
    const story = [...before, stop, ...after];
    const { answers } = run(how, story);
    assert.not.match(answers[before.length] ?? '-', /-/, `${name}: the stop is accepted`);
    assert.is(answers.at(-1), '700 floor', name);
    const earlier = run({ ...how, rules: 4 }, story).answers;
    assert.is.not(earlier[before.length], answers[before.length], name);
  }
});

test('[E8] what no correction can wake cannot be stopped', () => {
  const stop: CommandBody = { type: 'stopAutoBid', lot: '1', bidder: 'jane' };
  const passed = [autoBid('jane', 500), bid('joe', 600)];
  assert.is(run({}, [...passed, stop]).answers.at(-1), 'no-auto-bid');
  assert.is(run({}, [...passed, [10_000_000, stop]]).answers.at(-1), 'lot-closed');
  const cancelled = run(INTERFACED, [open, autoBid('jane', 900), stop, stop]);
  assert.is(cancelled.answers.at(-1), 'no-auto-bid');
});

test('[C3] [T8] a lot that is withdrawn while its timer stands still has the time that it had when it stopped', () => {
  const withdraw: CommandBody = { type: 'withdraw', lot: '1', reason: 'lame' };
  const reinstate: CommandBody = { type: 'reinstateLot', lot: '1', ...slip };
  const freeze = (type: 'freeze' | 'resume', more = {}): CommandBody => ({ type, reason: 'why', ...more });
  const ofLot = [
    bid('jane', 400),
    [100_000, freeze('freeze', { lot: '1' })],
    [590_000, withdraw],
    [591_000, reinstate],
  ] as const;
  assert.is(first(run({}, ofLot).state).finishAt, 591_000 + 500_000);
  assert.is(first(run({ rules: 4 }, ofLot).state).finishAt, 591_000 + 60_000);
  const ofSale = run({}, [
    bid('jane', 400),
    [100_000, freeze('freeze')],
    [800_000, withdraw],
    [801_000, reinstate],
    [900_000, freeze('resume')],
  ]);
  assert.equal([first(ofSale.state).phase, first(ofSale.state).finishAt], ['live', 900_000 + 500_000]);
});

test('[C4] [C9] a correction to an assigned buyer number is one to its account', () => {
  const toNumber = (cents: number, more = {}) => sold('floor:12', cents, more);
  // Not knocked down to the number: its account is asked, or staff record that it agreed.
  const others = run(INTERFACED, [...joeLeads, assigned('amy'), hammer, toNumber(9_000)]).state;
  assert.is(stands(others), 'sold 500 joe');
  assert.is(first(others).proposal?.correction.buyer, 'amy');
  const agreed = toNumber(9_000, { acceptedBy: 'staffRecord' });
  assert.is(stands(run(INTERFACED, [...joeLeads, assigned('amy'), hammer, agreed]).state), 'sold 9000 amy');
  // Dearer than what the number bought it at.
  const bought = [assigned('amy'), open, floor(400), { ...hammer, buyer: 'floor:12' } as CommandBody];
  const dearer = run(INTERFACED, [...bought, toNumber(900)]);
  assert.equal([stands(dearer.state), first(dearer.state).proposal?.awaits], ['sold 400 amy', 'buyer']);
  assert.is(stands(run(INTERFACED, [...bought, toNumber(300)]).state), 'sold 300 amy');
  // What the number bid is what its account bid.
  const outbid: CommandBody = { type: 'floorBid', lot: '1', cents: 400, bidder: 'floor:12' };
  const runnerUp = [open, outbid, bid('joe', 500), assigned('amy'), hammer] as const;
  assert.is(run(INTERFACED, [...runnerUp, toNumber(450)]).answers.at(-1), 'not-their-bid');
  assert.is(first(run(INTERFACED, [...runnerUp, toNumber(400)]).state).proposal?.correction.buyer, 'amy');
  const earlier = run({ ...INTERFACED, rules: 4 }, [...joeLeads, assigned('amy'), hammer, toNumber(9_000)]);
  assert.is(stands(earlier.state), 'sold 9000 amy', 'sales under version 4 [E23]');
});

test('[C9] [E12] a number that a waiting correction names is not given to who listed the lot', () => {
  const how = { ...INTERFACED, secondPersonAboveCents: 0 };
  const waits = [open, floor(400), hammer, sold('floor:12', 400)];
  assert.is(run(how, [...waits, assigned('vera')]).answers.at(-1), 'own-lot');
  const confirm: CommandBody = { type: 'confirmCorrection', lot: '1', by: 'sue' };
  const other = run(how, [open, bid('joe', 500), hammer, sold('floor:12', 400), assigned('amy'), confirm]);
  assert.is(first(other.state).proposal?.correction.buyer, 'amy', 'it is offered to the account');
});

test('[T22] who listed a lot does not buy it by a number after the sale, nor does the vendor', () => {
  const after = (buyer: string): CommandBody => ({ type: 'sellAfter', lot: '1', buyer, cents: 300 });
  const passIn = (id: string): CommandBody => ({ type: 'passIn', lot: id });
  const closed = [open, passIn('1'), { ...open, lot: '2' } as CommandBody, passIn('2'), assigned('vera')];
  const over = 10_000_000;
  const answered = (buyer: string, how: object = INTERFACED) =>
    run(how, [...closed, [over, after(buyer)]]).answers.at(-1);
  assert.equal(
    [answered('floor:12'), answered('vendor'), answered('floor:x')],
    ['own-lot', 'not-permitted', 'not-permitted'],
  );
  assert.is(answered('floor:7'), 'no bid');
  assert.is(answered('floor:12', { ...INTERFACED, rules: 4 }), 'no bid', 'sales under version 4 [E23]');
  assert.is(run({}, [[over, after('floor')]]).answers.at(-1), 'wrong-auction-type');
});

test('[E13] the maximum that answers is accepted again where the price is off the increments', () => {
  const jumped = [lot({ reserveCents: 550 })];
  const again = [autoBid('jane', 800), autoBid('jane', 800)];
  assert.equal(run({}, again, jumped).answers, ['550 jane', '550 jane']);
  assert.equal(run({ rules: 4 }, again, jumped).answers, ['550 jane', 'off-increment']);
});

test('[C3] a lot withdrawn by mistake keeps its place, its bids and the time it had left', () => {
  const withdraw: CommandBody = { type: 'withdraw', lot: '1', reason: 'lame' };
  const reinstate: CommandBody = { type: 'reinstateLot', lot: '1', ...slip };
  const { answers, state } = run({}, [bid('jane', 400), [100_000, withdraw], [200_000, reinstate]]);
  assert.is(answers.at(-1), 'no bid');
  assert.equal([first(state).phase, first(state).leader, first(state).finishAt], ['live', 'jane', 700_000]);
  const inTurn = run(INTERFACED, [open, floor(400), withdraw, reinstate, open, floor(500)]);
  assert.is(inTurn.answers.at(-1), '500 floor');
  assert.is(run({}, [reinstate]).answers[0], 'already-so');
});

test('[C3] a lot that was live in a sequential sale waits for its turn, and takes no auto-bids meanwhile', () => {
  const withdraw: CommandBody = { type: 'withdraw', lot: '1', reason: 'lame' };
  const reinstate: CommandBody = { type: 'reinstateLot', lot: '1', ...slip };
  const { answers, state } = run({ type: 'sequential', allowUpcomingBid: true }, [
    autoBid('jane', 900),
    withdraw,
    reinstate,
    autoBid('bob', 2_000),
    [65_000, bid('bob', 500)],
  ]);
  assert.is(answers[3], 'upcoming-not-allowed');
  assert.is(answers[4], '600 jane');
  assert.is(first(state).phase, 'live');
});

test('[T18] [C3] a lot that has a bid keeps what it was bid on, even if it was withdrawn and is in the sale again', () => {
  const withdraw: CommandBody = { type: 'withdraw', lot: '1', reason: 'lame' };
  const reinstate: CommandBody = { type: 'reinstateLot', lot: '1', ...slip };
  const dearer: CommandBody = {
    type: 'amendLot',
    lot: '1',
    startCents: 900,
    reserveCents: null,
    description: null,
  };
  const again = [open, floor(400), withdraw, reinstate, dearer, open, floor(500)];
  assert.equal(run(INTERFACED, again).answers.slice(-3), ['already-scheduled', 'no bid', '500 floor']);
  const unbid = run(INTERFACED, [open, withdraw, reinstate, dearer]);
  assert.equal([unbid.answers.at(-1), first(unbid.state).terms.startCents], ['no bid', 900]);
  // Sales that run under version 3 took it.
  const earlier = decide(run({ ...INTERFACED, rules: 3 }, again.slice(0, 4)).state, at(90_000, dearer));
  assert.equal(types(earlier), ['LotAmended']);
});

test('[C4] a closed lot is corrected, and what it was knocked down to stays beside it', () => {
  const { answers, state } = run(INTERFACED, [open, floor(4300), hammer, sold('floor:12', 435)]);
  assert.is(answers.at(-1), 'no bid');
  assert.is(stands(state), 'sold 435 floor:12');
  const { corrected, closedPrice, winner } = publicLot(state, first(state), 'a');
  assert.equal([closedPrice, winner], [435, 'floor']);
  assert.equal(corrected?.knockedDown, { result: 'sold', winner: 'floor', cents: 4300 });
  assert.is(publicAuction(state, 'a').reopenable?.lot, '1');
});

test('[C4] after a default the runner-up buys at the highest amount that the room saw from them', () => {
  const annul: CommandBody = { type: 'correctSale', lot: '1', outcome: 'annulled', ...slip };
  const bids = [bid('jane', 400), bid('bob', 500), [900_000, annul] as const];
  const accepted = { acceptedBy: 'staffRecord' } as const;
  const { answers, state } = run({}, [
    ...bids,
    sold('jane', 450, accepted),
    sold('jane', 400, accepted),
    sold('jane', 400, accepted),
  ]);
  assert.equal(answers.slice(3), ['not-their-bid', 'no bid', 'already-so']);
  assert.is(stands(state), 'sold 400 jane');
  assert.equal(first(state).correction?.first, { result: 'sold', buyer: 'bob', cents: 500 });
});

test('[C5] without a record of their consent, the lot is offered to them', () => {
  const bids = [bid('jane', 400), bid('bob', 500), [900_000, sold('jane', 400)] as const];
  const yes: CommandBody = { type: 'answerOffer', lot: '1', bidder: 'jane', accepts: true };
  const offered = run({}, bids);
  assert.is(stands(offered.state), 'sold 500 bob');
  const accepted = run({}, [...bids, { ...yes, bidder: 'bob' }, yes, yes]);
  assert.equal(accepted.answers.slice(3), ['no-proposal', 'no bid', 'no-proposal']);
  assert.is(stands(accepted.state), 'sold 400 jane');
  const declined = run({}, [...bids, { ...yes, accepts: false }, yes]);
  assert.is(declined.answers.at(-1), 'no-proposal');
  assert.is(stands(declined.state), 'sold 500 bob');
});

test('[C5] an answer at a price that is no longer offered answers nothing', () => {
  const bids = [bid('jane', 400), bid('bob', 500), [900_000, sold('bob', 900)] as const];
  const yes = (cents: number): CommandBody => ({
    type: 'answerOffer',
    lot: '1',
    bidder: 'bob',
    accepts: true,
    cents,
  });
  const { answers, state } = run({}, [...bids, sold('bob', 700), yes(900), yes(700)]);
  assert.equal(answers.slice(4), ['no-proposal', 'no bid']);
  assert.is(stands(state), 'sold 700 bob');
});

test('[C6] who confirms a correction that was replaced meanwhile confirms nothing', () => {
  const how = { ...INTERFACED, secondPersonAboveCents: 10_000 };
  const confirm = (cents: number): CommandBody => ({
    type: 'confirmCorrection',
    lot: '1',
    by: 'sue',
    outcome: 'sold',
    buyer: 'floor',
    cents,
  });
  const proposed = [open, floor(4300), hammer, sold('floor', 435), sold('floor', 4350)];
  const { answers, state } = run(how, [...proposed, confirm(435), confirm(4350)]);
  assert.equal(answers.slice(5), ['no-proposal', 'no bid']);
  assert.is(stands(state), 'sold 4350 floor');
});

test('[C6] above an amount another person confirms, and never the one who proposed it', () => {
  const confirm = (by: string): CommandBody => ({ type: 'confirmCorrection', lot: '1', by });
  const how = { ...INTERFACED, secondPersonAboveCents: 10_000 };
  const proposed = [open, floor(4300), hammer, sold('floor', 435)];
  const { answers, state } = run(how, [...proposed, confirm('rob'), confirm('sue'), confirm('sue')]);
  assert.equal(answers.slice(4), ['second-person-needed', 'no bid', 'no-proposal']);
  assert.is(stands(state), 'sold 435 floor');
  const decline: CommandBody = { type: 'declineCorrection', lot: '1', reason: 'it was right', by: 'sue' };
  assert.is(stands(run(how, [...proposed, decline, confirm('sue')]).state), 'sold 4300 floor');
  const cheap = [open, floor(400), hammer, sold('floor', 500)];
  assert.is(stands(run(how, cheap).state), 'sold 500 floor');
});

test('[C6] so does a correction more than a day after the close', () => {
  const how = { ...INTERFACED, secondPersonAfterDay: true };
  const late = run(how, [open, floor(400), hammer, [90_000_000, sold('floor', 500)]]);
  assert.is(stands(late.state), 'sold 400 floor');
  assert.is(first(late.state).proposal?.awaits, 'secondPerson');
});

test('[C7] a lot on the floor is knocked down to a buyer number, or its buyer is named later', () => {
  const named = run(INTERFACED, [
    open,
    floor(400),
    { ...hammer, type: 'knockDown', lot: '1', buyer: 'floor:12' },
  ]);
  assert.is(stands(named.state), 'sold 400 floor:12');
  const name: CommandBody = { type: 'nameFloorBuyer', lot: '1', buyer: 'floor:7', by: 'rob' };
  const later = run(INTERFACED, [open, floor(400), hammer, name, name]);
  assert.is(later.answers.at(-1), 'no-floor-buyer');
  assert.is(stands(later.state), 'sold 400 floor:7');
  const online = run(INTERFACED, [
    open,
    bid('jane', 400),
    { type: 'knockDown', lot: '1', buyer: 'floor:12' },
  ]);
  assert.is(online.answers.at(-1), 'no-floor-buyer');
});

test('[C7] [E18] an account that is named with the knock-down has a paddle, in sales of earlier rules none [E23]', () => {
  const named: CommandBody = { type: 'knockDown', lot: '1', buyer: 'jane' };
  const winner = (rules: number): (string | null)[] => {
    const { answers, state } = run({ ...INTERFACED, rules }, [open, floor(400), named]);
    assert.equal([answers.at(-1), stands(state)], ['no bid', 'sold 400 jane']);
    return [publicLot(state, first(state), 'a').winner ?? null, state.paddles.get('jane') ?? null];
  };
  assert.equal(winner(3), [paddleOf(42, 0), paddleOf(42, 0)]);
  for (const rules of [1, 2]) assert.equal(winner(rules), [null, null]);
});

test('[C7] [T22] a lot that was sold to the floor after the sale is its named buyer’s, also after corrections', () => {
  const cents = 300;
  const after = (buyer: string): CommandBody => ({ type: 'sellAfter', lot: '1', buyer, cents });
  const name = (buyer: string): CommandBody => ({ type: 'nameFloorBuyer', lot: '1', buyer, by: 'rob' });
  const passed: CommandBody = { type: 'correctSale', lot: '1', outcome: 'passed', ...slip };
  const annulled: CommandBody = { type: 'correctSale', lot: '1', outcome: 'annulled', ...slip };
  const noMore: CommandBody = { type: 'passIn', lot: '2' };
  const over = 10_000_000;
  for (const given of [[passed], [annulled], [annulled, passed]]) {
    const corrections = given.map((body) => [over, body] as const);
    const closed = [open, floor(400), hammer, { ...open, lot: '2' }, noMore, ...corrections];
    for (const buyer of ['jane', 'floor:12']) {
      const named = run(INTERFACED, [
        ...closed,
        [over, after('floor')],
        [over, name(buyer)],
        [over, name('cat')],
      ]);
      assert.is(named.answers.at(-1), 'no-floor-buyer');
      assert.is(stands(named.state), `passed ${cents} ${buyer}`);
    }
  }
});

test('[C9] what a buyer number bought, and buys later, is the account’s that it is assigned to', () => {
  const assign: CommandBody = { type: 'assignBuyerNumber', buyer: 'floor:12', account: 'jane', by: 'rob' };
  const byNumber: CommandBody = { type: 'knockDown', lot: '1', buyer: 'floor:12' };
  const before = run(INTERFACED, [open, floor(400), byNumber, assign, assign]);
  assert.is(before.answers.at(-1), 'already-so');
  assert.is(stands(before.state), 'sold 400 jane');
  assert.is(publicLot(before.state, first(before.state), 'a').winner, before.state.paddles.get('jane'));
  assert.is(stands(run(INTERFACED, [assign, open, floor(400), byNumber]).state), 'sold 400 jane');
  const led: CommandBody = { type: 'floorBid', lot: '1', cents: 400, bidder: 'floor:12' };
  assert.is(stands(run(INTERFACED, [open, led, assign, hammer]).state), 'sold 400 jane');
  const name: CommandBody = { type: 'nameFloorBuyer', lot: '1', buyer: 'floor:12', by: 'rob' };
  assert.is(stands(run(INTERFACED, [assign, open, floor(400), hammer, name]).state), 'sold 400 jane');
  const correct = sold('floor:12', 300);
  const corrected = run(INTERFACED, [assign, open, floor(400), hammer, correct, correct]);
  assert.is(stands(corrected.state), 'sold 300 jane');
  assert.is(corrected.answers.at(-1), 'already-so');
});

test('[C9] a buyer number is assigned only where a clerk sells, and to nobody who listed what it bid on', () => {
  const assign = (change: object = {}): CommandBody => ({
    type: 'assignBuyerNumber',
    buyer: 'floor:12',
    account: 'vera',
    by: 'rob',
    ...change,
  });
  const bought: CommandBody[] = [open, floor(400), { type: 'knockDown', lot: '1', buyer: 'floor:12' }];
  assert.is(run(INTERFACED, [...bought, assign()]).answers.at(-1), 'own-lot');
  assert.is(run(INTERFACED, [assign(), ...bought]).answers.at(-1), 'own-lot');
  const led: CommandBody = { type: 'floorBid', lot: '1', cents: 400, bidder: 'floor:12' };
  assert.is(run(INTERFACED, [assign(), open, led]).answers.at(-1), 'own-lot');
  assert.is(run(INTERFACED, [open, led, assign()]).answers.at(-1), 'own-lot');
  assert.is(run({}, [assign({ account: 'jane' })]).answers.at(-1), 'wrong-auction-type');
  for (const change of [{ buyer: 'floor' }, { buyer: 'jane' }, { account: 'floor:7' }, { account: 'vendor' }])
    assert.is(run(INTERFACED, [assign(change)]).answers.at(-1), 'not-permitted');
  const other = run(INTERFACED, [...bought, assign({ account: 'jane' }), assign({ account: 'jim' })]);
  assert.is(stands(other.state), 'sold 400 jane', 'what was assigned stays; it is corrected by [C4]');
});

test('[C4] what is not a correction is refused', () => {
  const closed = [open, floor(400), hammer];
  const refusedOf = (body: CommandBody) => run(INTERFACED, [...closed, body]).answers.at(-1);
  assert.is(refusedOf(sold('floor', 400)), 'already-so');
  assert.is(refusedOf(sold('vera', 400)), 'own-lot');
  assert.is(refusedOf(sold('vendor', 400)), 'not-permitted');
  assert.is(refusedOf(sold('floor', 0)), 'invalid-amount');
  assert.is(refusedOf({ ...sold('floor', 1), lot: '2' } as CommandBody), 'not-closed');
  assert.is(run({}, [[900_000, sold('floor', 400)]]).answers.at(-1), 'wrong-auction-type');
});

test.run();
