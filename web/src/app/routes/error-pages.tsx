import { Link, useRevalidator, useRouteError } from 'react-router';
import { Failed, Page } from '@/components/page.tsx';

export function NotFound() {
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
