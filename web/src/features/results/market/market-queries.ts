import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { MarketFigures, MarketReport, MonthlyReport } from '@saleyard/contract/market.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { marketOperations } from '@saleyard/contract/operations/market.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** What the sales of a month fetched; '' for the last month. */
export const monthlyMarketQuery = (month: string) =>
  queryOptions({
    queryKey: ['market', 'month', month],
    queryFn: ({ signal }): Promise<MonthlyReport> =>
      call(marketOperations.monthlyMarket, { query: month === '' ? {} : { month }, signal }),
  });

/** What one sale fetched, by its number, and the sale itself. */
export const saleMarketQuery = (auction: string) =>
  queryOptions({
    queryKey: ['market', 'sale', auction],
    queryFn: async ({ signal }): Promise<{ report: MarketReport; auction: AuctionSummary }> => {
      const params = { auction };
      const [{ report }, found] = await Promise.all([
        call(marketOperations.saleMarket, { params, signal }),
        call(auctionOperations.auction, { params, signal }),
      ]);
      return { report, auction: found.auction };
    },
  });

/** Sold lots as a share of the lots offered, in percent to a tenth; null without lots. */
export const clearanceOf = ({ sold, lots }: MarketFigures): number | null =>
  lots === 0 ? null : Math.round((sold / lots) * 1_000) / 10;

export const percent = (value: number | null): string => (value === null ? '–' : `${value}%`);

/** "2026-11" → "November 2026". */
export const monthName = (month: string, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat('en-AU', { month: style, year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
