/** What the fields of a lot that every kind has are called, in the form and where its saving names them. */
export const LOT_FIELD_LABELS = {
  unit: 'Bidding',
  incrementCents: 'Bid Increment',
  startCents: 'Start Price',
  reserveCents: 'Reserve Price',
  maxVendorBids: 'Number of Vendor Bids',
  count: 'Number of Head',
  countWeighed: 'Number of Head Weighed',
  adjustWeight: 'Weight Adjustment',
  weightGain: 'Weight Gain',
  description: 'Stock Description',
  saleConditions: 'Special Conditions of Sale',
} as const;

/** The same, with the parts of the form that are no single field. */
export const LOT_LABELS: Readonly<Record<string, string>> = {
  ...LOT_FIELD_LABELS,
  heads: 'Weights of single head',
  usefulLinks: 'Useful links',
};
