import { STAFF_CAUSES } from '@saleyard/domain/auction/freeze-cause.ts';
import { POLICY_VALUES, type Policy } from '@saleyard/domain/auction/policy.ts';
import { SETTING_LIMITS } from '@saleyard/domain/auction/sale-settings.ts';
import { LOTS_LIMIT, SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { LOT_LIMITS, STATES } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { decided } from './bids.ts';
import { BuyerNumber } from './floor-buyers.ts';
import { CatalogueLotChange, LotBody } from './lots.ts';
import {
  AuctionType,
  Cents,
  CommandId,
  Id,
  KindType,
  list,
  MediaUrl,
  oneOf,
  orNull,
  strictObject,
  text,
  whole,
} from './schema.ts';

/** ms since the epoch, until the year 2286. */
const Time = whole(0, 9_999_999_999_999);

/** Seconds, at most 60 days. */
const Seconds = whole(0, SALE_LIMITS.seconds);

/** Lots in one request, at most. */
export const LOTS_PER_REQUEST = 2_000;

/** Bytes of one such request, as JSON or CSV. */
export const LOTS_BYTES = 2 * 1024 * 1024;

/** An address, or ''. */
const address = Type.Union([MediaUrl, Type.Literal('')]);

/** How a sale is presented, and who may add lots to it. Omitted members have their defaults. */
const SaleSettingsBody = strictObject({
  descriptionShort: Type.Optional(text(SETTING_LIMITS.descriptionShort)),
  imageUrl: Type.Optional(address),
  logoUrl: Type.Optional(address),
  usefulLinks: Type.Optional(
    list(strictObject({ url: MediaUrl, description: text(SETTING_LIMITS.linkDescription) }), {
      maxItems: SETTING_LIMITS.links,
    }),
  ),
  auctionTags: Type.Optional(
    list(strictObject({ title: text(SETTING_LIMITS.tag, 1) }), { maxItems: SETTING_LIMITS.tags }),
  ),
  additionalDateInfo: Type.Optional(
    list(strictObject({ title: text(SETTING_LIMITS.dateTitle, 1), date: Time }), {
      maxItems: SETTING_LIMITS.dates,
    }),
  ),
  studSale: Type.Optional(Type.Boolean()),
  showLotNumbers: Type.Optional(Type.Boolean()),
  showCalculator: Type.Optional(Type.Boolean()),
  viewDetailsDays: Type.Optional(orNull(whole(0, SETTING_LIMITS.viewDetailsDays))),
  /** Seconds before it goes live. */
  addLotOpenTimer: Type.Optional(orNull(whole(0, SETTING_LIMITS.addLotOpenSeconds))),
  editLotDisabledAt: Type.Optional(orNull(Time)),
  /** Account ids. */
  specificAgents: Type.Optional(orNull(list(Id, { maxItems: SETTING_LIMITS.agents }))),
  /** Cents per head, instead of the published fees. */
  listingFee: Type.Optional(orNull(whole(0, SETTING_LIMITS.listingFeeCents))),
});

/** The texts of a sale. */
const SaleDetailsBody = strictObject({
  title: text(SALE_LIMITS.title, 1),
  description: Type.Optional(text(SALE_LIMITS.description)),
  kind: KindType,
  public: Type.Optional(Type.Boolean()),
  /** The states of its lots; default: those of the lots in the same request. */
  states: Type.Optional(Type.Array(oneOf(...STATES), { maxItems: STATES.length, uniqueItems: true })),
  requiresTabs: Type.Optional(Type.Boolean()),
  auctionTabs: Type.Optional(
    Type.Array(
      strictObject({ tabName: text(SALE_LIMITS.tabName, 1), description: text(SALE_LIMITS.tabDescription) }),
      { maxItems: SALE_LIMITS.tabs },
    ),
  ),
  settings: Type.Optional(SaleSettingsBody),
});

export type SaleDetailsBody = Static<typeof SaleDetailsBody>;

/** The terms of a sale. Times in ms since the epoch, durations in seconds; values its type does not use are 0. */
const SaleTermsBody = strictObject({
  type: AuctionType,
  openAt: Time,
  liveAt: Time,
  durationSeconds: Type.Optional(Seconds),
  staggerSeconds: Type.Optional(Seconds),
  staleTimeSeconds: Type.Optional(Seconds),
  inactiveSeconds: Type.Optional(Seconds),
  lotOpeningSeconds: Type.Optional(Seconds),
  gapSeconds: Type.Optional(Seconds),
  /** How long the clerk of an interfaced sale may reopen the lot closed last. Left out: 120. */
  reopenSeconds: Type.Optional(Seconds),
  /** Corrections of lots worth more, in cents altogether, need a second person. Left out: none does. */
  secondPersonAboveCents: Type.Optional(whole(0, Number.MAX_SAFE_INTEGER)),
  /** So do corrections more than a day after the close. */
  secondPersonAfterDay: Type.Optional(Type.Boolean()),
  allowAutoBid: Type.Optional(Type.Boolean()),
  allowUpcomingBid: Type.Optional(Type.Boolean()),
  policy: Type.Optional(
    strictObject({
      opening: Type.Optional(oneOf(...POLICY_VALUES.opening)),
      challenge: Type.Optional(oneOf(...POLICY_VALUES.challenge)),
      tie: Type.Optional(oneOf(...POLICY_VALUES.tie)),
      reserve: Type.Optional(oneOf(...POLICY_VALUES.reserve)),
      belowReserve: Type.Optional(oneOf(...POLICY_VALUES.belowReserve)),
    } satisfies Record<keyof Policy, Type.TSchema>),
  ),
});

export type SaleTermsBody = Static<typeof SaleTermsBody>;

/** Repeating the commandId returns the same sale. */
export const ScheduleSaleBody = strictObject({
  details: SaleDetailsBody,
  terms: SaleTermsBody,
  lots: Type.Optional(list(LotBody, { maxItems: LOTS_PER_REQUEST })),
  commandId: Type.Optional(CommandId),
});

export type ScheduleSaleBody = Static<typeof ScheduleSaleBody>;

export const CatalogueLotsBody = strictObject({
  lots: list(LotBody, { minItems: 1, maxItems: LOTS_PER_REQUEST }),
  commandId: Type.Optional(CommandId),
});

/** The version of a sale that a change was made from: what others changed since is not overwritten. */
const Revision = whole(0, Number.MAX_SAFE_INTEGER);

/** A lot of the catalogue in its place, with its number. */
const PlacedLot = strictObject({ _id: Id, number: text(LOT_LIMITS.number, 1) });

/** The schedule of a sale as it may be changed. `lots`: the catalogue in order. */
export const SaleSchedule = strictObject({
  _id: Type.String(),
  searchNumber: Type.Integer(),
  revision: Revision,
  /** Why it can't be changed; null: it can. */
  closedBy: orNull(oneOf('opened', 'cancelled')),
  details: SaleDetailsBody,
  terms: SaleTermsBody,
  lots: list(PlacedLot, { maxItems: LOTS_LIMIT }),
});

export type SaleSchedule = Static<typeof SaleSchedule>;

/** A sale's terms and texts, all of them; without `lots` the catalogue keeps its order. */
export const ChangeSaleBody = strictObject({
  details: SaleDetailsBody,
  terms: SaleTermsBody,
  lots: Type.Optional(list(PlacedLot, { maxItems: LOTS_LIMIT })),
  revision: Revision,
  commandId: Type.Optional(CommandId),
});

export type ChangeSaleBody = Static<typeof ChangeSaleBody>;

/** A change of one lot. Omitted members of `lot` stay; null empties a field. `place`: from 1. */
export const ChangeLotBody = strictObject({
  lot: CatalogueLotChange,
  place: Type.Optional(whole(1, LOTS_LIMIT)),
  revision: Revision,
  commandId: Type.Optional(CommandId),
});

export type ChangeLotBody = Static<typeof ChangeLotBody>;

/** Answer to a change: the version of the sale after it. */
export const ScheduleChanged = strictObject({ _id: Type.String(), revision: Revision });

/** Answer to a scheduled sale, and to lots added to one. `lots` are their new ids, in the order sent. */
export const SaleScheduled = strictObject({
  _id: Type.String(),
  searchNumber: Type.Integer(),
  lots: list(Type.String()),
});

export type SaleScheduled = Static<typeof SaleScheduled>;

/** Every action of the clerk and of staff on a running sale. */
export const STAFF_ACTIONS = [
  'freeze',
  'resume',
  'pause',
  'unpause',
  'openLot',
  'knockDown',
  'passIn',
  'withdraw',
  'cancel',
  'announce',
  'messageEveryone',
  'sellBefore',
  'sellAfter',
  'floorBid',
  'vendorBid',
  'retractFloorBid',
  'reopenLot',
  'reinstateLot',
  'correctSale',
  'confirmCorrection',
  'declineCorrection',
  'nameFloorBuyer',
  'assignBuyerNumber',
  'staffBid',
] as const;

/** The operation `runSale` describes which fields each action needs. */
export const StaffCommandBody = strictObject({
  type: oneOf(...STAFF_ACTIONS),
  lot: Type.Optional(Id),
  cents: Type.Optional(Cents),
  bidder: Type.Optional(Id),
  /** An account, or `floor` for a buyer on the floor who is not named yet. */
  buyer: Type.Optional(Id),
  /** Of a buyer on the floor, instead of an account. */
  buyerNumber: Type.Optional(BuyerNumber),
  outcome: Type.Optional(oneOf('sold', 'passed', 'withdrawn', 'annulled')),
  acceptedBy: Type.Optional(Type.Literal('staffRecord')),
  maxCents: Type.Optional(Cents),
  /** Of a bid by phone. */
  note: Type.Optional(text(SALE_LIMITS.reason, 1)),
  reason: Type.Optional(text(SALE_LIMITS.reason, 1)),
  /** Of a freeze: what everybody may read of it. */
  cause: Type.Optional(oneOf(...STAFF_CAUSES)),
  /** '' removes the announcement. */
  text: Type.Optional(text(SALE_LIMITS.announcement)),
  commandId: CommandId,
});

export type StaffCommandBody = Static<typeof StaffCommandBody>;

/** Answer to a staff command that was executed. */
export const StaffDecision = strictObject({
  outcome: Type.Literal('accepted'),
  lot: orNull(Type.String()),
  ...decided,
  leader: orNull(Type.String({ description: "an account's id, `vendor` or `floor`" })),
  /** Of a correction that does not hold yet: who must still confirm or accept it. */
  awaits: Type.Optional(oneOf('secondPerson', 'buyer')),
});

export type StaffDecision = Static<typeof StaffDecision>;

/** Minutes in which the maker of an export may download it. */
export const EXPORT_MINUTES = 10;

export const ExportBody = strictObject({ commandId: CommandId });

/** Answer to a recorded export. `contacts`: whether the file has those of buyers and vendors. */
export const ExportRecorded = strictObject({ contacts: Type.Boolean() });

/** People of a room that one answer names, at most. */
export const PRESENCE_NAMED = 500;
