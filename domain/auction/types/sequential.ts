import type { SaleType } from './sale-type.ts';

/** SEQ ONLINE: lots go live one after another, each for its own time [T4]. */
export const SEQUENTIAL: SaleType = {
  label: 'SEQ ONLINE',
  shortLabel: 'SEQ',
  inSentence: 'sequential online',
  explained: 'One lot after another, online only',
  inTurn: true,
  byClerk: false,
  closesTogether: false,
  durations: ['lotOpeningSeconds', 'gapSeconds', 'staleTimeSeconds'],
  length: 'lotOpeningSeconds',
  needed: { lotOpeningSeconds: 'how long each lot is live' },
  lateBid: 'staleTimeSeconds',
  saleFinishAt: () => null,
  lotFinishAt: (at, { lotOpeningSeconds }) => at + lotOpeningSeconds * 1000,
  precloseMs: 10_000,
  closingMs: 10_000,
  lotsTabs: ['active', 'upcoming'],
  notNearLabel: 'Opening Bids',
};
