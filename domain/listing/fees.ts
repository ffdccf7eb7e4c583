import { DAY_MS } from '../days.ts';
import type { KindType } from './stock.ts';

/** Kinds of stock that share their fees. */
export type FeeCategory = 'cattle' | 'sheep and goats';

/** The fee per head, by the number listed. `toHead` null: no upper limit. Cents per head, without GST. */
type FeeTier = { readonly fromHead: number; readonly toHead: number | null; readonly centsPerHead: number };

/** Fees for listing and settling. Rams, bulls and bucks have a fee of their own, for any number of head. */
type CategoryFees = {
  readonly tiers: readonly FeeTier[];
  readonly sires: { readonly name: string; readonly centsPerHead: number };
  /** Percentage of the sale price, for settling through the marketplace. */
  readonly settlementPercent: number;
};

/** Listing fees, on the head in the catalogue. An auction's own `listingFee` replaces them. */
export const LISTING_FEES: Readonly<Record<FeeCategory, CategoryFees>> = {
  cattle: {
    tiers: [
      { fromHead: 1, toHead: 200, centsPerHead: 1_000 },
      { fromHead: 201, toHead: 400, centsPerHead: 900 },
      { fromHead: 401, toHead: 600, centsPerHead: 800 },
      { fromHead: 601, toHead: null, centsPerHead: 700 },
    ],
    sires: { name: 'Bulls', centsPerHead: 4_000 },
    settlementPercent: 2,
  },
  'sheep and goats': {
    tiers: [
      { fromHead: 1, toHead: 1_250, centsPerHead: 100 },
      { fromHead: 1_251, toHead: 2_250, centsPerHead: 90 },
      { fromHead: 2_251, toHead: 3_250, centsPerHead: 80 },
      { fromHead: 3_251, toHead: null, centsPerHead: 70 },
    ],
    sires: { name: 'Rams and bucks', centsPerHead: 2_000 },
    settlementPercent: 2,
  },
};

/** Fees of stud and private sales, whose set-up fee is on application. Cents per head, without GST. */
export const STUD_SALE_FEES = [
  { name: 'Heifers, cows and bulls', centsPerHead: 1_300 },
  { name: 'Ewes, rams, does and bucks', centsPerHead: 700 },
] as const;

/** Days after the auction when invoices are sent, and days within which they are paid. */
export const INVOICE_DAYS = { sentAfter: 1, dueWithin: 7 } as const;

/** Days after an auction within which a lot is offered again without another listing fee. */
export const FREE_REOFFER_DAYS = { cattle: 21, lambs: 7, sheep: 14, goats: 14 } as const;

const CATEGORY_OF: Readonly<Record<KindType, FeeCategory>> = {
  cattle: 'cattle',
  sheep: 'sheep and goats',
  goat: 'sheep and goats',
  'sheep-abblamb': 'sheep and goats',
};

/** The category whose fees stock of a kind is listed by. */
export const feeCategoryOf = (kind: KindType): FeeCategory => CATEGORY_OF[kind];

/** The fee per head of a kind regardless of number: the fee of the first tier. Cents, without GST. */
export const listingPriceCents = (kind: KindType): number =>
  LISTING_FEES[CATEGORY_OF[kind]].tiers[0]?.centsPerHead ?? 0;

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

// Sexes are written as "Bull(s)", and as "Bulls".
const SIRES = /^(bull|ram|buck)/i;
const STUD_STOCK = /^(heifer|cow|bull|ewe|ram|doe|buck)/i;

/** Whether lots belong to one vendor: upper and lower case and spaces around the name don't matter. */
const vendorKey = ({ kind, vendor }: FeeLot): string => `${kind} ${vendor.trim().toLowerCase()}`;

/**
 * What one seller's lots of a sale cost, by the lots' ids. The sale's own fee is charged for every head. Without one:
 * the fees of stud and private sales, those of sires, and the tier of all other head of the kind that the vendor has
 * in the sale.
 */
export function listingFeesOf(lots: readonly FeeLot[], sale: FeeSale): ReadonlyMap<string, ListingFee> {
  const ownRate = (lot: FeeLot): number | null => {
    if (lot.isFree) return 0;
    if (sale.listingFee !== null) return sale.listingFee;
    const category = CATEGORY_OF[lot.kind];
    if ((sale.studSale || sale.privateSale) && STUD_STOCK.test(lot.sex)) {
      return STUD_SALE_FEES[category === 'cattle' ? 0 : 1].centsPerHead;
    }
    return SIRES.test(lot.sex) ? LISTING_FEES[category].sires.centsPerHead : null;
  };
  const headOf = new Map<string, number>();
  for (const lot of lots) {
    // Sires have their own fee and do not count towards a tier; the head of free lots do.
    if (!SIRES.test(lot.sex)) headOf.set(vendorKey(lot), (headOf.get(vendorKey(lot)) ?? 0) + lot.head);
  }
  return new Map(
    lots.map((lot) => {
      const centsPerHead = ownRate(lot) ?? tierCents(lot.kind, headOf.get(vendorKey(lot)) ?? 0);
      return [lot.lot, { centsPerHead, cents: centsPerHead * lot.head }];
    }),
  );
}

function tierCents(kind: KindType, head: number): number {
  const { tiers } = LISTING_FEES[CATEGORY_OF[kind]];
  const tier = tiers.find(({ fromHead, toHead }) => head >= fromHead && (toHead === null || head <= toHead));
  return tier?.centsPerHead ?? listingPriceCents(kind);
}

const freeDays = (kind: KindType, stockCategory: string): number => {
  if (kind === 'cattle') return FREE_REOFFER_DAYS.cattle;
  if (kind === 'goat') return FREE_REOFFER_DAYS.goats;
  const isLamb = kind === 'sheep-abblamb' || /^(prime )?lambs/i.test(stockCategory);
  return isLamb ? FREE_REOFFER_DAYS.lambs : FREE_REOFFER_DAYS.sheep;
};

/**
 * Whether a lot that was not sold in an auction is offered in another one without another fee. Days of the auctions as
 * the sale's zone writes them ("2026-09-30"): they are counted from one to the other.
 */
export function isFreeReoffer(
  { kind, stockCategory }: { kind: KindType; stockCategory: string },
  days: { earlier: string; later: string },
): boolean {
  const apart = (Date.parse(days.later) - Date.parse(days.earlier)) / DAY_MS;
  return apart <= freeDays(kind, stockCategory);
}
