import type { LotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { sentPrices } from '@saleyard/domain/listing/price-names.ts';
import { LOT_LIMITS, UNITS } from '@saleyard/domain/listing/stock.ts';
import type { Static, TObject } from 'typebox';
import * as Type from 'typebox';
import { AUCTION_STATES } from './auctions.ts';
import { DetailTree, Heads, ListingDetails, SentDetails } from './listing-details.ts';
import { ListedDocument, ListedLink, ListedMedium, Signature } from './lot-attachments.ts';
import { KeptMedium } from './lot-media.ts';
import { LotDetails, OptiweighReadings, PublicLot } from './lots.ts';
import {
  Cents,
  centsPerUnit,
  describedInteger,
  Id,
  KindType,
  list,
  ms,
  oneOf,
  orNull,
  strictObject,
  text,
  whole,
} from './schema.ts';

const UsefulLink = strictObject({
  url: text(LOT_LIMITS.address, 1),
  description: text(LOT_LIMITS.attachmentDescription),
  isPdf: Type.Boolean(),
});

export const written = {
  details: ListingDetails,
  heads: Heads,
  description: text(LOT_LIMITS.description),
  unit: orNull(oneOf(...UNITS)),
  startCents: orNull(Cents),
  incrementCents: orNull(Cents),
  reserveCents: orNull(Cents),
  maxVendorBids: whole(0, LOT_LIMITS.vendorBids),
  count: orNull(whole(0, LOT_LIMITS.count)),
  countWeighed: orNull(whole(0, LOT_LIMITS.count)),
  adjustWeight: Type.Number(),
  weightGain: Type.Number(),
  mobEntryWeight: orNull(Type.Number({ minimum: 0, maximum: LOT_LIMITS.kgPerHead })),
  optiweighAllowed: Type.Boolean(),
  optiweigh: Type.Optional(OptiweighReadings),
  saleConditions: text(LOT_LIMITS.saleConditions),
  acceptenceOnTerms: Type.Boolean(),
  isLicencedAgent: Type.Boolean(),
  vendorSignedForm: Type.Boolean(),
  emailToVendor: Type.Boolean({ description: 'the vendor gets the lot by e-mail when it is submitted' }),
  usefulLinks: list(UsefulLink, { maxItems: LOT_LIMITS.usefulLinks }),
} as const;

/** A seller's changes of a listing, as the web stores them. Only the named fields of `details` change. */
export const ListingChange = Type.Partial(strictObject(written), { additionalProperties: false });

export type ListingChange = Static<typeof ListingChange>;

const { emailToVendor: _, details: __, ...others } = written;

const sent = {
  ...sentPrices(others),
  draft: Type.Boolean({ description: 'false: a saved draft is also submitted for approval' }),
  details: SentDetails,
  currentBidCents: orNull(Type.Integer({ description: 'follows from `startPrice`' })),
  biddingSwap: Type.Boolean({ description: 'follows from `bidding` and `bidIncrementCents`' }),
};

/** A seller's new lot. Omitted members are not stated yet. */
export const StartedLot = Type.Partial(
  strictObject({
    ...sent,
    draft: Type.Literal(true),
    newMedia: list(KeptMedium, { maxItems: 0, description: 'a new lot has no pictures yet' }),
  }),
  { additionalProperties: false },
);

export type StartedLot = Static<typeof StartedLot>;

/**
 * A seller's save of a draft: also the order of the documents, pictures and videos that it keeps. Uploads add new
 * ones.
 */
export const SavedLot = Type.Partial(
  strictObject({
    ...sent,
    documents: list(strictObject({ key: Id, description: text(LOT_LIMITS.attachmentDescription) }), {
      maxItems: LOT_LIMITS.documents,
    }),
    newMedia: list(KeptMedium, { maxItems: LOT_LIMITS.media }),
  }),
  { additionalProperties: false },
);

export type SavedLot = Static<typeof SavedLot>;

const signatures = {
  agentSignature: Signature,
  vendorSignature: Signature,
};

/** The content of a listing for its seller and staff, with its personal data decrypted. */
const WrittenContent = strictObject({
  ...written,
  ...signatures,
  media: list(ListedMedium),
  documents: list(ListedDocument),
  usefulLinks: list(ListedLink),
});

export type WrittenContent = Static<typeof WrittenContent>;

const LISTING_PHASES = ['draft', 'submitted', 'refused', 'approved', 'withdrawn'] as const;

const ListingSale = strictObject({
  _id: Type.String(),
  searchNumber: Type.Integer(),
  title: Type.String(),
  state: oneOf(...AUCTION_STATES),
  cancelled: Type.Boolean(),
  openAt: ms('when auto-bids may be set'),
  liveAt: ms('when bidding begins'),
  closedAt: orNull(ms('when it closed')),
  listingFee: orNull(describedInteger('cents per head without GST; null: the published fees')),
});

const { publicDetails } = LotDetails.properties;

const listing = {
  ...LotDetails.properties,
  publicDetails: Type.Unsafe<LotView['publicDetails'] & { vendorName: string }>(
    strictObject({ ...(publicDetails as unknown as TObject).properties, vendorName: Type.String() }),
  ),
  countWeighed: orNull(describedInteger('head that are weighed one by one')),
  media: list(ListedMedium),
  documents: list(ListedDocument),
  _id: Type.String(),
  number: Type.String({ description: "in its catalogue; '' while it is in none" }),
  searchNumericId: Type.Integer(),
  auction: Type.String(),
  description: Type.String({ description: 'the private description' }),
  state: PublicLot.properties.state,
  status: PublicLot.properties.status,
  closedPrice: orNull(centsPerUnit('the price it closed at')),
  currentBidCents: orNull(centsPerUnit('the price; before a bid where bidding starts')),
  kindData: strictObject({ type: KindType, title: Type.String() }),
  auctionData: orNull(ListingSale),
  phase: oneOf(...LISTING_PHASES),
  approved: Type.Boolean(),
  draft: Type.Boolean(),
  withdrawn: Type.Boolean(),
  reason: orNull(Type.String({ description: 'why staff sent it back, or why it was withdrawn' })),
  revision: describedInteger('of what it says: a save names the one that it changes'),
  createdBy: Type.String(),
  submittedAt: orNull(ms('when it was submitted last')),
  updatedAt: ms('when it was changed last'),
  bidding: orNull(oneOf(...UNITS)),
  startPrice: orNull(centsPerUnit('where bidding starts')),
  reserveCents: orNull(centsPerUnit('the reserve')),
  bidIncrementCents: orNull(centsPerUnit('the increment')),
  count: orNull(describedInteger('head in the lot')),
  mayEditLate: Type.Boolean({ description: 'its prices may be changed now' }),
  mayWithdraw: Type.Boolean({ description: 'its seller may withdraw it now' }),
};

const creatorData = strictObject({
  logo: strictObject({ url: Type.String({ description: "the seller's own logo; '' for none" }) }),
});

/** A listing as its seller's lists show it. */
export const OwnListing = strictObject({
  ...listing,
  creatorData,
  totalPageViews: describedInteger('people who looked at its page, each once a day, over 90 days'),
  watchCount: describedInteger('people who watch it'),
});

export type OwnListing = Static<typeof OwnListing>;

/** A listing with its full content. */
export const WholeListing = strictObject({
  ...listing,
  details: DetailTree,
  biddingSwap: Type.Boolean({
    description:
      'the unit was chosen or changed, which empties the increment, and no increment has been chosen since',
  }),
  maxVendorBids: written.maxVendorBids,
  saleConditions: written.saleConditions,
  acceptenceOnTerms: written.acceptenceOnTerms,
  isLicencedAgent: written.isLicencedAgent,
  vendorSignedForm: written.vendorSignedForm,
  emailToVendor: written.emailToVendor,
  newMedia: list(KeptMedium, { description: '`media` as a save names them' }),
  usefulLinks: list(ListedLink),
  ...signatures,
  reoffered: Type.Boolean({ description: 'it was offered before, and did not sell' }),
  content: WrittenContent,
});

export type WholeListing = Static<typeof WholeListing>;

/** A listing that waits for a decision of staff. */
export const WaitingListing = strictObject({ ...listing, seller: Type.String({ description: 'a name' }) });

export type WaitingListing = Static<typeof WaitingListing>;

/** What changed of a listing since staff saw it last, field by field, as people read it; '' for nothing. */
export const ListingComparison = strictObject({
  since: oneOf('approved', 'sentBack', 'submitted', 'offeredBefore'),
  at: ms('when that was'),
  fields: list(strictObject({ label: Type.String(), before: Type.String(), after: Type.String() })),
});

export type ListingComparison = Static<typeof ListingComparison>;

/** A lot that can be offered again. */
export const ReofferableListing = strictObject({ ...listing, creatorData, status: oneOf('noBid', 'passed') });

export type ReofferableListing = Static<typeof ReofferableListing>;

/** The fee for a lot that was in the catalogue of a closed sale. */
export const ListingFeeRow = strictObject({
  _id: listing._id,
  searchNumericId: listing.searchNumericId,
  kindData: listing.kindData,
  auctionData: ListingSale,
  date: ms('the day of the auction: when bidding began'),
  number: Type.String({ description: 'of the lot in its catalogue' }),
  title: Type.String(),
  vendorName: Type.String(),
  count: describedInteger('head in the catalogue'),
  status: PublicLot.properties.status,
  soldBeforeAuction: PublicLot.properties.soldBeforeAuction,
  isFreeReoffer: Type.Boolean({ description: 'it was offered again within the days that are free' }),
  price: describedInteger('the fee per head, cents without GST'),
  total: describedInteger('the fee for all head, cents without GST'),
  paid: Type.Boolean({ description: 'staff recorded that it was paid' }),
});

export type ListingFeeRow = Static<typeof ListingFeeRow>;

/** The same as staff read it. */
export const SaleFeeRow = strictObject({
  ...ListingFeeRow.properties,
  seller: Type.String({ description: 'a name' }),
});

export type SaleFeeRow = Static<typeof SaleFeeRow>;

/** A lot of your own that a new one can start from. */
export const StartingLot = strictObject({
  _id: listing._id,
  searchNumericId: listing.searchNumericId,
  kindData: listing.kindData,
  title: Type.String(),
  count: listing.count,
  vendorName: Type.String(),
  town: Type.String(),
  phase: listing.phase,
  auctionTitle: Type.String({ description: "of its sale; '' while that is not known" }),
  liveAt: orNull(ms('when bidding begins in its sale')),
});

export type StartingLot = Static<typeof StartingLot>;

/** What new lots of a kind start from: as a save names it, without what belongs to one lot alone. */
export const LotTemplate = strictObject({
  _id: Type.String(),
  name: Type.String(),
  kindType: KindType,
  lot: ListingChange,
});

export type LotTemplate = Static<typeof LotTemplate>;

/** What the list of submitted lots can show. */
export const SHOW_MODES = ['all', 'pending', 'submitted', 'withdrawn'] as const;

/** What the list of drafts can show. `returned`: sent back by staff. */
export const DRAFT_MODES = ['all', 'draft', 'returned'] as const;

export const ListingSaved = strictObject({
  _id: Type.String(),
  searchNumericId: Type.Integer(),
  revision: Type.Integer(),
  phase: oneOf(...LISTING_PHASES, 'deleted'),
});

export type ListingSaved = Static<typeof ListingSaved>;
