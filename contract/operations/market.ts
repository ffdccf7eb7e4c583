import { LOT_LIMITS, STATES, UNITS } from '@saleyard/domain/listing/stock.ts';
import * as Type from 'typebox';
import { MarketReport, MonthlyReport, SIMILAR_DAYS, SIMILAR_LISTED, SimilarLots } from '../market.ts';
import { operations, READ } from '../operation.ts';
import { KindType, oneOf, strictObject, text } from '../schema.ts';

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'a month in Sydney, 2026-11' });

const MonthQuery = strictObject({ month: Type.Optional(Month), kind: Type.Optional(KindType) });

const more = 'Withdrawn lots are in none of it. Visitors get public sales.';

export const marketOperations = operations({
  monthlyMarket: {
    ...READ,
    path: '/api/v1/market',
    summary: 'Market report of a month, by category; by default of the last month with a sale',
    more,
    query: MonthQuery,
    answer: MonthlyReport,
  },
  monthlyMarketFile: {
    ...READ,
    path: '/api/v1/market/file',
    summary: 'The same as CSV',
    query: MonthQuery,
    download: ['text/csv'],
  },
  saleMarket: {
    ...READ,
    path: '/api/v1/auctions/{auction}/market',
    summary: 'Market report of a closed sale, by category',
    more,
    answer: strictObject({ report: MarketReport }),
    errors: ['not-found'],
  },
  similarLots: {
    ...READ,
    path: '/api/v1/market/similar',
    summary: 'What similar lots were sold for lately',
    more: `Sold lots of one kind, sex and unit in sales that closed in the last ${SIMILAR_DAYS} days: of one state, and of about one weight (6% more or less), where these are named. The last ${SIMILAR_LISTED} are listed. Reserves and buyers are in none of it.`,
    who: 'signed-in',
    query: strictObject({
      kindType: KindType,
      sex: text(40, 1),
      unit: oneOf(...UNITS),
      state: Type.Optional(oneOf(...STATES)),
      weight: Type.Optional(
        Type.Number({ minimum: 1, maximum: LOT_LIMITS.kgPerHead, description: 'kg per head on average' }),
      ),
    }),
    answer: SimilarLots,
  },
  saleMarketFile: {
    ...READ,
    path: '/api/v1/auctions/{auction}/market/file',
    summary: 'The same as CSV',
    download: ['text/csv'],
    errors: ['not-found'],
  },
});
