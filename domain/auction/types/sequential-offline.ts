import type { SaleType } from './sale-type.ts';

/** INTERFACED: sold by an auctioneer at the yards; the clerk opens and closes each lot [T5]. */
export const SEQUENTIAL_OFFLINE: SaleType = {
  label: 'INTERFACED',
  shortLabel: 'INTERFACED',
  inSentence: 'interfaced',
  explained: 'Called by an auctioneer at the yards, with online bids',
  inTurn: true,
  byClerk: true,
  closesTogether: false,
  durations: ['reopenSeconds'],
  length: null,
  needed: {},
  lateBid: 'staleTimeSeconds',
  saleFinishAt: () => null,
  lotFinishAt: () => null,
  precloseMs: 10_000,
  closingMs: 10_000,
  lotsTabs: ['active', 'upcoming'],
  notNearLabel: 'LIVE',
};
