import type { SaleType } from './sale-type.ts';

/** TIMED: all lots go live together, and each closes at its own deadline [T3]. */
export const SIMULTANEOUS: SaleType = {
  label: 'TIMED',
  shortLabel: 'SIM',
  inSentence: 'timed',
  explained: 'All lots run together, each with its own finish',
  inTurn: false,
  byClerk: false,
  closesTogether: false,
  durations: ['durationSeconds', 'staggerSeconds', 'staleTimeSeconds'],
  length: 'durationSeconds',
  needed: { durationSeconds: 'how long the first lot is live' },
  lateBid: 'staleTimeSeconds',
  saleFinishAt: () => null,
  lotFinishAt: (at, { durationSeconds, staggerSeconds }, index) =>
    at + (durationSeconds + index * staggerSeconds) * 1000,
  precloseMs: 30_000,
  closingMs: 60_000,
  lotsTabs: ['open'],
  notNearLabel: 'Opening Bids',
};
