/** Kinds of stock that share their fees. */
export type FeeCategory = 'cattle' | 'sheep and goats';

/** The fee of each head when so many are listed. `toHead` null: no upper limit. Cents per head, without GST. */
type FeeTier = { readonly fromHead: number; readonly toHead: number | null; readonly centsPerHead: number };

/** What listing and settling cost. Rams, bulls and bucks have a fee of their own, whatever their number. */
type CategoryFees = {
  readonly tiers: readonly FeeTier[];
  readonly sires: { readonly name: string; readonly centsPerHead: number };
  /** Of the sale, for settling through the marketplace. */
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
