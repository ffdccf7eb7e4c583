import { POLICY_VALUES } from '@saleyard/domain/auction/policy.ts';
import { KIND_TYPES, STATES } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { LOT_FILTERS } from './lot-filters.ts';
import {
  AuctionType,
  Direction,
  describedInteger,
  KindType,
  list,
  ms,
  namesOf,
  oneOf,
  orNull,
  Page,
  pageSize,
  strictObject,
} from './schema.ts';

export const AUCTION_STATES = ['future', 'open', 'live', 'closed'] as const;

const auction = {
  _id: Type.String(),
  searchNumber: Type.Integer(),
  number: Type.String({ description: 'the same number as people see it' }),
  title: Type.String(),
  description: Type.String(),
  state: oneOf(...AUCTION_STATES),
  auctionType: AuctionType,
  kindData: strictObject({ type: KindType, title: Type.String() }),
  notification: orNull(Type.String({ description: 'what staff announce in this sale' })),
  public: Type.Boolean(),
  openAt: ms('when auto-bids may be set'),
  liveAt: ms('when bidding begins'),
  finishAt: orNull(ms('the deadline of a Helmsman sale')),
  closedAt: orNull(ms('when it closed')),
  frozenTime: orNull(ms('when it was frozen')),
  pausedTime: orNull(ms('when it was paused')),
  /** Omitted by a read model that is still being rebuilt. */
  stoppedTime: Type.Optional(
    orNull(ms('since when a freeze or a pause, or several, have held its timers; null while they run')),
  ),
  auctionpaused: Type.Boolean(),
  staleTime: describedInteger('seconds an accepted bid leaves its lot at least'),
  inactiveTime: describedInteger('seconds an accepted bid leaves a Helmsman sale at least'),
  lotOpeningSeconds: describedInteger('seconds a lot of a sequential sale is live'),
  allowAutoBid: Type.Boolean(),
  allowUpcomingBid: Type.Boolean(),
  /** Whether a lot's first bid may be the start price itself. */
  opening: oneOf(...POLICY_VALUES.opening),
  requiresTabs: Type.Boolean(),
  auctionTabs: list(strictObject({ tabName: Type.String(), description: Type.String() })),
  lotCount: Type.Integer(),
  withdrawnCount: Type.Integer(),
  headCount: Type.Integer(),
  location: strictObject({ state: list(Type.String()) }),
  /** Interfaced sales: the lot that the clerk closed last, while it may be reopened. */
  reopenable: Type.Optional(
    strictObject({ lot: Type.String(), until: ms('until when, by the timers of the sale') }),
  ),
};

/** The sale's live state, as anyone may see it. */
export const PublicAuction = strictObject(auction);

export type PublicAuction = Static<typeof PublicAuction>;

const texts = list(Type.String());

const address = strictObject({ url: Type.String({ description: "'' where there is none" }) });

/** How a sale is presented, and who may add lots to it. */
const settings = {
  kind: KindType,
  descriptionShort: Type.String(),
  image: address,
  logo: address,
  usefulLinks: list(strictObject({ url: Type.String(), description: Type.String() })),
  auctionTags: list(strictObject({ title: Type.String() })),
  additionalDateInfo: list(strictObject({ title: Type.String(), date: ms('the day') })),
  privateSale: Type.Boolean({ description: 'visitors who are not signed in do not see it' }),
  studSale: Type.Boolean(),
  showLotNumbers: Type.Boolean(),
  showCalculator: Type.Boolean(),
  viewDetailsDays: describedInteger('days before it goes live from which details of lots may be opened'),
  addLotOpenTimer: orNull(describedInteger('seconds before it goes live from which lots may be added')),
  editLotDisabledAt: orNull(ms('when lots may no longer be added or edited; null: when it opens')),
  addNewLotToSpecificAgents: Type.Boolean(),
  specificAgents: list(Type.String(), {
    description: 'only the caller’s own account; staff see all',
  }),
  listingFee: orNull(describedInteger('cents per head without GST; null: the published fees')),
};

/** The choices of the filters of a sale's lots: the values its lots have, and their highest age and weight. */
const LotChoices = strictObject({
  breed: texts,
  stockCategory: texts,
  sex: texts,
  assessorType: texts,
  location: list(Type.String(), { description: 'states' }),
  region: texts,
});

/** An auction as lists show it. */
export const AuctionSummary = strictObject({
  ...auction,
  ...settings,
  cancelled: Type.Boolean(),
  /** Omitted by a read model that is still being rebuilt. */
  pictures: Type.Optional(
    list(Type.String({ description: 'addresses of pictures of its first lots, four at most' })),
  ),
  lotFilters: LotChoices,
  lotData: strictObject({
    maxAge: describedInteger('months'),
    maxWeight: Type.Number({ description: 'kg per head' }),
  }),
  /** Results of a closed auction, by sex. */
  resultTable: orNull(
    strictObject({
      categories: list(
        strictObject({
          sex: Type.String(),
          head: Type.Integer(),
          lots: Type.Integer(),
          sold: Type.Integer(),
          noBid: Type.Integer(),
          passed: Type.Integer(),
        }),
      ),
    }),
  ),
});

export type AuctionSummary = Static<typeof AuctionSummary>;

/** An auction as staff see it: hidden ones too, with the number of its bidders. */
export const StaffAuction = strictObject({ ...AuctionSummary.properties, bidders: Type.Integer() });

export type StaffAuction = Static<typeof StaffAuction>;

/** Sales of a kind, and with lots in one of these states. AbbLamb sales count as sheep sales. */
export const SALE_FILTERS = {
  kind: Type.Optional(oneOf(...KIND_TYPES)),
  saleState: Type.Optional(Type.Array(oneOf(...STATES), { maxItems: STATES.length })),
} as const;

/** The one order of lists of sales, and of lots of several sales, under both of its names. */
export const BY_LIVE_AT = {
  sort: Type.Optional(oneOf('liveAt')),
  sortField: Type.Optional(oneOf('liveAt')),
} as const;

/** Without `state`: sales that are not closed. Lot filters: sales with a listed lot that matches all of them. */
export const AuctionsQuery = strictObject({
  state: Type.Optional(namesOf(...AUCTION_STATES)),
  page: Page,
  limit: pageSize(100),
  ...BY_LIVE_AT,
  /** Default: the next sale first, or the latest first when only closed sales are requested. */
  sortDirection: Type.Optional(Direction),
  ...SALE_FILTERS,
  ...LOT_FILTERS,
});

export type AuctionsQuery = Static<typeof AuctionsQuery>;
