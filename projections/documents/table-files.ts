import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { dollarsInFile, formatCentsPerKg } from '@saleyard/domain/presentation/amounts.ts';
import { knockedDownText } from '@saleyard/domain/presentation/corrected.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { resultText } from '@saleyard/domain/presentation/lots.ts';
import { type CsvColumns, csvTable } from './csv-file.ts';
import { hasVendors, ownPerKgCents, ownResultOf, vendorOf } from './own-results.ts';
import type { ResultsTask, SaleTask } from './task.ts';
import { buyerOf, lotPlace, lotTitle, perKgCentsOf } from './wording.ts';

type SummaryTask = Extract<SaleTask, { document: 'catalogue' | 'results' }>;

/**
 * The lots of a catalogue, or of a closed sale with their results, as CSV: amounts in dollars per unit.
 */
export function lotsCsv({ document, sale, lots }: SummaryTask): string {
  const columns: CsvColumns<CatalogueLot> = {
    Lot: ({ number, state, searchNumericId }) =>
      state === 'future' && !sale.showLotNumbers ? `ID ${searchNumericId}` : number,
    Title: lotTitle,
    Head: ({ count }) => count,
    Breed: ({ publicDetails }) => publicDetails.majorBreed,
    Sex: ({ publicDetails }) => publicDetails.sex,
    'Stock category': ({ publicDetails }) => publicDetails.stockCategory,
    Age: ({ publicDetails }) => publicDetails.summary.age,
    'Average weight (kg)': ({ publicDetails }) => publicDetails.weight.average ?? '',
    'Curfew weight (kg)': ({ publicDetails }) => publicDetails.weight.curfew ?? '',
    Location: lotPlace,
    Section: ({ allocatedSection }) => allocatedSection,
    'Agent comment': ({ publicDetails }) => publicDetails.agentComment,
    'Sold by': ({ bidding }) => bidding,
    'Start price ($)': ({ startPrice }) => dollarsInFile(startPrice),
    ...(document === 'catalogue' && {
      Status: (lot: CatalogueLot) => resultText({ ...lot, status: null }),
    }),
    ...(document === 'results' && {
      Result: resultText,
      'Price ($)': ({ closedPrice }: CatalogueLot) => dollarsInFile(closedPrice),
      'Price per kg (c)': (lot: CatalogueLot) => formatCentsPerKg(perKgCentsOf(lot, sale.kindData.type)),
      'Knocked down as': knockedDownText,
    }),
  };
  return csvTable(columns, lots);
}

/** The lots that a person bid on or sold, with their results, as CSV like `lotsCsv`. */
export const ownResultsCsv = ({ results }: ResultsTask): string =>
  csvTable<OwnResult>(
    {
      Auction: ({ auctionData }) => auctionData.title,
      'Auction no.': ({ auctionData }) => auctionData.number,
      Held: ({ auctionData }) => formatDateTimeWithZone(auctionData.liveAt),
      Lot: ({ number }) => number,
      Title: lotTitle,
      ...(hasVendors(results) && { Vendor: vendorOf }),
      Head: ({ count }) => count,
      Sex: ({ sex }) => sex,
      'Curfew weight (kg)': ({ curfewWeight }) => curfewWeight ?? '',
      'Sold by': ({ bidding }) => bidding,
      Result: ownResultOf,
      'Price ($)': ({ price }) => dollarsInFile(price),
      'Price per kg (c)': (result) => formatCentsPerKg(ownPerKgCents(result)),
      'Total ($)': ({ grossCents }) => dollarsInFile(grossCents),
      'Total is estimated': ({ estimated }) => (estimated ? 'yes' : ''),
      To: buyerOf,
      'Knocked down as': knockedDownText,
    },
    results,
  );
