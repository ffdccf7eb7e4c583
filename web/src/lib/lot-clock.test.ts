import { auctionDecider } from '@saleyard/domain/auction/decider.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { at, lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isClockStopped, lotTimeLeft } from './lot-clock.ts';

const test = suite('how long a lot has left, from what the live room shows of its sale');
const given = deciderSpec(auctionDecider);

const live = (type: AuctionType) =>
  given(...scheduled({ type }, [lot()])).and(at(0, { type: 'advanceClock' }));

type Stops = Parameters<ReturnType<typeof live>['and']>;

/** The sale's lot and the sale, as the room shows them. */
function shown({ state }: ReturnType<typeof live>): Parameters<typeof isClockStopped> {
  const [only] = state.lots;
  if (only === undefined) throw new Error('no lot');
  return [publicLot(state, only, 'a1'), publicAuction(state, 'a1')];
}

/** Seconds left of the lot's ten minutes, at `seconds` after it went live. */
function left(sale: ReturnType<typeof live>, seconds: number): number | null {
  const ms = lotTimeLeft(...shown(sale), seconds * 1000);
  return ms === null ? null : ms / 1000;
}

const stop = (seconds: number, type: 'freeze' | 'resume' | 'pause' | 'unpause', ofLot = false): Stops[0] =>
  at(seconds * 1000, { type, reason: 'r', ...(ofLot && { lot: '1' }) });

for (const type of ['simultaneous', 'synchronous'] as const) {
  test(`[T10] ${type}: it stands still from the first stop to the last`, () => {
    const paused = live(type).and(stop(100, 'pause'));
    assert.is(left(paused, 150), 500);
    const both = paused.and(stop(200, 'freeze'));
    assert.is(left(both, 250), 500, 'frozen as well');
    const frozen = both.and(stop(300, 'unpause'));
    assert.is(left(frozen, 350), 500, 'still frozen');
    const running = frozen.and(stop(400, 'resume'));
    assert.is(left(running, 400), 500);
    assert.is(left(running, 450), 450);
  });

  test(`[T10] ${type}: a freeze that ends before the pause around it changes nothing`, () => {
    const resumed = live(type).and(stop(100, 'freeze'), stop(200, 'pause'), stop(300, 'resume'));
    assert.is(left(resumed, 350), 500);
    assert.is(left(resumed.and(stop(400, 'unpause')), 410), 490);
  });
}

test('[T10] stops of a lot and of its sale overlap', () => {
  const sale = live('simultaneous').and(stop(100, 'pause'), stop(200, 'freeze', true), stop(300, 'unpause'));
  assert.is(left(sale, 350), 500);
  assert.is(left(sale.and(stop(400, 'resume', true)), 450), 450);
});

test('[T11] a frozen lot of a sale whose lots close together goes on with it', () => {
  const sale = live('synchronous').and(stop(100, 'freeze', true));
  assert.is(left(sale, 200), 400);
  assert.not(isClockStopped(...shown(sale)), 'its clock runs');
  assert.ok(isClockStopped(...shown(sale.and(stop(300, 'pause')))), 'until the sale is paused');
});

test('[T11] a lot that goes live frozen has its whole time', () => {
  const lots = [lot(), lot({ lot: '2' })];
  const early = given(...scheduled({ type: 'simultaneous', liveAt: 50_000 }, lots));
  const sale = early.and(stop(10, 'freeze', true), at(50_000, { type: 'advanceClock' }));
  assert.is(left(sale, 100), 600);
});

test.run();
