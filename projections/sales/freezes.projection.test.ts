import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionSpec } from '../test-support/projection-spec.ts';
import { FREEZES, freezesProjection } from './freezes.projection.ts';

const test = suite('read model of freezes');
const auction = 'a1';
const given = auctionSpec(freezesProjection, { auction });

const catalogued = scheduled({}, [lot({ lot: '1', number: '7' }), lot({ lot: '2', number: '8' })]);
const frozen = (at: number, id: string | null, cause?: 'power' | 'safety') =>
  ({ type: 'Frozen', data: { at, lot: id, reason: 'said by staff', ...(cause && { cause }) } }) as const;
const resumed = (at: number, id: string | null) =>
  ({ type: 'Resumed', data: { at, lot: id, reason: 'go' } }) as const;
const kept = (lotNumber: string | null, from: number, until: number | null, cause: string | null) => ({
  auction,
  lot: lotNumber,
  from,
  until,
  cause,
});

test('a freeze of the sale and of a lot, however their events were committed', () => {
  const events = [frozen(5, null, 'power'), frozen(6, '2', 'safety'), resumed(9, null)];
  const expected = { 'a1.sale.5': kept(null, 5, 9, 'power'), 'a1.2.6': kept('8', 6, null, 'safety') };
  assert.equal(given(...catalogued).when(...events).documents[FREEZES], expected);
  assert.equal(
    given(...catalogued, ...events.slice(0, 2)).when(...events.slice(2)).documents[FREEZES],
    expected,
  );
});

test('a lot that is withdrawn and a sale that closes are frozen no longer; an old freeze has no cause', () => {
  const withdrawn = { type: 'LotWithdrawn', data: { at: 8, lot: '1', reason: 'lame' } } as const;
  const cancelled = { type: 'AuctionCancelled', data: { at: 11, reason: 'flood' } } as const;
  const over = given(...catalogued, frozen(6, '1'), frozen(7, null, 'power')).when(withdrawn, cancelled);
  assert.equal(over.documents[FREEZES], {
    'a1.1.6': kept('7', 6, 8, null),
    'a1.sale.7': kept(null, 7, 11, 'power'),
  });
});

test('[T24] a frozen lot that gets another number is listed under that, however committed', () => {
  const lots = [lot({ lot: '1', number: '7A' })];
  const renumbered = { type: 'LotsCatalogued', data: { at: 7, lots } } as const;
  const events = [frozen(6, '1'), renumbered, resumed(9, '1')];
  for (let cut = 0; cut <= events.length; cut += 1) {
    const { documents } = given(...catalogued, ...events.slice(0, cut)).when(...events.slice(cut));
    assert.equal(documents[FREEZES], { 'a1.1.6': kept('7A', 6, 9, null) });
  }
  const lasting = given(...catalogued, frozen(6, '1')).when(renumbered);
  assert.equal(lasting.documents[FREEZES], { 'a1.1.6': kept('7A', 6, null, null) });
  const arranged: AuctionEvent[] = catalogued.flatMap((event) =>
    event.type === 'AuctionScheduled'
      ? [
          {
            ...event,
            data: {
              ...event.data,
              at: 8,
              lots: [
                { lot: '2', number: '1' },
                { lot: '1', number: '2' },
              ],
            },
          },
        ]
      : [],
  );
  const inOrder = given(...catalogued, frozen(6, '1')).when(...arranged);
  assert.equal(inOrder.documents[FREEZES], { 'a1.1.6': kept('2', 6, null, null) });
});

test('bids and pauses write nothing, nor what staff wrote', () => {
  const paused = { type: 'Paused', data: { at: 5, lot: null, reason: 'lunch' } } as const;
  given(...catalogued, frozen(4, null))
    .when(paused)
    .writesTo(FREEZES);
  const documents = given(...catalogued).when(frozen(4, null, 'power')).documents[FREEZES];
  assert.not.match(JSON.stringify(documents), 'said by staff');
});

test.run();
