import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { toggled, useUrlSearch } from '@/lib/url-search.ts';

/** Filters with values to choose from, in the order they are shown. */
export const CHOICE_NAMES = ['location', 'region', 'breed', 'stockCategory', 'sex', 'assessorType'] as const;
export type ChoiceName = (typeof CHOICE_NAMES)[number];

const RANGES = ['ageFrom', 'ageTo', 'weightFrom', 'weightTo'] as const;

/** A number of 0 or more that a text is; undefined for any other text. */
const numberIn = (text: string | null): number | undefined => {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
};

/** The filters of lots that an address names. Months and kg. */
function readLotFilters(search: URLSearchParams): LotFilters {
  const filters: Record<string, unknown> = {};
  for (const name of CHOICE_NAMES) {
    const values = search.getAll(name).filter((value) => value !== '');
    if (values.length > 0) filters[name] = values;
  }
  for (const name of RANGES) {
    const value = numberIn(search.get(name));
    if (value !== undefined) filters[name] = value;
  }
  return filters as LotFilters;
}

/** The address's part with some filters of lots changed; `undefined` takes one back, and what else it says stays. */
function writeLotFilters(search: URLSearchParams, change: LotFilterChange): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    written.delete(name);
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
      written.append(name, String(one));
  }
  return written;
}

type LotFilterChange = { [N in keyof LotFilters]?: LotFilters[N] | undefined };

const NONE: LotFilterChange = Object.fromEntries(
  [...CHOICE_NAMES, ...RANGES].map((name) => [name, undefined]),
);

/** Filters of lots as the address of this screen says them. `also`: names of the list's own filters that count as these. */
export function useLotFilters(also: readonly string[] = []) {
  const [search, changeSearch] = useUrlSearch();
  const filters = readLotFilters(search);
  const setFilters = (change: LotFilterChange) => changeSearch((now) => writeLotFilters(now, change));
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0 || also.some((name) => search.has(name)),
    setFilters,
    /** Chooses a value, or takes it back. */
    toggle: (name: ChoiceName, value: string) =>
      changeSearch((now) => writeLotFilters(now, { [name]: toggled(now.getAll(name), value) })),
    clear: () => setFilters({ ...NONE, ...Object.fromEntries(also.map((name) => [name, undefined])) }),
  };
}
