import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { parseScript } from './script.ts';
import { runScript } from './script-run.ts';

const test = suite('published examples');

/** A live timed sale of one lot; the auto-bids one second apart; the answers in short. */
function autoBids(lot: object, bids: [bidder: string, maxCents: number][], policy: object = {}): string[] {
  const commands = bids.map(([bidder, maxCents], place) => ({
    at: (place + 1) * 1000,
    type: 'autoBid',
    lot: '1',
    bidder,
    maxCents,
  }));
  const auction = { type: 'simultaneous', durationSeconds: 600, policy, lots: [{ lot: '1', ...lot }] };
  const parsed = parseScript({ auction, commands });
  if (!parsed.ok) throw new Error(parsed.problem);
  return runScript(parsed.script).decisions.map(({ outcome, code, currentBidCents, leader }) =>
    outcome === 'refused' ? `${code} at ${currentBidCents} ${leader}` : `${currentBidCents} ${leader}`,
  );
}

test('[E4] ShowCattle: a second maximum is answered, a higher one leads an increment above', () => {
  const lot = { startCents: 500, incrementCents: 25 };
  const bids = autoBids(lot, [
    ['Joe', 4000],
    ['Bob', 2000],
    ['Bob', 4100],
  ]);
  assert.equal(bids, ['525 Joe', '2025 Joe', '4025 Bob']);
});

test('[E4] ShopGoodwill: the first bid is the start price itself', () => {
  const lot = { startCents: 3, incrementCents: 1 };
  const bids = autoBids(
    lot,
    [
      ['John', 7],
      ['Jane', 6],
    ],
    { opening: 'at-start' },
  );
  assert.equal(bids, ['3 John', '7 John']);
});

test('[E4] Manheim UK: the leader stays an increment above the lower maximum', () => {
  const lot = { startCents: 10_000, incrementCents: 100 };
  const bids = autoBids(lot, [
    ['A', 14_500],
    ['B', 14_200],
  ]);
  assert.is(bids.at(-1), '14300 A');
});

test('[E6] EPS Australia: a maximum at the reserve meets it, and the next bid is above it', () => {
  const lot = { startCents: 4000, incrementCents: 100, reserveCents: 5000 };
  const bids = autoBids(lot, [
    ['A', 5000],
    ['B', 5000],
    ['B', 5100],
  ]);
  assert.equal(bids, ['5000 A', 'too-low at 5000 A', '5100 B']);
});

test.run();
