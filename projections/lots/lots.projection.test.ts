import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { lot, scheduled, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionSpec, type StoredRows } from '../test-support/projection-spec.ts';
import type { CataloguedListing, Descriptions } from './descriptions.ts';
import {
  LOT_PAGES,
  LOTS,
  type LotDocument,
  type LotPageDocument,
  lotsProjection,
  PRIVATE_LOTS,
  type PrivateLotDocument,
} from './lots.projection.ts';

const test = suite('lots');

const details: Values = {
  title: 'Angus weaner steers',
  town: 'GUNNEDAH',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steer(s)',
  stockCategory: 'Weaners',
  ageMinMonths: 8,
  ageMaxMonths: 10,
  weightAverageKg: 282.456,
  weightCurfewKg: 275,
  weightMinKg: 240,
  weightMaxKg: 310,
  assessorType: 'Agent Assessed',
  agentComment: 'Quiet.',
  additionalTitle: 'EU',
  allocatedSection: 'Weaners',
  vendorName: 'Secret Pastoral',
};
const media = [{ thumbnail: '/t.jpg', url: '/u.jpg', title: 'One' }];
const inListing: LotDescription = { kept: 'listing', listing: '1', revision: 2, hash: 'h', state: 'NSW' };
const content = {
  details,
  media,
  countWeighed: 1,
  heads: [{ weightLive: 281, fatScore: 3 }],
  saleConditions: 'By truck.',
};
const LISTING: Omit<CataloguedListing['listing'], 'content'> = {
  kind: 'cattle',
  auction: 'a1',
  searchNumericId: 1,
  createdBy: 'Q-vera',
  origin: null,
  phase: 'approved',
  reason: null,
  submittedAt: null,
  reofferedAs: null,
  isFeePaid: false,
};
const descriptions: Descriptions = new Map([
  [
    '1@2',
    {
      listing: { ...LISTING, content: { ...emptyContent(0), ...content } },
      createdAt: 1_000,
      updatedAt: 2_000,
    },
  ],
]);
const given = auctionSpec(lotsProjection, { descriptions });
const sale = scheduled({}, [
  lot({ lot: '1', description: inListing, reserveCents: 54_321, createdBy: 'Q-vera' }),
  lot({ lot: '2', number: '2', searchNumericId: 2 }),
]);
const going = [
  ...sale,
  { type: 'AuctionWentLive', data: { at: 0, finishAt: null } } as const,
  { type: 'LotsWentLive', data: { at: 0, lots: [{ lot: '1', finishAt: 600_000 }] } } as const,
];
const bid = (bidder: string, cents: number) =>
  ({
    type: 'BidAccepted',
    data: {
      at: 1_000,
      command: { type: 'bid', lot: '1', bidder, cents },
      steps: [],
      outcome: { currentBidCents: cents, leader: bidder, finishAt: 600_000 },
      extended: false,
    },
  }) as const;

const shown = ({ documents }: { documents: StoredRows }, id: string) => documents[LOTS]?.[id] as LotDocument;

test('a catalogued lot is kept for everyone, and apart from that for staff', () => {
  const { documents } = given().when(...sale);
  const seen = documents[LOTS]?.['1'] as LotDocument;
  assert.is(seen.auction, 'a1');
  assert.equal(seen.publicDetails, {
    title: 'Angus weaner steers',
    agentComment: 'Quiet.',
    majorBreed: 'Angus',
    sex: 'Steer(s)',
    stockCategory: 'Weaners',
    location: { town: 'GUNNEDAH', state: 'NSW' },
    summary: { age: '8 - 10 mths', weight: '281 kg' },
    titleLive: 'Angus weaner steers, 8 - 10 mths',
    age: { min: 8, max: 10, average: 9 },
    // One head was weighed; what was typed by hand is of none.
    weight: { average: 281, curfew: null, min: 281, max: 281 },
  });
  assert.is(seen.inlineDetails.postcode, '2380');
  assert.is(seen.inlineDetails.assessorType, 'Agent Assessed');
  assert.is(seen.inlineDetails.organic, null);
  assert.equal(documents[PRIVATE_LOTS]?.['1'], {
    auction: 'a1',
    order: 0,
    reserveCents: 54_321,
    maxVendorBids: 0,
    vendor: { sealed: '', clear: 'Secret Pastoral' },
    createdBy: 'Q-vera',
    leader: null,
    paddle: null,
    participants: [],
  });
});

test('[E12] what everyone may read holds no reserve, vendor, creator or bidder', () => {
  const { documents } = given(...going).when(bid('Q-ann', 400));
  const text = JSON.stringify(documents[LOTS]);
  for (const secret of [
    '54321',
    'Secret Pastoral',
    'Q-vera',
    'Q-ann',
    'reserveCents',
    'vendorName',
    'createdBy',
  ]) {
    assert.not.ok(text.includes(secret), `${secret} is shown`);
  }
});

test('only the lot that changed is written, and its private part only with the leader', () => {
  const first = given(...going).when(bid('ann', 400));
  first.writesTo(LOTS, '1');
  first.writesTo(PRIVATE_LOTS, '1');
  const again = given(...going, bid('ann', 400)).when(bid('ann', 500));
  again.writesTo(LOTS, '1');
  again.writesTo(PRIVATE_LOTS);
  assert.is(shown(again, '1').currentBidCents, 500);
});

test('who bid on a lot is known by paddles, in the order of their first bids', () => {
  const { documents } = given(...going).when(bid('Q-ann', 400), bid('Q-bob', 500), bid('Q-ann', 600));
  const kept = documents[PRIVATE_LOTS]?.['1'] as PrivateLotDocument | undefined;
  assert.is(kept?.participants?.length, 2);
  assert.is(kept?.participants?.[0], kept?.paddle, 'Ann bid first and leads');
  assert.not.match(JSON.stringify(kept?.participants), 'Q-');
});

test('a lot that changed many times in one commit is written once', () => {
  given(...going)
    .when(bid('ann', 400), bid('bob', 500), bid('ann', 600))
    .writesTo(LOTS, '1');
});

test("a synchronous sale's new end rewrites none of its other lots", () => {
  const synchronous = [
    ...scheduled({ type: 'synchronous', durationSeconds: 60 }, [lot(), lot({ lot: '2' })]),
    { type: 'AuctionWentLive', data: { at: 0, finishAt: 60_000 } } as const,
    {
      type: 'LotsWentLive',
      data: {
        at: 0,
        lots: [
          { lot: '1', finishAt: null },
          { lot: '2', finishAt: null },
        ],
      },
    } as const,
  ];
  given(...synchronous)
    .when({ type: 'BidAccepted', data: { ...bid('ann', 400).data, extended: true } })
    .writesTo(LOTS, '1');
});

test('other terms of sale make every lot another document', () => {
  const changed = {
    type: 'AuctionScheduled',
    data: { ...(sale[0]?.data as { at: number; details: never }), terms: terms({ staleTimeSeconds: 5 }) },
  } as const;
  const seen = given(...sale).when(changed);
  seen.writesTo(LOTS, '1', '2');
  assert.is(shown(seen, '2').staleTime, 5);
});

test('lots catalogued before the sale is scheduled appear with its schedule', () => {
  const [schedule, catalogue] = sale;
  if (schedule === undefined || catalogue === undefined) throw new Error('both are there');
  given().when(catalogue).writesTo(LOTS);
  given(catalogue).when(schedule).writesTo(LOTS, '1', '2');
});

test('a lot described in the catalogue itself, as before there were listings, reads the same', () => {
  // It holds no heads: its weights are those of the one head that the listing has.
  const { weightCurfewKg: _, ...others } = details;
  const weighed = { ...others, weightAverageKg: 281, weightMinKg: 281, weightMaxKg: 281 };
  const here: LotDescription = { kept: 'here', details: weighed, media };
  const [schedule] = sale;
  if (schedule === undefined) throw new Error('it is there');
  const terms = [lot({ lot: '1', description: here, reserveCents: 54_321, createdBy: 'Q-vera' })];
  const catalogued = { type: 'LotsCatalogued', data: { at: 0, lots: terms } } as const;
  const before = auctionSpec(lotsProjection)(schedule).when(catalogued);
  const now = given(schedule).when({
    type: 'LotsCatalogued',
    data: { at: 0, lots: [{ ...terms[0], description: inListing }] },
  } as never);
  const saidOf = (rows: StoredRows) => {
    const lots = rows[LOTS] as Record<string, LotDocument>;
    const { publicDetails, inlineDetails, media } = lots['1'] as LotDocument;
    return { publicDetails, inlineDetails, media, own: rows[PRIVATE_LOTS] };
  };
  assert.equal(saidOf(before.documents), saidOf(now.documents));
});

test('a listing that the log does not hold shows nothing, and no other lot’s', () => {
  const { documents } = auctionSpec(lotsProjection)().when(...sale);
  assert.is(shown({ documents }, '1').publicDetails.title, '');
});

test("what only the lot's own page shows is kept apart, with the values of private fields", () => {
  const page = given().when(...sale).documents[LOT_PAGES]?.['1'] as LotPageDocument;
  assert.equal([page.auction, page.kind, page.saleConditions], ['a1', 'cattle', 'By truck.']);
  assert.is(page.values['vendorName'], 'Secret Pastoral');
  assert.is(page.assessment.averageWeight, 281);
  assert.equal(page.optiweigh.averageData, []);
  const seen = shown(given().when(...sale), '1');
  assert.equal([seen.createdAt, seen.updatedAt], [1_000, 2_000]);
  const bare = given().when(...sale).documents[LOT_PAGES]?.['2'] as LotPageDocument;
  assert.equal([bare.values, bare.documents], [{}, []]);
});

test.run();
