import { DAY_MS } from '../days.ts';

/** An address that belongs to a sale, with what is found there. */
type SaleLink = { readonly url: string; readonly description: string };

/**
 * How a sale is presented before and after it runs, and who may add lots to it. The engine stores this and never
 * reads it. Texts and addresses that are not set are ''.
 */
export type SaleSettings = {
  readonly descriptionShort: string;
  readonly imageUrl: string;
  readonly logoUrl: string;
  readonly usefulLinks: readonly SaleLink[];
  readonly auctionTags: readonly { readonly title: string }[];
  /** Other days that matter: an inspection, a delivery. `date`: ms since the epoch. */
  readonly additionalDateInfo: readonly { readonly title: string; readonly date: number }[];
  /** Breeding animals, each a lot of its own: there is no summary to download or print. */
  readonly studSale: boolean;
  /** Lots have their numbers before the sale opens. */
  readonly showLotNumbers: boolean;
  readonly showCalculator: boolean;
  /** Days before it goes live from which a lot's details may be opened; 0: from the day itself. null: the usual. */
  readonly viewDetailsDays: number | null;
  /** Seconds before it goes live from which lots may be added. null: the usual lead window. */
  readonly addLotOpenTimer: number | null;
  /** When lots may no longer be added, and approved ones no longer edited; ms. null: once it opens. */
  readonly editLotDisabledAt: number | null;
  /** The accounts that alone may add lots; null: every seller of its kind. */
  readonly specificAgents: readonly string[] | null;
  /** The fee per head of listing in it, in cents without GST; 0: free. null: the published fees. */
  readonly listingFee: number | null;
};

/** The default settings of a sale. */
const USUAL_SETTINGS: SaleSettings = {
  descriptionShort: '',
  imageUrl: '',
  logoUrl: '',
  usefulLinks: [],
  auctionTags: [],
  additionalDateInfo: [],
  studSale: false,
  showLotNumbers: false,
  showCalculator: false,
  viewDetailsDays: null,
  addLotOpenTimer: null,
  editLotDisabledAt: null,
  specificAgents: null,
  listingFee: null,
};

/** All settings of a sale, whichever were set. */
export const settingsOf = ({ settings }: { readonly settings?: Partial<SaleSettings> }): SaleSettings => ({
  ...USUAL_SETTINGS,
  ...settings,
});

/** Limits of what staff may set. Characters, numbers of entries, days, seconds and cents. */
export const SETTING_LIMITS = {
  descriptionShort: 300,
  url: 500,
  linkDescription: 120,
  links: 20,
  tag: 40,
  tags: 10,
  dates: 10,
  dateTitle: 80,
  viewDetailsDays: 365,
  addLotOpenSeconds: 365 * 24 * 3_600,
  agents: 200,
  listingFeeCents: 100_000,
} as const;

/** Days before a sale goes live from which a lot's details may be opened, where the sale does not say. */
export const VIEW_DETAILS_DAYS = 10;
/** Days before a sale goes live from which lots may be added, where neither the sale nor the server says. */
const ADD_LOT_LEAD_DAYS = 60;

/** Whether the details of a sale's lots may be opened at `now` (ms). `viewDetailsDays`: 0 is a setting too. */
export const mayViewDetails = (
  { liveAt, viewDetailsDays }: { liveAt: number; viewDetailsDays: number | null },
  now: number,
): boolean => now + (viewDetailsDays ?? VIEW_DETAILS_DAYS) * DAY_MS > liveAt;

/** What the window for adding lots depends on. Times in ms, the timer in seconds. */
export type AddLotWindow = {
  readonly state: string;
  readonly cancelled: boolean;
  readonly openAt: number;
  readonly liveAt: number;
  readonly addLotOpenTimer: number | null;
  readonly editLotDisabledAt: number | null;
};

/** When adding lots to a sale ends: when the sale says so, else when it opens. ms. */
export const addLotClosesAt = ({
  editLotDisabledAt,
  openAt,
}: Pick<AddLotWindow, 'editLotDisabledAt' | 'openAt'>): number => editLotDisabledAt ?? openAt;

/**
 * Whether lots may be added to a sale at `now` (ms): it has not opened, is not cancelled, goes live within the lead
 * window, and its time for adding lots has not ended. `leadDays`: the window of sales that set none.
 */
export function isAddLotOpen(sale: AddLotWindow, now: number, leadDays: number = ADD_LOT_LEAD_DAYS): boolean {
  const { state, cancelled, liveAt, addLotOpenTimer } = sale;
  const leadMs = addLotOpenTimer === null ? leadDays * DAY_MS : addLotOpenTimer * 1_000;
  return !cancelled && state === 'future' && now >= liveAt - leadMs && now < addLotClosesAt(sale);
}
