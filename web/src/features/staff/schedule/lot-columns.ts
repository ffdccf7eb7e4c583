import type { LotBody, SaleDetailsBody } from '@saleyard/contract/bodies.ts';

export type Kind = SaleDetailsBody['kind'];
export type Unit = LotBody['unit'];

/** States and territories of Australia. */
export const STATES: readonly LotBody['state'][] = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'];

/** Bid increments a lot may have, in cents per unit. An empty list: not sold by that unit. */
export const INCREMENTS: Readonly<Record<Kind, Readonly<Record<Unit, readonly number[]>>>> = {
  cattle: { head: [500, 1_000, 2_000], kg: [1, 2, 5] },
  sheep: { head: [100, 200, 500], kg: [] },
  goat: { head: [100, 200, 500], kg: [] },
  'sheep-abblamb': { head: [100], kg: [] },
};

/**
 * A column of a lot. `name` is its name in a CSV file. `price`: typed in dollars per head or cents per kg, in
 * files in cents. `digits`: characters the field is wide.
 */
export type LotColumn = {
  name: LotColumnName;
  label: string;
  type: 'text' | 'whole' | 'decimal' | 'price' | 'increment' | 'unit' | 'state' | 'assessor';
  required: boolean;
  /** Longest text, or largest number. */
  most: number;
  digits: number;
};

const column = (
  name: LotColumnName,
  label: string,
  type: LotColumn['type'],
  required: boolean,
  most: number,
  digits: number,
): LotColumn => ({ name, label, type, required, most, digits });

/** Every column a lot can have, in the order of the table and of the template. */
export const LOT_COLUMNS = [
  column('number', 'Lot', 'text', false, 10, 4),
  column('title', 'Title', 'text', true, 120, 26),
  column('count', 'Head', 'whole', true, 100_000, 6),
  column('unit', 'Sold per', 'unit', true, 0, 8),
  column('startCents', 'Start price', 'price', true, 0, 8),
  column('incrementCents', 'Increment', 'increment', true, 0, 7),
  column('reserveCents', 'Reserve', 'price', false, 0, 8),
  column('maxVendorBids', 'Vendor bids', 'whole', false, 20, 4),
  column('vendorName', 'Vendor', 'text', true, 60, 18),
  column('town', 'Town', 'text', true, 60, 14),
  column('state', 'State', 'state', true, 0, 5),
  column('postcode', 'Postcode', 'text', true, 4, 5),
  column('breed', 'Breed', 'text', true, 60, 14),
  column('sex', 'Sex', 'text', true, 40, 10),
  column('stockCategory', 'Stock category', 'text', true, 60, 16),
  column('ageMinMonths', 'Age from (months)', 'whole', false, 600, 5),
  column('ageMaxMonths', 'Age to (months)', 'whole', false, 600, 5),
  column('weightAverageKg', 'Average weight (kg)', 'decimal', false, 2_000, 6),
  column('weightCurfewKg', 'Curfew weight (kg)', 'decimal', false, 2_000, 6),
  column('weightMinKg', 'Lightest (kg)', 'decimal', false, 2_000, 6),
  column('weightMaxKg', 'Heaviest (kg)', 'decimal', false, 2_000, 6),
  column('assessorType', 'Assessed by', 'assessor', false, 0, 17),
  column('allocatedSection', 'Section', 'text', false, 100, 14),
  column('additionalTitle', 'Additional title', 'text', false, 120, 16),
  column('agentComment', 'Agent comment', 'text', false, 4_000, 26),
] as const satisfies readonly LotColumn[];

/** Columns that only a file can carry: the short id of the lot's owner, and the address of a picture. */
export const FILE_ONLY_COLUMNS = ['listedBy', 'pictureUrl'] as const;

export type LotColumnName =
  | 'number'
  | 'title'
  | 'count'
  | 'unit'
  | 'startCents'
  | 'incrementCents'
  | 'reserveCents'
  | 'maxVendorBids'
  | 'vendorName'
  | 'town'
  | 'state'
  | 'postcode'
  | 'breed'
  | 'sex'
  | 'stockCategory'
  | 'ageMinMonths'
  | 'ageMaxMonths'
  | 'weightAverageKg'
  | 'weightCurfewKg'
  | 'weightMinKg'
  | 'weightMaxKg'
  | 'assessorType'
  | 'allocatedSection'
  | 'additionalTitle'
  | 'agentComment';
