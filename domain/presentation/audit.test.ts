import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { endText, timesText, verdictTitle, whatIfText } from './audit.ts';

const test = suite('an audit in words');

const lot = { priceCents: 41_800, winner: 'ann', paddle: '2848', unit: 'head' } as const;

test('a lot that is sold has a buyer; one that is not closed has a leader', () => {
  assert.is(endText({ ...lot, result: 'sold' }), 'Sold to paddle 2848 at $418.00 /head');
  assert.is(endText({ ...lot, result: 'open' }), 'Not closed, paddle 2848 leads at $418.00 /head');
  assert.is(endText({ ...lot, result: 'open', winner: null, paddle: null, priceCents: null }), 'Not closed');
});

test('[T20] a sale that is neither over nor cancelled is proven so far', () => {
  const titleOf = (phase: string, cancelled: boolean) =>
    verdictTitle({ verdict: 'proven', difference: null, auction: { phase, cancelled } });
  assert.equal(
    [titleOf('live', false), titleOf('closed', false), titleOf('open', true)],
    ['Proven so far', 'Proven', 'Proven'],
  );
});

test('what another policy would change is said of a sale that is over, and of one that is not', () => {
  const found = { policy: 'opening=at-start', stood: 'above-start', decisions: 2, compared: 9 };
  assert.equal(whatIfText({ ...found, lots: [{}] }, 3), {
    ended: '1 lot of 3 would be different.',
    decided: '2 of 9 commands would have been decided otherwise.',
  });
  assert.is(whatIfText({ ...found, stood: 'at-start', lots: [] }, 3).decided, null);
});

test('what a page reported with a bid is under it, and what was not recorded is said to be so', () => {
  const bid = { at: 5, sequencedAt: 5, receivedAt: 3, isBid: true, actor: { kind: 'user' } };
  assert.is(
    timesText({ ...bid, seenCents: 41_000, clockOffsetMs: -3 }),
    'Received 2 ms before it was sequenced; the page showed $410.00; its clock was 3 ms behind',
  );
  assert.is(
    timesText({ ...bid, seenCents: null, clockOffsetMs: 0 }),
    'Received 2 ms before it was sequenced; the page showed no bid; its clock was in step',
  );
  assert.is(
    timesText({ ...bid, seenCents: 'not recorded', clockOffsetMs: null }),
    'Received 2 ms before it was sequenced; what the page showed was not recorded; its clock was not recorded',
  );
});

test.run();
