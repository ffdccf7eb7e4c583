import type { LotBody } from '@saleyard/contract/lots.ts';
import type { SaleTermsBody } from '@saleyard/contract/staff.ts';

/** A lot of steers by the head, start $1,000, increment $10. */
export const lotBody = (changed: Partial<LotBody> = {}): LotBody => ({
  unit: 'head',
  count: 20,
  startCents: 100_000,
  incrementCents: 1_000,
  vendorName: 'Wattle Park Pastoral',
  title: '20 Angus Steers',
  town: 'Gunnedah',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Store',
  ...changed,
});

/** A timed sale of an hour that opens and goes live this many ms after `now`. */
export const saleTerms = (now: number, { openInMs = 60_000, liveInMs = 120_000 } = {}): SaleTermsBody => ({
  type: 'simultaneous',
  openAt: now + openInMs,
  liveAt: now + liveInMs,
  durationSeconds: 3_600,
});
