import type { WholeListing, WrittenContent } from '@saleyard/contract/selling.ts';
import { changed, emptyContent } from '@saleyard/domain/listing/content.ts';
import { detailTree } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { sentPrices } from '@saleyard/domain/listing/price-names.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { fullContent } from '@saleyard/domain/listing/test-support/example-listings.ts';

/** A lot of the signed-in seller for tests: in a catalogue, with every field of its form. */
export function exampleListing(kind: KindType = 'cattle', over: Partial<WholeListing> = {}): WholeListing {
  const form = FORMS[kind];
  const content = changed(emptyContent(form.countWeighed), fullContent(kind));
  const { sealed: _, ...written } = content;
  const { media: __, publicDetails, ...view } = lotView(kind, content, form);
  const { details, heads, maxVendorBids, saleConditions, acceptenceOnTerms, isLicencedAgent } = content;
  const { unit, startCents, incrementCents, reserveCents } = content;
  const { vendorSignedForm, agentSignature, vendorSignature, description } = content;
  return {
    ...view,
    publicDetails: { ...publicDetails, vendorName: 'Wattle Park Pastoral' },
    details: detailTree(form, { details, heads }),
    number: '12',
    auction: 'a1',
    description,
    state: 'future',
    status: null,
    closedPrice: null,
    currentBidCents: content.startCents,
    biddingSwap: false,
    countWeighed: content.countWeighed,
    maxVendorBids,
    saleConditions,
    acceptenceOnTerms,
    isLicencedAgent,
    vendorSignedForm,
    agentSignature: { url: agentSignature },
    vendorSignature: { url: vendorSignature },
    emailToVendor: false,
    reoffered: false,
    media: [],
    newMedia: [],
    documents: [],
    usefulLinks: [],
    _id: 'l1',
    searchNumericId: 7,
    kindData: { type: kind, title: form.title },
    auctionData: {
      _id: 'a1',
      searchNumber: 77,
      title: 'Gunnedah Store Sale',
      state: 'future',
      cancelled: false,
      openAt: 1_000,
      liveAt: 2_000,
      closedAt: null,
      listingFee: null,
    },
    phase: 'approved',
    approved: true,
    draft: false,
    withdrawn: false,
    reason: null,
    revision: 2,
    createdBy: 'u1',
    submittedAt: 1,
    updatedAt: 2,
    ...sentPrices({ unit, startCents, incrementCents, reserveCents }),
    count: content.count,
    mayEditLate: true,
    mayWithdraw: true,
    content: written as unknown as WrittenContent,
    ...over,
  };
}
