import type { LotPage } from '@saleyard/contract/lots.ts';
import { assessmentOf, NO_ASSESSMENT } from '@saleyard/domain/listing/assessment.ts';
import { detailGroups } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { exampleCatalogueLot } from '@/test-support/example-sales.ts';

const DETAILS = {
  title: '40 Angus weaner steers',
  breed: 'Angus',
  vendorName: 'Wirrabilla',
  euAccredited: true,
};

/** A lot as its page reads it. */
export const page = (change: Partial<LotPage> = {}): LotPage => ({
  ...exampleCatalogueLot({ state: 'future' }),
  kindData: { type: 'cattle', title: 'Cattle' },
  auctionData: { _id: 'auction-1', searchNumber: 1042, title: 'Gunnedah', liveAt: 1, closedAt: null },
  totalPageViews: 12,
  watchCount: 3,
  approved: true,
  draft: false,
  participants: [],
  media: [],
  documents: [],
  usefulLinks: [],
  saleConditions: '',
  assessment: NO_ASSESSMENT as LotPage['assessment'],
  optiweigh: { assessmentData: NO_ASSESSMENT as LotPage['assessment'], averageData: [] },
  details: {
    values: detailGroups(FORMS.cattle, DETAILS, {
      all: change.mine === true,
    }) as LotPage['details']['values'],
  },
  ...change,
});

/** The assessment of head that were weighed one by one. */
export const heads = (weights: readonly number[], fatScore = 3) =>
  assessmentOf({
    details: {},
    heads: weights.map((weightLive) => ({ weightLive, fatScore })),
  }) as LotPage['assessment'];
