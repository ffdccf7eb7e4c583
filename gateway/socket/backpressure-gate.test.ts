import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { BackpressureGate } from './backpressure-gate.ts';

const test = suite('backpressure gate');

/** How many of `bids` pass. */
function placed(gate: BackpressureGate, bids: number, now: number, auction = 'sale'): number {
  let found = 0;
  for (let n = 0; n < bids; n += 1) if (gate.tryPass(auction, now)) found += 1;
  return found;
}

test('[G25] without backpressure every bid passes, and so do bids on other auctions', () => {
  const gate = new BackpressureGate(100);
  assert.is(placed(gate, 1_000, 0), 1_000);
  gate.full('sale', 0);
  assert.is(placed(gate, 1_000, 0), 0);
  assert.is(placed(gate, 1_000, 0, 'other'), 1_000);
});

test('[G25] as many bids pass as left the queue', () => {
  const gate = new BackpressureGate(100);
  gate.full('sale', 0);
  for (let n = 0; n < 7; n += 1) gate.decided('sale');
  assert.is(placed(gate, 20, 50), 7);
  gate.full('sale', 60);
  for (let n = 0; n < 3; n += 1) gate.decided('sale');
  assert.is(placed(gate, 20, 99), 3);
});

test('[G25] a few bids are tried in each period: others may have left the queue', () => {
  const gate = new BackpressureGate(100);
  gate.full('sale', 0);
  assert.is(placed(gate, 500, 100), 64);
  gate.full('sale', 110);
  assert.is(placed(gate, 500, 199), 0);
  assert.is(placed(gate, 500, 200), 64);
});

test('[G25] asking whether it is full takes no place, and keeps the period going', () => {
  const gate = new BackpressureGate(100);
  assert.is(gate.isFull('sale', 0), false);
  gate.full('sale', 0);
  assert.is(gate.isFull('sale', 50), true);
  gate.decided('sale');
  assert.is(gate.isFull('sale', 60), false);
  assert.is(gate.isFull('sale', 60), false);
  assert.is(placed(gate, 20, 70), 1);
  assert.is(gate.isFull('sale', 100), false, 'a new period has places to try');
  assert.is(placed(gate, 64, 100), 64);
  assert.is(gate.isFull('sale', 150), true);
  assert.is(placed(gate, 500, 200), 64, 'as if the bid had been taken and rejected');
});

test('[G25] it ends after a period in which every bid passed', () => {
  const gate = new BackpressureGate(100);
  gate.full('sale', 0);
  assert.is(placed(gate, 60, 100), 60);
  assert.is(placed(gate, 4, 199), 4);
  assert.is(placed(gate, 1_000, 200), 1_000);
  assert.is(placed(gate, 1_000, 10_000), 1_000);
});

test.run();
