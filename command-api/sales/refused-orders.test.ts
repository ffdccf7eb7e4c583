import { ERRORS, type ErrorCode } from '@saleyard/contract/errors.ts';
import { STAFF_ACTIONS, type StaffCommandBody } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { refusedOrderText } from './refused-orders.ts';

const test = suite('words for refused orders of staff');

const terms = { maxVendorBids: 2, reserveCents: 120_000, unit: 'head' } as const;

test('a refused order is answered with what is so', () => {
  const said = (code: string, type: 'cancel' | 'sellBefore' | 'freeze' | 'knockDown', lot?: string) =>
    refusedOrderText(code, { type, ...(lot !== undefined && { lot }) }, undefined);
  assert.match(said('already-scheduled', 'cancel') ?? '', /is live and can no longer be cancelled/);
  assert.match(said('already-scheduled', 'sellBefore', 'l1') ?? '', /only until the sale goes live/);
  assert.is(said('already-so', 'freeze'), 'The sale is frozen already.');
  assert.is(said('already-so', 'freeze', 'l1'), 'This lot is frozen already.');
  assert.is(said('lot-closed', 'cancel'), 'The sale is over or was cancelled.');
  assert.is(said('lot-closed', 'knockDown', 'l1'), 'This lot is closed.');
  assert.is(said('not-open', 'knockDown', 'l1'), 'The sale is not live yet.');
  assert.match(said('waiting-to-start', 'knockDown', 'l1') ?? '', /Open it first/);
  assert.is(said('wrong-auction-type', 'knockDown', 'l1'), null, 'the words of the code fit');
});

test('a refusal is true in every state in which its code is given', () => {
  const said = (code: string, type: StaffCommandBody['type']) =>
    refusedOrderText(code, { type, lot: 'l1' }, undefined);
  // A frozen sale freezes its lots without a freeze of their own.
  assert.match(said('already-so', 'resume') ?? '', /no freeze of its own.*resume the sale/);
  assert.match(said('already-so', 'unpause') ?? '', /no pause of its own/);
  // A buyer number may lead already, or nobody.
  assert.match(said('no-floor-buyer', 'knockDown') ?? '', /only where the floor leads without one/);
  // A lot that was put back waits for its turn with the bids that it had.
  assert.not.match(said('waiting-to-start', 'retractFloorBid') ?? '', /not started|no bid/);
  assert.not.match(said('waiting-to-start', 'staffBid') ?? '', /not started/);
  // An open sale that is not live takes bids.
  assert.match(said('not-open', 'staffBid') ?? '', /has not opened yet/);
  assert.match(said('lot-withdrawn', 'reinstateLot') ?? '', /sale was cancelled/);
});

test('a bid that staff entered is refused in words that are true though no price moved', () => {
  for (const type of ['floorBid', 'vendorBid', 'staffBid'] as const) {
    const said = (code: string) => refusedOrderText(code, { type, lot: 'l1' }, undefined);
    assert.match(said('too-low') ?? '', /^This is lower than the next bid/);
    assert.match(said('not-open') ?? '', /^The sale has not opened yet/);
    assert.match(said('auto-bids-only') ?? '', /can only name a maximum, if the sale takes auto-bids/);
    assert.is(said('auto-bid-not-allowed'), 'This sale takes no auto-bids.');
  }
});

test('what staff order for somebody else is refused in words about that person, not about staff', () => {
  const said = (code: string, type: 'staffBid' | 'correctSale' | 'confirmCorrection' | 'sellAfter') =>
    refusedOrderText(code, { type, lot: 'l1' }, undefined);
  assert.match(said('own-lot', 'staffBid') ?? '', /^This buyer listed the lot/);
  assert.match(said('not-permitted', 'correctSale') ?? '', /^This account or buyer number cannot/);
  assert.match(
    said('no-proposal', 'confirmCorrection') ?? '',
    /no longer waiting, or another one replaced it/,
  );
  assert.is(said('not-closed', 'correctSale'), 'This lot is not closed yet.');
  assert.is(said('not-closed', 'sellAfter'), null, 'the words of the code fit');
});

test('a refused vendor bid says whether its bids are used up or the price is at the reserve', () => {
  const order = { type: 'vendorBid', lot: 'l1' } as const;
  const said = (vendorBids: number, reserveCents: number | null = terms.reserveCents) =>
    refusedOrderText('vendor-bids-exhausted', order, { vendorBids, terms: { ...terms, reserveCents } });
  assert.is(said(1), 'The vendor bids only under the reserve of $1,200.00 /head.');
  assert.is(said(2), 'No vendor bids are left on this Lot.');
  assert.match(said(0, null) ?? '', /this Lot has none/);
});

/** Orders that name no lot, unless they stop one. */
const OF_SALES: ReadonlySet<string> = new Set(['cancel', 'announce', 'messageEveryone', 'assignBuyerNumber']);
const BIDS = ['floorBid', 'vendorBid', 'staffBid'] as const;
const BUYERS = [
  'sellBefore',
  'sellAfter',
  'correctSale',
  'nameFloorBuyer',
  'assignBuyerNumber',
  'knockDown',
] as const;
const CORRECTIONS = [
  'reopenLot',
  'correctSale',
  'confirmCorrection',
  'declineCorrection',
  'reinstateLot',
] as const;

/** What a text may speak of only where the order is about it. */
const SUBJECTS: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/can no longer be cancelled|is cancelled already/, new Set(['cancel'])],
  [/sold before the auction/, new Set(['sellBefore', 'correctSale'])],
  [/message/i, new Set(['messageEveryone'])],
  [/announce/i, new Set(['announce'])],
  [/vendor bid/i, new Set(['vendorBid'])],
  [/floor bid|take back/, new Set(['retractFloorBid'])],
  [/reopen/, new Set(['reopenLot'])],
  [/correct/i, new Set<string>(CORRECTIONS)],
  [/auto.?bid/i, new Set<string>(BIDS)],
  [/increment|multiple/i, new Set<string>(BIDS)],
  [/price/i, new Set<string>([...BIDS, 'sellAfter', 'correctSale'])],
  [/name the buyer/i, new Set<string>(BUYERS)],
];

test('no refusal of an order speaks of another order: all orders with all codes', () => {
  const vendorLot = { vendorBids: 0, terms };
  for (const type of STAFF_ACTIONS) {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const order = { type, ...(!OF_SALES.has(type) && { lot: 'l1' }) };
      for (const lot of [undefined, vendorLot]) {
        const text = refusedOrderText(code, order, lot) ?? ERRORS[code].message;
        assert.not.match(text, /\byou(r|rs)?\b/i, `${type}, ${code}: ${text}`);
        for (const [subject, types] of SUBJECTS)
          assert.ok(!subject.test(text) || types.has(type), `${type}, ${code}: ${text}`);
        assert.ok(!(OF_SALES.has(type) && /[Tt]his lot/.test(text)), `${type}, ${code}: ${text}`);
      }
    }
  }
});

test.run();
