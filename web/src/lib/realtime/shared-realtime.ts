import { useSyncExternalStore } from 'react';
import type { Realtime } from './realtime.ts';

// The live connection is opened beside the screens, after the first paint. A screen that needs it, once it is there,
// takes it from here, so that a page has one connection.

let current: Realtime | null = null;
const watchers = new Set<() => void>();

function set(realtime: Realtime | null): void {
  current = realtime;
  for (const watcher of watchers) watcher();
}

/** Offers this connection to the page's screens. Returns what withdraws it. */
export function shareRealtime(realtime: Realtime): () => void {
  set(realtime);
  return () => {
    if (current === realtime) set(null);
  };
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The page's live connection; null while there is none. */
export const useSharedRealtime = (): Realtime | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
