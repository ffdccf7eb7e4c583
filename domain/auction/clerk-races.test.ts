import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CommandBody } from './commands.ts';
import { decide } from './decide.ts';
import type { AuctionEvent } from './events.ts';
import { AuctionFold, evolve, fold, initialState } from './evolve.ts';
import { checkInvariants } from './invariants.ts';
import { priceCentsOf, winnerOf } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import { answer, at, bid, lot, scheduled } from './test-support/spec-grammar.ts';

/**
 * Two people act on one lot at the same time. The sale puts their commands in one sequence [E1]; these properties hold
 * for every sequence that can come of it.
 */

const test = suite('races of two clerks', { limitMs: 60_000 });

const RUNS = { runs: 300, seed: 20_261_127 };
const SETTINGS = { type: 'sequentialOffline', reopenSeconds: 20, secondPersonAboveCents: 0 } as const;

const ofLot = { lot: '1', reason: 'mistyped' } as const;
const floor = (cents: number): CommandBody => ({ type: 'floorBid', lot: '1', cents });
const retract = (by: string): CommandBody => ({ type: 'retractFloorBid', ...ofLot, by });
const reopen = (by: string): CommandBody => ({ type: 'reopenLot', ...ofLot, by });
const open: CommandBody = { type: 'openLot', lot: '1' };
const hammer: CommandBody = { type: 'knockDown', lot: '1' };
const correct = (by: string, cents: number): CommandBody => ({
  type: 'correctSale',
  ...ofLot,
  outcome: 'sold',
  buyer: 'floor:7',
  cents,
  by,
});
const confirm = (by: string, cents: number): CommandBody => ({
  type: 'confirmCorrection',
  lot: '1',
  outcome: 'sold',
  buyer: 'floor:7',
  cents,
  by,
});

type Sent = { body: CommandBody; answer: string; state: AuctionState };

/** Runs `begun`, then two people's commands in an order that `turns` picks, each `wait` ms after the one before. */
function race(
  begun: readonly CommandBody[],
  [one, other]: readonly [readonly CommandBody[], readonly CommandBody[]],
  { turns, wait }: { turns: readonly boolean[]; wait: number },
  how: object = SETTINGS,
): Sent[] {
  const events: AuctionEvent[] = scheduled(how, [lot(), lot({ lot: '2', number: '2' })]);
  const keeper = new AuctionFold(fold(events));
  let now = 0;
  const send = (body: CommandBody): Sent => {
    now += wait;
    const decided = decide(keeper.state, at(now, body));
    for (const event of decided) {
      keeper.apply(event);
      events.push(event);
    }
    assert.equal(checkInvariants(keeper.state), []);
    return { body, answer: answer(decided), state: keeper.state };
  };
  for (const body of begun) send(body);
  const queues = [[...one], [...other]];
  const sent: Sent[] = [];
  for (const turn of turns) {
    const body = queues[turn ? 0 : 1]?.shift();
    if (body !== undefined) sent.push(send(body));
  }
  for (const body of queues.flat()) sent.push(send(body));
  // An audit folds the same events one by one to the same sale.
  assert.equal(events.reduce(evolve, initialState), keeper.state);
  return sent;
}

const orders = fc.record({
  turns: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  wait: fc.constantFrom(0, 1, 1_000, 6_000),
});

const first = (state: AuctionState): LotState => {
  const [one] = state.lots;
  if (one === undefined) throw new Error('no lot');
  return one;
};
const accepted = (sent: readonly Sent[], type: CommandBody['type']): Sent[] =>
  sent.filter(({ body, answer: said }) => body.type === type && /bid$|^\d/.test(said));

test('[C1] each floor bid is taken back once, by the clerk who is first', () =>
  check(
    fc.property(orders, (order) => {
      const sent = race(
        [open, floor(400), floor(4_300)],
        [
          [retract('rob'), retract('rob')],
          [retract('sue'), retract('sue')],
        ],
        order,
      );
      assert.is(accepted(sent, 'retractFloorBid').length, 2);
      const last = sent.at(-1)?.state;
      assert.is(last && first(last).currentBidCents, null);
    }),
    RUNS,
  ));

test('[C1] a floor bid is taken back before a bid that follows it, or not at all', () =>
  check(
    fc.property(orders, (order) => {
      const online = bid('jane', 4_400);
      const sent = race([open, floor(400), floor(4_300)], [[retract('rob')], [online]], order);
      const [one] = sent;
      const last = sent.at(-1);
      if (last === undefined) return;
      assert.equal([first(last.state).leader, first(last.state).currentBidCents], ['jane', 4_400]);
      const isFirst = one?.body.type === 'retractFloorBid';
      assert.is(accepted(sent, 'retractFloorBid').length, isFirst ? 1 : 0);
    }),
    RUNS,
  ));

test('[C4] of two corrections the later one stands, and what was knocked down stays on record', () =>
  check(
    fc.property(orders, (order) => {
      const sent = race([open, floor(4_300), hammer], [[correct('rob', 400)], [correct('sue', 500)]], order, {
        ...SETTINGS,
        secondPersonAboveCents: undefined,
      });
      const last = sent.at(-1);
      if (last === undefined || last.body.type !== 'correctSale') throw new Error('nothing was sent');
      assert.equal(
        [priceCentsOf(first(last.state)), winnerOf(first(last.state))],
        [last.body.cents, 'floor:7'],
      );
      assert.equal(first(last.state).correction?.first, { result: 'sold', buyer: 'floor', cents: 4_300 });
    }),
    RUNS,
  ));

test('[C2] a lot is reopened while the sale waits for it, or the sale closes: never both', () =>
  check(
    fc.property(orders, (order) => {
      const passOther: CommandBody[] = [
        { type: 'openLot', lot: '2' },
        { type: 'withdraw', lot: '2', reason: 'lame' },
      ];
      const sent = race(
        [...passOther, open, floor(400), hammer],
        [
          [reopen('rob'), hammer],
          [{ type: 'advanceClock' }, reopen('sue'), { type: 'advanceClock' }],
        ],
        order,
      );
      for (const { state } of sent)
        assert.not.ok(state.phase === 'closed' && first(state).phase !== 'closed');
      const [later] = accepted(sent, 'reopenLot');
      if (later !== undefined) assert.is(later.state.phase, 'live');
    }),
    RUNS,
  ));

const NUMBER = 'floor:7';
const named = (buyer: string): CommandBody => ({ type: 'knockDown', lot: '1', buyer });
const name = (buyer: string, by: string): CommandBody => ({ type: 'nameFloorBuyer', lot: '1', buyer, by });

test('[T14] [C7] a lot that two clerks knock down or name goes to the buyer of the first one, once', () =>
  check(
    fc.property(orders, (order) => {
      for (const [begun, rob, sue, refused] of [
        [[open, floor(400)], named(NUMBER), named('jane'), 'lot-closed'],
        [[open, floor(400), hammer], name(NUMBER, 'rob'), name('jane', 'sue'), 'no-floor-buyer'],
      ] as const) {
        const [one, other] = race(begun, [[rob], [sue]], order);
        if (one === undefined || other === undefined) throw new Error('nothing was sent');
        assert.equal([one.answer, other.answer], ['no bid', refused]);
        const buyer = one.body === rob ? NUMBER : 'jane';
        assert.equal([winnerOf(first(one.state)), winnerOf(first(other.state))], [buyer, buyer]);
      }
    }),
    RUNS,
  ));

test('[C6] the second person confirms the correction that they saw, or nothing', () =>
  check(
    fc.property(orders, (order) => {
      const sent = race(
        [open, floor(4_300), hammer, correct('rob', 400)],
        [
          [correct('rob', 600), correct('rob', 700)],
          [confirm('sue', 400), confirm('sue', 600)],
        ],
        order,
      );
      let waits: number | null = 400;
      for (const { body, answer: said, state } of sent) {
        if (body.type === 'correctSale' && said === 'no bid') waits = body.cents ?? null;
        if (body.type !== 'confirmCorrection') continue;
        const isIt = body.cents === waits;
        assert.is(said === 'no bid', isIt, `${body.cents} was confirmed, ${waits} waited`);
        if (!isIt) continue;
        assert.is(priceCentsOf(first(state)), waits);
        waits = null;
      }
    }),
    RUNS,
  ));

test.run();
