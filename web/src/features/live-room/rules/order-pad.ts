import { lotTotal } from '@/lib/lot-price.ts';
import { standingPrice } from './prices.ts';
import type { RoomLot, Viewer } from './room-lot.ts';
import { isWinning, outcomeOf } from './standing.ts';

/** What the viewer would pay for if every lot closed now. Cents. */
export type OrderPad = {
  /** Lots the viewer leads or has won. */
  lots: number;
  head: number;
  /** Current bid times count; per-kg lots by their weight. */
  grossCents: number;
  /** null without a head. */
  averagePerHeadCents: number | null;
  /** Some lot is priced per kg: its gross is reckoned by curfew (else average) weight. */
  estimated: boolean;
  /** Per-kg lots without a known weight, left out of the gross. */
  unweighed: number;
};

/** Adds up the lots the viewer is winning or has won. */
export function orderPad(lots: Iterable<RoomLot>, viewer: Viewer): OrderPad {
  const pad: OrderPad = {
    lots: 0,
    head: 0,
    grossCents: 0,
    averagePerHeadCents: null,
    estimated: false,
    unweighed: 0,
  };
  let pricedHead = 0;
  for (const lot of lots) {
    if (!isWinning(lot, viewer) && outcomeOf(lot, viewer) !== 'won') continue;
    pad.lots += 1;
    pad.head += lot.count;
    const total = lotTotal(standingPrice(lot), lot, lot.details);
    if (total === null) {
      pad.unweighed += 1;
      continue;
    }
    pad.estimated ||= total.estimated;
    pad.grossCents += total.cents;
    pricedHead += lot.count;
  }
  if (pricedHead > 0) pad.averagePerHeadCents = Math.round(pad.grossCents / pricedHead);
  return pad;
}
