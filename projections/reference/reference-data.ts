import { SUPPORT_PHONE } from '@saleyard/contract/errors.ts';
import type { Contacts, Kind, StockCategory } from '@saleyard/contract/queries.ts';

/** Kinds of stock. `listingPriceCents` is the first tier's fee per head, without GST. */
export const KINDS: readonly Kind[] = [
  { _id: 'cattle', type: 'cattle', title: 'Cattle', listingPriceCents: 1_000, sellingCategory: 'cattle' },
  { _id: 'sheep', type: 'sheep', title: 'Sheep', listingPriceCents: 100, sellingCategory: 'sheep and goats' },
  { _id: 'goat', type: 'goat', title: 'Goat', listingPriceCents: 100, sellingCategory: 'sheep and goats' },
  {
    _id: 'sheep-abblamb',
    type: 'sheep-abblamb',
    title: 'AbbLamb',
    listingPriceCents: 100,
    sellingCategory: 'sheep and goats',
  },
];

/** Districts of each state, as landholders know them. */
export const STATE_DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  NSW: [
    'Central Tablelands',
    'Central West',
    'Greater Sydney',
    'Hunter',
    'Murray',
    'North Coast',
    'North West',
    'Northern Tablelands',
    'Riverina',
    'South East',
    'Western',
  ],
  VIC: ['Barwon South West', 'Gippsland', 'Grampians', 'Hume', 'Loddon Mallee', 'Port Phillip'],
  QLD: [
    'Central Queensland',
    'Central West',
    'Darling Downs',
    'Far North',
    'North Queensland',
    'North West',
    'South East',
    'South West',
    'Wide Bay Burnett',
  ],
  SA: [
    'Adelaide Hills',
    'Barossa',
    'Eyre Peninsula',
    'Far North',
    'Fleurieu and Kangaroo Island',
    'Limestone Coast',
    'Murray and Mallee',
    'Yorke and Mid North',
  ],
  WA: [
    'Gascoyne',
    'Goldfields-Esperance',
    'Great Southern',
    'Kimberley',
    'Mid West',
    'Peel',
    'Pilbara',
    'South West',
    'Wheatbelt',
  ],
  TAS: ['North', 'North West', 'South'],
  NT: ['Alice Springs', 'Barkly', 'Darwin', 'Katherine', 'Victoria River'],
  ACT: ['Canberra'],
};

const SHEEP_CATEGORIES: readonly Omit<StockCategory, 'kind'>[] = [
  { sex: 'Ewe(s)', categories: ['Lambs', 'Weaners', 'Hoggets', 'Breeders', 'Scanned in Lamb', 'Mutton'] },
  { sex: 'Ewe(s) and Lambs', categories: ['Lambs at Foot'] },
  { sex: 'Wether(s)', categories: ['Lambs', 'Weaners', 'Hoggets', 'Mutton'] },
  { sex: 'Ram(s)', categories: ['Lambs', 'Flock', 'Stud'] },
  { sex: 'Mixed Sex', categories: ['Lambs', 'Weaners', 'Hoggets', 'Mutton'] },
];

const CATTLE_CATEGORIES: readonly Omit<StockCategory, 'kind'>[] = [
  { sex: 'Steer(s)', categories: ['Calves', 'Weaners', 'Yearlings', 'Feeders', 'Backgrounders', 'Grown'] },
  { sex: 'Heifer(s)', categories: ['Calves', 'Weaners', 'Yearlings', 'Feeders', 'Joined', 'PTIC', 'Grown'] },
  { sex: 'Cow(s)', categories: ['Dry', 'Joined', 'PTIC', 'Store'] },
  { sex: 'Cow(s) and Calves', categories: ['Calves at Foot', 'Calves at Foot, Rejoined'] },
  { sex: 'Bull(s)', categories: ['Weaners', 'Herd', 'Stud'] },
  { sex: 'Mixed Sex', categories: ['Calves', 'Weaners', 'Yearlings', 'Feeders'] },
];

const GOAT_CATEGORIES: readonly Omit<StockCategory, 'kind'>[] = [
  { sex: 'Doe(s)', categories: ['Kids', 'Weaners', 'Breeders', 'Scanned in Kid', 'Slaughter'] },
  { sex: 'Doe(s) and Kids', categories: ['Kids at Foot'] },
  { sex: 'Wether(s)', categories: ['Kids', 'Weaners', 'Slaughter'] },
  { sex: 'Buck(s)', categories: ['Kids', 'Herd', 'Stud'] },
  { sex: 'Mixed Sex', categories: ['Kids', 'Weaners', 'Rangeland', 'Slaughter'] },
];

export const STOCK_CATEGORIES: readonly StockCategory[] = [
  ...CATTLE_CATEGORIES.map((category) => ({ kind: 'cattle' as const, ...category })),
  ...SHEEP_CATEGORIES.map((category) => ({ kind: 'sheep' as const, ...category })),
  ...SHEEP_CATEGORIES.filter(({ categories }) => categories.includes('Lambs')).map(({ sex }) => ({
    kind: 'sheep-abblamb' as const,
    sex,
    categories: ['Lambs'],
  })),
  ...GOAT_CATEGORIES.map((category) => ({ kind: 'goat' as const, ...category })),
];

export const MAIN_CONTACTS: Contacts = {
  callPhone: SUPPORT_PHONE,
  textPhone: '0491 570 156',
  email: 'support@saleyard.example',
  secondaryEmail: 'sales@saleyard.example',
};
