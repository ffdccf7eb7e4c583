import { COLOR_SCHEME } from '@saleyard/contract/headers.ts';
import { parseCookie } from 'cookie';

// A page with a view is painted before its scripts have come, in the colours that the person chose, or else the system's.

/** The script that finds out the colours of a page without a view, before anything of it is painted. */
const SCRIPT = '<script src="/early.js"></script>';
const OF_ROOT = /(<html[^>]*?) data-color-scheme="\w+"/;

/** The page in the colours of these cookies, without waiting for its script. */
export function inColorScheme(page: string, cookies: string | undefined): string {
  const chosen = parseCookie(cookies ?? '')[COLOR_SCHEME];
  const attribute = chosen === 'dark' || chosen === 'light' ? ` data-color-scheme="${chosen}"` : '';
  return page
    .replace(OF_ROOT, (_, root: string) => root + attribute)
    .replace(SCRIPT, () => SCRIPT.replace('<script', '<script async'));
}

/** The rules of both schemes as the build writes them. */
const ruleOf = (styles: string, scheme: 'light' | 'dark'): string =>
  new RegExp(`:root\\[data-color-scheme="?${scheme}"?\\]\\s*({[^}]*})`).exec(styles)?.[1] ?? '{}';

/** Style sheets with the rules for a page whose colours nobody chose: those of the system. */
export const withSystemScheme = (styles: string): string =>
  `${styles}:root:not([data-color-scheme])${ruleOf(styles, 'light')}@media screen and (prefers-color-scheme:dark){:root:not([data-color-scheme])${ruleOf(styles, 'dark')}}`;
