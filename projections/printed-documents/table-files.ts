import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { stringify } from 'csv-stringify/sync';
import type { PrintTask } from './task.ts';
import { placeOf, resultOf, soldPerKgCents, titleOf } from './wording.ts';

type SummaryTask = Extract<PrintTask, { document: 'catalogue' | 'results' }>;

/** Spreadsheets read the bytes as UTF-8 by this mark. */
const BYTE_ORDER_MARK = '﻿';

const dollarsOf = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

/**
 * The lots of a catalogue, or of a closed sale with their results, as CSV (RFC 4180, UTF-8): amounts in dollars per unit.
 * A text that a spreadsheet would calculate (`=`, `+`, `-`, `@`, tab or carriage return first) begins with an apostrophe.
 */
export function lotsCsv({ document, sale, lots }: SummaryTask): string {
  const columns: Record<string, (lot: CatalogueLot) => string | number> = {
    Lot: ({ number, state, searchNumericId }) =>
      state === 'future' && !sale.showLotNumbers ? `ID ${searchNumericId}` : number,
    Title: titleOf,
    Head: ({ count }) => count,
    Breed: ({ publicDetails }) => publicDetails.majorBreed,
    Sex: ({ publicDetails }) => publicDetails.sex,
    'Stock category': ({ publicDetails }) => publicDetails.stockCategory,
    Age: ({ publicDetails }) => publicDetails.summary.age,
    'Average weight (kg)': ({ publicDetails }) => publicDetails.weight.average ?? '',
    'Curfew weight (kg)': ({ publicDetails }) => publicDetails.weight.curfew ?? '',
    Location: placeOf,
    Section: ({ allocatedSection }) => allocatedSection,
    'Agent comment': ({ publicDetails }) => publicDetails.agentComment,
    'Sold by': ({ bidding }) => bidding,
    'Start price ($)': ({ startPrice }) => dollarsOf(startPrice),
    ...(document === 'results' && {
      Result: resultOf,
      'Price ($)': ({ closedPrice }: CatalogueLot) => dollarsOf(closedPrice),
      'Price per kg (c)': (lot: CatalogueLot) => soldPerKgCents(lot, sale.kindData.type)?.toFixed(1) ?? '',
    }),
  };
  const names = Object.keys(columns);
  const rows = lots.map((lot) => names.map((name) => columns[name]?.(lot) ?? ''));
  return (
    BYTE_ORDER_MARK + stringify([names, ...rows], { escape_formulas: true, record_delimiter: 'windows' })
  );
}
