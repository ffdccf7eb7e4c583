import '@fontsource-variable/archivo/wght.css';
import './config/fallback-font.css';
import './config/reset.css';
import './config/theme.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { endSession } from '@/app/routes/guards.ts';
import { whenUnauthorized } from '@/lib/api-client.ts';
import { followColorScheme } from '@/lib/color-scheme.ts';
import { type FirstView, takeOver, viewInPage } from '@/lib/first-view.ts';
import { appStoreFor, saveMarked, sharedLotOf } from '@/lib/incoming-links.ts';
import { LEFT_TO_BROWSER } from '@/lib/lazy-part.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { restoreMeWhileAway, saveRedirect } from '@/lib/session.ts';
import { Providers } from './app/providers.tsx';
import { createHydratedRouter, createRouter } from './app/router.tsx';
import { fromHash, ROUTES } from './config/paths.ts';

// What brought the person here, before the router looks at it.
const store = appStoreFor(location.href, navigator);
if (store !== null) location.replace(store);
saveMarked(location);
const moved = fromHash(location.hash) ?? sharedLotOf(location.search);
if (moved !== null) {
  history.replaceState(null, '', moved);
  saveMarked(location);
}

followColorScheme();
restoreMeWhileAway(async (asking) => (await import('@/lib/last-seen/last-seen.ts')).restoreLastSeen(asking));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

let router: ReturnType<typeof createRouter>;
const client = createQueryClient();
whenUnauthorized((error) => endSession(client, router, error));

const app = (first: FirstView | null) => (
  <StrictMode>
    <Providers client={client} first={first}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);

/** Goes to the address whose screen the server rendered, as the guards of this one would. */
function goTo({ path, isSignedIn }: FirstView): void {
  const { pathname, hash } = location;
  if (pathname === path) return;
  if (!isSignedIn && pathname !== ROUTES.home) saveRedirect(`${pathname}${hash}`);
  history.replaceState(null, '', path);
}

/** Runs once the browser has nothing else to do: everything in sight is hydrated then. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 200);
};

declare global {
  interface Window {
    /** What was pressed and changed before the code of the screen was there, kept by `early.js`. */
    early?: { end: () => void; again: () => void };
  }
}

/**
 * Reads again what the guards say of this page. Not during a navigation: it would begin once more, be rendered as a
 * transition, and what is chosen meanwhile would start from the address before it.
 */
function revalidate(): void {
  if (router.state.navigation.state === 'idle') {
    void router.revalidate();
    return;
  }
  const stop = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return;
    stop();
    void router.revalidate();
  });
}

/** Takes over the HTML that the server rendered, once the code of its screen is there. */
async function takeOverPage(container: HTMLElement, view: FirstView): Promise<void> {
  goTo(view);
  const { renew } = takeOver(client, view);
  router = await createHydratedRouter(client).finally(() => window.early?.end());
  hydrateRoot(container, app(view), {
    onRecoverableError: (error) => {
      if ((error as { digest?: string }).digest !== LEFT_TO_BROWSER) reportError(error);
    },
  });
  whenIdle(() => {
    window.early?.again();
    renew();
    revalidate();
  });
}

/** Renders the page from nothing. */
function renderPage(container: HTMLElement): void {
  router = createRouter(client);
  createRoot(container).render(app(null));
}

// A moved address is of another screen than the server knew.
const view = moved === null ? viewInPage() : null;
if (view === null) renderPage(root);
else
  takeOverPage(root, view).catch((error: unknown) => {
    // The code of the screen could not be loaded: the page says so, with a way to try again.
    reportError(error);
    root.replaceChildren();
    renderPage(root);
  });
