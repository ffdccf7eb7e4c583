import Type, { type Static } from 'typebox';
import { Cents, CommandId, Id } from './realtime.ts';

const only = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const text = (most: number, least = 0) => Type.String({ minLength: least, maxLength: most });
const oneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });
const whole = (least: number, most: number) => Type.Integer({ minimum: least, maximum: most });
/** ms since the epoch, until the year 2286. */
const Time = whole(0, 9_999_999_999_999);
/** Seconds, at most 60 days. */
const Seconds = whole(0, 60 * 24 * 3_600);
const Months = Type.Union([whole(0, 600), Type.Null()]);
const Kilograms = Type.Union([Type.Number({ minimum: 0, maximum: 2_000 }), Type.Null()]);

/** Lots one request may bring. */
export const LOTS_PER_REQUEST = 2_000;
/** Bytes of one such request, as JSON or CSV. */
export const LOTS_BYTES = 2 * 1024 * 1024;
/** Bytes of any other body. */
export const BODY_BYTES = 64 * 1024;

/** What an e-mail address and a password must look like (5.1 of the accounts document). */
export const CREDENTIALS = {
  email: { least: 3, most: 60, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
  password: { least: 6, most: 50, pattern: /^[A-Za-z0-9&@%+/!#$^?:,(){}~_-]+$/ },
} as const;

/** States and territories of Australia. */
export const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;

/** PUT users/me/watchlist2 */
export const WatchBody = only({ lotId: Id, commandId: Type.Optional(CommandId) });
/** PUT users/me/autobids: `autobid` in cents per the lot's unit. */
export const AutoBidBody = only({ autobid: Cents, lot: Id, commandId: Type.Optional(CommandId) });
/** PUT users/me/autobids/stop: `autobid` is the lot. */
export const StopAutoBidBody = only({ autobid: Id, commandId: Type.Optional(CommandId) });
/** PUT onlineState */
export const OnlineStateBody = only({ state: oneOf('ONLINE', 'ACTIVE', 'OFFLINE') });

/**
 * POST staff/accounts: an account that staff open for somebody, at the yard or on the phone. The same commandId again
 * answers the same account.
 */
export const OpenAccountBody = only({
  firstName: text(30, 1),
  lastName: text(30, 1),
  email: Type.String({
    minLength: CREDENTIALS.email.least,
    maxLength: CREDENTIALS.email.most,
    pattern: CREDENTIALS.email.pattern.source,
  }),
  password: Type.String({
    minLength: CREDENTIALS.password.least,
    maxLength: CREDENTIALS.password.most,
    pattern: CREDENTIALS.password.pattern.source,
  }),
  phone: Type.String({ pattern: '^[0-9]{10}$' }),
  tradingName: Type.Optional(text(30)),
  town: Type.Optional(text(60)),
  state: Type.Optional(oneOf(...STATES)),
  postcode: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
  status: oneOf('registered', 'approved-buyer', 'approved-seller', 'approved-buyer-seller'),
  commandId: Type.Optional(CommandId),
});

const Media = only({ thumbnail: text(500, 1), url: text(500, 1), title: text(100) });

/** One lot of a catalogue as staff send it. Cents per `unit`; ages in months, weights in kg per head. */
export const LotBody = only({
  number: Type.Optional(text(10, 1)),
  unit: oneOf('head', 'kg'),
  count: whole(1, 100_000),
  startCents: Cents,
  incrementCents: Cents,
  reserveCents: Type.Optional(Type.Union([Cents, Type.Null()])),
  maxVendorBids: Type.Optional(whole(0, 20)),
  /** The account that listed it, which may not bid on it; the sender when left out. */
  createdBy: Type.Optional(Id),
  vendorName: text(60, 1),
  title: text(120, 1),
  town: text(60, 1),
  state: oneOf(...STATES),
  postcode: Type.String({ pattern: '^[0-9]{4}$' }),
  breed: text(60, 1),
  sex: text(40, 1),
  stockCategory: text(60, 1),
  ageMinMonths: Type.Optional(Months),
  ageMaxMonths: Type.Optional(Months),
  weightAverageKg: Type.Optional(Kilograms),
  weightCurfewKg: Type.Optional(Kilograms),
  weightMinKg: Type.Optional(Kilograms),
  weightMaxKg: Type.Optional(Kilograms),
  assessorType: Type.Optional(oneOf('Vendor Assessed', 'Agent Assessed')),
  agentComment: Type.Optional(text(4_000)),
  additionalTitle: Type.Optional(text(120)),
  allocatedSection: Type.Optional(text(100)),
  media: Type.Optional(Type.Array(Media, { maxItems: 20 })),
});

const Lots = Type.Array(LotBody, { maxItems: LOTS_PER_REQUEST });

/** What people read of a sale. */
export const SaleDetailsBody = only({
  title: text(120, 1),
  description: Type.Optional(text(4_000)),
  kind: oneOf('cattle', 'sheep', 'goat', 'sheep-abblamb'),
  public: Type.Optional(Type.Boolean()),
  /** Where its lots stand; those of the lots sent with it when left out. */
  states: Type.Optional(Type.Array(oneOf(...STATES), { maxItems: STATES.length, uniqueItems: true })),
  requiresTabs: Type.Optional(Type.Boolean()),
  auctionTabs: Type.Optional(
    Type.Array(only({ tabName: text(100, 1), description: text(200) }), { maxItems: 30 }),
  ),
});

/** How a sale runs. Times in ms since the epoch, durations in seconds; what its type does not use is 0. */
export const SaleTermsBody = only({
  type: oneOf('simultaneous', 'sequential', 'sequentialOffline', 'synchronous'),
  openAt: Time,
  liveAt: Time,
  durationSeconds: Type.Optional(Seconds),
  staggerSeconds: Type.Optional(Seconds),
  staleTimeSeconds: Type.Optional(Seconds),
  inactiveSeconds: Type.Optional(Seconds),
  lotOpeningSeconds: Type.Optional(Seconds),
  gapSeconds: Type.Optional(Seconds),
  allowAutoBid: Type.Optional(Type.Boolean()),
  allowUpcomingBid: Type.Optional(Type.Boolean()),
  policy: Type.Optional(
    only({
      opening: Type.Optional(oneOf('above-start', 'at-start')),
      challenge: Type.Optional(oneOf('beat', 'match')),
      tie: Type.Optional(oneOf('earlier-leads', 'later-manual-leads')),
      reserve: Type.Optional(oneOf('jump', 'second-price')),
      belowReserve: Type.Optional(oneOf('second-price', 'jump-to-max')),
    }),
  ),
});

/** POST staff/auctions. The same commandId again answers the same sale. */
export const ScheduleSaleBody = only({
  details: SaleDetailsBody,
  terms: SaleTermsBody,
  lots: Type.Optional(Lots),
  commandId: Type.Optional(CommandId),
});

/** POST staff/auctions/{id}/lots */
export const CatalogueLotsBody = only({
  lots: Type.Array(LotBody, { minItems: 1, maxItems: LOTS_PER_REQUEST }),
  commandId: Type.Optional(CommandId),
});

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
  'floorBid',
  'vendorBid',
] as const;

/**
 * POST staff/auctions/{id}/commands. `lot`: needed by all but freeze, resume, pause and unpause, which without
 * it mean the whole sale. `cents`: floorBid and vendorBid. `reason`: freeze, resume, pause, unpause, withdraw.
 * `bidder`: the account a floor bid is made for; the room when left out.
 */
export const StaffCommandBody = only({
  type: oneOf(...STAFF_ACTIONS),
  lot: Type.Optional(Id),
  cents: Type.Optional(Cents),
  bidder: Type.Optional(Id),
  reason: Type.Optional(text(200, 1)),
  commandId: CommandId,
});

export type LotBody = Static<typeof LotBody>;
export type SaleDetailsBody = Static<typeof SaleDetailsBody>;
export type SaleTermsBody = Static<typeof SaleTermsBody>;
export type ScheduleSaleBody = Static<typeof ScheduleSaleBody>;
export type StaffCommandBody = Static<typeof StaffCommandBody>;

/** Answer to a scheduled sale, and to lots added to one. `lots` are their new ids, in the order sent. */
export type SaleScheduled = { _id: string; searchNumber: number; lots: readonly string[] };
export type LotsAdded = { _id: string; lots: readonly string[] };

/** Answer to a staff command that was carried out. `leader`: account id, `vendor`, `floor` or null. */
export type StaffDecision = {
  outcome: 'accepted';
  lot: string | null;
  currentBidCents: number | null;
  leader: string | null;
  /** ms. */
  finishAt: number | null;
  seq: number;
};
