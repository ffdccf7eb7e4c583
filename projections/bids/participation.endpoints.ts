import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { WithBuyers } from '../lots/buyers.ts';
import type { WithCounterparties } from './counterparties.ts';
import { ownOffers } from './offers.queries.ts';
import { ownResults, ownSales } from './participation.queries.ts';

/**
 * The sales and lots the viewer took part in, with their results. Everyone reads their own only; no other account can
 * be named.
 */
export const participationEndpoints = (
  documents: Documents,
  { buyers, counterparties }: { buyers: WithBuyers; counterparties: WithCounterparties },
): Endpoint[] => [
  endpoint(bidOperations.ownSales, async ({ viewer, query }) => {
    const { sales, total } = await ownSales(documents, viewer._id, query);
    return { data: { sales }, paging: { page: query.page, limit: query.limit, total } };
  }),
  endpoint(bidOperations.ownOffers, async ({ viewer }) => ({
    data: { offers: await ownOffers(documents, viewer._id) },
  })),
  endpoint(bidOperations.myResults, async ({ viewer, query }) => {
    const { results, total } = await ownResults(documents, viewer._id, query);
    const data = await counterparties(viewer, await buyers(results));
    return { data, paging: { page: query.page, limit: query.limit, total } };
  }),
];
