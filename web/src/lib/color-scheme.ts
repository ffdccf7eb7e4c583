import { useSyncExternalStore } from 'react';

export type ColorScheme = 'auto' | 'light' | 'dark';

/** The same key that public/color-scheme.js reads before the first paint. */
const KEY = 'saleyard-color-scheme';

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
  darkSystem().addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) show();
  });
}

/** Chooses the colours of all windows of this browser. */
export function chooseColorScheme(scheme: ColorScheme): void {
  chosen = scheme;
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
export const useColorScheme = (): ColorScheme => useSyncExternalStore(watch, schemeChosen);
