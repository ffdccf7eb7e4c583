import type { SaleType } from './sale-type.ts';

/** HELMSMAN: all lots go live together and close at one deadline, which a late bid on any of them moves [T6]. */
export const SYNCHRONOUS: SaleType = {
  label: 'HELMSMAN',
  shortLabel: 'HELMSMAN',
  inSentence: 'Helmsman',
  explained: 'All lots run together and close at one instant',
  inTurn: false,
  byClerk: false,
  closesTogether: true,
  durations: ['durationSeconds', 'inactiveSeconds'],
  length: 'durationSeconds',
  needed: {
    durationSeconds: 'how long the sale is live',
    inactiveSeconds: 'how long a bid leaves the sale at least',
  },
  lateBid: 'inactiveSeconds',
  saleFinishAt: (at, { durationSeconds }) => at + durationSeconds * 1000,
  lotFinishAt: () => null,
  precloseMs: null,
  closingMs: 60_000,
  lotsTabs: ['notOnMarket'],
  notNearLabel: 'Opening Bids',
};
