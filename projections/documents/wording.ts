import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { KindType, Unit } from '@saleyard/domain/listing/stock.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { correctedText } from '@saleyard/domain/presentation/corrected.ts';
import { placeOf, soldPerKgCents, titleOf } from '@saleyard/domain/presentation/lots.ts';

// Texts about lots in documents, worded as on the web.

/** "$412.00 /head", "412¢ /kg"; '' for null. */
export const priceText = (cents: number | null, unit: Unit): string => formatPriceWithUnit(cents, unit, '');

/** The price that a lot closed at, with what a corrected one was knocked down as below it. */
export const closedPriceText = (
  lot: Pick<CatalogueLot, 'bidding' | 'corrected'>,
  cents: number | null,
): string => [priceText(cents, lot.bidding), correctedText(lot)].filter(Boolean).join('\n');

/** Cents per kg of a sold head-priced lot by its curfew weight; null without one. */
export const perKgCentsOf = (lot: CatalogueLot, kind: KindType): number | null => {
  const { sex, weight } = lot.publicDetails;
  return soldPerKgCents(lot.status, lot.closedPrice, lot.bidding, { kind, sex, curfewKg: weight.curfew });
};

/** Town and state: "GUNNEDAH, NSW". */
export const lotPlace = ({ publicDetails }: CatalogueLot): string => placeOf(publicDetails.location);

/** Town and state of the buyer of a lot: "TAMWORTH, NSW"; '' when unknown. */
export const buyerOf = ({ winnerData }: Pick<CatalogueLot, 'winnerData'>): string =>
  placeOf(winnerData?.officeAddress);

export const lotTitle = ({ publicDetails, count }: Pick<CatalogueLot, 'publicDetails' | 'count'>): string =>
  titleOf(publicDetails.title, count);
