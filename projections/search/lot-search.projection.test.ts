import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionSpec, type StoredRows } from '../test-support/projection-spec.ts';
import {
  LOT_TEXTS,
  lotSearchProjection,
  SEARCHED_SALES,
  type SearchedSaleDocument,
} from './lot-search.projection.ts';

const test = suite('texts of lots');

const said = (title: string): LotDescription => ({
  kept: 'here',
  details: {
    title,
    breed: 'Angus',
    town: 'DUBBO',
    state: 'NSW',
    organic: true,
    jBasScore: 7,
    agentComment: 'Quiet.',
    vendorName: 'Secret Pastoral',
    PIC: 'NB123456',
  },
  media: [],
});
const first = lot({ lot: '1', description: said('Steers'), reserveCents: 54_321, createdBy: 'Q-vera' });
const second = lot({ lot: '2', number: '2', searchNumericId: 2 });
const sale = scheduled({}, [first, second]);
const given = auctionSpec(lotSearchProjection);
const saleIn = (rows: StoredRows) => rows[SEARCHED_SALES]?.['a1'] as SearchedSaleDocument;

test('the text of a lot is what buyers read of it, and nothing else', () => {
  const { documents } = given().when(...sale);
  const texts = JSON.stringify(documents[LOT_TEXTS]?.['1']);
  for (const word of ['Steers', 'Angus', 'DUBBO NSW', 'Quiet.', 'Organic', 'J-BAS 7'])
    assert.ok(texts.includes(word), `${word} is searched`);
  for (const secret of ['Secret', 'NB123456', '54321', 'Q-vera'])
    assert.not.ok(texts.includes(secret), `${secret} is not`);
});

test('a bid changes no text, and a lot that is described otherwise changes its own and the mark of the sale', () => {
  const live = [
    ...sale,
    { type: 'AuctionWentLive', data: { at: 0, finishAt: null } } as const,
    { type: 'LotsWentLive', data: { at: 0, lots: [{ lot: '1', finishAt: 60_000 }] } } as const,
  ];
  const bid = {
    type: 'BidAccepted',
    data: {
      at: 1,
      command: { type: 'bid', lot: '1', bidder: 'ann', cents: 400 },
      steps: [],
      outcome: { currentBidCents: 400, leader: 'ann', finishAt: 60_000 },
      extended: false,
    },
  } as const;
  assert.equal(given(...live).when(bid).writes, []);
  const before = saleIn(given().when(...sale).documents);
  const seen = given(...sale).when({
    type: 'LotsCatalogued',
    data: { at: 1, lots: [{ ...first, description: said('Heifers') }] },
  });
  seen.writesTo(LOT_TEXTS, '1');
  assert.is.not(saleIn(seen.documents).texts, before.texts);
});

test('a sale that is over is marked so, its texts unchanged', () => {
  const before = saleIn(given().when(...sale).documents);
  const seen = given(...sale).when({ type: 'AuctionClosed', data: { at: 2 } });
  seen.writesTo(LOT_TEXTS);
  assert.equal(saleIn(seen.documents), { ...before, isOver: true });
});

test.run();
