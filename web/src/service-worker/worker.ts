import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { CACHES, type WorkerMessage } from './messages.ts';

/** What this script uses of a service worker; the web is checked with the types of pages. */
type Worker = {
  skipWaiting(): Promise<void>;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  addEventListener(
    type: 'activate',
    listener: (event: { waitUntil(work: Promise<void>): void }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerMessage>) => void): void;
};
declare const self: Worker;

/** Written by the build: the page, and the files of the screens that open without a connection. */
declare const PRECACHED: { url: string; revision: string | null }[];

/** The page as it is in the build, which says nothing of anybody. */
const PAGE = '/index.html';

/** How long a page is waited for before the kept one is shown. s. */
const PAGE_WAIT_S = 8;

/** What a proxy answers for a server that is away. */
const AWAY: readonly number[] = [502, 504];

/** The most files that are kept of other screens, and the most pictures. */
const MOST_FILES = 120;
const MOST_PICTURES = 80;

/** Keeps the newest entries of a cache; what is over is removed with the next one that comes. */
const bound = (most: number): WorkboxPlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
  },
});

// Names of files hold a hash of their content: a file that is kept is never out of date.
const files = PRECACHED;
precache(files);
addRoute({ directoryIndex: '', cleanURLs: false });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: CACHES.files, plugins: [bound(MOST_FILES)] }),
);
// Pictures of catalogues are public, and never change. Answers of the interface are not kept here: they are a person's.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.destination === 'image' && url.pathname.startsWith('/media/'),
  new CacheFirst({ cacheName: CACHES.pictures, plugins: [bound(MOST_PICTURES)] }),
);

const network = new NetworkOnly({ networkTimeoutSeconds: PAGE_WAIT_S });
registerRoute(
  new NavigationRoute(
    async (options) => {
      const answer = await network.handle(options).catch(() => undefined);
      if (answer !== undefined && !AWAY.includes(answer.status)) return answer;
      return (await matchPrecache(PAGE)) ?? answer ?? Response.error();
    },
    // Files that a link downloads are no pages.
    { denylist: [/^\/(api|media|realtime)\//, /\.\w+$/] },
  ),
);

cleanupOutdatedCaches();
clientsClaim();
self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration;
  // The page is asked for while this script starts.
  if (navigationPreload) event.waitUntil(navigationPreload.enable());
});

self.addEventListener('message', ({ data, ports }) => {
  if (data.type === 'take-over') void self.skipWaiting();
  // A page that was loaded after a release is of this version before this worker has taken over.
  else ports[0]?.postMessage(files.some(({ url }) => url === data.script));
});
