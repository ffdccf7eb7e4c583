import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { CommandId, Id, type OwnAutoBid, type OwnBid, type PublicAuction } from './realtime.ts';
import type { AuctionSummary, CatalogueLot, StaffLot } from './rest.ts';

const only = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });
const oneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });
const whole = (least: number, most: number, otherwise: number) =>
  Type.Integer({ minimum: least, maximum: most, default: otherwise });
/** Names of a closed set, separated by commas. */
const listOf = (...values: readonly string[]) =>
  Type.String({ pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` });

const Page = whole(1, 1_000_000, 1);
/** 1 or asc is up, −1 or desc is down. */
const Direction = oneOf('1', '-1', 'asc', 'desc');

/** The most lots, auctions or own bids one answer holds. */
export const PAGE_LIMIT = 1_000;

export const AUCTION_STATES = ['future', 'open', 'live', 'closed'] as const;
export const LOT_STATES = ['future', 'open', 'live', 'futureInLive', 'closed'] as const;

/** What a catalogue can be sorted by. `number` is the order of the catalogue. */
export const LOT_SORTS = [
  'number',
  'count',
  'sex',
  'majorBreed',
  'stockCategory',
  'state',
  'weight',
  'age',
  'finishAt',
  'currentBidCents',
] as const;

/** GET auctions. Without `state`: those that are not closed. */
export const AuctionsQuery = only({
  state: Type.Optional(listOf(...AUCTION_STATES)),
  page: Page,
  limit: whole(1, PAGE_LIMIT, 100),
  /** By liveAt. Left out: the next one first, or the last one first when only closed ones are asked for. */
  sortDirection: Type.Optional(Direction),
});

/**
 * GET auctions/{id}/lots, …/lots/public-info and staff/auctions/{id}/lots. `mode=live` is the compact list of the
 * live room: every lot unless a limit is given, each with its first picture only.
 */
export const LotsQuery = only({
  state: Type.Optional(listOf(...LOT_STATES)),
  page: Page,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT })),
  sortField: Type.Optional(oneOf(...LOT_SORTS)),
  sortDirection: Type.Optional(Direction),
  mode: Type.Optional(oneOf('live')),
});

/** Lots of a catalogue page when the query names no limit. */
export const LOTS_PAGE = 10;

/** GET lots/{id}: the modes differ in what of the assessment they bring; none brings private data. */
export const LotQuery = only({ mode: Type.Optional(oneOf('full', 'full-preview', 'short')) });

/** GET users/me/bids and users/me/autobids. */
export const OwnBidsQuery = only({ auction: Type.Optional(Id), lot: Type.Optional(Id) });

/** DELETE users/me/watchlist/{lotId}: it has no body, so its commandId is here. */
export const UnwatchQuery = only({ commandId: Type.Optional(CommandId) });

/** GET lots/watchlist: the sale that goes live last comes first. */
export const WatchListQuery = only({
  version: Type.Optional(oneOf('2')),
  page: Page,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT })),
  sort: Type.Optional(oneOf('liveAt')),
  sortField: Type.Optional(oneOf('liveAt')),
  sortDirection: Type.Optional(Direction),
});

/** Lots of a watch list page when the query names no size. */
export const WATCH_LIST_PAGE = 50;

/** A query that has none. */
export const NoQuery = only({});

export type AuctionsQuery = Static<typeof AuctionsQuery>;
export type LotsQuery = Static<typeof LotsQuery>;
export type WatchListQuery = Static<typeof WatchListQuery>;

export type AuctionsPage = { auctions: readonly AuctionSummary[]; page: number; pages: number };
export type WatchListPage = {
  lots: readonly CatalogueLot[];
  /** The sales these lots are in. */
  auctions: readonly AuctionSummary[];
};
export type OwnBidsAnswer = { bids: readonly OwnBid[] };
export type OwnAutoBidsAnswer = { autobids: readonly OwnAutoBid[] };

/** An auction as staff see it: hidden ones too, with its bidders counted. */
export type StaffAuction = AuctionSummary & { bidders: number };
export type StaffLotsPage = {
  lots: readonly StaffLot[];
  totalTable: readonly { sex: string; counts: { heads: number; total: number } }[];
};

/** A kind of stock. `listingPriceCents`: the fee per head, for those who sell. */
export type Kind = {
  _id: string;
  type: PublicAuction['kindData']['type'];
  title: string;
  listingPriceCents?: number;
  sellingCategory?: 'cattle' | 'sheep and goats';
};

/** Stock categories of a kind, by sex. */
export type StockCategory = { kind: Kind['type']; sex: string; categories: readonly string[] };

export type Contacts = { callPhone: string; textPhone: string; email: string; secondaryEmail: string };
