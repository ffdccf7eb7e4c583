import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnAutoBid, OwnBid } from '@saleyard/contract/bids.ts';
import type { CatalogueLot, LotDetails, LotsPage } from '@saleyard/contract/lots.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { api } from './api-client.ts';

/** The most lots asked for at once. */
const LOTS_PAGE = 1_000;
/** The most pages read of one catalogue; a sale beyond them is followed live, without details. */
const MOST_PAGES = 20;

/** Who asks, and until when the answer is wanted. */
export type Asking = { signedIn: boolean; signal: AbortSignal };

/** Where a sale that is followed live is read from, beside what is pushed. Every read fails with an ApiError. */
export type SaleSource = {
  /** The sale people know by this number. */
  auction(number: string, asking: Asking): Promise<PublicAuction>;
  /** The whole catalogue, with everything one may read about its lots in a list. */
  lots(auction: string, asking: Asking): Promise<CatalogueLot[]>;
  /** All that may be read about one lot. */
  lot(lot: string, asking: Asking): Promise<LotDetails>;
  /** The viewer's own. */
  bids(auction: string, signal: AbortSignal): Promise<OwnBid[]>;
  autoBids(auction: string, signal: AbortSignal): Promise<OwnAutoBid[]>;
};

/** Visitors ask for what every visitor sees. */
const seenBy = ({ signedIn }: Asking): string => (signedIn ? '' : '/public-info');

/** The sales of the yard, as REST tells them. */
const SALES: SaleSource = {
  async auction(number, asking) {
    const path = `auctions/${encodeURIComponent(number)}${seenBy(asking)}`;
    return (await api.get<{ auction: PublicAuction }>(path, { signal: asking.signal })).auction;
  },
  async lots(auction, asking) {
    const lots: CatalogueLot[] = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
      const answer = await api.page<LotsPage>(`auctions/${auction}/lots${seenBy(asking)}`, {
        query: { mode: 'live', page, limit: LOTS_PAGE },
        signal: asking.signal,
      });
      lots.push(...answer.data.lots);
      pages = answer.totalPages;
    }
    return lots;
  },
  async lot(lot, asking) {
    const path = `lots/${lot}${seenBy(asking)}`;
    return (await api.get<{ lot: LotDetails }>(path, { signal: asking.signal })).lot;
  },
  bids: async (auction, signal) =>
    (await api.get<{ bids: OwnBid[] }>('users/me/bids', { query: { auction }, signal })).bids,
  autoBids: async (auction, signal) =>
    (await api.get<{ autobids: OwnAutoBid[] }>('users/me/autobids', { query: { auction }, signal })).autobids,
};

const SaleSourceContext = createContext<SaleSource>(SALES);

/** Everything inside reads its sale from another source than the yard's sales. */
export function SaleSourceProvider({ source, children }: { source: SaleSource; children: ReactNode }) {
  return <SaleSourceContext.Provider value={source}>{children}</SaleSourceContext.Provider>;
}

export const useSaleSource = (): SaleSource => useContext(SaleSourceContext);
