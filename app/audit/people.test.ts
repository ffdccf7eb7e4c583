import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { biddersNamed, readPeople } from './people.ts';
import type { AuditReport } from './report.ts';

const test = suite('the people of an audit');

const step = (kind: 'user' | 'staff', id: string, bidder: string) => ({ actor: { kind, id }, bidder });
const report = {
  lots: [
    { ladder: [step('user', 'ann', 'ann'), step('staff', 'clerk', 'bob'), step('staff', 'clerk', 'floor')] },
    { ladder: [{ ...step('staff', 'clerk', 'floor'), formerBuyer: 'guy' }] },
  ],
  paddles: { ann: '1000', bob: '2000', eve: '3000' },
  people: { ann: { name: 'Ann Field' }, bob: { name: 'Bob  Field' } },
} as unknown as AuditReport;

const named = (text: string): string[] => biddersNamed(report, text).map(({ bidder }) => bidder);

test('a bidder is found by paddle, account and name, also one for whom only staff bid or who only lost a lot', () => {
  assert.equal([named('1000'), named('ann'), named('ann field')], [['ann'], ['ann'], ['ann']]);
  assert.equal(named('guy'), ['guy']);
  assert.equal([named('2000'), named('Bob Field'), named('floor')], [['bob'], ['bob'], ['floor']]);
  assert.equal(
    biddersNamed(report, 'Field').map(({ shown }) => shown),
    ['paddle 1000 (Ann Field)', 'paddle 2000 (Bob  Field)'],
  );
});

test('an account that is damaged is left out, and reported', async () => {
  const of = {
    sale: [],
    lots: [{ ladder: [step('user', 'ann', 'ann')], winner: 'ann' }],
  } as unknown as AuditReport;
  const log = {
    read: () => {
      throw new Error('event 0 of account-ann is damaged');
    },
  } as unknown as Parameters<typeof readPeople>[0]['log'];
  const unnamed: string[] = [];
  const secrets = { get: async () => undefined };
  const people = await readPeople({ log, secrets }, of, (account, why) => unnamed.push(`${account}: ${why}`));
  assert.equal([people, unnamed], [{}, ['ann: event 0 of account-ann is damaged']]);
});

test('staff and paddles without a bid in these lots are not found', () => {
  assert.equal([named('clerk'), named('3000'), named('')], [[], [], []]);
});

test.run();
