import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { at, lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Ladders, reportedResult } from './ladder.ts';
import { isOf } from './steps.ts';

const test = suite('the ladders of an audit');

const LOTS = [lot(), lot({ lot: '2', number: '2' })];
/** A sale before it goes live. */
const BEFORE = { openAt: 0, liveAt: 1_000_000 };
/** A sale whose lots the clerk opens and closes. */
const CLERKED = { type: 'sequentialOffline', reopenSeconds: 0 } as const;

/** A sale that got these commands, one a second. */
function sale(how: Parameters<typeof scheduled>[0], commands: readonly CommandBody[], lots = LOTS) {
  const events: AuctionEvent[] = scheduled(how, lots);
  commands.forEach((body, index) => {
    events.push(...decide(fold(events), at((index + 1) * 1_000, body)));
  });
  const state = fold(events);
  const ladders = new Ladders();
  events.forEach((event, revision) => {
    const meta = {
      commandId: 'c',
      schema: 1,
      actor: { kind: 'staff', id: 'rob' },
      at: event.data.at,
    } as const;
    ladders.add(event, { revision, meta });
  });
  const naming = { paddles: state.paddles, listingActors: new Map() };
  return {
    phase: state.phase,
    outages: ladders.outages.map(({ from, to, movedMs }) => [from, to, movedMs]),
    ladders: state.lots.map(({ terms }) => ladders.of(terms.lot, naming).map(({ what }) => what)),
    results: state.lots.map(reportedResult),
    of: (account: string) =>
      ladders
        .of('1', naming)
        .filter((step) => isOf(step, account))
        .map(({ what }) => what),
    rulings: ladders.of('1', naming).map(({ ruling }) => ruling),
    ofSale: ladders.ofSale(naming).map(({ what, ruling }) => [what, ruling[0]]),
  };
}

const cancel: CommandBody = { type: 'cancel', reason: 'rain' };
const withdraw: CommandBody = { type: 'withdraw', lot: '1', reason: 'lame' };
const reinstate: CommandBody = { type: 'reinstateLot', lot: '1', reason: 'walks again', by: 'rob' };

test('[T20] a freeze ends when the sale is cancelled', () => {
  const { outages } = sale(BEFORE, [{ type: 'freeze', reason: 'storm' }, cancel]);
  assert.equal(outages, [[1_000, 2_000, 0]]);
});

test('a pause and a freeze that began during it both end when the sale is cancelled', () => {
  const { outages } = sale(BEFORE, [
    { type: 'pause', reason: 'lunch' },
    { type: 'freeze', reason: 'storm' },
    cancel,
  ]);
  assert.equal(outages, [
    [1_000, 3_000, 0],
    [2_000, 3_000, 0],
  ]);
});

test('a pause ends when the clerk closes the last lot', () => {
  const { phase, outages } = sale(
    CLERKED,
    [
      { type: 'pause', reason: 'lunch' },
      { type: 'openLot', lot: '1' },
      { type: 'passIn', lot: '1' },
    ],
    [lot()],
  );
  assert.equal([phase, outages], ['closed', [[1_000, 3_000, 0]]]);
});

test('an outage that was over keeps its end, and one of a sale in progress has none', () => {
  const freeze: CommandBody = { type: 'freeze', reason: 'storm' };
  const resume: CommandBody = { type: 'resume', reason: 'it is dry' };
  assert.equal(sale(BEFORE, [freeze, resume, cancel]).outages, [[1_000, 2_000, 1_000]]);
  assert.equal(sale(BEFORE, [freeze]).outages, [[1_000, null, 0]]);
});

test('[T8] deadlines move once by stops that overlap, and not in an interfaced sale', () => {
  const stops: CommandBody[] = [
    { type: 'pause', reason: 'lunch' },
    { type: 'freeze', reason: 'storm' },
    { type: 'unpause', reason: 'fed' },
    { type: 'resume', reason: 'dry' },
  ];
  assert.equal(sale({}, stops).outages, [
    [1_000, 3_000, 0],
    [2_000, 4_000, 3_000],
  ]);
  assert.equal(
    sale(CLERKED, stops).outages.map(([, , movedMs]) => movedMs),
    [0, 0],
  );
  // Before it is live, its start moves.
  assert.equal(
    sale({ ...BEFORE, ...CLERKED }, stops).outages.map(([, , movedMs]) => movedMs),
    [0, 3_000],
  );
});

test('[T8] a stop of the sale is a step of each lot, also where nothing happened to the lot before', () => {
  const { ladders } = sale(BEFORE, [{ type: 'freeze', reason: 'storm' }, cancel]);
  assert.equal(ladders, [
    ['stopped', 'withdrawn'],
    ['stopped', 'withdrawn'],
  ]);
});

test('[T20] [T21] a lot that was sold before the auction is not withdrawn with a cancelled sale', () => {
  const { ladders, results } = sale(BEFORE, [
    { type: 'sellBefore', lot: '1', reason: 'a buyer came' },
    cancel,
  ]);
  assert.equal(results, ['soldBeforeAuction', 'withdrawn']);
  assert.equal(ladders, [['soldBefore'], ['withdrawn']]);
});

test('[T20] [C3] a reinstated lot is withdrawn with a cancelled sale, a withdrawn one is not again', () => {
  const again = sale(BEFORE, [withdraw, reinstate, cancel]);
  assert.equal(again.results, ['withdrawn', 'withdrawn']);
  assert.equal(again.ladders, [['withdrawn', 'reinstated', 'withdrawn'], ['withdrawn']]);
  assert.equal(sale(BEFORE, [withdraw, cancel]).ladders, [['withdrawn'], ['withdrawn']]);
});

test('what staff noted of a bid by phone is there also where the bid moves no price, is sealed or refused', () => {
  const rang = { lot: '1', bidder: 'ann', placedBy: { by: 'rob', note: 'Ann rang' } } as const;
  const auto = (maxCents: number): CommandBody => ({ type: 'autoBid', maxCents, ...rang });
  const { rulings } = sale({}, [auto(90_000), auto(95_000), { type: 'bid', cents: 1, ...rang }]);
  assert.equal(
    rulings.slice(-3).map((lines) => lines.at(-1)),
    ['Ann rang', 'The price does not move [E5]: Ann rang', 'Ann rang'],
  );
  assert.match(rulings.at(-1)?.[0] ?? '', 'Refused: ');
  const sealed = sale(BEFORE, [auto(90_000)]).rulings;
  assert.equal(sealed, [['Sealed until the lot goes live [E7]: Ann rang']]);
});

test('what the sale does by its timers names the rule, before when it closes', () => {
  const { ofSale, rulings } = sale(BEFORE, [{ type: 'advanceClock' }]);
  assert.equal(rulings, []);
  assert.equal(ofSale, [
    ['scheduled', 'Until it opens it may be changed [T16]'],
    ['catalogued', 'Until the sale opens it may be changed [T16]'],
    ['opened', 'It was time to open [T2]'],
  ]);
  const live = sale({ type: 'synchronous' }, [withdraw, { ...withdraw, lot: '2' }]);
  assert.equal(live.ofSale.slice(3), [
    ['saleLive', 'It was time to go live [T2]'],
    ['saleClosed', 'No lot is left to sell [T15]'],
  ]);
  assert.equal(live.rulings[0]?.[0], 'All lots have one deadline [T6]');
});

test('a refused act of staff says the reason that they gave', () => {
  const { rulings } = sale({}, [withdraw, { ...withdraw, reason: 'lame again' }]);
  assert.equal(rulings.at(-1)?.at(-1), 'Lame again');
});

test('[C2] [C4] [C5] a person has the corrections that took a lot from them, gave or offered it to them', () => {
  const signed = { lot: '1', reason: 'a slip', by: 'rob' } as const;
  const hammer: CommandBody = { type: 'knockDown', lot: '1' };
  const { of } = sale({ ...CLERKED, reopenSeconds: 60 }, [
    { type: 'openLot', lot: '1' },
    { type: 'bid', lot: '1', bidder: 'ann', cents: 400, permitted: true },
    hammer,
    { type: 'reopenLot', ...signed },
    hammer,
    { type: 'correctSale', outcome: 'sold', buyer: 'cat', cents: 400, ...signed },
    { type: 'answerOffer', lot: '1', bidder: 'cat', accepts: true },
  ]);
  assert.equal(of('ann'), ['bid', 'reopened', 'proposed', 'answered', 'corrected']);
  assert.equal(of('cat'), ['proposed', 'answered', 'corrected']);
});

test('[C6] [C9] a person has the corrections of their lot that a second person confirmed or declined', () => {
  const signed = { lot: '1', reason: 'a slip', by: 'rob' } as const;
  const annul: CommandBody = { type: 'correctSale', outcome: 'annulled', ...signed };
  const give: CommandBody = {
    type: 'correctSale',
    outcome: 'sold',
    buyer: 'cat',
    cents: 400,
    acceptedBy: 'staffRecord',
    ...signed,
  };
  const how = { ...CLERKED, secondPersonAboveCents: 1 };
  const bought: CommandBody[] = [
    { type: 'openLot', lot: '1' },
    { type: 'bid', lot: '1', bidder: 'ann', cents: 400, permitted: true },
    { type: 'knockDown', lot: '1' },
  ];
  const confirm: CommandBody = { type: 'confirmCorrection', lot: '1', by: 'sam' };
  const { of } = sale(how, [
    ...bought,
    annul,
    { type: 'declineCorrection', ...signed, by: 'sam' },
    give,
    confirm,
  ]);
  assert.equal(of('ann'), ['bid', 'proposed', 'answered', 'proposed', 'answered', 'corrected']);
  assert.equal(of('cat'), ['proposed', 'answered', 'corrected']);
  const numbered = sale(how, [
    { type: 'openLot', lot: '1' },
    { type: 'floorBid', lot: '1', cents: 400, bidder: 'floor:12' },
    { type: 'knockDown', lot: '1' },
    { type: 'assignBuyerNumber', buyer: 'floor:12', account: 'ann', by: 'rob' },
    annul,
    confirm,
  ]);
  assert.equal(numbered.of('ann'), ['proposed', 'answered', 'corrected']);
});

test.run();
