/** What the parts of a lot that every kind has are called: in the form, in messages and in files of lots. */
export const LOT_TITLES = {
  unit: 'Bidding',
  incrementCents: 'Bid Increment',
  startCents: 'Start Price',
  reserveCents: 'Reserve Price',
  maxVendorBids: 'Number of Vendor Bids',
  count: 'Number of Head',
  countWeighed: 'Number of Head Weighed',
  adjustWeight: 'Weight Adjustment',
  weightGain: 'Weight Gain',
  mobEntryWeight: 'Mob Entry Weight',
  optiweighAllowed: 'Weighed by walk-over scales (Optiweigh)',
  description: 'Stock Description',
  saleConditions: 'Special Conditions of Sale',
} as const;
