import { DAY_MS } from '../days.ts';
import { plainSigns } from '../fields/typed.ts';
import { APOSTROPHES } from '../fields/typed-codes.ts';
import type { KindType } from '../listing/stock.ts';
import type { FeeGroup, FeeTable } from './fee-tables.ts';

/** Days after the auction when invoices are sent, and days within which they are paid. */
export const INVOICE_DAYS = { sentAfter: 1, dueWithin: 7 } as const;

/** The group by whose fees stock of a kind is listed. */
export const feeGroupOf = (kind: KindType): FeeGroup => (kind === 'cattle' ? 'cattle' : 'sheepAndGoats');

/** The fee per head of a kind regardless of number: the fee of the first tier. Cents, without GST. */
export const listingPriceCents = (kind: KindType, table: FeeTable): number =>
  table[feeGroupOf(kind)].tiers[0]?.centsPerHead ?? 0;

/** The parts of a catalogued lot that decide its listing fee. `head`: in the catalogue. `vendor`: a name. */
export type FeeLot = {
  readonly lot: string;
  readonly kind: KindType;
  readonly sex: string;
  readonly head: number;
  readonly vendor: string;
  /** It was listed and not sold before, and is offered again within the free days. */
  readonly isFree: boolean;
};

/**
 * The parts of a sale that decide its listing fees. `listingFee`: cents per head, without GST; null: the published
 * fees.
 */
export type FeeSale = {
  readonly listingFee: number | null;
  readonly studSale: boolean;
  readonly privateSale: boolean;
};

/** A listing fee in whole cents, without GST: of a head, and of the whole lot. */
export type ListingFee = { readonly centsPerHead: number; readonly cents: number };

// Sexes are written as "Bull(s)", and as "Bulls". Whole words only: a bullock is not a bull.
const SIRES = /^(bull|ram|buck)s?\b/i;
const STUD_STOCK = /^(heifer|cow|bull|ewe|ram|doe|buck)s?\b/i;

// Before other signs: of some, the usual form is a space and an accent.
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

/** Whether lots belong to one vendor: case, spaces, and the form of apostrophes and dashes don't matter. */
const vendorKey = ({ kind, vendor }: FeeLot): string =>
  `${kind} ${plainSigns(vendor.replaceAll(APOSTROPHE, "'")).toLowerCase()}`;

/**
 * What one seller's lots of a sale cost, by the lots' ids. The sale's own fee is charged for every head. Without one:
 * the fees of stud and private sales, those of sires, and the tier of all other head of the kind that the vendor has
 * in the sale. `table`: in force on the day the sale opens.
 */
export function listingFeesOf(
  lots: readonly FeeLot[],
  sale: FeeSale,
  table: FeeTable,
): ReadonlyMap<string, ListingFee> {
  const ownRate = (lot: FeeLot): number | null => {
    if (lot.isFree) return 0;
    if (sale.listingFee !== null) return sale.listingFee;
    const fees = table[feeGroupOf(lot.kind)];
    if ((sale.studSale || sale.privateSale) && STUD_STOCK.test(lot.sex)) return fees.studCentsPerHead;
    return SIRES.test(lot.sex) ? fees.sireCentsPerHead : null;
  };
  const headOf = new Map<string, number>();
  for (const lot of lots) {
    // Sires have their own fee and do not count towards a tier; the head of free lots do.
    if (!SIRES.test(lot.sex)) headOf.set(vendorKey(lot), (headOf.get(vendorKey(lot)) ?? 0) + lot.head);
  }
  return new Map(
    lots.map((lot) => {
      const centsPerHead = ownRate(lot) ?? tierCents(lot.kind, headOf.get(vendorKey(lot)) ?? 0, table);
      return [lot.lot, { centsPerHead, cents: centsPerHead * lot.head }];
    }),
  );
}

function tierCents(kind: KindType, head: number, table: FeeTable): number {
  const tier = table[feeGroupOf(kind)].tiers.findLast(({ fromHead }) => fromHead <= head);
  return tier?.centsPerHead ?? listingPriceCents(kind, table);
}

const freeDays = (kind: KindType, stockCategory: string, days: FeeTable['freeReofferDays']): number => {
  if (kind === 'cattle') return days.cattle;
  if (kind === 'goat') return days.goats;
  const isLamb = kind === 'sheep-abblamb' || /^(prime )?lambs/i.test(stockCategory);
  return isLamb ? days.lambs : days.sheep;
};

/**
 * Whether a lot that was not sold in an auction is offered in another one without another fee. Days of the auctions as
 * the sale's zone writes them ("2026-09-30"): they are counted from one to the other. `free`: of the table that
 * the later sale is charged by.
 */
export function isFreeReoffer(
  { kind, stockCategory }: { kind: KindType; stockCategory: string },
  days: { earlier: string; later: string },
  free: FeeTable['freeReofferDays'],
): boolean {
  const apart = (Date.parse(days.later) - Date.parse(days.earlier)) / DAY_MS;
  return apart <= freeDays(kind, stockCategory, free);
}
