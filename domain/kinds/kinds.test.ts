import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type KindsEvent, kindsDecider } from './kinds.ts';

const test = suite('kinds of stock that are taken');
const given = deciderSpec(kindsDecider);

const stopped: KindsEvent = { type: 'KindStopped', data: { at: 5, kind: 'goat', reason: 'footrot' } };
const resumed: KindsEvent = { type: 'KindResumed', data: { at: 5, kind: 'goat' } };
const stop = { at: 5, body: { type: 'stopKind', kind: 'goat', reason: 'footrot' } } as const;
const resume = { at: 5, body: { type: 'resumeKind', kind: 'goat' } } as const;

test('a kind is stopped once, and taken again once', () => {
  given().when(stop).leadsTo(stopped);
  given(stopped).when(stop).leadsTo();
  given(stopped).when(resume).leadsTo(resumed);
  given().when(resume).leadsTo();
});

test('stopping one kind leaves the others', () => {
  const { initial, evolve } = kindsDecider;
  assert.equal(evolve(initial, stopped), { stopped: ['goat'] });
  assert.equal(evolve(evolve(initial, stopped), resumed), { stopped: [] });
});

test.run();
