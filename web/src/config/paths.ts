import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { generatePath } from 'react-router';

const FIXED = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgot: '/forgot',
  recover: '/forgot/change-password',
  confirmEmail: '/confirm-email',
  logOut: '/log-out',
  contactUs: '/contact-us',
  status: '/status',
  contact: '/main/contact',
  tools: '/main/tools',
  manuals: '/main/tools/manuals',
  listingFees: '/main/tools/listing-fees',
  videosTips: '/main/tools/videos-tips',
  faqs: '/main/tools/faqs',
  agentSearch: '/main/tools/search',
  terms: '/main/tools/terms',
  privacyPolicy: '/main/tools/privacy-policy',
  gettingStarted: '/main/tools/getting-started',
  upcoming: '/main/upcoming',
  search: '/main/search',
  watchList: '/main/watchlist',
  results: '/main/results',
  market: '/main/market',
  termsAccept: '/main/terms-accept',
  profile: '/main/profile',
  myAdmin: '/main/manage',
  addLot: '/main/add/new',
  myResults: '/main/manage/my-results',
  submittedLots: '/main/manage/my-submitted',
  savedLots: '/main/manage/edit-saved',
  reoffers: '/main/manage/my-reoffers',
  myListings: '/main/manage/my-listings',
  favouritePics: '/main/manage/my-favourite-pics',
  mySounds: '/main/manage/my-sounds',
  myTexts: '/main/manage/my-texts',
  savedSearches: '/main/manage/saved-searches',
  requestToBuy: '/main/manage/operation-access/as-buyer',
  requestToSell: '/main/manage/operation-access/as-buyerandseller',
  practice: '/practice',
  practiceRoom: '/practice/room',
  staff: '/staff',
  newSale: '/staff/sales/new',
  audits: '/staff/audits',
  activity: '/staff/activity',
  /** What the address of each audit begins with. */
  anyAudit: '/staff/audit/',
  staffAccounts: '/staff/accounts',
  newAccount: '/staff/accounts/new',
  staffListings: '/staff/listings',
  outbox: '/staff/outbox',
  notifications: '/staff/notifications',
  content: '/staff/content',
  fees: '/staff/fees',
  newFeeTable: '/staff/fees/new',
  kept: '/demo/outbox',
} as const;

/** Every address of the product, as the router matches it. Nothing else writes an address. */
export const ROUTES = {
  ...FIXED,
  anyMain: '/main/*',
  anyUpcoming: '/main/upcoming/*',
  catalogue: '/main/upcoming/:kindTitle/:auctionNumber',
  lot: '/main/upcoming/:kindTitle/:auctionNumber/:lotNumericId',
  comparison: '/main/upcoming/:kindTitle/:auctionNumber/compare',
  anyResults: '/main/results/*',
  anyProfile: '/main/profile/*',
  anyTools: '/main/tools/*',
  auctionResults: '/main/results/:kindTitle/:auctionNumber',
  lotResult: '/main/results/:kindTitle/:auctionNumber/:lotNumericId',
  fairness: '/main/results/:kindTitle/:auctionNumber/fairness',
  saleMarket: '/main/market/:auctionNumber',
  liveRoom: '/auction-live/:number',
  printSummary: '/print/auctions/:auctionNumber/auction-summary',
  printDetails: '/print/auctions/:auctionNumber/full-details',
  printLot: '/print/lots/:lotNumericId/full-details',
  printOwnLot: '/print/lots/:lotNumericId/owner-full-details',
  staffSale: '/staff/sales/:id',
  editSale: '/staff/sales/:id/schedule',
  audit: '/staff/audit/:number',
  stopSearchMails: '/stop-search-mails/:token',
  confirmEmailByLink: '/confirm-email/:code',
  invitation: '/invitation/:token',
  clerk: '/staff/sales/:id/clerk',
  saleFees: '/staff/sales/:id/listing-fees',
  floorBuyers: '/staff/sales/:id/buyers',
  staffAccount: '/staff/accounts/:id',
  lotsSheet: '/main/add/sheet/:kindTitle/:auctionNumber',
  contentText: '/staff/content/:id',
  feeTable: '/staff/fees/:from',
  newLot: '/main/add/new/:kindTitle/:auctionNumber/:draftNumericId?',
  editLate: '/main/manage/edit-late/:kindTitle/:auctionNumber/:draftNumericId?',
  editReoffer: '/main/manage/edit-reoffers/:kindTitle/:auctionNumber/:draftNumericId?',
  ownLot: '/main/manage/:kindTitle/:auctionNumber/:lotNumericId',
  staffListing: '/staff/listings/:lot',
} as const;

/** The forms from which pages of Tools are opened, by the names that their addresses have. */
const FORMS = { 'as-buyer': FIXED.requestToBuy, 'as-buyerandseller': FIXED.requestToSell } as const;

type ToolsAddress = (typeof FIXED)['gettingStarted' | 'faqs'];

/** The form from which a page of Tools was opened; null: from none. */
export const formOf = (search: URLSearchParams): string | null =>
  new Map<string, string>(Object.entries(FORMS)).get(search.get('from') ?? '') ?? null;

type SaleAddress = Pick<PublicAuction, 'searchNumber'> & { kindData: { title: string } };

/** The sale that a page's address names, before it is read. */
export const saleAt = (kindTitle: string, auctionNumber: string): SaleAddress => ({
  kindData: { title: kindTitle },
  searchNumber: Number(auctionNumber),
});

const saleParams = ({ kindData, searchNumber }: SaleAddress) => ({
  kindTitle: kindData.title,
  auctionNumber: String(searchNumber),
});

/** Where a link to a catalogue or a lot is, when that is the watch list: its link back then leads there. */
type Origin = { fromWatchList?: boolean };
const FROM_WATCH_LIST = '?from=watchList';

/** The addresses that links, redirects and tests go to: those without parameters are strings. */
export const paths = {
  ...FIXED,

  /** The live room of a sale by its number, open at a lot if one is named by its id. */
  liveRoom: ({ searchNumber }: Pick<PublicAuction, 'searchNumber'>, lot?: string): string =>
    generatePath(ROUTES.liveRoom, { number: String(searchNumber) }) +
    (lot === undefined ? '' : `?${new URLSearchParams({ lot })}`),

  /** `compared`: numbers of lots that are chosen to be compared in it. */
  catalogue: (
    auction: SaleAddress,
    { fromWatchList = false, compared = [] }: Origin & { compared?: readonly number[] } = {},
  ): string => {
    const query = fromWatchList
      ? FROM_WATCH_LIST
      : compared.length > 0
        ? `?compare=${compared.join(',')}`
        : '';
    return generatePath(ROUTES.catalogue, saleParams(auction)) + query;
  },

  /** Lots of a catalogue side by side, by their numbers. */
  comparison: (auction: SaleAddress, lots: readonly number[]): string =>
    `${generatePath(ROUTES.comparison, saleParams(auction))}?lots=${lots.join(',')}`,

  lot: (
    auction: SaleAddress,
    { searchNumericId }: Pick<PublicLot, 'searchNumericId'>,
    { fromWatchList = false }: Origin = {},
  ): string =>
    generatePath(ROUTES.lot, { ...saleParams(auction), lotNumericId: String(searchNumericId) }) +
    (fromWatchList ? FROM_WATCH_LIST : ''),

  auctionResults: (auction: SaleAddress): string => generatePath(ROUTES.auctionResults, saleParams(auction)),

  /** `fromOwn`: opened from My Auction Results, where its link back then leads. */
  lotResult: (
    auction: SaleAddress,
    { searchNumericId }: Pick<PublicLot, 'searchNumericId'>,
    { fromOwn = false }: { fromOwn?: boolean } = {},
  ): string =>
    generatePath(ROUTES.lotResult, { ...saleParams(auction), lotNumericId: String(searchNumericId) }) +
    (fromOwn ? '?from=myAdmin' : ''),

  /** How a public sale was run. */
  fairness: (auction: SaleAddress): string => generatePath(ROUTES.fairness, saleParams(auction)),

  /** The form of a new lot for a sale, or of a draft by its number. */
  newLot: (auction: SaleAddress, draft?: Pick<PublicLot, 'searchNumericId'>): string =>
    generatePath(ROUTES.newLot, {
      ...saleParams(auction),
      draftNumericId: draft === undefined ? null : String(draft.searchNumericId),
    }),

  /** Where many lots are added to a sale from a spreadsheet. */
  lotsSheet: (auction: SaleAddress): string => generatePath(ROUTES.lotsSheet, saleParams(auction)),

  /** Where the prices of a catalogued lot are changed late. */
  editLate: (auction: SaleAddress, { searchNumericId }: Pick<PublicLot, 'searchNumericId'>): string =>
    generatePath(ROUTES.editLate, { ...saleParams(auction), draftNumericId: String(searchNumericId) }),

  /** Where an unsold lot is offered again. `auction`: the one that it was offered in. */
  editReoffer: (auction: SaleAddress, { searchNumericId }: Pick<PublicLot, 'searchNumericId'>): string =>
    generatePath(ROUTES.editReoffer, { ...saleParams(auction), draftNumericId: String(searchNumericId) }),

  /** A lot of the person's, in any state. `fromReoffers`: opened from there, where its link back then leads. */
  ownLot: (
    auction: SaleAddress,
    { searchNumericId }: Pick<PublicLot, 'searchNumericId'>,
    { fromReoffers = false }: { fromReoffers?: boolean } = {},
  ): string =>
    generatePath(ROUTES.ownLot, { ...saleParams(auction), lotNumericId: String(searchNumericId) }) +
    (fromReoffers ? '?from=reoffers' : ''),

  /** A lot that waits for staff. */
  staffListing: ({ _id }: { _id: string }): string => generatePath(ROUTES.staffListing, { lot: _id }),

  /** The page that prints every lot of a sale. */
  printSummary: ({ searchNumber }: Pick<PublicAuction, 'searchNumber'>): string =>
    `${generatePath(ROUTES.printSummary, { auctionNumber: String(searchNumber) })}?mode=print`,

  /** A part of a catalogue's full details, counted from 1. */
  printDetails: ({ searchNumber }: Pick<PublicAuction, 'searchNumber'>, step: number): string =>
    `${generatePath(ROUTES.printDetails, { auctionNumber: String(searchNumber) })}?${new URLSearchParams({ step: String(step), mode: 'print' })}`,

  /** A lot with all that its seller wrote. `isPrinted`: the browser shows it, to print it, and does not save it. */
  printOwnLot: (lot: Pick<PublicLot, 'searchNumericId'>, { isPrinted }: { isPrinted: boolean }): string =>
    `${generatePath(ROUTES.printOwnLot, { lotNumericId: String(lot.searchNumericId) })}${isPrinted ? '?mode=print' : ''}`,

  /** The link in an e-mail about saved searches that stops such e-mails. */
  stopSearchMails: (token: string): string => generatePath(ROUTES.stopSearchMails, { token }),

  /** The accounts that wait for a decision. */
  accountsToDecide: `${FIXED.staffAccounts}?show=awaiting`,

  staffSale: (sale: { _id: string }): string => generatePath(ROUTES.staffSale, { id: sale._id }),
  /** The audit of a sale: who did what, and whether the log proves it. */
  audit: ({ searchNumber }: Pick<PublicAuction, 'searchNumber'>): string =>
    generatePath(ROUTES.audit, { number: String(searchNumber) }),
  /** The schedule of a sale that has not opened, to be changed. */
  editSale: (sale: { _id: string }): string => generatePath(ROUTES.editSale, { id: sale._id }),
  clerk: (sale: { _id: string }): string => generatePath(ROUTES.clerk, { id: sale._id }),
  /** The buyer numbers of a sale with a floor. */
  floorBuyers: (sale: { _id: string }): string => generatePath(ROUTES.floorBuyers, { id: sale._id }),
  saleFees: (sale: { _id: string }): string => generatePath(ROUTES.saleFees, { id: sale._id }),
  staffAccount: (account: { _id: string }): string => generatePath(ROUTES.staffAccount, { id: account._id }),
  /** The fees that begin on a day to come. */
  feeTable: (table: { from: string }): string => generatePath(ROUTES.feeTable, table),
  /** A text that administrators edit. */
  contentText: (text: { _id: string }): string => generatePath(ROUTES.contentText, { id: text._id }),

  /** What a sale that is over fetched, by category. */
  saleMarket: ({ searchNumber }: Pick<PublicAuction, 'searchNumber'>): string =>
    generatePath(ROUTES.saleMarket, { auctionNumber: String(searchNumber) }),

  /** The search over all sales, with what is searched for. */
  searchFor: (q: string): string => `${FIXED.search}?${new URLSearchParams({ q })}`,

  /** A page of Tools, opened from a form of access, where its link back then leads. */
  fromForm: (to: ToolsAddress, form: keyof typeof FORMS): string =>
    `${to}?${new URLSearchParams({ from: form })}`,

  /** In a demonstration: the e-mails that were kept for an address. */
  demoOutbox: (email: string): string => `${FIXED.kept}?${new URLSearchParams({ email })}`,
};

/** The address that an old one behind `#` means ("#/auction-live/77" → "/auction-live/77"); null for other hashes. */
export const fromHash = (hash: string): string | null => (/^#\/[^/]/.test(hash) ? hash.slice(1) : null);

/** Whether an address is of a page below /main. */
export const isMain = (pathname: string): boolean => pathname.startsWith('/main/');

/** Whether the kind's title in an address is that of the sale, in upper or lower case. */
export const namesKind = (kindTitle: string, { kindData }: Pick<PublicAuction, 'kindData'>): boolean =>
  kindTitle.toLowerCase() === kindData.title.toLowerCase();

/** The most lots that are compared. */
export const COMPARED_LOTS = 4;

/** The numbers of lots in an address that compares them, each once and no more than can be compared. */
export const comparedLots = (text: string | null): number[] =>
  [...new Set((text ?? '').split(',').filter((part) => /^\d{1,15}$/.test(part)))]
    .slice(0, COMPARED_LOTS)
    .map(Number);

/** Whether a lot's result was opened from My Auction Results. */
export const isFromOwnResults = (search: URLSearchParams): boolean => search.get('from') === 'myAdmin';

/** Whether a lot of the person's was opened from My Reoffers. */
export const isFromReoffers = (search: URLSearchParams): boolean => search.get('from') === 'reoffers';

/** Whether a catalogue or a lot was opened from the watch list. */
export const isFromWatchList = (search: URLSearchParams): boolean => search.get('from') === 'watchList';
