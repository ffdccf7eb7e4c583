import { useRevalidator, useRouteError } from 'react-router';
import { Failed } from '@/components/states.tsx';

/** A screen that could not be opened: says why, and tries again. */
export function RouteError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return <Failed error={error} onRetry={() => void revalidate()} />;
}
