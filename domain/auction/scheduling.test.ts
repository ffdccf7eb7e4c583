import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CommandBody } from './commands.ts';
import { auctionDecider } from './decider.ts';
import type { AuctionState } from './state.ts';
import { answer, at, details, lot, scheduled, terms } from './test-support/spec-grammar.ts';

const test = suite('changes of the schedule');
const given = deciderSpec(auctionDecider);

const THREE = [lot(), lot({ lot: '2', number: '2' }), lot({ lot: '3', number: '3' })];
const sale = given(...scheduled({ openAt: 1_000, liveAt: 2_000 }, THREE));
const READ = sale.state.version;

const change = (more: Partial<Extract<CommandBody, { type: 'schedule' }>> = {}): CommandBody => ({
  type: 'schedule',
  details: details({ title: 'Weaners and cows' }),
  terms: terms({ openAt: 5_000, liveAt: 6_000 }),
  after: READ,
  ...more,
});
const changeLot = (
  changes: Parameters<typeof lot>[0],
  more: Partial<Extract<CommandBody, { type: 'catalogueLots' }>> = {},
): CommandBody => ({ type: 'catalogueLots', lots: [lot(changes)], after: READ, ...more });

const catalogue = ({ lots }: AuctionState): string[] =>
  lots.map(({ terms: { lot: id, number } }) => `${id}=${number}`);
const places = ({ lots, lotIndex }: AuctionState): boolean =>
  lots.every(({ index, terms }, place) => index === place && lotIndex.get(terms.lot) === place);
const ordered = (...numbers: [string, string][]) => numbers.map(([id, number]) => ({ lot: id, number }));

test('[T24] times, texts, order and numbers change in one event', () => {
  const lots = ordered(['3', '1'], ['1', '2'], ['2', '3']);
  const { events } = sale.when(at(10, change({ lots })));
  assert.equal(
    events.map(({ type }) => type),
    ['AuctionScheduled'],
  );
  const { state } = sale.and(at(10, change({ lots })));
  assert.equal([state.openAt, state.liveAt, state.details?.title], [5_000, 6_000, 'Weaners and cows']);
  assert.equal(catalogue(state), ['3=1', '1=2', '2=3']);
  assert.ok(places(state));
  assert.is(state.lotsUnclosed, 3);
});

test('[T24] what somebody else changed is not overwritten', () => {
  const changed = sale.and(at(10, change()));
  const late = (body: CommandBody) => answer(changed.when(at(20, body)).events);
  assert.is(late(change()), 'changed-elsewhere');
  assert.is(late(change({ after: changed.state.version })), 'no bid');
  assert.is(late(changeLot({ startCents: 400 })), 'no bid', 'a lot is another matter');
  const dearer = sale.and(at(10, changeLot({ startCents: 400 })));
  assert.is(answer(dearer.when(at(20, changeLot({ startCents: 500 }))).events), 'changed-elsewhere');
  assert.is(answer(dearer.when(at(20, changeLot({ lot: '2', number: '2' }))).events), 'no bid');
  assert.is(answer(dearer.when(at(20, change())).events), 'no bid');
});

test('[T24] lots that were added or numbered since are not lost by an order', () => {
  const order = change({ lots: ordered(['3', '1'], ['1', '2'], ['2', '3']) });
  const more = sale.and(at(10, { type: 'catalogueLots', lots: [lot({ lot: '4', number: '4' })] }));
  assert.is(answer(more.when(at(20, order)).events), 'changed-elsewhere');
  const numbered = sale.and(at(10, changeLot({ number: '9' })));
  assert.is(answer(numbered.when(at(20, order)).events), 'changed-elsewhere');
  const kept = change({ lots: ordered(['3', '3'], ['1', '9'], ['2', '2']) });
  assert.equal(catalogue(numbered.and(at(20, kept)).state), ['3=3', '1=9', '2=2']);
});

test('[T24] a lot changes its number and its place', () => {
  const moved = sale.and(at(10, changeLot({ number: '7', count: 12 }, { place: 2 })));
  assert.equal(catalogue(moved.state), ['2=2', '3=3', '1=7']);
  assert.ok(places(moved.state));
  assert.is(moved.state.lots[2]?.terms.count, 12);
  const first = sale.and(at(10, changeLot({ lot: '3', number: '3' }, { place: 0 })));
  assert.equal(catalogue(first.state), ['3=3', '1=1', '2=2']);
});

test('[T24] a number stands once in a sale', () => {
  const on = (body: CommandBody) => answer(sale.when(at(10, body)).events);
  assert.is(on(changeLot({ number: '2' })), 'number-taken');
  assert.is(on(changeLot({ lot: '4', number: '2' })), 'number-taken', 'that of a new lot too');
  assert.is(on(change({ lots: ordered(['1', '1'], ['2', '1'], ['3', '3']) })), 'number-taken');
  const swapped = [lot({ number: '2' }), lot({ lot: '2', number: '1' })];
  assert.is(on({ type: 'catalogueLots', lots: swapped, after: READ }), 'no bid');
  const before = { type: 'catalogueLots', lots: [lot({ lot: '4', number: '2' })] } as const;
  assert.is(on(before), 'no bid', 'commands of earlier versions are decided as they were');
});

test('[T24] nothing of it once the sale has opened, or with an order that lacks a lot', () => {
  const open = sale.and(at(1_000, { type: 'advanceClock' }));
  const after = open.state.version;
  assert.is(answer(open.when(at(1_001, change({ after }))).events), 'already-scheduled');
  assert.is(answer(open.when(at(1_001, changeLot({}, { after }))).events), 'already-scheduled');
  const on = (body: CommandBody) => answer(sale.when(at(10, body)).events);
  const { after: _read, ...unread } = change({
    lots: ordered(['1', '1'], ['2', '2'], ['3', '3']),
  }) as Extract<CommandBody, { type: 'schedule' }>;
  assert.is(on(unread), 'invalid-terms');
  assert.is(on(change({ lots: ordered(['1', '1'], ['1', '2'], ['3', '3']) })), 'invalid-terms');
  assert.is(on(change({ lots: ordered(['1', '1'], ['2', '2']) })), 'changed-elsewhere');
  assert.is(on(change({ after: -1 })), 'invalid-terms');
  assert.is(on(changeLot({}, { place: 3 })), 'invalid-terms');
  assert.is(on(changeLot({ lot: '9' }, { place: 0 })), 'invalid-terms');
});

test.run();
