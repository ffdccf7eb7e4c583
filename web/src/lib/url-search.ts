import { useSearchParams } from 'react-router';

/** A change of an address's search part, from what it says now. */
type Change = (now: URLSearchParams) => URLSearchParams;

/**
 * The search part of the address, and how a person's choice changes it. The change is rendered at once and not as a
 * transition: a choice or a link that is pressed while a slow device is still rendering would otherwise start from the
 * address before it, and the choice would be lost.
 */
export function useUrlSearch(): [search: URLSearchParams, changeSearch: (change: Change) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    search,
    (change) => setSearch(change, { replace: true, preventScrollReset: true, flushSync: true }),
  ];
}
