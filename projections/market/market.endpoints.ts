import {
  type MarketFigures,
  type MarketReport,
  type MarketRow,
  type MonthlyReport,
  TREND_MONTHS,
} from '@saleyard/contract/market.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import { marketOperations } from '@saleyard/contract/operations/market.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { dollarsInFile, formatCentsPerKg } from '@saleyard/domain/presentation/amounts.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { csvOf } from '../documents/csv-file.ts';
import { findAuction } from '../sales/auctions.queries.ts';
import {
  MARKET_SALES,
  type MarketSaleDocument,
  type MarketSums,
  NO_LOTS,
  sumOf,
} from './market.projection.ts';
import { similarLots } from './similar-lots.ts';

/** Sales in a report at most, the latest. */
const SALES_MOST = 2_000;

type MarketSale = Stored<MarketSaleDocument>;

/** Averages from sums: cents per head, and cents per kg to one decimal. */
function figuresOf({ byHead, byWeight, ...counts }: MarketSums): MarketFigures {
  return {
    ...counts,
    perHeadCents: byHead.head === 0 ? null : Math.round(byHead.cents / byHead.head),
    perKgCents: byWeight.grams === 0 ? null : Math.round((byWeight.cents * 10_000) / byWeight.grams) / 10,
  };
}

/** The combined results of some sales, by kind and category. */
function reportOf(sales: readonly Pick<MarketSaleDocument, 'kindData' | 'categories'>[]): MarketReport {
  const rows = new Map<string, { kind: KindType; category: string; sums: MarketSums }>();
  for (const { kindData, categories } of sales) {
    for (const { category, ...sums } of categories) {
      const key = `${kindData.type}\n${category}`;
      const known = rows.get(key)?.sums ?? NO_LOTS;
      rows.set(key, { kind: kindData.type, category, sums: sumOf(known, sums) });
    }
  }
  const all = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return {
    total: figuresOf(all.reduce((total, { sums }) => sumOf(total, sums), NO_LOTS)),
    categories: all.map(({ kind, category, sums }) => ({ kind, category, ...figuresOf(sums) })),
  };
}

const share = ({ sold, lots }: MarketFigures): string =>
  lots === 0 ? '' : String(Math.round((sold / lots) * 1_000) / 10);

/** A report as CSV, its total last. */
function fileOf({ total, categories }: MarketReport, name: string): Download {
  const columns = [
    'Kind',
    'Category',
    'Lots',
    'Sold',
    'Passed in',
    'No bids',
    'Clearance (%)',
    'Head',
    'Head sold',
  ];
  const rowOf = (row: MarketFigures & Partial<Pick<MarketRow, 'kind' | 'category'>>) => [
    ...[row.kind ?? 'Total', row.category ?? '', row.lots, row.sold, row.passed, row.noBid, share(row)],
    ...[row.head, row.soldHead, dollarsInFile(row.perHeadCents), formatCentsPerKg(row.perKgCents)],
  ];
  const rows = [
    [...columns, 'Average ($ per head)', 'Average (c per kg)'],
    ...[...categories, total].map(rowOf),
  ];
  const text = csvOf(rows);
  return { bytes: Buffer.from(text), type: 'text/csv; charset=utf-8', name: `${name}.csv`, isShown: false };
}

/** Results by month, and of one closed sale. */
export function marketEndpoints(documents: Documents, clock: Pick<Clock, 'now'>): Endpoint[] {
  const monthly = async (
    { month, kind }: { month?: string; kind?: KindType },
    hidden: boolean,
  ): Promise<MonthlyReport> => {
    const filter = { ...(!hidden && { public: true }), ...(kind && { 'kindData.type': kind }) };
    const found = await documents.find<MarketSaleDocument>(MARKET_SALES, filter, {
      sort: { closedAt: -1 },
      limit: SALES_MOST,
    });
    const byMonth = new Map<string, MarketSale[]>();
    for (const sale of found) byMonth.set(sale.month, [...(byMonth.get(sale.month) ?? []), sale]);
    const months = [...byMonth.keys()].sort().reverse();
    const shown = month ?? months[0] ?? null;
    const sales = shown === null ? [] : (byMonth.get(shown) ?? []);
    return {
      month: shown,
      months,
      report: reportOf(sales),
      sales: sales.map(({ _id, searchNumber, title, kindData, closedAt, categories }) => ({
        _id,
        searchNumber,
        title,
        kindData,
        closedAt,
        total: reportOf([{ kindData, categories }]).total,
      })),
      trend: months
        .filter((one) => shown !== null && one <= shown)
        .slice(0, TREND_MONTHS)
        .reverse()
        .map((one) => ({ month: one, report: reportOf(byMonth.get(one) ?? []) })),
    };
  };
  const ofSale = async (numberOrId: string, hidden: boolean) => {
    const auction = await findAuction(documents, numberOrId, { hidden });
    const sale = auction && (await documents.get<MarketSaleDocument>(MARKET_SALES, auction._id));
    return sale === undefined ? null : { report: reportOf([sale]), number: sale.searchNumber };
  };
  return [
    endpoint(marketOperations.monthlyMarket, async ({ query, viewer }) => ({
      data: await monthly(query, viewer !== null),
    })),
    endpoint(marketOperations.monthlyMarketFile, async ({ query, viewer }) => {
      const { report, month } = await monthly(query, viewer !== null);
      return { data: fileOf(report, `market-${month ?? 'report'}`) };
    }),
    endpoint(marketOperations.similarLots, async ({ query }) => ({
      data: await similarLots(documents, query, clock.now()),
    })),
    endpoint(marketOperations.saleMarket, async ({ params, viewer }) => {
      const found = await ofSale(params.auction, viewer !== null);
      return found === null ? refusal('not-found') : { data: { report: found.report } };
    }),
    endpoint(marketOperations.saleMarketFile, async ({ params, viewer }) => {
      const found = await ofSale(params.auction, viewer !== null);
      return found === null
        ? refusal('not-found')
        : { data: fileOf(found.report, `market-auction-${found.number}`) };
    }),
  ];
}
