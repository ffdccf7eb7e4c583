import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { savedSearchOperations } from '@saleyard/contract/operations/saved-searches.ts';
import type { SavedSearch, SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { paths } from '@/config/paths.ts';
import { call } from './api-client.ts';

/** Alerts are asked for as often where no live connection reports them. ms. */
const ASKED_EVERY_MS = 60_000;
/** ms after which alerts are read again that are older than the live connection says. */
const AGAIN_MS = [100, 400, 1_500, 5_000];

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) => (await call(savedSearchOperations.savedSearches, { signal })).savedSearches,
});

export const searchAlertsQuery = queryOptions({
  queryKey: ['search-alerts'],
  queryFn: ({ signal }) => call(savedSearchOperations.searchAlerts, { signal }),
  refetchInterval: ASKED_EVERY_MS,
  retry: false,
});

/** Reads the alerts until they are as new as the live connection says. Reads nothing where no page shows them. */
export async function readAlertsUntil(client: QueryClient, changedAt: number): Promise<void> {
  const { queryKey } = searchAlertsQuery;
  for (const ms of AGAIN_MS) {
    if (client.getQueryState(queryKey) === undefined) return;
    if ((client.getQueryData(queryKey)?.changedAt ?? 0) >= changedAt) return;
    await client.invalidateQueries({ queryKey });
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

/** The search over all sales with what was saved. */
export function searchAddress({ q, kind, filters }: SearchCriteria): string {
  const search = new URLSearchParams();
  if (q !== '') search.set('q', q);
  if (kind !== undefined) search.set('kind', kind);
  for (const [name, value] of Object.entries(filters))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  return `${paths.search}?${search}`;
}

const RANGES = [
  ['weightFrom', 'weightTo', 'kg'],
  ['ageFrom', 'ageTo', 'months'],
] as const;

/** What a search finds, in words: "angus · Cattle · NSW, QLD · from 300 kg". */
export function criteriaText({ q, kind, filters }: SearchCriteria): string {
  const { location, region, breed, stockCategory, sex, assessorType }: LotFilters = filters;
  const lists = [location, region, breed, stockCategory, sex, assessorType].map((all) => all?.join(', '));
  const ranges = RANGES.map(([from, to, unit]) => {
    const [least, most] = [filters[from], filters[to]];
    if (least === undefined && most === undefined) return undefined;
    if (least === undefined) return `up to ${most} ${unit}`;
    return most === undefined ? `from ${least} ${unit}` : `${least} to ${most} ${unit}`;
  });
  const stock = kind && kind[0]?.toUpperCase() + kind.slice(1);
  return [q, stock, ...lists, ...ranges].filter(Boolean).join(' · ');
}

/** Saves a search under its id, or changes it. */
export const saveSearch = ({ _id, savedAt: _, ...body }: SavedSearch) =>
  call(savedSearchOperations.saveSearch, { params: { search: _id }, body });
