import { savedSearchOperations } from '@saleyard/contract/operations/saved-searches.ts';
import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { NO_SAVED_SEARCHES, type SearchAlert } from '@saleyard/domain/account/saved-searches.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { lotsAmong } from '../lots/lots.queries.ts';
import { auctionsById } from '../sales/auctions.queries.ts';

/** Lots named in a banner; the others are counted. */
const LOTS_NAMED = 3;

/** Decrypts an account's searches; null when its person was forgotten. */
export type OpenedSearches = {
  nameOf(account: string, sealed: string): Promise<string | null>;
  criteriaOf(account: string, sealed: string): Promise<SearchCriteria | null>;
};

/** A person's saved searches, and the lots that match them. */
export function savedSearchEndpoints(documents: Documents, opened: OpenedSearches): Endpoint[] {
  const searchesOf = async (account: string) =>
    (await documents.get<AccountDocument>(ACCOUNTS, account))?.savedSearches ?? NO_SAVED_SEARCHES;

  const shown = async (alerts: readonly SearchAlert[], names: ReadonlyMap<string, string>) => {
    const [auctions, lots] = await Promise.all([
      auctionsById(
        documents,
        alerts.map(({ auction }) => auction),
      ),
      lotsAmong(
        documents,
        alerts.flatMap((alert) => alert.lots.slice(0, LOTS_NAMED)),
        {},
      ),
    ]);
    const saleOf = new Map(auctions.map((auction) => [auction._id, auction]));
    return alerts.flatMap(({ id: _id, at, auction, searches, count, ...alert }) => {
      const sale = saleOf.get(auction);
      if (sale === undefined) return [];
      const { searchNumber, title, kindData } = sale;
      const named = new Set(alert.lots.slice(0, LOTS_NAMED));
      return [
        {
          _id,
          at,
          count,
          searches: searches.flatMap((search) => names.get(search) ?? []),
          auction: { searchNumber, title, kindData: { title: kindData.title } },
          lots: lots
            .filter((lot) => named.has(lot._id))
            .map(({ searchNumericId, number, publicDetails }) => ({
              searchNumericId,
              number,
              title: publicDetails.title,
            })),
        },
      ];
    });
  };

  return [
    endpoint(savedSearchOperations.savedSearches, async ({ viewer }) => {
      const { saved } = await searchesOf(viewer._id);
      const found = await Promise.all(
        saved.map(async ({ id, savedAt, alertBy, isPaused, ...sealed }) => {
          const [name, criteria] = await Promise.all([
            opened.nameOf(viewer._id, sealed.name),
            opened.criteriaOf(viewer._id, sealed.criteria),
          ]);
          return name === null || criteria === null
            ? []
            : [{ _id: id, name, criteria, alertBy, isPaused, savedAt }];
        }),
      );
      return { data: { savedSearches: found.flat() } };
    }),
    endpoint(savedSearchOperations.searchAlerts, async ({ viewer }) => {
      const { alerts, saved, alertsAt } = await searchesOf(viewer._id);
      const open = alerts.filter(({ isShown }) => isShown).reverse();
      const names = new Map<string, string>();
      for (const { id, name } of open.length === 0 ? [] : saved)
        names.set(id, (await opened.nameOf(viewer._id, name)) ?? '');
      return { data: { alerts: await shown(open, names), changedAt: alertsAt } };
    }),
  ];
}
