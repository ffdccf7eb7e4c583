import type { EventOf } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AnyChange } from '../projection.ts';
import { ACTIVITY, activityProjection } from './activity.projection.ts';

const test = suite('the activity of staff');

/** The acts of these events of one sale's register of buyer numbers, each with the account it was about. */
function actsOf(events: readonly EventOf<'floorBuyers'>[], actor: 'staff' | 'user' = 'staff') {
  const recorded = events.map((event, revision) => ({
    ...event,
    ...{
      stream: 'floor-sale',
      revision,
      position: revision,
      meta: { at: 5, actor: { kind: actor, id: 'stan' } },
    },
  }));
  const empty = { buyers: [], claims: [], waiting: 0 };
  const writes = activityProjection.project({
    ...{ of: 'floorBuyers', id: 'sale', before: empty, after: empty, revision: events.length - 1 },
    ...{ events, recorded },
  } as unknown as AnyChange);
  return writes.flatMap((write) =>
    write.op === 'put' && write.collection === ACTIVITY
      ? [(({ act, area, sale, account, by }) => ({ act, area, sale, account, by }))(write.document as never)]
      : [],
  );
}

const decided = { at: 1, number: '12', account: 'bea', reason: 'sealed' };

test('what the desk does to buyer numbers is there: given or changed, erased, a claim refused', () => {
  const acts = actsOf([
    { type: 'FloorBuyerRegistered', data: { at: 1, number: '12', personal: 'sealed' } },
    { type: 'FloorBuyerErased', data: { at: 1, number: '12' } },
    { type: 'FloorClaimDecided', data: { ...decided, approved: false } },
  ]);
  const ofSale = { area: 'corrections', sale: 'sale', account: null, by: 'stan' };
  assert.equal(acts, [
    { ...ofSale, act: 'buyerNumberWritten' },
    { ...ofSale, act: 'floorBuyerErased' },
    { ...ofSale, act: 'claimRefused', account: 'bea' },
  ]);
});

test('an approved claim is the number that the sale assigned, and a claim is no act of staff', () => {
  assert.equal(actsOf([{ type: 'FloorClaimDecided', data: { ...decided, approved: true } }]), []);
  assert.equal(
    actsOf([{ type: 'BuyerNumberClaimed', data: { at: 1, number: '12', account: 'bea' } }], 'user'),
    [],
  );
});

test.run();
