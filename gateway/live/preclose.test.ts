import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import type { AuctionTerms } from '@saleyard/domain/auction/terms.ts';
import { at, autoBid, bid, lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { PrecloseNotifier } from './preclose.ts';

const test = suite('the notice that a lot is about to close');

/** A ten-minute sale with one lot, on which john bid and jane set an auto-bid; and when its lot closes, in ms. */
function live(type: AuctionTerms['type'] = 'simultaneous') {
  const fold = new AuctionFold();
  for (const event of scheduled({ type, staleTimeSeconds: 60, lotOpeningSeconds: 600 }, [lot()]))
    fold.apply(event);
  const run = (...command: Parameters<typeof at>) => {
    for (const event of fold.read((state) => decide(state, at(...command)))) fold.apply(event);
  };
  run(0, { type: 'advanceClock' });
  run(1_000, bid('john', 400));
  run(2_000, autoBid('jane', 900));
  const notifier = new PrecloseNotifier();
  const due = (now: number, who: (user: string) => boolean = () => true) =>
    notifier.due('a1', fold.state, now, who).map(({ user }) => user);
  return { run, due, notifier, fold };
}

test('bidders of a timed lot are notified 30 s before it closes, once', () => {
  const { due } = live();
  assert.equal(due(569_999), []);
  assert.equal(due(570_000), ['john', 'jane']);
  assert.equal(due(571_000), []);
});

test('those of a lot that is sold after others, 10 s before', () => {
  const { due } = live('sequential');
  assert.equal(due(589_999), []);
  assert.equal(due(590_000), ['john', 'jane']);
});

test('an extension brings the moment back', () => {
  const { run, due } = live();
  assert.is(due(570_000).length, 2);
  run(580_000, bid('john', 1_000));
  assert.equal(due(609_999), []);
  assert.is(due(610_000).length, 2);
});

test('what is found too late is not reported, nor what stands still', () => {
  assert.equal(live().due(590_000), []);
  const frozen = live();
  frozen.run(560_000, { type: 'freeze', lot: '1', reason: 'a check' });
  assert.equal(frozen.due(570_000), []);
});

test('lots that close together have no such moment', () => {
  const { due } = live('synchronous');
  for (const now of [570_000, 590_000, 599_999]) assert.equal(due(now), []);
});

test('[A308] [A703] it is the event preclose with the lot and its price, for those who are connected', () => {
  const { notifier, fold } = live();
  const [notice, ...others] = notifier.due('a1', fold.state, 570_000, (user) => user === 'jane');
  assert.is(others.length, 0);
  assert.equal(notice?.push, {
    channel: 'events',
    event: 'event',
    data: { event: 'preclose', data: { bid: { auction: 'a1', lot: '1', cents: 500 } } },
  });
});

test.run();
