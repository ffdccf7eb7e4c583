import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useSearchParams } from 'react-router';

/** A change of an address's search part, from what it says now. */
type Change = (now: URLSearchParams) => URLSearchParams;

/** `push`: the change is a step that Back takes back. Otherwise it replaces the address. */
type ChangeSearch = (change: Change, how?: { push?: boolean }) => void;

/** The values with one put in, or taken out where it was in. */
export const toggled = <V>(values: readonly V[], value: V): V[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

/**
 * The search part of the address, and how a person's choice changes it. The change is rendered at once and not as a
 * transition: a choice or a link that is pressed while a slow device is still rendering would otherwise start from the
 * address before it, and the choice would be lost. A choice starts from the router's own address, also one that is not
 * rendered yet (a link was followed) or that waits, as while the page's guards ask who is signed in.
 */
export function useUrlSearch(): [search: URLSearchParams, changeSearch: ChangeSearch] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  // The public hooks (`useNavigation`, `useLocation`) return the state of the last render, which may be older.
  const router = useContext(RouterContext)?.router;
  const changeSearch: ChangeSearch = useCallback(
    (change, { push = false } = {}) =>
      setSearch(
        (rendered) => {
          const { navigation, location } = router?.state ?? {};
          const now = [navigation?.location, location].find((one) => one?.pathname === pathname);
          return change(now === undefined ? rendered : new URLSearchParams(now.search));
        },
        { replace: !push, preventScrollReset: true, flushSync: true },
      ),
    [setSearch, router, pathname],
  );
  return [search, changeSearch];
}
