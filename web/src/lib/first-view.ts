import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { deviceNow } from './clock.ts';
import type { FirstRender } from './first-render.ts';

// What the server puts into a page beside the HTML of its first view: the same data, from which the browser renders it.

/** The element that holds it, as JSON: data, which no content security policy takes for a script. */
export const FIRST_VIEW = 'first-view';

/** `path`: the address whose screen the page shows. */
export type FirstView = FirstRender & { path: string; queries: DehydratedState };

/** The element with a view, as HTML. */
export const elementOf = (view: FirstView): string =>
  `<script type="application/json" id="${FIRST_VIEW}">${JSON.stringify(view).replaceAll('<', '\\u003c')}</script>`;

/** The view that this page came with; null where it came without one. */
export function viewInPage(): FirstView | null {
  const text = document.getElementById(FIRST_VIEW)?.textContent;
  return text ? (JSON.parse(text) as FirstView) : null;
}

/**
 * Puts a view's data into the cache, as new as the page. `renew` reads it again as the person who looks at it, once they
 * see the page.
 */
export function takeOver(client: QueryClient, { queries }: FirstView): { renew: () => void } {
  const dataUpdatedAt = deviceNow();
  const all = (queries.queries ?? []).map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt },
  }));
  hydrate(client, { ...queries, queries: all });
  const hashes = new Set(all.map(({ queryHash }) => queryHash));
  return {
    renew: () => void client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }),
  };
}
