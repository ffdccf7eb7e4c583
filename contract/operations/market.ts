import * as Type from 'typebox';
import { MarketReport, MonthlyReport } from '../market.ts';
import { operations, READ } from '../operation.ts';
import { KindType, strictObject } from '../schema.ts';

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
  saleMarketFile: {
    ...READ,
    path: '/api/v1/auctions/{auction}/market/file',
    summary: 'The same as CSV',
    download: ['text/csv'],
    errors: ['not-found'],
  },
});
