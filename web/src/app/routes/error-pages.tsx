import { Suspense, useRef } from 'react';
import { Link, useLocation, useRevalidator, useRouteError } from 'react-router';
import { magicTokenOf } from '@/lib/incoming-links.ts';
import { isMissingCode, lazyPart } from '@/lib/lazy-part.ts';
import { useWindowEvent } from '@/lib/window-events.ts';
import { Failed, Loading, Page } from '@/ui/page.tsx';

const MagicLink = lazyPart(async () => (await import('./recovery.tsx')).MagicLink);

/** An address without a route: a sign-in link, or nothing. */
export function NotFound() {
  if (magicTokenOf(useLocation().pathname) !== null)
    return (
      <Suspense fallback={<Loading label="Looking at the link…" />}>
        <MagicLink />
      </Suspense>
    );
  return (
    <Page title="404 not found">
      <p>
        There is nothing at this address. <Link to="/">Go to the auctions</Link>
      </p>
    </Page>
  );
}

/** A screen that could not be opened: says why, and tries again. */
export function RouteError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  // What could not be loaded once is remembered as failed by the router: the page is loaded again.
  const isCode = isMissingCode(error);
  // A reload would keep a person here who is already leaving for another page.
  const isLeaving = useRef(false);
  useWindowEvent('beforeunload', () => {
    isLeaving.current = true;
  });
  useWindowEvent('online', () => {
    if (isCode && !isLeaving.current) location.reload();
  });
  return <Failed error={error} onRetry={() => (isCode ? location.reload() : void revalidate())} />;
}
