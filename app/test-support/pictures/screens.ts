import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import type { PicturedSales } from './pictured-sales.ts';

/** The account that a screen is pictured for. `visitor`: signed out. */
export type Looker = 'visitor' | 'guest' | 'buyer';

/** A screen to take pictures of. */
export type PicturedScreen = {
  name: string;
  looker: Looker;
  address: (sales: PicturedSales) => string;
  /** Resolves once the screen shows what it is opened for. */
  shows: (page: Page) => Promise<unknown>;
  /** Steps before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
  /** Number of window heights to picture, from the top. Default: 1. */
  heights?: number;
};

const firstLot = (page: Page) => page.getByRole('article').first().waitFor();
const roomIsLive = async (page: Page) => {
  await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  await page.getByRole('listitem').first().waitFor();
};

/** Fills the first step of the registration, and goes to the second. */
async function toSecondStep(page: Page): Promise<void> {
  const typed = [
    ['First Name', 'Ada'],
    ['Last Name', 'Miller'],
    ['Email', 'ada.miller@example.com'],
    ['Phone', '0412345678'],
  ] as const;
  for (const [label, text] of typed)
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(text);
  await page.keyboard.press('Enter');
  await page.getByText(/^Step 2 of 2/).waitFor();
}

/** In the order of docs/design. */
export const SCREENS: readonly PicturedScreen[] = [
  {
    name: 'landing',
    looker: 'visitor',
    address: () => paths.signIn,
    shows: (page) =>
      page
        .getByText(/^Lot \d/)
        .first()
        .waitFor(),
    heights: 2,
  },
  {
    name: 'registration',
    looker: 'visitor',
    address: () => paths.signUp,
    shows: (page) => page.getByRole('heading', { name: 'Register' }).waitFor(),
  },
  {
    name: 'registration-second-step',
    looker: 'visitor',
    address: () => paths.signUp,
    shows: (page) => page.getByRole('heading', { name: 'Register' }).waitFor(),
    act: toSecondStep,
  },
  {
    name: 'upcoming',
    looker: 'buyer',
    address: () => paths.upcoming,
    shows: (page) => page.getByRole('link', { name: 'View Catalogue' }).first().waitFor(),
  },
  {
    name: 'catalogue',
    looker: 'buyer',
    address: ({ coming }) => paths.catalogue(coming),
    shows: firstLot,
    heights: 2,
  },
  {
    name: 'catalogue-tiles',
    looker: 'buyer',
    address: ({ coming }) => `${paths.catalogue(coming)}?show=grid`,
    shows: firstLot,
  },
  {
    name: 'lot',
    looker: 'buyer',
    address: ({ coming }) => lotAddress(coming, 0),
    shows: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    heights: 2,
  },
  {
    name: 'lot-with-bids',
    looker: 'buyer',
    address: ({ timed }) => lotAddress(timed, 1),
    shows: (page) => page.getByRole('button', { name: /^Bid [$\d]/ }).waitFor(),
  },
  {
    name: 'watch-list',
    looker: 'buyer',
    address: () => paths.watchList,
    shows: firstLot,
  },
  {
    name: 'comparison',
    looker: 'buyer',
    address: ({ coming }) =>
      paths.comparison(
        coming,
        coming.lots.slice(0, 4).map(({ searchNumericId }) => searchNumericId),
      ),
    shows: (page) => page.getByRole('table', { name: /side by side$/ }).waitFor(),
  },
  {
    name: 'search',
    looker: 'buyer',
    address: () => paths.searchFor('angus'),
    shows: firstLot,
  },
  {
    name: 'results',
    looker: 'buyer',
    address: () => paths.results,
    shows: (page) => page.getByRole('link', { name: 'View Results' }).first().waitFor(),
  },
  {
    name: 'results-of-a-sale',
    looker: 'buyer',
    address: ({ over }) => paths.auctionResults(over),
    shows: (page) => page.getByRole('table', { name: /^Lots of / }).waitFor(),
    heights: 2,
  },
  {
    name: 'result-of-a-lot',
    looker: 'buyer',
    address: ({ over }) => {
      const lot = over.lots[0];
      return lot === undefined ? paths.auctionResults(over) : paths.lotResult(over, lot);
    },
    shows: (page) => page.getByRole('button', { name: 'Share' }).waitFor(),
  },
  {
    name: 'my-admin-of-a-guest',
    looker: 'guest',
    address: () => paths.myAdmin,
    shows: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'my-admin-of-a-buyer',
    looker: 'buyer',
    address: () => paths.myAdmin,
    shows: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'room-timed',
    looker: 'buyer',
    address: ({ timed }) => paths.liveRoom(timed),
    shows: roomIsLive,
  },
  {
    name: 'room-timed-between-steps',
    looker: 'buyer',
    address: ({ timed }) => paths.liveRoom(timed, timed.lots[0]?._id),
    shows: roomIsLive,
  },
  {
    name: 'room-sequential',
    looker: 'buyer',
    address: ({ sequential }) => paths.liveRoom(sequential),
    shows: roomIsLive,
  },
  {
    name: 'room-of-a-guest',
    looker: 'guest',
    address: ({ sequential }) => paths.liveRoom(sequential),
    shows: roomIsLive,
  },
];

function lotAddress(sale: PicturedSales['coming'], n: number): string {
  const lot = sale.lots[n];
  return lot === undefined ? paths.catalogue(sale) : paths.lot(sale, lot);
}
