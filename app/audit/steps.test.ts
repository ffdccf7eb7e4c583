import { AUDIT_ACTORS, EVERY_LOT } from '@saleyard/contract/audit.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AuditReport, Rung } from './report.ts';
import { ReportSteps } from './steps.ts';

const test = suite('the steps of an audit');

const rung = (revision: number, kind: 'user' | 'staff', id: string, more: Partial<Rung> = {}): Rung => ({
  what: 'bid',
  revision,
  at: revision,
  sequencedAt: revision,
  arrival: null,
  actor: { kind, id, paddle: kind === 'user' ? id.replace('u', '') : null },
  act: 'bid',
  ruling: [],
  bidder: id,
  cents: 100,
  refused: null,
  steps: [],
  extendedTo: null,
  note: null,
  ...more,
});

/** A lot on which 1,000 people bid once, and then staff for the first of them. */
const ladder = [
  ...Array.from({ length: 1_000 }, (_, n) => rung(n, 'user', `u${1_000 + n}`)),
  rung(1_000, 'staff', 's1', { bidder: 'u1000' }),
  // A bidder for whom only staff bid.
  rung(1_001, 'staff', 's1', { bidder: 'u2000' }),
];
const steps = new ReportSteps({
  lots: [{ lot: 'l1', ladder }],
  sale: [],
  paddles: { u1000: '1000', u1999: '1999', u2000: '2000' },
} as unknown as AuditReport);

test('of many people a part is listed, staff first, and all are counted', () => {
  const { actors, actorCount, total } = steps.find({ lot: EVERY_LOT }, { skip: 0, limit: 10 });
  assert.equal([actors.length, actorCount, total], [AUDIT_ACTORS, 1_001, 1_002]);
  assert.equal([actors[0]?.id, actors[1]?.id], ['s1', 'u1000']);
});

test('a person is found by account and by paddle, with what staff did for them', () => {
  const of = (person: string) =>
    steps.find({ lot: 'l1', person }, { skip: 0, limit: 10 }).steps.map(({ revision }) => revision);
  assert.equal(of('u1000'), [0, 1_000]);
  assert.equal(of('1000'), [0, 1_000]);
  assert.equal(of('1999'), [999]);
  assert.equal(of('2000'), [1_001]);
  assert.equal(of('7'), []);
});

test.run();
