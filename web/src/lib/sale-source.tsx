import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnAutoBid, OwnBids } from '@saleyard/contract/bids.ts';
import type { CatalogueLot, LotDetails } from '@saleyard/contract/lots.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { allPages } from './all-pages.ts';
import { call, callForPage } from './api-client.ts';

/** The most lots asked for at once. */
const LOTS_PAGE = 1_000;
/** The most pages read of one catalogue; a sale beyond them is followed live, without details. */
const MOST_PAGES = 20;

/** Whether a person is signed in, and until when the answer is wanted. */
type Asking = { signedIn: boolean; signal: AbortSignal };

/** Where a sale that is followed live is read from, beside what is pushed. Every read fails with an ApiError. */
export type SaleSource = {
  /** The sale people know by this number. */
  auction(number: string, asking: Asking): Promise<PublicAuction>;
  /** The whole catalogue, with everything one may read about its lots in a list. */
  lots(auction: string, asking: Asking): Promise<CatalogueLot[]>;
  /** All that may be read about one lot. */
  lot(lot: string, asking: Asking): Promise<LotDetails>;
  /** The viewer's own. */
  bids(auction: string, signal: AbortSignal): Promise<OwnBids>;
  autoBids(auction: string, signal: AbortSignal): Promise<readonly OwnAutoBid[]>;
};

/** The sales of the yard, read over REST. Visitors read what every visitor sees. */
const SALES: SaleSource = {
  async auction(number, { signedIn, signal }) {
    const operation = signedIn ? auctionOperations.auction : auctionOperations.auctionPublicInfo;
    return (await call(operation, { params: { auction: number }, signal })).auction;
  },
  lots(auction, { signedIn, signal }) {
    const operation = signedIn ? lotOperations.lots : lotOperations.lotsPublicInfo;
    return allPages(
      (page) =>
        callForPage(operation, {
          params: { auction },
          query: { mode: 'live', page, limit: LOTS_PAGE },
          signal,
        }),
      ({ lots }) => lots,
      MOST_PAGES,
    );
  },
  async lot(lot, { signedIn, signal }) {
    const operation = signedIn ? lotOperations.lot : lotOperations.lotPublicInfo;
    return (await call(operation, { params: { lot }, signal })).lot;
  },
  bids: (auction, signal) => call(bidOperations.ownBids, { query: { auction }, signal }),
  autoBids: async (auction, signal) =>
    (await call(bidOperations.ownAutoBids, { query: { auction }, signal })).autobids,
};

const SaleSourceContext = createContext<SaleSource>(SALES);

/** Everything inside reads its sale from another source than the yard's sales. */
export function SaleSourceProvider({ source, children }: { source: SaleSource; children: ReactNode }) {
  return <SaleSourceContext.Provider value={source}>{children}</SaleSourceContext.Provider>;
}

export const useSaleSource = (): SaleSource => useContext(SaleSourceContext);
