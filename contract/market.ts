import { STATES, UNITS } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { centsPerUnit, describedInteger, KindType, list, ms, oneOf, orNull, strictObject } from './schema.ts';

const counts = {
  lots: describedInteger('lots offered'),
  sold: describedInteger('lots sold'),
  passed: describedInteger('lots passed in'),
  noBid: describedInteger('lots without a bid'),
  head: describedInteger('head offered'),
  soldHead: describedInteger('head sold'),
  /** Averaged by head, over the lots sold by the head. */
  perHeadCents: orNull(describedInteger('average price, cents per head')),
  /** Averaged by weight: lots sold by the kg, and cattle sold by the head with a known curfew weight. */
  perKgCents: orNull(Type.Number({ description: 'average price, cents per kg, to a tenth' })),
};

/** Prices of sold lots: of all, or of a category. */
export const MarketFigures = strictObject(counts);

export type MarketFigures = Static<typeof MarketFigures>;

export const MarketRow = strictObject({ kind: KindType, category: Type.String(), ...counts });

export type MarketRow = Static<typeof MarketRow>;

export const MarketReport = strictObject({ total: MarketFigures, categories: list(MarketRow) });

export type MarketReport = Static<typeof MarketReport>;

/** Months in the trend. */
export const TREND_MONTHS = 24;

export const MonthlyReport = strictObject({
  month: orNull(Type.String({ description: 'the month that is shown; null: no sale is over' })),
  months: list(Type.String(), { description: 'months in which a sale closed, the last one first' }),
  report: MarketReport,
  sales: list(
    strictObject({
      _id: Type.String(),
      searchNumber: Type.Integer(),
      title: Type.String(),
      kindData: strictObject({ type: KindType, title: Type.String() }),
      closedAt: ms('when it closed'),
      total: MarketFigures,
    }),
    { description: 'the sales of the month, the last one first' },
  ),
  trend: list(strictObject({ month: Type.String(), report: MarketReport }), {
    description: `the last ${TREND_MONTHS} of the months until the one shown, in order`,
  }),
});

export type MonthlyReport = Static<typeof MonthlyReport>;

/** Days in which similar lots were sold. */
export const SIMILAR_DAYS = 90;
/** Sales of similar lots that are listed; all of them are counted. */
export const SIMILAR_LISTED = 50;

/** What similar lots were sold for. */
export const SimilarLots = strictObject({
  kindType: KindType,
  sex: Type.String(),
  state: orNull(oneOf(...STATES)),
  unit: oneOf(...UNITS),
  weight: orNull(
    strictObject({
      from: describedInteger('kg'),
      to: describedInteger('kg'),
    }),
  ),
  lots: describedInteger('how many were sold'),
  head: describedInteger('head in them'),
  lowest: orNull(centsPerUnit('the lowest price; null: none was sold')),
  median: orNull(centsPerUnit('the price in the middle')),
  highest: orNull(centsPerUnit('the highest price')),
  prices: list(Type.Integer(), { description: 'of all of them, the lowest first, cents per unit' }),
  sales: list(
    strictObject({
      _id: Type.String(),
      searchNumericId: Type.Integer(),
      title: Type.String(),
      count: describedInteger('head'),
      weightKg: orNull(Type.Number({ description: 'kg per head on average' })),
      price: centsPerUnit('the price it was sold for'),
      kindData: strictObject({ type: KindType, title: Type.String() }),
      auctionData: strictObject({ _id: Type.String(), searchNumber: Type.Integer(), title: Type.String() }),
      closedAt: ms('when its sale closed'),
    }),
    { description: 'the last ones first' },
  ),
});

export type SimilarLots = Static<typeof SimilarLots>;
