import { lazy, Suspense } from 'react';
import { Link, useLocation, useRevalidator, useRouteError } from 'react-router';
import { magicTokenOf } from '@/lib/incoming-links.ts';
import { Failed, Loading, Page } from '@/ui/page.tsx';

const MagicLink = lazy(async () => ({ default: (await import('./recovery.tsx')).MagicLink }));

/** An address that no route knows: a sign-in link, or nothing. */
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
  return <Failed error={error} onRetry={() => void revalidate()} />;
}
