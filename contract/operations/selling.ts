import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';

import { LOTS_PER_FILE } from '@saleyard/domain/listing/lots-file.ts';
import { KIND_TYPES, REOFFER_DAYS } from '@saleyard/domain/listing/stock.ts';

import * as Type from 'typebox';

import { BY_LIVE_AT } from '../auctions.ts';
import { CHANGES_MOST, DetailChangeEntry } from '../listing-details.ts';

import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import {
  Cents,
  CommandId,
  Day,
  describedInteger,
  KindType,
  list,
  oneOf,
  orNull,
  Page,
  pageSize,
  Reason,
  strictObject,
  text,
  whole,
} from '../schema.ts';
import {
  DRAFT_MODES,
  ListingComparison,
  ListingFeeRow,
  ListingSaved,
  OwnListing,
  ReofferableListing,
  SaleFeeRow,
  SavedLot,
  SHOW_MODES,
  StartedLot,
  StartingLot,
  WaitingListing,
  WholeListing,
  written,
} from '../selling.ts';

// Sellers' operations on their listings, and staff's on submitted ones. Amounts are cents per the listing's unit.

/** Bytes of a saved listing at most: each of 2,000 head has a row. */
const LISTING_BYTES = 512 * 1024;

/** Bytes of many new lots at most: some kB each, without weighed head. */
const MANY_LOTS_BYTES = 1024 * 1024;

/** Rows of the listing fees when the query names no limit. */
const FEES_PAGE = 50;

/** Listings of a list when the query names no limit. */
const LISTINGS_PAGE = 10;

const DAYS = { startDay: Type.Optional(Day), endDay: Type.Optional(Day) };

const PAGING = { page: Page, limit: pageSize(LISTINGS_PAGE) };

const SEARCHED =
  'Every word of `search` begins a word of the title, the breed, the vendor, the place or the sale, or is the number of the lot.';

/** Characters of a search in your own lots. */
const SEARCH_MOST = 60;

/** The only sort order of lists of own lots. */
const SORTED = {
  ...BY_LIVE_AT,
  sortDirection: Type.Optional(oneOf('-1', 'desc')),
};

/** Which of your own lots: found by words, or of one vendor. */
const SOUGHT = {
  search: Type.Optional(text(SEARCH_MOST)),
  vendor: Type.Optional(text(SEARCH_MOST)),
  state: Type.Optional(text(SEARCH_MOST)),
};

/** A page of your own lots, the vendors and states of all of them, and the number of pages. */
const OWN_LOTS = strictObject({
  lots: list(OwnListing),
  vendors: list(Type.String(), { description: 'names, of all lots in these days and phases' }),
  states: Type.Optional(
    list(Type.String(), { description: 'where they are, "NSW", of all lots in these days and phases' }),
  ),
  page: Type.Integer(),
  pages: Type.Integer(),
});

const named = { commandId: Type.Optional(CommandId) };

const silent = {
  silent: Type.Optional(
    Type.Boolean({ description: 'it saves itself, and nobody waits for the answer; it is saved alike' }),
  ),
};

const atRevision = { revision: Type.Optional(whole(0, Number.MAX_SAFE_INTEGER)) };

const SELLING = ['profile-incomplete', 'under-review', 'may-not-sell', 'sale-closed'] as const;

const ADDING = ['not-found', ...SELLING, ...UNDECIDED] as const;

export const sellingOperations = operations({
  startListing: {
    ...WRITE,
    storesMuch: 'counted',
    method: 'post',
    path: '/api/v1/auctions/{auction}/lots',
    summary: 'Start a lot for a sale, as a draft',
    more: 'The same `commandId` gets the same draft. A draft may lack any field; its values must fit the form of the kind of stock. `details` may be the tree that a lot is returned with.',
    body: strictObject({ lot: StartedLot, ...silent, ...named }),
    bodyBytes: LISTING_BYTES,
    status: 201,
    answer: ListingSaved,
    errors: ADDING,
  },
  startListings: {
    ...WRITE,
    storesMuch: 'counted',
    method: 'post',
    path: '/api/v1/auctions/{auction}/lots/many',
    summary: 'Start up to 200 lots for a sale, as drafts',
    more: 'All are checked before the first is started: a problem is named as `lots[3].count`, and nothing is stored. They are started one after the other; the same `commandId` with the same lots starts those that are missing, and answers all of them in their order.',
    body: strictObject({
      lots: list(StartedLot, { minItems: 1, maxItems: LOTS_PER_FILE }),
      ...named,
    }),
    bodyBytes: MANY_LOTS_BYTES,
    status: 201,
    answer: strictObject({ lots: list(ListingSaved) }),
    errors: ADDING,
  },
  saveListing: {
    ...WRITE,
    storesMuch: 'uncounted',
    method: 'put',
    path: '/api/v1/auctions/{auction}/lots/{lot}',
    summary: 'Save your own draft',
    more: 'Omitted members keep their values; with `draft: false` the lot is submitted once it is saved, and stays a saved draft if that is refused. `details` may be the tree that the lot is returned with. `detailsChanges` change fields of the form, in their order, after the `details` of the lot. With `revision` it is refused if the draft was changed since (`changed-elsewhere`). Another sale of the same kind moves the draft there; deliveries before that sale are cleared.',
    query: strictObject({ emailToVendor: Type.Optional(written.emailToVendor) }),
    body: strictObject({
      lot: SavedLot,
      detailsChanges: Type.Optional(list(DetailChangeEntry, { maxItems: CHANGES_MOST })),
      ...silent,
      ...atRevision,
      ...named,
    }),
    bodyBytes: LISTING_BYTES,
    answer: ListingSaved,
    errors: [...ADDING, 'invalid-request', 'other-kind', 'not-editable', 'changed-elsewhere'],
  },
  submitListing: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lots/{lot}/submit',
    summary: 'Submit your own draft for approval',
    more: 'All reasons against a submission are returned at once. While its sale accepts no lots it stays a draft.',
    body: strictObject({ ...atRevision, ...named }),
    answer: ListingSaved,
    errors: [...ADDING, 'invalid-request', 'not-editable', 'changed-elsewhere'],
  },
  withdrawListing: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lots/{lot}/withdraw',
    summary: 'Withdraw your own submitted lot',
    more: 'A lot in a catalogue can be withdrawn until its sale opens; it is then withdrawn from the catalogue too.',
    body: strictObject({ reason: Type.Optional(text(SALE_LIMITS.reason)), ...named }),
    answer: ListingSaved,
    errors: ['not-found', 'not-editable', 'too-late', ...UNDECIDED],
  },
  deleteListing: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/lots/{lot}',
    summary: 'Delete your own lot that is in no catalogue',
    /** A DELETE without a body, so its commandId is in the query. */
    query: strictObject({ commandId: Type.Optional(CommandId) }),
    answer: ListingSaved,
    errors: ['not-found', 'not-editable', ...UNDECIDED],
  },
  copyListing: {
    ...WRITE,
    storesMuch: 'counted',
    method: 'post',
    path: '/api/v1/lots/{lot}/{auction}/copy',
    summary: 'Copy your own withdrawn lot to another sale, as a draft',
    body: strictObject(named),
    status: 201,
    answer: ListingSaved,
    errors: [...ADDING, 'other-kind', 'not-withdrawn'],
  },
  reofferListing: {
    ...WRITE,
    storesMuch: 'uncounted',
    method: 'put',
    path: '/api/v1/auctions/{auction}/lots/{lot}/reoffer',
    summary: 'Offer your own unsold lot again in another sale',
    more: `For ${REOFFER_DAYS} days after its sale closed. It begins as a new lot, submitted for approval, with these prices and dates. A lot is offered again once; once more when that lot is withdrawn or deleted.`,
    body: strictObject({
      lot: strictObject({
        adjustWeight: written.adjustWeight,
        startPrice: orNull(Cents),
        bidIncrementCents: orNull(Cents),
        reserveCents: orNull(Cents),
        earliestDelivery: text(10),
        latestDelivery: text(10),
      }),
      ...named,
    }),
    status: 201,
    answer: ListingSaved,
    errors: [...ADDING, 'other-kind', 'not-editable', 'too-late'],
  },
  editListingLate: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/lots/{lot}/late-edit',
    summary: 'Change the prices of your own approved lot',
    more: 'Until `editLotDisabledAt` of its sale, or until the sale opens. `last` names the price that was changed last; a conflict between the two is reported there.',
    body: strictObject({
      lot: strictObject({ startPrice: Cents, reserveCents: orNull(Cents) }),
      last: Type.Optional(oneOf('startPrice', 'reserveCents')),
      ...named,
    }),
    answer: ListingSaved,
    errors: ['not-found', 'not-editable', 'too-late', ...UNDECIDED],
  },
  ownListing: {
    ...READ,
    path: '/api/v1/lots/{lot}/own',
    summary: 'Your own lot with all its fields, by its id or number',
    who: 'signed-in',
    answer: strictObject({ lot: WholeListing }),
    errors: ['not-found'],
  },
  listingAutoBids: {
    ...READ,
    side: 'command-api',
    path: '/api/v1/lots/{lot}/submissions/auto-bids',
    summary: 'The number of auto-bids on your own lot',
    more: 'A change of its prices may stop them.',
    who: 'signed-in',
    answer: strictObject({ isAutoBids: describedInteger('auto-bids that may still bid') }),
    errors: ['not-found'],
  },
  recallListing: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lots/{lot}/recall',
    summary: 'Take your own pending lot out of the queue to correct it',
    more: 'It is a draft again. Submitted again it waits at the end of the queue.',
    body: strictObject({ ...named }),
    answer: ListingSaved,
    errors: ['not-found', 'not-pending', ...UNDECIDED],
  },
  submissions: {
    ...READ,
    path: '/api/v1/lots/submissions',
    summary: 'My submitted lots',
    more: `Lots of future sales first, the next one first; then the others, the last one first. Until 30 days after their sale closed. AbbLamb lots are sheep lots. ${SEARCHED}`,
    who: 'signed-in',
    query: strictObject({
      ...PAGING,
      ...SORTED,
      ...DAYS,
      ...SOUGHT,
      showMode: Type.Optional(oneOf(...SHOW_MODES)),
      kindType: Type.Optional(oneOf('all', ...KIND_TYPES)),
    }),
    paged: true,
    answer: OWN_LOTS,
  },
  drafts: {
    ...READ,
    path: '/api/v1/lots/drafts',
    summary: 'My drafts, and lots that staff sent back',
    more: SEARCHED,
    who: 'signed-in',
    query: strictObject({
      ...PAGING,
      ...SORTED,
      ...DAYS,
      ...SOUGHT,
      showMode: Type.Optional(oneOf(...DRAFT_MODES)),
    }),
    paged: true,
    answer: OWN_LOTS,
  },
  startingLots: {
    ...READ,
    path: '/api/v1/lots/starting',
    summary: 'My lots of a kind that a new one can start from, the newest first',
    more: `Drafts, submitted and withdrawn lots that have a title. ${SEARCHED}`,
    who: 'signed-in',
    query: strictObject({
      page: Page,
      limit: pageSize(LISTINGS_PAGE),
      kindType: Type.Optional(KindType),
      search: Type.Optional(text(SEARCH_MOST)),
    }),
    paged: true,
    answer: strictObject({ lots: list(StartingLot) }),
  },
  reoffers: {
    ...READ,
    path: '/api/v1/lots/reoffers',
    summary: 'My unsold lots that can be offered again',
    more: `Of sales that closed in the last ${REOFFER_DAYS} days, the last one first, without lots that are already offered again.`,
    who: 'signed-in',
    query: strictObject({
      ...PAGING,
      ...SORTED,
      showMode: Type.Optional(oneOf('all')),
      kindType: Type.Optional(oneOf('all', ...KIND_TYPES)),
    }),
    paged: true,
    answer: strictObject({ lots: list(ReofferableListing) }),
  },
  listingFees: {
    ...READ,
    path: '/api/v1/lots/listing',
    summary: 'My listing fees',
    more: 'Fees of closed sales that were not cancelled, the last one first. Withdrawn lots cost nothing and are left out. The number of head that a vendor has in a sale decides the tier; the `listingFee` of a sale replaces all published fees.',
    who: 'signed-in',
    query: strictObject({ page: Page, limit: pageSize(FEES_PAGE) }),
    paged: true,
    answer: strictObject({
      lots: list(ListingFeeRow),
      totalCents: describedInteger('of the lots of all pages, without GST'),
    }),
  },
  saleListingFees: {
    ...READ,
    path: '/api/v1/staff/auctions/{auction}/listing-fees',
    summary: 'Listing fees of a closed sale',
    more: 'Of all sellers, in the order of the catalogue. A sale that has not closed or was cancelled has none.',
    who: 'staff',
    query: strictObject({ page: Page, limit: pageSize(FEES_PAGE) }),
    paged: true,
    answer: strictObject({ lots: list(SaleFeeRow) }),
  },
  recordListingFee: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/staff/listings/{lot}/fee',
    summary: 'Mark the listing fee of a lot as paid or unpaid',
    more: 'For a lot in the catalogue of a closed sale.',
    who: 'admin',
    body: strictObject({ paid: Type.Boolean(), ...named }),
    answer: ListingSaved,
    errors: ['not-found', 'not-editable', 'not-closed', ...UNDECIDED],
  },
  waitingListings: {
    ...READ,
    path: '/api/v1/staff/listings',
    summary: 'Lots awaiting approval, the longest waiting first',
    who: 'staff',
    query: strictObject(PAGING),
    paged: true,
    answer: strictObject({ lots: list(WaitingListing) }),
  },
  staffListing: {
    ...READ,
    path: '/api/v1/staff/listings/{lot}',
    summary: 'A lot with all its fields',
    who: 'staff',
    more: '`changes` compares the lot with what staff saw last: its last approval, otherwise the last time it was sent back or submitted earlier, and for a reoffer otherwise the earlier lot. null: staff see it for the first time.',
    answer: strictObject({
      lot: WholeListing,
      seller: Type.String({ description: 'a name' }),
      changes: orNull(ListingComparison),
    }),
    errors: ['not-found', 'unavailable'],
  },
  approveListing: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/listings/{lot}/approve',
    summary: 'Approve a submitted lot',
    more: 'It then enters the catalogue of its sale, which must not have opened. With `revision` only that revision is approved.',
    who: 'admin',
    body: strictObject({ ...atRevision, ...named }),
    answer: ListingSaved,
    errors: ['not-found', 'sale-closed', 'not-pending', 'changed-elsewhere', ...UNDECIDED],
  },
  refuseListing: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/listings/{lot}/refuse',
    summary: 'Send a submitted lot back to its seller',
    who: 'admin',
    body: strictObject({ reason: Reason, ...named }),
    answer: ListingSaved,
    errors: ['not-found', 'not-pending', ...UNDECIDED],
  },
});
