const KEY = 'saleyard-redirect';

/** Remembers where a visitor wanted to go, for after sign-in. Only addresses of this site are kept. */
export function saveRedirect(path: string): void {
  if (isOurs(path)) sessionStorage.setItem(KEY, path);
}

/** Where to go after sign-in, forgetting it; null when nothing was saved. */
export function takeRedirect(): string | null {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path !== null && isOurs(path) ? path : null;
}

/** A path, never "//elsewhere" nor "/\elsewhere", which browsers read as another host. */
const isOurs = (path: string): boolean => /^\/(?![/\\])/.test(path);
