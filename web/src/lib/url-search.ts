import { useCallback } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** A change of an address's search part, from what it says now. */
type Change = (now: URLSearchParams) => URLSearchParams;

/** `push`: the change is a step that Back takes back. Otherwise it replaces the address. */
type ChangeSearch = (change: Change, how?: { push?: boolean }) => void;

/**
 * The search part of the address, and how a person's choice changes it. The change is rendered at once and not as a
 * transition: a choice or a link that is pressed while a slow device is still rendering would otherwise start from the
 * address before it, and the choice would be lost. A change that waits, as while the page's guards ask who is signed in, is
 * what the next one starts from.
 */
export function useUrlSearch(): [search: URLSearchParams, changeSearch: ChangeSearch] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  const waiting = coming?.pathname === pathname ? coming.search : null;
  const changeSearch: ChangeSearch = useCallback(
    (change, { push = false } = {}) =>
      setSearch((now) => change(waiting === null ? now : new URLSearchParams(waiting)), {
        replace: !push,
        preventScrollReset: true,
        flushSync: true,
      }),
    [setSearch, waiting],
  );
  return [search, changeSearch];
}
