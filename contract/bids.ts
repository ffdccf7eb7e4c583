import type { Static } from 'typebox';
import * as Type from 'typebox';
import { BY_LIVE_AT, PublicAuction } from './auctions.ts';
import { CatalogueLot } from './lots.ts';
import {
  centsPerUnit,
  describedInteger,
  givenMs,
  Id,
  list,
  ms,
  namesOf,
  oneOf,
  orNull,
  Page,
  pageSize,
  strictObject,
} from './schema.ts';

/** The members common to all decisions about a lot. */
export const decided = {
  currentBidCents: orNull(centsPerUnit('the price after it')),
  finishAt: orNull(ms('when the lot closes now')),
  seq: describedInteger("the decision's revision in the auction's stream"),
};

/** The answer to a bid or an auto-bid: what the engine decided. */
export const BidDecision = strictObject({
  outcome: oneOf('accepted', 'refused'),
  lot: Type.String(),
  /** Refused: the code, and its message as the specification words it. */
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  ...decided,
  leading: Type.Boolean({ description: 'the sender leads after it; false: outbid at once by an auto-bid' }),
});

export type BidDecision = Static<typeof BidDecision>;

export const OwnBid = strictObject({
  auction: Type.String(),
  lot: Type.String(),
  cents: centsPerUnit('the amount'),
  at: ms('when'),
  /** By phone, by the clerk for a bid on the floor, or by the auto-bid. Left out of a bid that the bidder placed. */
  placedBy: Type.Optional(oneOf('staff', 'floor', 'autoBid')),
});

export type OwnBid = Static<typeof OwnBid>;

/** The viewer's newest bids, and the lots on which a bid by them was refused, or made by their buyer number. */
export const OwnBids = strictObject({
  bids: list(OwnBid),
  refused: Type.Optional(
    list(Type.String(), {
      description: 'lots on which a bid or auto-bid of the viewer was refused; left out: none',
    }),
  ),
  byNumber: Type.Optional(
    list(Type.String(), {
      description: "lots on which the clerk entered bids by the viewer's buyer number; left out: none",
    }),
  ),
});

export type OwnBids = Static<typeof OwnBids>;

export const OwnAutoBid = strictObject({
  auction: Type.String(),
  lot: Type.String(),
  cents: centsPerUnit('the most it goes to'),
  active: Type.Boolean({ description: 'it answers bids' }),
  stopped: Type.Optional(
    Type.Literal(true, { description: 'it was stopped; left out of one that answers or was exceeded' }),
  ),
  placedBy: Type.Optional(
    Type.Literal('staff', { description: 'staff set it, by phone; left out of one that the bidder set' }),
  ),
});

export type OwnAutoBid = Static<typeof OwnAutoBid>;

/** What a person bought in a sale. */
const Bought = strictObject({
  lots: Type.Integer(),
  head: Type.Integer(),
  grossCents: describedInteger('what those lots come to, cents'),
  estimated: Type.Boolean({ description: 'some are priced per kg: their weight is that of the catalogue' }),
  unweighed: describedInteger('lots priced per kg without a weight: not in `grossCents`'),
});

const paddle = orNull(
  Type.String({ description: 'what others call the viewer in this sale; null before others saw a bid' }),
);

/** The viewer's participation in a sale: they bid in it, or set an auto-bid. */
export const OwnSale = strictObject({
  auction: Type.String(),
  liveAt: ms('when bidding begins'),
  closed: Type.Boolean(),
  paddle,
  lots: describedInteger('lots they bid on or set an auto-bid on'),
  bought: Bought,
});

export type OwnSale = Static<typeof OwnSale>;

/** The result of a lot for a person who bid on it or listed it: `bought` by them, `sold` to another. */
export const OWN_RESULTS = [
  'bought',
  'sold',
  'soldAfterAuction',
  'noBid',
  'passed',
  'withdrawn',
  'soldBeforeAuction',
] as const;

/** The sale of a result. One expression, so that tree shaking can remove it. */
const ofAuction = (({ _id, searchNumber, number, title, kindData, auctionType, liveAt, closedAt }) => ({
  _id,
  searchNumber,
  number,
  title,
  kindData,
  auctionType,
  liveAt,
  closedAt,
}))(PublicAuction.properties);

/** The buyer of the viewer's lot, or the vendor of a lot they bought; for sellers only. Unknown members are ''. */
const COUNTERPARTY = {
  vendorOrBuyer: Type.Optional(Type.String({ description: 'who bought the lot, or sold it: a name' })),
  vendorOrBuyerNumber: Type.Optional(Type.String({ description: 'the short id of their account' })),
  vendorOrBuyerTradingName: Type.Optional(Type.String()),
  vendorOrBuyerEmail: Type.Optional(Type.String()),
  vendorOrBuyerPhone: Type.Optional(Type.String()),
  vendorOrBuyerPic: Type.Optional(Type.String()),
  vendorOrBuyerOfficeAddress: Type.Optional(Type.String({ description: 'in one line' })),
  vendorOrBuyerAgentName: Type.Optional(Type.String()),
  vendorOrBuyerAgentTradingName: Type.Optional(Type.String()),
  vendorOrBuyerAgentPhone: Type.Optional(Type.String()),
} as const;

/** A closed lot that the viewer bid on (also if no bid was accepted), set an auto-bid on or listed (`mine`), with its outcome for them. */
export const OwnResult = strictObject({
  ...CatalogueLot.properties,
  ...COUNTERPARTY,
  vendorName: Type.Optional(
    Type.String({ description: 'of a lot that the viewer listed as an agent: its vendor' }),
  ),
  /** As everyone may read it: `winner` is a paddle. */
  status: oneOf(...OWN_RESULTS),
  auctionData: strictObject({
    ...ofAuction,
    paddle,
    bought: Bought,
  }),
  title: Type.String(),
  price: orNull(centsPerUnit('the price it closed at, or was sold at afterwards')),
  curfewWeight: orNull(Type.Number({ description: 'kg per head' })),
  sex: Type.String(),
  highestBidCents: orNull(centsPerUnit('the highest amount they bid, or their auto-bid led at')),
  autoBidCents: orNull(centsPerUnit('the most their own auto-bid went to')),
  refused: Type.Optional(
    Type.Literal(true, { description: 'a bid or auto-bid by them was refused; left out: none was' }),
  ),
  byNumber: Type.Optional(
    Type.Literal(true, { description: 'the clerk entered bids by their buyer number; left out: none' }),
  ),
  /** null: neither bought nor sold by the viewer, or priced per kg without a weight. */
  grossCents: orNull(describedInteger('what a lot that they bought or sold comes to, cents')),
  estimated: Type.Boolean({ description: 'it is priced per kg: its weight is that of the catalogue' }),
});

export type OwnResult = Static<typeof OwnResult>;

/**
 * A lot that is offered to the viewer after its sale was corrected, for instance because its buyer did not pay. It is
 * theirs once they accept.
 */
export const OwnOffer = strictObject({
  lot: Type.String(),
  number: Type.String({ description: "the lot's number in its catalogue" }),
  searchNumericId: Type.Integer(),
  title: Type.String(),
  count: describedInteger('head'),
  bidding: CatalogueLot.properties.bidding,
  auctionData: strictObject(ofAuction),
  cents: centsPerUnit('the price at which it is offered'),
  highestBidCents: orNull(centsPerUnit('the highest amount they bid, or their auto-bid led at')),
  grossCents: orNull(describedInteger('what the lot comes to at this price, cents')),
  estimated: Type.Boolean({ description: 'it is priced per kg: its weight is that of the catalogue' }),
  reason: Type.String({ description: 'why staff offer it' }),
});

export type OwnOffer = Static<typeof OwnOffer>;

/** Sales and results of one answer when the query names no limit. */
const OWN_PAGE = 100;

export const OwnSalesQuery = strictObject({
  auction: Type.Optional(Id),
  page: Page,
  limit: pageSize(OWN_PAGE),
});

export type OwnSalesQuery = Static<typeof OwnSalesQuery>;

/** Selects from one's results by the sale's `liveAt`: from `from` inclusive to `to` exclusive. */
export const RESULTS_WANTED = {
  status: Type.Optional(namesOf(...OWN_RESULTS)),
  from: Type.Optional(givenMs('sales that went live from then on')),
  to: Type.Optional(givenMs('sales that went live before then')),
} as const;

export const OwnResultsQuery = strictObject({
  ...RESULTS_WANTED,
  ...BY_LIVE_AT,
  /** The last sale first. */
  sortDirection: Type.Optional(oneOf('-1', 'desc')),
  page: Page,
  limit: pageSize(OWN_PAGE),
});

export type OwnResultsQuery = Static<typeof OwnResultsQuery>;
