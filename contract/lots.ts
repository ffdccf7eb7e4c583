import { allCatalogueFields, type CatalogueName } from '@saleyard/domain/listing/forms/catalogue.ts';
import { MOST_DAILY_GAIN } from '@saleyard/domain/listing/optiweigh.ts';
import { LOT_LIMITS, MOST_WEIGHT_GAIN, UNITS } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { DetailField } from './listing-details.ts';
import { catalogueMembers, lotDetailsSchema } from './listings.ts';
import { ListedLink, MediaRecord, Signature } from './lot-attachments.ts';
import { LOT_FILTERS, SEARCH_LENGTH } from './lot-filters.ts';
import {
  Cents,
  centsPerUnit,
  Day,
  Direction,
  describedInteger,
  Id,
  KindType,
  list,
  MediaUrl,
  ms,
  namesOf,
  oneOf,
  orNull,
  Page,
  pageSize,
  strictObject,
  text,
  whole,
} from './schema.ts';

export const LOT_STATES = ['future', 'open', 'live', 'futureInLive', 'closed'] as const;

/** The price compared with the reserve; the reserve itself is never sent. */
const ReserveStatus = oneOf('awaitingBids', 'notNear', 'nearReserve', 'onMarket');

/** A lot's full live state, as anyone may see it. Amounts in cents per `bidding` unit. */
export const PublicLot = strictObject({
  _id: Type.String(),
  auction: Type.String(),
  number: Type.String(),
  searchNumericId: Type.Integer(),
  state: oneOf(...LOT_STATES),
  /** `soldAfterAuction` only for closed sales. */
  status: orNull(oneOf('sold', 'passed', 'noBid', 'soldAfterAuction')),
  withdrawn: Type.Boolean(),
  soldBeforeAuction: Type.Boolean({ description: 'sold privately before the sale went live' }),
  winner: orNull(Type.String({ description: "a bidder's paddle in this auction, `vendor` or `floor`" })),
  currentBidCents: orNull(centsPerUnit('the price')),
  previousBidCents: orNull(centsPerUnit('the price before it')),
  startPrice: centsPerUnit('where bidding starts'),
  bidIncrementCents: centsPerUnit('the increment'),
  /** By the sale's opening policy; null when bidding is not possible. */
  nextBidCents: orNull(centsPerUnit('the smallest amount a bid may name now')),
  bidding: oneOf(...UNITS),
  reserveStatus: ReserveStatus,
  bidCount: Type.Integer(),
  vendorBids: Type.Integer(),
  count: describedInteger('head in the lot'),
  biddingOpen: Type.Boolean({
    description: 'interfaced sales: the clerk has opened bidding; others: it is live',
  }),
  liveAt: orNull(ms('when it goes live')),
  finishAt: orNull(ms('when it closes')),
  frozenTime: orNull(ms('when it was frozen')),
  pausedTime: orNull(ms('when it was paused')),
  /** Omitted by a read model that is still being rebuilt. */
  stoppedTime: Type.Optional(
    orNull(ms('since when a freeze or a pause, or several, have held its timer; null while it runs')),
  ),
  staleTime: describedInteger('seconds an accepted bid leaves at least'),
  closedPrice: orNull(centsPerUnit('the price it closed at, or was sold at afterwards')),
  /** The last floor bid that the clerk took back, and why; left out once another bid comes. */
  takenBack: Type.Optional(
    strictObject({ at: ms('when'), cents: centsPerUnit('the bid'), reason: Type.String() }),
  ),
  /** Left out while the result is what it closed with. */
  corrected: Type.Optional(
    strictObject(
      {
        at: ms('when it was corrected last'),
        outcome: oneOf('sold', 'passed', 'withdrawn', 'annulled'),
        knockedDown: strictObject({
          result: oneOf('sold', 'passed', 'noBid', 'soldAfterAuction', 'withdrawn'),
          winner: orNull(Type.String({ description: "a bidder's paddle in this auction, or `floor`" })),
          cents: orNull(centsPerUnit('the price')),
        }),
      },
      { description: 'the result was corrected by staff; `knockedDown` is what it closed with' },
    ),
  ),
});

export type PublicLot = Static<typeof PublicLot>;

/** What anyone may read about a lot besides its live state: the public fields of the forms. */
export const LotDetails = lotDetailsSchema();

export type LotDetails = Static<typeof LotDetails>;

/** A lot of a catalogue: live state and details. */
export const CatalogueLot = strictObject({
  ...PublicLot.properties,
  ...LotDetails.properties,
  createdAt: orNull(ms('when its listing was begun')),
  updatedAt: orNull(ms('when what it says was last changed')),
  mine: Type.Boolean({ description: 'the viewer listed it, and may not bid on it' }),
  /** Omitted when the person shares nothing, and for anonymous visitors. */
  creatorData: Type.Optional(
    strictObject(
      {
        firstName: Type.String(),
        lastName: Type.String(),
        tradingName: Type.String(),
        logo: strictObject({ url: Type.String({ description: "a path; '' for none" }) }),
      },
      { description: 'who listed it: the names of an agent, and the logo if there is one' },
    ),
  ),
  /** For sold lots of a closed sale; omitted when unknown and during bidding. */
  winnerData: Type.Optional(
    strictObject(
      { officeAddress: strictObject({ town: Type.String(), state: Type.String() }) },
      { description: 'where its buyer is' },
    ),
  ),
});

export type CatalogueLot = Static<typeof CatalogueLot>;

const kilograms = Type.Number({ description: 'kg' });

const Assessment = strictObject({
  counts: list(
    strictObject({ startWeight: kilograms, endWeight: kilograms, count: describedInteger('head') }),
  ),
  minWeight: orNull(kilograms),
  maxWeight: orNull(kilograms),
  averageWeight: orNull(kilograms),
  scores: list(
    strictObject({
      score: describedInteger('fat score, 1 to 5'),
      percent: Type.Number({ description: '% of the head' }),
    }),
  ),
});

/** A lot beside another in its catalogue. */
const Neighbour = strictObject({ searchNumericId: Type.Integer(), number: Type.String() });

/** What a lot says beyond the catalogue on its own page, and in the list of the live room. */
const LotRecord = {
  participants: list(
    Type.String({
      description: 'a paddle in this auction, `vendor` or `floor`: who bid on it, the first one first',
    }),
  ),
  /** Omitted for everyone else. */
  createdBy: Type.Optional(
    Type.String({ description: 'the account that listed it: for its owner and staff' }),
  ),
  kindData: strictObject({ type: KindType, title: Type.String() }),
  details: strictObject({
    values: list(
      strictObject({
        publicId: Type.String(),
        title: Type.String(),
        type: oneOf('group'),
        values: list(DetailField),
      }),
    ),
  }),
};

/** Everything that a lot's own page shows. */
export const LotPage = strictObject({
  ...CatalogueLot.properties,
  ...LotRecord,
  approved: Type.Boolean({ description: 'staff approved it: every lot of a catalogue is' }),
  draft: Type.Boolean({ description: 'it is still written: no lot of a catalogue is' }),
  auctionData: strictObject({
    _id: Type.String(),
    searchNumber: Type.Integer(),
    title: Type.String(),
    liveAt: ms('when bidding begins'),
    closedAt: orNull(ms('when it closed')),
  }),
  /** Omitted when the seller is no agent, or may no longer sell, and for anonymous visitors. */
  agentPhone: Type.Optional(
    Type.String({ description: 'the phone of the agent who listed it, as the search for agents shows it' }),
  ),
  /** Omitted by servers of older versions. */
  catalogue: Type.Optional(
    strictObject({
      place: describedInteger('its place in the catalogue, from 1'),
      of: describedInteger('lots of the catalogue'),
      previous: orNull(Neighbour),
      next: orNull(Neighbour),
    }),
  ),
  media: list(MediaRecord),
  documents: list(strictObject({ name: Type.String(), uri: Type.String(), description: Type.String() })),
  usefulLinks: list(ListedLink),
  saleConditions: Type.String(),
  /** Omitted for everyone else, and when the lot has no listing. */
  description: Type.Optional(
    Type.String({ description: 'the private description of the stock: for its owner and staff' }),
  ),
  agentSignature: Type.Optional(Signature),
  vendorSignature: Type.Optional(Signature),
  totalPageViews: describedInteger('people who looked at its page, each once a day, over 90 days'),
  watchCount: describedInteger('people who watch it'),
  /** Of the head that were weighed one by one. */
  assessment: Assessment,
  /** Of a mob that is weighed by walk-over scales: its days, and the head on the last day. */
  optiweigh: strictObject({
    assessmentData: Assessment,
    averageData: list(
      strictObject({
        date: Type.String({ description: 'a day, 2026-09-30' }),
        averageDailyGain: Type.Number({ description: 'kg a day' }),
        weight: Type.Number({ description: 'kg per head' }),
      }),
    ),
  }),
});

export type LotPage = Static<typeof LotPage>;

/** A lot as staff see it: with its reserve, its creator and the leader. Never sent to anyone else. */
export const StaffLot = strictObject({
  ...CatalogueLot.properties,
  reserveCents: orNull(centsPerUnit('the reserve')),
  maxVendorBids: Type.Integer(),
  vendorName: Type.String(),
  createdBy: Type.String(),
  leader: orNull(
    strictObject({ _id: Type.String(), shortId: Type.String(), paddle: Type.String(), name: Type.String() }),
  ),
  /** A correction that waits; left out where none does. */
  proposal: Type.Optional(
    strictObject({
      outcome: oneOf('sold', 'passed', 'withdrawn', 'annulled'),
      buyer: orNull(Type.String()),
      buyerName: Type.String({ description: "'' without a buyer, and of a person who was forgotten" }),
      cents: orNull(centsPerUnit('the price')),
      reason: Type.String(),
      by: Type.String({ description: 'the account that proposed it' }),
      byName: Type.String(),
      acceptedBy: orNull(oneOf('buyer', 'staffRecord')),
      awaits: oneOf('secondPerson', 'buyer'),
    }),
  ),
});

export type StaffLot = Static<typeof StaffLot>;

/** An account that bid on a lot, with the highest amount that the room saw from it. */
export const LotBidder = strictObject({
  _id: Type.String(),
  shortId: Type.String(),
  name: Type.String({ description: "'' of a person who was forgotten" }),
  highestBidCents: centsPerUnit('its highest bid, or the highest price at which its auto-bid led'),
});

export type LotBidder = Static<typeof LotBidder>;

/** Head and lots on offer by sex, of those that the query's filters and words match. */
const totalTable = list(
  strictObject({
    sex: Type.String(),
    counts: strictObject({ heads: Type.Integer(), total: Type.Integer() }),
  }),
);

/** A lot of a list. With `mode=live` it has the members of `LotRecord`; in other lists they are omitted. */
const ListedLot = strictObject({
  ...CatalogueLot.properties,
  participants: Type.Optional(LotRecord.participants),
  createdBy: LotRecord.createdBy,
  kindData: Type.Optional(LotRecord.kindData),
  details: Type.Optional(LotRecord.details),
});

export type ListedLot = Static<typeof ListedLot>;

export const LotsPage = strictObject({ lots: list(ListedLot), totalTable });

export type LotsPage = Static<typeof LotsPage>;

export const StaffLotsPage = strictObject({ lots: list(StaffLot), totalTable });

export type StaffLotsPage = Static<typeof StaffLotsPage>;

/** The sort orders of a catalogue. `number` is catalogue order. */
export const LOT_SORTS = [
  'number',
  'count',
  'sex',
  'majorBreed',
  'stockCategory',
  'state',
  'weight',
  'age',
  'createdAt',
  'updatedAt',
  'finishAt',
  'currentBidCents',
] as const;

/**
 * `mode=live` is the compact list of the live room, `mode=print` the list for paper: all lots unless a limit is given.
 * Otherwise at most `PUBLIC_PAGE` lots in one answer, also with a higher limit.
 */
export const LotsQuery = strictObject({
  state: Type.Optional(namesOf(...LOT_STATES)),
  page: Page,
  limit: Type.Optional(pageSize()),
  sortField: Type.Optional(oneOf(...LOT_SORTS)),
  /** The same as `sortField`, which is taken where both are sent. */
  sort: Type.Optional(oneOf(...LOT_SORTS)),
  sortDirection: Type.Optional(Direction),
  mode: Type.Optional(oneOf('live', 'print')),
  ...LOT_FILTERS,
  /** Words that a lot must contain. */
  q: Type.Optional(text(SEARCH_LENGTH)),
});

export type LotsQuery = Static<typeof LotsQuery>;

/** Lots of a catalogue page when the query names no limit. */
export const LOTS_PAGE = 10;
/** Lots of one answer at most, except for the room, paper and staff. A larger `limit` gives this many. */
export const PUBLIC_PAGE = 50;

const Media = strictObject({ thumbnail: MediaUrl, url: MediaUrl, title: text(LOT_LIMITS.mediumTitle) });

const Kilograms = Type.Number({ exclusiveMinimum: 0, maximum: LOT_LIMITS.kgPerHead });

/** Readings of walk-over scales: by day, and each head of the last day. */
export const OptiweighReadings = strictObject({
  days: Type.Array(
    strictObject({
      date: Day,
      weight: Kilograms,
      averageDailyGain: Type.Number({ minimum: -MOST_DAILY_GAIN, maximum: MOST_DAILY_GAIN }),
    }),
    { maxItems: LOT_LIMITS.optiweighDays },
  ),
  weights: Type.Array(Kilograms, { maxItems: LOT_LIMITS.countWeighed }),
});

/** What a lot has besides its form: how it was weighed, its documents, links and conditions. */
const LotExtras = {
  media: Type.Optional(Type.Array(Media, { maxItems: LOT_LIMITS.media })),
  documents: Type.Optional(
    Type.Array(
      strictObject({
        name: text(LOT_LIMITS.documentName, 1),
        uri: MediaUrl,
        description: text(LOT_LIMITS.attachmentDescription),
      }),
      {
        maxItems: LOT_LIMITS.documents,
      },
    ),
  ),
  usefulLinks: Type.Optional(
    Type.Array(
      strictObject({
        url: MediaUrl,
        description: text(LOT_LIMITS.attachmentDescription),
        isPdf: Type.Boolean(),
      }),
      {
        maxItems: LOT_LIMITS.usefulLinks,
      },
    ),
  ),
  saleConditions: Type.Optional(text(LOT_LIMITS.saleConditions)),
  /** Head that were weighed one by one; fat scores from 1 to 5. */
  heads: Type.Optional(
    Type.Array(strictObject({ weightLive: Kilograms, fatScore: Type.Optional(whole(1, 5)) }), {
      maxItems: LOT_LIMITS.countWeighed,
    }),
  ),
  adjustWeight: Type.Optional(
    Type.Number({ minimum: -LOT_LIMITS.adjustWeight.most, maximum: LOT_LIMITS.adjustWeight.most }),
  ),
  weightGain: Type.Optional(Type.Number({ minimum: 0, maximum: MOST_WEIGHT_GAIN })),
  mobEntryWeight: Type.Optional(orNull(Kilograms)),
  optiweighAllowed: Type.Optional(Type.Boolean()),
  optiweigh: Type.Optional(OptiweighReadings),
} as const;

/** One lot of a catalogue as staff send it. Cents per `unit`; ages in months, weights in kg per head. */
export const LotBody = strictObject({
  number: Type.Optional(text(LOT_LIMITS.number, 1)),
  unit: oneOf(...UNITS),
  count: whole(1, LOT_LIMITS.count),
  startCents: Cents,
  incrementCents: Cents,
  reserveCents: Type.Optional(orNull(Cents)),
  maxVendorBids: Type.Optional(whole(0, LOT_LIMITS.vendorBids)),
  /** The account that listed it, which may not bid on it; default: the sender. */
  createdBy: Type.Optional(Id),
  ...catalogueMembers(),
  ...LotExtras,
});

export type LotBody = Static<typeof LotBody>;

/** What staff change of a lot in a catalogue. A text that is '' and a number that is null empty their field. */
export const CatalogueLotChange = Type.Partial(
  Type.Pick(LotBody, [
    ...([
      'number',
      'count',
      'unit',
      'startCents',
      'incrementCents',
      'reserveCents',
      'maxVendorBids',
    ] as const),
    'media',
    ...allCatalogueFields().map(({ name }) => name as CatalogueName),
  ]),
  { additionalProperties: false },
);

export type CatalogueLotChange = Static<typeof CatalogueLotChange>;
