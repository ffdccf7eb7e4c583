import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionDecider } from './decider.ts';
import { decisionOf } from './decision.ts';
import type { AuctionEvent } from './events.ts';
import { at, autoBid, bid, lot, scheduled } from './test-support/spec-grammar.ts';

const test = suite('decision');
const given = deciderSpec(auctionDecider);
const again = (events: readonly AuctionEvent[]) => decisionOf(JSON.parse(JSON.stringify(events)));

test('[E11] the answer to a bid is derived from its events, now and from the log', () => {
  const sale = given(...scheduled()).and(at(1, autoBid('A', 1000)));
  const { events } = sale.when(at(2, bid('B', 500)));
  const expected = {
    outcome: 'accepted',
    lot: '1',
    currentBidCents: 600,
    leader: 'A',
    finishAt: 600_000,
  } as const;
  assert.equal(decisionOf(events), expected);
  assert.equal(again(events), expected);
});

test('[E11] the answer is found behind what had become due', () => {
  const { events } = given(...scheduled()).when(at(600_000, bid('B', 500)));
  assert.ok(events.length > 1);
  assert.equal(again(events), {
    outcome: 'refused',
    code: 'lot-closed',
    lot: '1',
    currentBidCents: null,
    leader: null,
    finishAt: 600_000,
  });
});

test('[E11] a refusal of a lot that is not there answers without a lot to show', () => {
  const { events } = given(...scheduled()).when(at(1, bid('B', 500, 'none')));
  const refusal = decisionOf(events);
  assert.ok(refusal?.outcome === 'refused');
  assert.is(refusal?.currentBidCents, null);
});

test('[E11] commands of staff have an answer too; time alone has none', () => {
  const sale = given(...scheduled({ type: 'sequentialOffline' }, [lot(), lot({ lot: '2' })]));
  const opened = sale.when(at(1, { type: 'openLot', lot: '2' }));
  assert.equal([decisionOf(opened.events)?.outcome, decisionOf(opened.events)?.lot], ['accepted', '2']);
  const closed = sale.and(at(1, { type: 'openLot', lot: '2' })).when(at(2, { type: 'knockDown', lot: '2' }));
  assert.equal([decisionOf(closed.events)?.outcome, decisionOf(closed.events)?.lot], ['accepted', '2']);
  assert.is(decisionOf(sale.when(at(1, { type: 'advanceClock' })).events), null);
  const timed = given(...scheduled()).when(at(700_000, { type: 'advanceClock' }));
  assert.is(decisionOf(timed.events), null);
});

test.run();
