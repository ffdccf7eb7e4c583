import type { OwnResult } from '@saleyard/contract/bids.ts';
import { formatCentsPerKg, formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { RESULT_LABELS, soldPerKgCents } from '@saleyard/domain/presentation/lots.ts';
import type { Content, DocumentDefinition } from 'pdfmake';
import { type Column, framed, table } from './layout.ts';
import type { ResultsTask } from './task.ts';
import { buyerOf, closedPriceText, lotTitle } from './wording.ts';

export const ownResultOf = ({ status }: OwnResult): string =>
  status === 'bought' ? 'Bought' : RESULT_LABELS[status];

/** Cents per kg of a sold head-priced lot, by its curfew weight; null without one. */
export function ownPerKgCents(result: OwnResult): number | null {
  const { status, bidding, price, sex, curfewWeight, auctionData } = result;
  const { type: kind } = auctionData.kindData;
  return soldPerKgCents(status, price, bidding, { kind, sex, curfewKg: curfewWeight });
}

/** The vendor of a lot that an agent listed; '' for any other. */
export const vendorOf = ({ vendorName = '' }: OwnResult): string => vendorName;

/** Whether any of an agent's results names its vendor: the others have no such column. */
export const hasVendors = (results: readonly OwnResult[]): boolean =>
  results.some((result) => vendorOf(result) !== '');

const COLUMNS: readonly Column<OwnResult>[] = [
  { header: 'Lot', width: 36, cell: ({ number }) => number },
  { header: 'Listing', width: '*', cell: lotTitle },
  { header: 'Vendor', width: 72, cell: vendorOf },
  { header: 'Head', width: 32, right: true, cell: ({ count }) => formatCount(count) },
  { header: 'Sex', width: 60, cell: ({ sex }) => sex },
  { header: 'Weight', width: 60, cell: ({ publicDetails }) => publicDetails.summary.weight },
  { header: 'Result', width: 52, cell: ownResultOf },
  { header: 'Price', width: 76, right: true, cell: (result) => closedPriceText(result, result.price) },
  {
    header: '¢ /kg',
    width: 44,
    right: true,
    cell: (result) => formatCentsPerKg(ownPerKgCents(result)),
  },
  {
    header: 'Total',
    width: 84,
    right: true,
    cell: ({ grossCents, estimated }) =>
      grossCents === null ? '' : `${estimated ? '≈ ' : ''}${formatDollars(grossCents)}`,
  },
  { header: 'To', width: 90, cell: buyerOf },
];

/** Results grouped by sale, in their order. */
function bySale(results: readonly OwnResult[]): (readonly OwnResult[])[] {
  const sales = new Map<string, OwnResult[]>();
  for (const result of results) {
    const known = sales.get(result.auction);
    if (known) known.push(result);
    else sales.set(result.auction, [result]);
  }
  return [...sales.values()];
}

/** The results of the lots that a person bid on or sold, a table for each sale. */
export function ownResultsDocument({ results, whose, at }: ResultsTask): DocumentDefinition {
  const sales = bySale(results).flatMap((rows): Content[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { title, number, liveAt } = first.auctionData;
    const columns = hasVendors(rows) ? COLUMNS : COLUMNS.filter(({ cell }) => cell !== vendorOf);
    return [
      { text: title, style: 'heading', margin: [0, 8, 0, 0] },
      { text: `No. ${number}  ·  Held ${formatDateTimeWithZone(liveAt)}`, style: 'dim' },
      table(columns, [{ heading: null, rows }]),
    ];
  });
  return framed(
    { kind: 'My Auction Results', title: whose, made: formatDateTimeWithZone(at), landscape: true },
    [
      { text: 'My Auction Results', style: 'title' },
      ...(sales.length === 0 ? ['Results for closed auctions will appear here.'] : sales),
    ],
  );
}
