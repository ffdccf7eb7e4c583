import { AUCTION_TYPE_NAMES } from '@saleyard/domain/auction/types/auction-types.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { newSale, saleBody } from './sale-form.ts';
import { changesOf } from './schedule-changes.ts';

const test = suite('what a change of the schedule changes');

type Body = Record<string, unknown>;

const isBranch = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with another value at each of its places in turn. */
function* otherBodies(body: Body): Generator<[string, Body]> {
  for (const [name, value] of Object.entries(body)) {
    if (isBranch(value)) {
      for (const [path, other] of otherBodies(value)) yield [`${name}.${path}`, { ...body, [name]: other }];
    } else if (typeof value === 'boolean') yield [name, { ...body, [name]: !value }];
    else if (Array.isArray(value)) yield [name, { ...body, [name]: [...value, { title: 'Other' }] }];
    else yield [name, { ...body, [name]: typeof value === 'number' ? value + 1 : 'other' }];
  }
}

/** A section more requires sections; no field changes the kind. */
const WITHOUT_FIELD = ['details.requiresTabs', 'details.kind'];

test('everything that the form changes is a change, in a sale of every type', () => {
  for (const type of AUCTION_TYPE_NAMES) {
    const sale = newSale(0);
    const body = saleBody({ ...sale, terms: { ...sale.terms, type } });
    const unchanged = { ...body, lots: [] };
    assert.equal(changesOf(unchanged, unchanged), []);
    for (const [path, other] of otherBodies(body)) {
      if (WITHOUT_FIELD.includes(path)) continue;
      const now = { ...(other as typeof body), lots: [] };
      assert.ok(changesOf(unchanged, now).length > 0, `${type}: ${path}`);
    }
  }
});

test('a changed rule of bidding is named, as it was and as it is now', () => {
  const body = saleBody(newSale(0));
  const before = { ...body, lots: [] };
  const terms = { ...body.terms, policy: { ...body.terms.policy, opening: 'at-start' as const } };
  assert.equal(changesOf(before, { ...before, terms }), [
    { what: 'First bid', before: 'Start price plus one increment', now: 'The start price itself' },
  ]);
});

test.run();
