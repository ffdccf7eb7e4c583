import { AUDIT_ACTORS, AUDIT_ACTS, EVERY_LOT } from '@saleyard/contract/audit.ts';
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
  assert.equal([actors.length, actorCount, total], [AUDIT_ACTORS, 1_002, 1_002]);
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

test('people for whom staff acted are listed too, by paddle, but not the floor or who only bought', () => {
  const staff = (revision: number, more: Partial<Rung>) => rung(revision, 'staff', 's1', more);
  const { actors } = new ReportSteps({
    lots: [
      {
        lot: 'l1',
        ladder: [
          staff(1, { bidder: 'u1' }),
          staff(2, { what: 'floorBid', bidder: 'floor:12' }),
          staff(3, { what: 'floorBid', bidder: 'floor' }),
          staff(4, { what: 'closed', bidder: 'u2' }),
          staff(5, { what: 'corrected', bidder: 'u3', formerBuyer: 'u4' }),
        ],
      },
    ],
    sale: [],
    paddles: { u1: '11' },
  } as unknown as AuditReport).find({ lot: 'l1' }, { skip: 0, limit: 10 });
  const person = (id: string, paddle: string | null = null) => ({ kind: 'user', id, paddle, part: null });
  assert.equal(actors.slice(1), [person('u1', '11'), person('u3'), person('u4')]);
});

test('each act and each time finds its steps, and no others', () => {
  const staff = (at: number, what: Rung['what'], more: Partial<Rung> = {}) =>
    rung(at, 'staff', 's1', { what, ...more });
  const sale = new ReportSteps({
    lots: [
      {
        lot: 'l1',
        ladder: [
          staff(1, 'amended'),
          rung(2, 'user', 'u1'),
          rung(3, 'user', 'u1', { what: 'autoBid', refused: 'too-low' }),
          staff(4, 'floorBid'),
          staff(5, 'stopped'),
          staff(6, 'retracted'),
          { ...staff(7, 'closed'), actor: { kind: 'system', id: 'automatic', paddle: null } },
          staff(8, 'corrected'),
          { ...rung(9, 'user', 'u2'), actor: { kind: 'system', id: 'practice', paddle: null } },
          rung(10, 'user', 'u1', { what: 'stopAutoBid' }),
        ],
      },
    ],
    sale: [staff(0, 'scheduled')],
    paddles: {},
  } as unknown as AuditReport);
  const found = (wanted: Parameters<ReportSteps['find']>[0]) =>
    sale.find({ lot: EVERY_LOT, ...wanted }, { skip: 0, limit: 20 }).steps.map(({ revision }) => revision);
  assert.equal(Object.fromEntries(AUDIT_ACTS.map((act) => [act, found({ act })])), {
    all: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    bids: [2, 3, 4, 9, 10],
    enteredBids: [4],
    staff: [0, 1, 4, 5, 6, 8],
    terms: [0, 1],
    closes: [7],
    stops: [5],
    corrections: [6, 8],
    refused: [3],
    automatic: [7],
  });
  assert.equal(
    [found({ from: 7 }), found({ to: 2 }), found({ from: 3, to: 5 })],
    [
      [7, 8, 9, 10],
      [0, 1],
      [3, 4],
    ],
  );
});

test('a lot that the sale does not have is known from one without steps', () => {
  assert.ok(steps.hasLot({}) && steps.hasLot({ lot: EVERY_LOT }) && steps.hasLot({ lot: 'l1' }));
  assert.not.ok(steps.hasLot({ lot: 'l9' }));
});

test.run();
