import { COLOR_SCHEME } from '@saleyard/contract/headers.ts';
import { useSyncExternalStore } from 'react';
import { deviceNow } from './clock.ts';

export type ColorScheme = 'auto' | 'light' | 'dark';

/** The same key that public/early.js reads before the first paint. */
const KEY = COLOR_SCHEME;

/** How long a browser keeps the choice for the server, which writes it into pages that it renders. ms. */
const KEPT_MS = 400 * 24 * 3_600_000;

/** Sets the cookie of the choice. Without it, where a browser refuses it, such a page begins in the system's colours. */
async function keepForServer(scheme: ColorScheme): Promise<void> {
  const cookie = { name: COLOR_SCHEME, value: scheme, path: '/', sameSite: 'lax' } as const;
  try {
    if (scheme === 'auto') await globalThis.cookieStore?.delete({ name: COLOR_SCHEME, path: '/' });
    else await globalThis.cookieStore?.set({ ...cookie, expires: deviceNow() + KEPT_MS });
  } catch {
    // The page itself has the colours all the same.
  }
}

const listeners = new Set<() => void>();
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What was chosen when it cannot be kept: for this page only. */
let chosen: ColorScheme | null = null;

function schemeChosen(): ColorScheme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return chosen ?? 'auto';
  }
}

function show(): void {
  const scheme = schemeChosen();
  const isDark = scheme === 'dark' || (scheme === 'auto' && darkSystem().matches);
  document.documentElement.setAttribute('data-color-scheme', isDark ? 'dark' : 'light');
  for (const listener of listeners) listener();
}

/** Keeps the page's colours as they are chosen, here or in another window, or as the system's when they follow it. */
export function followColorScheme(): void {
  void keepForServer(schemeChosen());
  darkSystem().addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) show();
  });
}

/** Chooses the colours of all windows of this browser. */
export function chooseColorScheme(scheme: ColorScheme): void {
  chosen = scheme;
  void keepForServer(scheme);
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // They change all the same, until the page is left.
  }
  show();
}

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The colours that are chosen. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(watch, schemeChosen, () => 'auto');
