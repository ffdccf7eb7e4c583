import { FIELD_TYPES, lotFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import type { TSchema } from 'typebox';
import * as assert from 'uvu/assert';
import { AUCTION_STATES, AuctionSummary } from './auctions.ts';
import { LOT_STATES, LotPage } from './lots.ts';
import { accountOperations } from './operations/accounts.ts';
import { auctionOperations } from './operations/auctions.ts';
import { lotOperations } from './operations/lots.ts';
import { referenceOperations } from './operations/reference.ts';
import { sellingOperations } from './operations/selling.ts';
import { missingIn } from './test-support/schema-paths.ts';

const test = suite('records that browsing reads');

for (const [name, record, paths] of [
  [
    'of a user',
    accountOperations.signInOrMe.answer,
    'user._id user.numericId user.shortId user.firstName user.lastName user.email user.phone user.status user.type user.role user.approvedStockTypes user.anotherStatePIC',
  ],
  [
    'of an auction: who it is and what is said of it',
    AuctionSummary,
    '_id searchNumber number title description descriptionShort image.url logo.url usefulLinks.url usefulLinks.description',
  ],
  [
    'of an auction: its kind and type',
    AuctionSummary,
    'kind kindData.type kindData.title auctionType privateSale studSale auctionTags.title',
  ],
  [
    'of an auction: its state and times',
    AuctionSummary,
    'state liveAt closedAt cancelled editLotDisabledAt addLotOpenTimer viewDetailsDays additionalDateInfo.title additionalDateInfo.date',
  ],
  [
    'of an auction: who may do what, and what is shown',
    AuctionSummary,
    'addNewLotToSpecificAgents specificAgents allowAutoBid showLotNumbers requiresTabs showCalculator',
  ],
  [
    'of an auction: what it counts',
    AuctionSummary,
    'lotCount withdrawnCount headCount location.state lotData lotFilters.assessorType',
  ],
  [
    'of an auction: where it is, what its cards show, and its listing fee',
    AuctionSummary,
    'location.state headCount lotCount withdrawnCount showLotNumbers requiresTabs viewDetailsDays addNewLotToSpecificAgents specificAgents listingFee',
  ],
  [
    'of the auction that a lot is written for',
    auctionOperations.auction.answer,
    'auction._id auction.number auction.title auction.liveAt auction.description auction.logo.url auction.searchNumber auction.state auction.cancelled auction.kindData.type',
  ],
  [
    'of a draft lot',
    sellingOperations.ownListing.answer,
    'lot.details.title lot.details.values.values.publicId lot.bidding lot.biddingSwap lot.currentBidCents lot.bidIncrementCents lot.reserveCents lot.startPrice lot.maxVendorBids lot.agentSignature lot.vendorSignature lot.acceptenceOnTerms lot.saleConditions lot.vendorSignedForm lot.isLicencedAgent lot.emailToVendor lot.draft lot.publicDetails.title lot.reoffered',
  ],
  [
    '[S182] of the files of a draft lot',
    sellingOperations.ownListing.answer,
    'lot.media.key lot.media.main lot.newMedia.key lot.documents.key lot.documents.description lot.usefulLinks.url',
  ],
  [
    'of a listed lot: what it is',
    sellingOperations.submissions.answer,
    'lots._id lots.number lots.searchNumericId lots.auction lots.additionalTitle lots.description',
  ],
  [
    'of a listed lot: what is said of it',
    sellingOperations.submissions.answer,
    'lots.publicDetails.title lots.publicDetails.summary.age lots.publicDetails.location.town lots.publicDetails.location.state lots.publicDetails.age.max lots.publicDetails.weight.average lots.publicDetails.weight.curfew lots.publicDetails.agentComment lots.publicDetails.vendorName lots.inlineDetails.assessorType lots.media.key lots.documents.key lots.weightGain lots.adjustWeight lots.optiweighAllowed lots.allocatedSection',
  ],
  [
    'of a listed lot: how it stands',
    sellingOperations.submissions.answer,
    'lots.approved lots.draft lots.withdrawn lots.status lots.state lots.closedPrice lots.bidding lots.createdBy lots.creatorData.logo.url lots.totalPageViews lots.watchCount',
  ],
  [
    'of a kind',
    referenceOperations.kind.answer,
    'kind.type kind.title kind.listingPriceCents kind.form.values.values.options',
  ],
  [
    'of the auction of a listed lot',
    sellingOperations.submissions.answer,
    'lots.auctionData.title lots.auctionData.searchNumber lots.auctionData.liveAt lots.auctionData.closedAt lots.auctionData.listingFee',
  ],
  [
    'of who listed a lot, and of its kind and sale',
    LotPage,
    'creatorData.firstName creatorData.lastName creatorData.tradingName creatorData.logo.url kindData.type kindData.title auctionData.searchNumber auctionData.title auctionData.liveAt auctionData.closedAt',
  ],
  [
    'of a lot: its price and its buyer',
    LotPage,
    'bidding closedPrice currentBidCents winnerData.officeAddress.town winnerData.officeAddress.state',
  ],
  [
    'of a lot: its weighing',
    LotPage,
    'optiweighAllowed mobEntryWeight weightGain weightGainTotal adjustWeight countWeighed assessment optiweigh.assessmentData optiweigh.averageData',
  ],
  [
    'of a lot: its public details',
    LotPage,
    'publicDetails.title publicDetails.agentComment publicDetails.majorBreed publicDetails.sex publicDetails.stockCategory publicDetails.summary.age publicDetails.summary.weight publicDetails.weight.average publicDetails.weight.curfew publicDetails.weight.min publicDetails.weight.max publicDetails.age.min publicDetails.age.max publicDetails.age.average publicDetails.location.town publicDetails.location.state publicDetails.titleLive',
  ],
  // Only the lot's seller and staff see the vendor.
  ['of the seller’s own lot', sellingOperations.ownListing.answer, 'lot.publicDetails.vendorName'],
  [
    'of a lot: its inline details',
    LotPage,
    'inlineDetails.postcode inlineDetails.sire inlineDetails.dam inlineDetails.assessorType',
  ],
  [
    'of a lot: its accreditations',
    LotPage,
    'inlineDetails.euAccredited inlineDetails.lpaAccredited inlineDetails.msaAccredited inlineDetails.pcasAccredited inlineDetails.russianAccredited inlineDetails.saudiAccredited inlineDetails.organic inlineDetails.grassFed inlineDetails.antibioticFree inlineDetails.gmoFree inlineDetails.jBasScore',
  ],
  ['of a lot', LotPage, 'details.values.values totalPageViews watchCount'],
  [
    'of a point of walk-over scales',
    LotPage,
    'optiweigh.averageData.date optiweigh.averageData.averageDailyGain optiweigh.averageData.weight',
  ],
  ['of the kinds', referenceOperations.kinds.answer, 'kinds._id kinds.type kinds.title'],
  ['of the stock categories', referenceOperations.stockCategories.answer, 'stockCategories'],
  [
    '[B346] of the call for states and stock categories',
    referenceOperations.states.answer,
    'states.NSW stockCategories.kind stockCategories.sex stockCategories.categories',
  ],
  ['[B354] of the call that watches a lot', accountOperations.watchLot.answer, 'watchList.lotId isError'],
  [
    '[B229] of what a user watches',
    accountOperations.signInOrMe.answer,
    'user.watchList.lotId user.watchList2.lotId',
  ],
  ['of the call for auctions', auctionOperations.auctions.answer, 'auctions._id'],
  ['of the call for the user', accountOperations.signInOrMe.answer, 'user._id'],
  ['of the call for lots', lotOperations.lots.answer, 'lots._id totalTable.sex'],
  ['of the call for one auction', auctionOperations.auction.answer, 'auction._id'],
] as const) {
  test(`${name} nothing is missing`, () => {
    assert.equal(missingIn(record as TSchema, paths), []);
  });
}

test('the states of auctions, and of lots', () => {
  assert.equal(AUCTION_STATES, ['future', 'open', 'live', 'closed']);
  assert.equal(LOT_STATES, ['future', 'open', 'live', 'futureInLive', 'closed']);
});

test('the types of the fields of a listing', () => {
  const specified =
    'group repeatForBool repeatForNumber number text textarea user dropdown weight rating picNumber tradingName bool checkbox date phone email select multiDropdown';
  assert.equal(
    specified.split(' ').filter((type) => !(FIELD_TYPES as readonly string[]).includes(type)),
    [],
  );
});

test('lots are assessed by their vendor or by an agent', () => {
  const options = lotFields(FORMS.cattle).find(({ name }) => name === 'assessorType')?.options;
  assert.equal(options, ['Vendor Assessed', 'Agent Assessed']);
});

test('lists of lots say which of their pages came', () => {
  assert.ok(lotOperations.lots.paged);
  assert.ok(accountOperations.watchList.paged);
});

test('a lot is bid for by the kg or by the head', () => {
  assert.equal((LotPage.properties.bidding as unknown as { enum: string[] }).enum, ['head', 'kg']);
});

test.run();
