import { Link } from 'react-router';
import { useUrlSearch } from '@/lib/url-search.ts';
import classes from './url-filters.module.css';

/** The filters of a screen: each has options, of which the first is the usual one, or is free text. */
type FilterSpec = Readonly<Record<string, readonly string[] | 'text'>>;

export type FilterValues<S extends FilterSpec> = {
  [N in keyof S]: S[N] extends readonly (infer V)[] ? V : string;
};

/** A change of filters, or how it follows from what the address says now: presses may come faster than they are rendered. */
export type FilterChange<V> = Partial<V> | ((now: V) => Partial<V>);

const usual = (options: readonly string[] | 'text'): string => (options === 'text' ? '' : (options[0] ?? ''));

/** What an address says of the filters; what it does not say, or says wrongly, is the usual. */
export function readFilters<S extends FilterSpec>(spec: S, search: URLSearchParams): FilterValues<S> {
  const values = Object.entries(spec).map(([name, options]) => {
    const said = search.get(name) ?? '';
    const isKnown = options === 'text' || options.includes(said);
    return [name, isKnown ? said : usual(options)];
  });
  return Object.fromEntries(values) as FilterValues<S>;
}

/** The address's part with some filters changed: the usual needs no word, and what else it says stays. */
export function writeFilters<S extends FilterSpec>(
  spec: S,
  search: URLSearchParams,
  change: Partial<FilterValues<S>>,
): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === usual(spec[name] ?? 'text')) written.delete(name);
    else written.set(name, String(value));
  }
  // Another list begins at its first page.
  written.delete('page');
  return written;
}

/**
 * The filters of this screen as its address says them: a link opens the same view, and going back leaves the screen.
 * `spec` must be a constant.
 */
export function useUrlFilters<const S extends FilterSpec>(spec: S) {
  const [search, changeSearch] = useUrlSearch();
  return {
    filters: readFilters(spec, search),
    setFilters: (change: FilterChange<FilterValues<S>>) =>
      changeSearch((now) =>
        writeFilters(spec, now, typeof change === 'function' ? change(readFilters(spec, now)) : change),
      ),
    hrefWith: (change: Partial<FilterValues<S>>) => `?${writeFilters(spec, search, change)}`,
  };
}

/** The page of a list, from 1, as the address says it; a change of its filters leads to the first. */
export function useUrlPage(): [page: number, setPage: (page: number) => void] {
  const [search, changeSearch] = useUrlSearch();
  const said = search.get('page') ?? '';
  const setPage = (page: number) =>
    changeSearch((now) => {
      const written = new URLSearchParams(now);
      if (page === 1) written.delete('page');
      else written.set('page', String(page));
      return written;
    });
  return [/^[1-9]\d{0,4}$/.test(said) ? Number(said) : 1, setPage];
}

/** A filter of few options, each a link that puts it into the address. */
export function LinkFilter<V extends string>({
  label,
  options,
  value,
  hrefOf,
}: {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  hrefOf: (value: V) => string;
}) {
  return (
    <nav aria-label={label} className={`${classes.links} sy-no-print`}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={hrefOf(option.value)}
          replace
          preventScrollReset
          aria-current={option.value === value ? 'true' : undefined}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}
