import type { LotResult } from '../auction/events.ts';
import { perKgOf } from '../listing/gross.ts';
import type { KindType, Unit } from '../listing/stock.ts';
import { countOf } from './amounts.ts';

// Lots and their results, in the words of screens, documents and e-mails.

/** How a lot that was sold in its sale or after it is recorded. */
export type LotStatus = LotResult | 'soldAfterAuction';

/** The result of a catalogued lot: its status, or why it was not offered. */
export type CataloguedResult = LotStatus | 'soldBeforeAuction' | 'withdrawn';

export const RESULT_LABELS: Readonly<Record<CataloguedResult, string>> = {
  noBid: 'No Bids',
  passed: 'Passed In',
  sold: 'Sold',
  soldAfterAuction: 'Sold AA',
  soldBeforeAuction: 'Sold before Auction',
  withdrawn: 'Withdrawn',
};

/** The same within a sentence: "passed in". */
export const RESULTS_IN_SENTENCES: Readonly<Record<CataloguedResult, string>> = {
  noBid: 'no bid',
  passed: 'passed in',
  sold: 'sold',
  soldAfterAuction: 'sold after',
  soldBeforeAuction: 'sold before',
  withdrawn: 'withdrawn',
};

/** What a closed lot was corrected to, as staff choose and read it. */
export const CORRECTED_LABELS = {
  sold: RESULT_LABELS.sold,
  passed: RESULT_LABELS.passed,
  annulled: 'Not sold: the buyer did not pay',
  withdrawn: RESULT_LABELS.withdrawn,
} as const;

/** The same within a sentence. */
export const CORRECTED_IN_SENTENCES = {
  sold: RESULTS_IN_SENTENCES.sold,
  passed: RESULTS_IN_SENTENCES.passed,
  annulled: 'not sold: the buyer did not pay',
  withdrawn: RESULTS_IN_SENTENCES.withdrawn,
} as const;

type Ended = {
  readonly withdrawn: boolean;
  readonly soldBeforeAuction: boolean;
  readonly status: LotStatus | null;
};

/** A lot's result; null until it is closed. */
export function resultOf({ withdrawn, soldBeforeAuction, status }: Ended): CataloguedResult | null {
  if (withdrawn) return 'withdrawn';
  return soldBeforeAuction ? 'soldBeforeAuction' : status;
}

/** A lot's result in words; '' until it is closed. */
export function resultText(lot: Ended): string {
  const result = resultOf(lot);
  return result === null ? '' : RESULT_LABELS[result];
}

/** Why a lot of the catalogue is not offered in its sale; null when it is. */
export function notOffered({ withdrawn, soldBeforeAuction }: Omit<Ended, 'status'>): string | null {
  if (withdrawn) return 'Withdrawn from Auction';
  return soldBeforeAuction ? RESULT_LABELS.soldBeforeAuction : null;
}

/** Whether a lot changed hands in its sale or after it. `bought`: the buyer's own view of it. */
export const changedHands = (status: CataloguedResult | 'bought' | null): boolean =>
  status === 'sold' || status === 'soldAfterAuction' || status === 'bought';

/** Cents per kg of a head-priced lot that changed hands, by its curfew weight in kg; null where it has none. */
export const soldPerKgCents = (
  status: CataloguedResult | 'bought' | null,
  priceCents: number | null,
  unit: Unit,
  { kind, sex, curfewKg }: { kind: KindType; sex: string; curfewKg: number | null },
): number | null =>
  changedHands(status) && unit === 'head' && priceCents !== null
    ? perKgOf(priceCents, { kind, sex, curfewKg })
    : null;

/** A lot's title: the vendor's, else its head count. */
export const titleOf = (title: string | null | undefined, head: number): string =>
  title || countOf(head, 'head', 'head');

/** Town and state: "Gunnedah, NSW"; '' when neither is known. */
export const placeOf = (
  place: { readonly town?: string | null; readonly state?: string | null } | null | undefined,
): string => (place ? [place.town, place.state].filter(Boolean).join(', ') : '');

/**
 * A lot's name: its number once numbers are shown, else by its id; 'Lot X' without one. Numbers are shown
 * from when the lot can be bid on, or from the beginning where the sale says so.
 */
export function lotLabel(
  {
    number,
    searchNumericId,
    state,
  }: { readonly number: string; readonly state: string; readonly searchNumericId: number | null },
  { showLotNumbers }: { readonly showLotNumbers: boolean },
): string {
  if (state !== 'future' || showLotNumbers) return `Lot ${number}`;
  return searchNumericId ? `ID ${searchNumericId}` : 'Lot X';
}
