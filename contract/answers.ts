import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { type LotsAdded, type SaleScheduled, STATES, type StaffDecision } from './bodies.ts';
import type { PracticeAnswer, PracticeLotResult, PracticeNamed, PracticeSale } from './practice.ts';
import { PRACTICE_LEVELS } from './practice.ts';
import type {
  AuctionsPage,
  Contacts,
  Kind,
  OwnAutoBidsAnswer,
  OwnBidsAnswer,
  StaffAuction,
  StaffLotsPage,
  StockCategory,
  WatchListPage,
} from './queries.ts';
import type { BidDecision, OwnAutoBid, OwnBid, PublicAuction, PublicLot } from './realtime.ts';
import type { AuctionSummary, CatalogueLot, LotDetails, LotsPage, Me, StaffLot } from './rest.ts';

// The schemas of what REST answers. Each is held to the type the code answers with, both ways.
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
type Same<A, B> = [Frozen<A>, Frozen<B>] extends [Frozen<B>, Frozen<A>]
  ? []
  : ['the schema and the type part'];
const of =
  <T>() =>
  <S extends TSchema>(schema: S, ..._held: Same<Static<S>, T>): S =>
    schema;

const only = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const oneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const text = Type.String();
const flag = Type.Boolean();
const whole = Type.Integer();
const said = (description: string) => Type.Integer({ description });
const ms = (description: string) => said(`${description}, ms since the epoch`);
const cents = (description: string) => said(`${description}, cents per unit`);
const number = orNull(Type.Number());
const auctionType = oneOf('simultaneous', 'sequential', 'sequentialOffline', 'synchronous');
const kindType = oneOf('cattle', 'sheep', 'goat', 'sheep-abblamb');

const lot = {
  _id: text,
  auction: text,
  number: text,
  searchNumericId: whole,
  state: oneOf('future', 'open', 'live', 'futureInLive', 'closed'),
  status: orNull(oneOf('sold', 'passed', 'noBid')),
  withdrawn: flag,
  winner: orNull(Type.String({ description: "a bidder's paddle in this auction, `vendor` or `floor`" })),
  currentBidCents: orNull(cents('the price')),
  previousBidCents: orNull(cents('the price before it')),
  startPrice: cents('where bidding starts'),
  bidIncrementCents: cents('the increment'),
  nextBidCents: orNull(cents('the smallest amount a bid may name now')),
  bidding: oneOf('head', 'kg'),
  reserveStatus: oneOf('awaitingBids', 'notNear', 'nearReserve', 'onMarket'),
  bidCount: whole,
  vendorBids: whole,
  count: said('head in the lot'),
  biddingOpen: Type.Boolean({
    description: 'interfaced sales: the clerk has opened bidding; others: it is live',
  }),
  liveAt: orNull(ms('when it goes live')),
  finishAt: orNull(ms('when it closes')),
  frozenTime: orNull(ms('when it was frozen')),
  pausedTime: orNull(ms('when it was paused')),
  staleTime: said('seconds an accepted bid leaves at least'),
  closedPrice: orNull(cents('the price it closed at, of sold and passed lots')),
};
const auction = {
  _id: text,
  searchNumber: whole,
  number: Type.String({ description: 'the same number as people see it' }),
  title: text,
  description: text,
  state: oneOf('future', 'open', 'live', 'closed'),
  auctionType,
  kindData: only({ type: kindType, title: text }),
  public: flag,
  openAt: ms('when auto-bids may be set'),
  liveAt: ms('when bidding begins'),
  finishAt: orNull(ms('the deadline of a Helmsman sale')),
  closedAt: orNull(ms('when it closed')),
  frozenTime: orNull(ms('when it was frozen')),
  pausedTime: orNull(ms('when it was paused')),
  auctionpaused: flag,
  staleTime: said('seconds an accepted bid leaves its lot at least'),
  inactiveTime: said('seconds an accepted bid leaves a Helmsman sale at least'),
  lotOpeningSeconds: said('seconds a lot of a sequential sale is live'),
  allowAutoBid: flag,
  allowUpcomingBid: flag,
  opening: oneOf('above-start', 'at-start'),
  requiresTabs: flag,
  auctionTabs: Type.Array(only({ tabName: text, description: text })),
  lotCount: whole,
  withdrawnCount: whole,
  headCount: whole,
  location: only({ state: Type.Array(text) }),
};
const summary = {
  ...auction,
  cancelled: flag,
  resultTable: orNull(
    only({
      categories: Type.Array(
        only({ sex: text, head: whole, lots: whole, sold: whole, noBid: whole, passed: whole }),
      ),
    }),
  ),
};
const details = {
  publicDetails: only({
    title: text,
    agentComment: text,
    majorBreed: text,
    sex: text,
    stockCategory: text,
    location: only({ town: text, state: text }),
    summary: only({ age: text, weight: text }),
    age: Type.Object({ min: number, max: number }, { additionalProperties: false, description: 'months' }),
    weight: Type.Object(
      { average: number, curfew: number, min: number, max: number },
      { additionalProperties: false, description: 'kg per head' },
    ),
  }),
  inlineDetails: only({ postcode: text, assessorType: text }),
  additionalTitle: text,
  allocatedSection: text,
  media: Type.Array(only({ thumbnail: text, url: text, title: text })),
};
const catalogued = {
  ...lot,
  ...details,
  mine: Type.Boolean({ description: 'the viewer listed it, and may not bid on it' }),
};

const PublicLotAnswer = of<PublicLot>()(only(lot));
const PublicAuctionAnswer = of<PublicAuction>()(only(auction));
const LotDetailsAnswer = of<LotDetails>()(only(details));
const AuctionSummaryAnswer = of<AuctionSummary>()(only(summary));
const CatalogueLotAnswer = of<CatalogueLot>()(only(catalogued));
const StaffAuctionAnswer = of<StaffAuction>()(only({ ...summary, bidders: whole }));
const StaffLotAnswer = of<StaffLot>()(
  only({
    ...catalogued,
    reserveCents: orNull(cents('the reserve')),
    maxVendorBids: whole,
    vendorName: text,
    createdBy: text,
    leader: orNull(only({ _id: text, shortId: text, paddle: text, name: text })),
  }),
);
const MeAnswer = of<Me>()(
  only({
    _id: text,
    numericId: whole,
    shortId: text,
    firstName: text,
    lastName: text,
    email: text,
    status: text,
    type: text,
    role: orNull(oneOf('admin', 'auditor')),
    stockTypes: Type.Array(text),
    approvedStockTypes: Type.Array(text),
    watchList2: Type.Array(only({ lotId: text })),
  }),
);
const KindAnswer = of<Kind>()(
  only({
    _id: text,
    type: kindType,
    title: text,
    listingPriceCents: Type.Optional(said('fee per head, cents')),
    sellingCategory: Type.Optional(oneOf('cattle', 'sheep and goats')),
  }),
);
const StockCategoryAnswer = of<StockCategory>()(
  only({ kind: kindType, sex: text, categories: Type.Array(text) }),
);
const OwnBidAnswer = of<OwnBid>()(
  only({ auction: text, lot: text, cents: cents('the amount'), at: ms('when') }),
);
const OwnAutoBidAnswer = of<OwnAutoBid>()(
  only({ auction: text, lot: text, cents: cents('the most it goes to'), active: flag }),
);
const decided = {
  currentBidCents: orNull(cents('the price after it')),
  finishAt: orNull(ms('when the lot closes now')),
  seq: said("the decision's revision in the auction's stream"),
};
const BidDecisionAnswer = of<BidDecision>()(
  only({
    outcome: oneOf('accepted', 'refused'),
    lot: text,
    code: Type.Optional(text),
    message: Type.Optional(text),
    ...decided,
    leading: Type.Boolean({ description: 'the sender leads after it; false: outbid at once by an auto-bid' }),
  }),
);
const StaffDecisionAnswer = of<StaffDecision>()(
  only({
    outcome: Type.Literal('accepted'),
    lot: orNull(text),
    ...decided,
    leader: orNull(Type.String({ description: "an account's id, `vendor` or `floor`" })),
  }),
);
const PracticeLotResultAnswer = of<PracticeLotResult>()(
  only({
    lot: text,
    outcome: oneOf('won', 'lost', 'not-tried', 'passed-in'),
    priceCents: orNull(cents('what it went for; null without a bid')),
    ownBestCents: orNull(cents('the most the person bid or set as an auto-bid')),
    othersLimitCents: cents('the most any made-up bidder would have paid'),
  }),
);
const PracticeSaleAnswer = of<PracticeSale>()(
  only({
    auction: AuctionSummaryAnswer,
    lots: Type.Array(CatalogueLotAnswer),
    bids: Type.Array(OwnBidAnswer),
    autobids: Type.Array(OwnAutoBidAnswer),
    level: oneOf(...PRACTICE_LEVELS),
    running: Type.Boolean({ description: 'its made-up bidders are there' }),
    results: Type.Array(PracticeLotResultAnswer),
  }),
);
const totalTable = Type.Array(only({ sex: text, counts: only({ heads: whole, total: whole }) }));

/** The named shapes, as the OpenAPI document lists them. */
export const NAMED_ANSWERS = {
  PublicLot: PublicLotAnswer,
  PublicAuction: PublicAuctionAnswer,
  LotDetails: LotDetailsAnswer,
  AuctionSummary: AuctionSummaryAnswer,
  CatalogueLot: CatalogueLotAnswer,
  StaffAuction: StaffAuctionAnswer,
  StaffLot: StaffLotAnswer,
  Me: MeAnswer,
  Kind: KindAnswer,
  StockCategory: StockCategoryAnswer,
  OwnBid: OwnBidAnswer,
  OwnAutoBid: OwnAutoBidAnswer,
  BidDecision: BidDecisionAnswer,
  PracticeSale: PracticeSaleAnswer,
  PracticeLotResult: PracticeLotResultAnswer,
  StaffDecision: StaffDecisionAnswer,
} as const;

/** What stands under `data` of each success. */
export const ANSWERS = {
  nothing: only({}),
  serverTime: only({ serverTime: ms('the server’s clock') }),
  serverState: only({ isLive: flag, message: text, demo: Type.Optional(flag) }),
  user: only({ user: MeAnswer }),
  watchList: only({ watchList: Type.Array(only({ lotId: text })) }),
  decision: BidDecisionAnswer,
  staffDecision: StaffDecisionAnswer,
  bids: of<OwnBidsAnswer>()(only({ bids: Type.Array(OwnBidAnswer) })),
  autobids: of<OwnAutoBidsAnswer>()(only({ autobids: Type.Array(OwnAutoBidAnswer) })),
  auctions: of<AuctionsPage>()(
    only({ auctions: Type.Array(AuctionSummaryAnswer), page: whole, pages: whole }),
  ),
  auction: only({ auction: AuctionSummaryAnswer }),
  lots: of<LotsPage>()(only({ lots: Type.Array(CatalogueLotAnswer), totalTable })),
  lot: only({ lot: CatalogueLotAnswer }),
  watched: of<WatchListPage>()(
    only({ lots: Type.Array(CatalogueLotAnswer), auctions: Type.Array(AuctionSummaryAnswer) }),
  ),
  staffAuction: only({ auction: StaffAuctionAnswer }),
  staffLots: of<StaffLotsPage>()(only({ lots: Type.Array(StaffLotAnswer), totalTable })),
  kinds: only({ kinds: Type.Array(KindAnswer) }),
  kind: only({ kind: KindAnswer }),
  states: only({
    states: Type.Object(Object.fromEntries(STATES.map((state) => [state, Type.Array(text)])), {
      additionalProperties: false,
    }),
  }),
  stockCategories: only({ stockCategories: Type.Array(StockCategoryAnswer) }),
  contacts: of<Contacts>()(only({ callPhone: text, textPhone: text, email: text, secondaryEmail: text })),
  saleScheduled: of<SaleScheduled>()(only({ _id: text, searchNumber: whole, lots: Type.Array(text) })),
  lotsAdded: of<LotsAdded>()(only({ _id: text, lots: Type.Array(text) })),
  practice: of<PracticeAnswer>()(only({ practice: orNull(PracticeSaleAnswer) })),
  practiceNamed: of<PracticeNamed>()(only({ _id: text })),
  accountOpened: only({ _id: text }),
} as const;
