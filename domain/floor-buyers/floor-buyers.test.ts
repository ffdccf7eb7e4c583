import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  CLAIMS_MOST,
  FLOOR_BUYERS_MOST,
  type FloorBuyersCommandBody,
  type FloorBuyersState,
  floorBuyersDecider,
} from './floor-buyers.ts';

const test = suite('buyer numbers of a sale');

const { initial, decide, evolve } = floorBuyersDecider;

/** The state after commands, and the answer to the last one. */
function run(...bodies: FloorBuyersCommandBody[]): { state: FloorBuyersState; answer: string } {
  let state = initial;
  let answer = '';
  for (const [at, body] of bodies.entries()) {
    const decided = decide(state, { at, body });
    answer = decided.outcome === 'refused' ? decided.code : `${decided.events?.length}`;
    for (const event of decided.events ?? []) state = evolve(state, event);
  }
  return { state, answer };
}

const claim = (number: string, account = 'jane') => ({ type: 'claim', number, account }) as const;
const decided = (approved: boolean, account = 'jane') =>
  ({ type: 'decideClaim', number: '214', account, approved, reason: approved ? '' : 'no' }) as const;

test('a number is given, changed, and its person erased', () => {
  const given = { type: 'register', number: '214', personal: 'sealed' } as const;
  const changed = run(given, { ...given, personal: 'sealed again' });
  assert.equal(changed.state.buyers, [{ number: '214', personal: 'sealed again' }]);
  assert.equal(run(given, { type: 'erase', number: '214' }).state.buyers, []);
  assert.is(run({ type: 'erase', number: '214' }).answer, '0');
});

test('[C7] a number that is given as a new one is refused where somebody has it, until they are erased', () => {
  const given = { type: 'register', number: '214', personal: 'pat', isNew: true } as const;
  const again = run(given, { ...given, personal: 'sam' });
  assert.is(again.answer, 'number-taken');
  assert.equal(again.state.buyers, [{ number: '214', personal: 'pat' }]);
  const changed = run(given, { type: 'register', number: '214', personal: 'pat again' });
  assert.equal(changed.state.buyers, [{ number: '214', personal: 'pat again' }]);
  assert.is(run(given, { type: 'erase', number: '214' }, given).answer, '1');
});

test('a claim waits until staff decide it, once', () => {
  const waits = run(claim('214'), claim('214'));
  assert.is(waits.answer, '0', 'the same claim again changes nothing');
  assert.is(waits.state.waiting, 1);
  const approved = run(claim('214'), claim('214', 'jim'), decided(true));
  assert.equal(
    approved.state.claims.map(({ account, state }) => `${account} ${state}`),
    ['jane approved', 'jim waits'],
  );
  assert.is(approved.state.waiting, 1);
  assert.is(run(claim('214'), decided(true), decided(false)).answer, 'no-claim');
  assert.is(run(decided(true)).answer, 'no-claim');
  const again = run(claim('214'), decided(false), claim('214'));
  assert.equal(
    again.state.claims.map(({ state }) => state),
    ['refused', 'waits'],
  );
});

test('numbers and claims are limited', () => {
  const claims = Array.from({ length: CLAIMS_MOST }, (_, number) => claim(`${number}`));
  assert.is(run(...claims, claim('99')).answer, 'too-many-claims');
  assert.is(run(...claims, claim('99', 'jim')).answer, '1');
  const buyers = Array.from({ length: FLOOR_BUYERS_MOST }, (_, number) => ({
    number: `${number}`,
    personal: 's',
  }));
  const full = { ...initial, buyers };
  const register = (number: string) =>
    decide(full, { at: 1, body: { type: 'register', number, personal: 's' } }).outcome;
  assert.equal([register('X'), register('0')], ['refused', 'accepted']);
});

test.run();
