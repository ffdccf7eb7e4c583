import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CataloguedListing } from '../lots/descriptions.ts';
import { auctionSpec } from '../test-support/projection-spec.ts';
import { MARKET_SALES, type MarketSaleDocument, marketProjection } from './market.projection.ts';

const test = suite('sums of a closed sale');

/** A listing of which two head were weighed, 410 kg on average: 389.5 kg by curfew. */
const weighed = (id: string, details: Values): [string, CataloguedListing] => {
  const stated = { sex: 'Steer(s)', stockCategory: 'Yearlings', ...details };
  const heads = [{ weightLive: 400 }, { weightLive: 420 }];
  const content = { ...emptyContent(1), details: stated, heads, countWeighed: 2, adjustWeight: -5 };
  return [
    `${id}@0`,
    { listing: { content } as unknown as CataloguedListing['listing'], createdAt: 1, updatedAt: 1 },
  ];
};
const inListing = (listing: string): LotDescription => ({
  kept: 'listing',
  listing,
  revision: 0,
  hash: 'h',
  state: 'NSW',
});

test('the weights of weighed heads count, typed ones only where no head was weighed', () => {
  const descriptions = new Map([weighed('A', {}), weighed('B', { weightCurfewKg: 200 })]);
  const bid = (of: string, cents: number): AuctionEvent => ({
    type: 'BidAccepted',
    data: {
      at: 1,
      command: { type: 'bid', lot: of, bidder: 'ann', cents },
      steps: [],
      outcome: { currentBidCents: cents, leader: 'ann', finishAt: 2 },
      extended: false,
    },
  });
  const sold = (of: string, priceCents: number) =>
    ({ lot: of, status: 'sold', winner: 'ann', priceCents }) as const;
  const over: AuctionEvent[] = [
    bid('A', 400),
    bid('B', 164_000),
    { type: 'LotsClosed', data: { at: 2, by: 'time', lots: [sold('A', 400), sold('B', 164_000)] } },
    { type: 'AuctionClosed', data: { at: 2 } },
  ];
  const sale = scheduled({}, [
    lot({ lot: 'A', number: '1', unit: 'kg', count: 10, description: inListing('A') }),
    lot({ lot: 'B', number: '2', unit: 'head', count: 10, description: inListing('B') }),
  ]);
  const { documents } = auctionSpec(marketProjection, { descriptions })(...sale).when(...over);
  const market = documents[MARKET_SALES]?.['a1'] as MarketSaleDocument;
  // $4 × 3,895 kg and 10 × $1,640, over twice 3,895 kg: 410.5 c/kg.
  assert.equal(market.categories[0]?.byWeight, { cents: 1_558_000 + 1_640_000, grams: 7_790_000 });
});

test.run();
