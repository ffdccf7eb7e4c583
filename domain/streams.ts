import { accountDecider } from './account/decide.ts';
import { ACCOUNT } from './account/ids.ts';
import { auctionDecider } from './auction/decider.ts';
import type { AuctionEvent } from './auction/events.ts';
import { AUCTION, PRACTICE } from './auction/ids.ts';
import type { AuctionState } from './auction/state.ts';
import {
  upcastCommandNotKept,
  upcastFirstRules,
  upcastInlineDescription,
  upcastUnlimitedValue,
} from './auction/upcast.ts';
import { professionsDecider } from './content/professions.ts';
import { TEXT, textDecider } from './content/text.ts';
import type { Decider, DomainEvent, Refusal } from './decider.ts';
import { feesDecider } from './fees/fee-tables.ts';
import { floorBuyersDecider } from './floor-buyers/floor-buyers.ts';
import { kindsDecider } from './kinds/kinds.ts';
import { listingDecider } from './listing/decide.ts';
import { lotTemplatesDecider } from './listing/templates.ts';
import { nothingSealed, reasonInClear } from './listing/upcast.ts';
import { sentMessageDecider } from './message/sent-message.ts';
import { NOTIFICATION, notificationDecider } from './notification/notification.ts';
import { numbersDecider } from './numbers/numbers.ts';
import { requestDecider } from './request/request.ts';

/** Lifts one event type's data from one version of its shape to the next. Pure; never changes what it is given. */
export type Upcast = (data: unknown) => unknown;

/** The audience of a stream's events. */
type Audience = 'everyone' | 'owner' | 'nobody';

/** The properties of all streams with one prefix. */
export type StreamKind<State, Body, Event extends DomainEvent, Refused extends Refusal> = {
  /** As in the registry, and as the bus calls it: `events.{name}.{id}`. */
  readonly name: string;
  /** The prefix of its streams' names, unique to the kind. */
  readonly prefix: string;
  /** The id of one of its streams is the whole name, not what follows the prefix. */
  readonly isIdWhole?: true;
  readonly decider: Decider<State, Body, Event, Refused>;
  /** Each of its event types with the version of the shape in which it is written now (`meta.schema`). */
  readonly schemas: { readonly [Type in Event['type']]: number };
  /**
   * For each event type whose shape has changed: the lift from version n to n + 1, under n. Versions follow each other
   * without gaps up to the one in `schemas`. The log applies them whenever an event is read, for every reader.
   */
  readonly upcasters: { readonly [Type in Event['type']]?: Readonly<Record<number, Upcast>> };
  /** Each event carries the hash of the one before, so that an audit can prove the stream. */
  readonly isChained: boolean;
  /**
   * `everyone`: sales that are in lists, read models and results; people see them through the domain's public view;
   * and the kinds of stock that are taken. `owner`: only its owner and staff. The relay publishes both; `nobody`'s
   * stay in the log.
   */
  readonly audience: Audience;
  /**
   * Paths of sealed blobs in each event type, which are unreadable once the person's key is deleted. A path leads to
   * one blob, an object of blobs ("content.sealed"), or a list of objects with one each ("content.documents").
   */
  readonly personal: { readonly [Type in Event['type']]?: readonly string[] };
  /** Event types that record a refusal and change nothing visible. */
  readonly refusals?: readonly Event['type'][];
  /** How many parts a state is in memory, for caches that are limited by parts. Left out: it counts as one of a few. */
  partsOf?(state: State): number;
  /**
   * Its states are read as they are: each is one document of `collection`, under the id of its stream. `version` is one
   * more whenever the shape of the state changes. Left out, what is read of it has projections of its own.
   */
  readonly document?: { readonly collection: string; readonly version: number };
  /**
   * Long streams have snapshots, which are used only by the version of the fold that made them: one more whenever
   * `evolve` gives another state for the same events, or the shape of the state (plain JSON) changes. A test pins the
   * state of a known stream to it. Left out: streams of the kind are short, or have snapshots of their own.
   */
  readonly foldVersion?: number;
  /** Its last event alone holds its state. Other streams are folded from their first. */
  readonly isFoldedFromLast?: true;
};

/** A stream kind without its static types. */
export type AnyStreamKind = StreamKind<unknown, unknown, DomainEvent, Refusal>;

/** Keeps the kind's own types, which follow from its decider, and its name. */
const kind = <State, Body, Event extends DomainEvent, Refused extends Refusal, const Name extends string>(
  of: StreamKind<State, Body, Event, Refused> & { readonly name: Name },
): StreamKind<State, Body, Event, Refused> & { readonly name: Name } => of;

const AUCTION_SCHEMAS: { readonly [Type in AuctionEvent['type']]: number } = {
  AuctionScheduled: 3,
  LotsCatalogued: 2,
  LotAmended: 1,
  AuctionOpened: 1,
  AuctionWentLive: 1,
  LotsWentLive: 1,
  SealedAutoBidsTaken: 1,
  BidAccepted: 1,
  AutoBidAccepted: 1,
  AutoBidStopped: 1,
  BidRefused: 1,
  ActionRefused: 2,
  Frozen: 1,
  Resumed: 1,
  Paused: 1,
  Unpaused: 1,
  BiddingOpened: 1,
  LotWithdrawn: 1,
  LotSoldBefore: 1,
  LotSoldAfter: 1,
  LotsClosed: 1,
  FloorBidRetracted: 1,
  LotReopened: 1,
  LotReinstated: 1,
  SaleCorrected: 1,
  CorrectionProposed: 1,
  CorrectionConfirmed: 1,
  CorrectionDeclined: 1,
  OfferAnswered: 1,
  FloorBuyerNamed: 1,
  BuyerNumberAssigned: 1,
  AuctionCancelled: 1,
  Announced: 1,
  EveryoneMessaged: 1,
  ResultsExported: 1,
  AuctionClosed: 1,
};

/** A lift with its two shapes named. The stored shape is trusted: the log verified it. */
const upcast =
  <From, To>(lift: (data: From) => To): Upcast =>
  (data) =>
    lift(data as From);

/** A sale's stream and a practice sale's hold the same. */
const SALE = {
  decider: auctionDecider,
  schemas: AUCTION_SCHEMAS,
  upcasters: {
    ActionRefused: { 1: upcast(upcastCommandNotKept) },
    AuctionScheduled: { 1: upcast(upcastUnlimitedValue), 2: upcast(upcastFirstRules) },
    LotsCatalogued: { 1: upcast(upcastInlineDescription) },
  },
  isChained: true,
  personal: {},
  // A refused bid is shown to its bidder.
  refusals: ['ActionRefused'],
  partsOf: ({ lots }: AuctionState) => lots.length + 1,
} as const;

/**
 * Every kind of stream. A new aggregate is one folder of `domain/` and one line here (see `decider.ts`); a changed
 * shape of an event is its new version in `schemas` and the lift from the old one in `upcasters`:
 *
 *     schemas: { …, LotsCatalogued: 2 },
 *     upcasters: { LotsCatalogued: { 1: (data) => withListing(data as LotsCataloguedV1) } },
 *
 * Names of kinds are not stored anywhere; prefixes are.
 */
export const STREAMS = {
  auction: kind({ ...SALE, name: 'auction', prefix: AUCTION, audience: 'everyone' }),
  practice: kind({ ...SALE, name: 'practice', prefix: PRACTICE, isIdWhole: true, audience: 'owner' }),
  listing: kind({
    name: 'listing',
    prefix: 'listing-',
    decider: listingDecider,
    foldVersion: 1,
    partsOf: (state) => (state?.content.heads.length ?? 0) + 1,
    schemas: {
      ListingStarted: 2,
      ListingEntered: 2,
      ListingEdited: 2,
      ListingSubmitted: 1,
      ListingApproved: 1,
      ListingRecalled: 1,
      ListingRefused: 2,
      ListingPriceChanged: 1,
      ListingFeePaid: 1,
      ListingFeeUnpaid: 1,
      ListingReoffered: 1,
      ListingWithdrawn: 2,
      ListingReinstated: 1,
      ListingDeleted: 1,
    },
    upcasters: {
      // Version 1 is a special case of version 2, which older builds cannot fold.
      ListingEdited: { 1: (data) => data },
      ListingStarted: { 1: upcast(nothingSealed) },
      ListingEntered: { 1: upcast(nothingSealed) },
      ListingRefused: { 1: upcast(reasonInClear) },
      ListingWithdrawn: { 1: upcast(reasonInClear) },
    },
    isChained: false,
    audience: 'owner',
    personal: {
      ListingStarted: ['content.sealed', 'content.documents'],
      ListingEntered: ['content.sealed', 'content.documents'],
      ListingEdited: ['changes.sealed', 'changes.documents'],
      ListingRefused: ['sealed'],
      ListingWithdrawn: ['sealed'],
    },
  }),
  templates: kind({
    name: 'templates',
    prefix: 'lot-templates-',
    decider: lotTemplatesDecider,
    schemas: { TemplateSaved: 1, TemplateDeleted: 1 },
    document: { collection: 'lot-templates', version: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: { TemplateSaved: ['sealed'] },
  }),
  account: kind({
    name: 'account',
    prefix: ACCOUNT,
    decider: accountDecider,
    foldVersion: 2,
    schemas: {
      AccountRegistered: 1,
      AccountStatusChanged: 1,
      ProfileChanged: 1,
      EmailConfirmed: 1,
      StockTypesRequested: 1,
      BankDetailsChanged: 1,
      PasswordChanged: 1,
      TermsAccepted: 1,
      SettingsChanged: 1,
      FiltersKept: 1,
      NotificationsClosed: 1,
      AccessRequested: 1,
      AccessDecided: 1,
      AccountSuspended: 1,
      AccountRestored: 1,
      RoleChanged: 1,
      SecondFactorReset: 1,
      AccountForgotten: 1,
      LotWatched: 1,
      LotUnwatched: 1,
      SearchSaved: 1,
      SavedSearchDeleted: 1,
      LotsMatched: 1,
      AlertsClosed: 1,
      AlertMailQueued: 1,
      AlertMailsStopped: 1,
      PicAdded: 1,
      PicChanged: 1,
      PicDeleted: 1,
    },
    upcasters: {},
    isChained: false,
    audience: 'owner',
    personal: {
      AccountRegistered: ['personal'],
      ProfileChanged: ['personal'],
      BankDetailsChanged: ['bank'],
      AccessRequested: ['personal'],
      AccessDecided: ['reason'],
      AccountSuspended: ['reason'],
      AccountRestored: ['reason'],
      RoleChanged: ['reason'],
      SecondFactorReset: ['reason'],
      SearchSaved: ['name', 'criteria'],
      PicAdded: ['personal'],
      PicChanged: ['personal'],
    },
  }),
  notification: kind({
    name: 'notification',
    prefix: NOTIFICATION,
    decider: notificationDecider,
    schemas: { NotificationShown: 1, NotificationEnded: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
  }),
  content: kind({
    name: 'content',
    prefix: 'content-',
    decider: professionsDecider,
    schemas: { ProfessionAdded: 1 },
    document: { collection: 'content', version: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
  }),
  kinds: kind({
    name: 'kinds',
    prefix: 'kinds-',
    decider: kindsDecider,
    schemas: { KindStopped: 1, KindResumed: 1 },
    document: { collection: 'kinds-taken', version: 1 },
    upcasters: {},
    isChained: false,
    audience: 'everyone',
    personal: {},
  }),
  fees: kind({
    name: 'fees',
    prefix: 'fees-',
    decider: feesDecider,
    schemas: { FeesSet: 1, FeesWithdrawn: 1 },
    document: { collection: 'fees', version: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
  }),
  floorBuyers: kind({
    name: 'floorBuyers',
    prefix: 'floor-',
    decider: floorBuyersDecider,
    schemas: {
      FloorBuyerRegistered: 1,
      FloorBuyerErased: 1,
      BuyerNumberClaimed: 1,
      FloorClaimDecided: 1,
    },
    document: { collection: 'floor-buyers', version: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: { FloorBuyerRegistered: ['personal'], FloorClaimDecided: ['reason'] },
  }),
  message: kind({
    name: 'message',
    prefix: 'message-',
    decider: sentMessageDecider,
    schemas: { MessageSent: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
  }),
  numbers: kind({
    name: 'numbers',
    prefix: 'numbers-',
    decider: numbersDecider,
    schemas: { NumbersTaken: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
    isFoldedFromLast: true,
  }),
  text: kind({
    name: 'text',
    prefix: TEXT,
    decider: textDecider,
    schemas: { TextPublished: 1 },
    document: { collection: 'texts', version: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
    isFoldedFromLast: true,
  }),
  request: kind({
    name: 'request',
    prefix: 'request-',
    decider: requestDecider,
    schemas: { RequestTaken: 1 },
    upcasters: {},
    isChained: false,
    audience: 'nobody',
    personal: {},
  }),
} as const;

/** The name of a kind in the registry. */
export type StreamKindName = keyof typeof STREAMS;

/** A kind's event, and the state that its events fold to. */
export type EventOf<Name extends StreamKindName> =
  (typeof STREAMS)[Name] extends StreamKind<infer _State, infer _Body, infer Event, infer _Refused>
    ? Event
    : never;
export type StateOf<Name extends StreamKindName> =
  (typeof STREAMS)[Name] extends StreamKind<infer State, infer _Body, infer _Event, infer _Refused>
    ? State
    : never;

type ListedKind = AnyStreamKind & { readonly name: StreamKindName };

const ALL: readonly ListedKind[] = Object.values(STREAMS);

/** The kind of a stream; undefined when its name begins with no known prefix. */
export function kindOf(stream: string): ListedKind | undefined {
  return ALL.find(({ prefix }) => stream.startsWith(prefix));
}

/** The stream of an id. */
export const streamOf = (
  { prefix, isIdWhole }: Pick<AnyStreamKind, 'prefix' | 'isIdWhole'>,
  id: string,
): string => (isIdWhole ? id : `${prefix}${id}`);

/** The id in the name of one of the kind's streams. */
export const idOf = (
  { prefix, isIdWhole }: Pick<AnyStreamKind, 'prefix' | 'isIdWhole'>,
  stream: string,
): string => (isIdWhole ? stream : stream.slice(prefix.length));

/** The prefixes of the kinds that `pick` picks: what a subscription follows. */
export const prefixesOf = (pick: (kind: AnyStreamKind) => boolean): readonly string[] =>
  ALL.filter(pick).map(({ prefix }) => prefix);

/**
 * The prefixes of the streams that are chained: given to the log where it is opened. The log itself does not
 * distinguish kinds.
 */
export const CHAINED = prefixesOf(({ isChained }) => isChained);

const blobOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { sealed?: unknown }).sealed : value;

/** The sealed blobs of an event of a stream: what can't be read any more once the person's key is deleted. */
export function sealedIn(stream: string, { type, data }: { type: string; data: unknown }): string[] {
  const paths = kindOf(stream)?.personal[type] ?? [];
  return paths.flatMap((path) => {
    let at: unknown = data;
    for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name];
    const found = typeof at === 'object' && at !== null ? Object.values(at).map(blobOf) : [at];
    return found.filter((blob): blob is string => typeof blob === 'string' && blob !== '');
  });
}

/** Every lift, by event type: given to the log where it is opened, so that no reader ever meets an old shape. */
export const UPCASTERS: Readonly<Record<string, Readonly<Record<number, Upcast>>>> = Object.assign(
  {},
  ...ALL.map(({ upcasters }) => upcasters),
);
