import type { Me } from '@saleyard/contract/accounts.ts';
import type { AuctionSummary, PublicAuction } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot, PublicLot, StaffLot } from '@saleyard/contract/lots.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';

/** A lot for tests: live, 40 head, at $500.00 with $5.00 increments, led by bidder 4821. */
export const exampleLot = (over: Partial<PublicLot> = {}): PublicLot => ({
  _id: 'l1',
  auction: 'a1',
  number: '1',
  searchNumericId: 9001,
  state: 'live',
  status: null,
  withdrawn: false,
  soldBeforeAuction: false,
  winner: '4821',
  currentBidCents: 50_000,
  previousBidCents: 49_500,
  startPrice: 40_000,
  bidIncrementCents: 500,
  nextBidCents: 50_500,
  bidding: 'head',
  reserveStatus: 'notNear',
  bidCount: 3,
  vendorBids: 0,
  count: 40,
  biddingOpen: true,
  liveAt: 0,
  finishAt: 600_000,
  frozenTime: null,
  pausedTime: null,
  staleTime: 60,
  closedPrice: null,
  ...over,
});

/** A sale for tests: simultaneous (TIMED) and live since 0. */
export const examplePublicAuction = (over: Partial<PublicAuction> = {}): PublicAuction => ({
  _id: 'a1',
  searchNumber: 77,
  number: '77',
  title: 'Gunnedah weekly cattle',
  description: '',
  state: 'live',
  auctionType: 'simultaneous',
  kindData: { type: 'cattle', title: 'Cattle' },
  notification: null,
  public: true,
  openAt: 0,
  liveAt: 0,
  finishAt: null,
  closedAt: null,
  frozenTime: null,
  pausedTime: null,
  auctionpaused: false,
  staleTime: 60,
  inactiveTime: 0,
  lotOpeningSeconds: 0,
  allowAutoBid: true,
  allowUpcomingBid: true,
  opening: 'above-start',
  requiresTabs: false,
  auctionTabs: [],
  lotCount: 1,
  withdrawnCount: 0,
  headCount: 40,
  location: { state: ['NSW'] },
  ...over,
});

/** A sale as lists show it, for tests: by default a future timed cattle sale. */
export const exampleAuction = (change: Partial<AuctionSummary> = {}): AuctionSummary => ({
  ...examplePublicAuction(),
  _id: 'auction-1',
  searchNumber: 1042,
  number: '1042',
  title: 'Gunnedah Weaner Sale',
  state: 'future',
  openAt: 1_750_000_000_000,
  liveAt: 1_750_003_600_000,
  lotCount: 12,
  headCount: 480,
  location: { state: ['NSW', 'QLD'] },
  kind: 'cattle',
  descriptionShort: '',
  image: { url: '' },
  logo: { url: '' },
  usefulLinks: [],
  auctionTags: [],
  additionalDateInfo: [],
  privateSale: false,
  studSale: false,
  showLotNumbers: false,
  showCalculator: false,
  viewDetailsDays: 10,
  addLotOpenTimer: null,
  editLotDisabledAt: null,
  addNewLotToSpecificAgents: false,
  specificAgents: [],
  listingFee: null,
  lotFilters: { breed: [], stockCategory: [], sex: [], assessorType: [], location: [], region: [] },
  lotData: { maxAge: 0, maxWeight: 0 },
  cancelled: false,
  resultTable: null,
  ...change,
});

/** A lot as staff see it, for tests: live, open for bids, at $420.00 a head, led by the floor. */
export const exampleStaffLot = (change: Partial<StaffLot> = {}): StaffLot => ({
  ...exampleLot(),
  _id: 'lot-1',
  auction: 'auction-1',
  searchNumericId: 1,
  winner: 'floor',
  currentBidCents: 42_000,
  previousBidCents: 41_000,
  bidIncrementCents: 1_000,
  nextBidCents: 43_000,
  reserveStatus: 'onMarket',
  bidCount: 2,
  liveAt: 1_750_003_600_000,
  finishAt: null,
  staleTime: 0,
  ...lotView('cattle', null),
  publicDetails: {
    title: '40 Angus weaner steers',
    agentComment: '',
    majorBreed: 'Angus',
    sex: 'Steers',
    stockCategory: 'Weaner',
    location: { town: 'Gunnedah', state: 'NSW' },
    summary: { age: '8 - 10 mths', weight: '265 kg' },
    titleLive: '40 Angus weaner steers, 8 - 10 mths',
    age: { min: 8, max: 10, average: 9 },
    weight: { average: 265, curfew: null, min: null, max: null },
  },
  inlineDetails: { ...lotView('cattle', null).inlineDetails, postcode: '2380' },
  createdAt: null,
  updatedAt: null,
  mine: false,
  reserveCents: 41_000,
  maxVendorBids: 2,
  vendorName: 'Wirrabilla Pastoral',
  createdBy: 'seller-1',
  leader: null,
  ...change,
});

/** The same lot as everyone sees it. */
export function exampleCatalogueLot(change: Partial<CatalogueLot> = {}): CatalogueLot {
  const {
    reserveCents: _,
    maxVendorBids: __,
    vendorName: ___,
    createdBy: ____,
    leader: _____,
    ...lot
  } = exampleStaffLot();
  return { ...lot, ...change };
}

/** What screens look at of a person who is signed in, for tests: an approved buyer. */
export const exampleMe = (change: Partial<Me> = {}): Partial<Me> => ({
  ...{ _id: 'me', numericId: 12, shortId: 'B12', firstName: 'Bea', lastName: 'Buyer' },
  ...{ email: 'bea@farm.example', phone: '0491570156', status: 'approved-buyer', type: 'buyer', role: null },
  ...{ watchList2: [], filters: {}, stockTypes: [], approvedStockTypes: [] },
  ...change,
});
