import { useSyncExternalStore } from 'react';

let away = false;
const watchers = new Set<() => void>();

/** Says to all of a page whether the server can be reached. */
export function setAway(now: boolean): void {
  away = now;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Whether the server can't be reached: no network, no answer, or nobody could say who is signed in. */
const useAway = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => away,
    () => false,
  );

const REASON = 'You are offline. This needs a connection.';

/** What a button that needs the server is given: disabled with the reason, while there is no connection. */
export const useNeedsServer = (): { disabled?: true; title?: string } =>
  useAway() ? { disabled: true, title: REASON } : {};

/** The same for a link to a page that needs the server: without an address, it can't be followed. */
export const useServerLink = (
  href: string,
): { href: string } | { role: 'link'; 'aria-disabled': true; title: string } =>
  useAway() ? { role: 'link', 'aria-disabled': true, title: REASON } : { href };
