import type { AccountStatus } from './status.ts';

/** Every item of My Admin. */
export const MENU_ITEMS = [
  'addNewLot',
  'mySubmittedLots',
  'editLots',
  'myAuctionResults',
  'myReoffers',
  'myListings',
  'myProfile',
  'myFavouritePICs',
  'sounds',
  'texts',
  'registerToBuy',
  'registerToBuyAndSell',
] as const;
export type MenuItem = (typeof MENU_ITEMS)[number];

/** Items for everyone who is signed in. */
const EVERYONE: readonly MenuItem[] = ['myProfile', 'sounds', 'texts'];
const SELLING: readonly MenuItem[] = [
  ...(['myAuctionResults', 'mySubmittedLots', 'myReoffers', 'myListings'] as const),
  ...(['myFavouritePICs', 'addNewLot', 'editLots'] as const),
];
const UPGRADES: readonly MenuItem[] = ['registerToBuy', 'registerToBuyAndSell'];

const MENUS: { readonly [S in AccountStatus]: readonly MenuItem[] } = {
  registered: UPGRADES,
  'registered-updated': [],
  'approved-buyer': ['myAuctionResults', 'registerToBuyAndSell'],
  'approved-buyer-updated': ['myAuctionResults'],
  'approved-seller': [...SELLING, ...UPGRADES],
  'approved-buyer-seller': SELLING,
  'partially-approved': [],
  'partially-approved:updated': [],
};

/** The items of My Admin for a status, in the order of `MENU_ITEMS`. */
export const menuOf = (status: AccountStatus): readonly MenuItem[] =>
  MENU_ITEMS.filter((item) => EVERYONE.includes(item) || MENUS[status].includes(item));
