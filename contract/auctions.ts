import type { Static } from 'typebox';
import * as Type from 'typebox';
import { operations, READ } from './operation.ts';
import {
  AuctionType,
  Direction,
  KindType,
  list,
  ms,
  namesOf,
  oneOf,
  only,
  orNull,
  Page,
  pageSize,
  wholeSaid,
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
  kindData: only({ type: KindType, title: Type.String() }),
  public: Type.Boolean(),
  openAt: ms('when auto-bids may be set'),
  liveAt: ms('when bidding begins'),
  finishAt: orNull(ms('the deadline of a Helmsman sale')),
  closedAt: orNull(ms('when it closed')),
  frozenTime: orNull(ms('when it was frozen')),
  pausedTime: orNull(ms('when it was paused')),
  auctionpaused: Type.Boolean(),
  staleTime: wholeSaid('seconds an accepted bid leaves its lot at least'),
  inactiveTime: wholeSaid('seconds an accepted bid leaves a Helmsman sale at least'),
  lotOpeningSeconds: wholeSaid('seconds a lot of a sequential sale is live'),
  allowAutoBid: Type.Boolean(),
  allowUpcomingBid: Type.Boolean(),
  /** Whether a lot's first bid may be the start price itself. */
  opening: oneOf('above-start', 'at-start'),
  requiresTabs: Type.Boolean(),
  auctionTabs: list(only({ tabName: Type.String(), description: Type.String() })),
  lotCount: Type.Integer(),
  withdrawnCount: Type.Integer(),
  headCount: Type.Integer(),
  location: only({ state: list(Type.String()) }),
};

/** The sale's live state, as anyone may see it. */
export const PublicAuction = only(auction);
export type PublicAuction = Static<typeof PublicAuction>;

/** An auction as lists show it. */
export const AuctionSummary = only({
  ...auction,
  cancelled: Type.Boolean(),
  /** Results of a closed auction, by sex. */
  resultTable: orNull(
    only({
      categories: list(
        only({
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

/** An auction as staff see it: hidden ones too, with its bidders counted. */
export const StaffAuction = only({ ...AuctionSummary.properties, bidders: Type.Integer() });
export type StaffAuction = Static<typeof StaffAuction>;

/** Without `state`: those that are not closed. */
const AuctionsQuery = only({
  state: Type.Optional(namesOf(...AUCTION_STATES)),
  page: Page,
  limit: pageSize(100),
  /** By liveAt. Left out: the next one first, or the last one first when only closed ones are asked for. */
  sortDirection: Type.Optional(Direction),
});
export type AuctionsQuery = Static<typeof AuctionsQuery>;

const AuctionsPage = only({ auctions: list(AuctionSummary), page: Type.Integer(), pages: Type.Integer() });
export type AuctionsPage = Static<typeof AuctionsPage>;

export const auctionOperations = operations({
  auctions: {
    ...READ,
    path: '/api/v1/auctions',
    summary: 'Sales',
    more: 'Without `state`: those that are not closed. Anonymous visitors see public sales.',
    query: AuctionsQuery,
    paged: true,
    answer: AuctionsPage,
  },
  auction: {
    ...READ,
    path: '/api/v1/auctions/{auction}',
    summary: 'One sale, by its number or id',
    answer: only({ auction: AuctionSummary }),
    errors: ['not-found'],
  },
  auctionPublicInfo: {
    ...READ,
    path: '/api/v1/auctions/{auction}/public-info',
    summary: 'The same as every visitor sees it',
    answer: only({ auction: AuctionSummary }),
    errors: ['not-found'],
  },
});
