import { ApiError } from './api-error.ts';

/** What a screen can do without for the moment is asked for again this often, ms. */
const AGAIN_MS = 20_000;

/**
 * A `refetchInterval` for what is read once and then kept in step by other means: it is asked for again only as
 * long as it could not be read because the server was busy or away, and not sooner than the server wants.
 */
export function untilRead({ state }: { state: { data: unknown; error: unknown } }): number | false {
  const { data, error } = state;
  if (data !== undefined || !(error instanceof ApiError)) return false;
  const isPassing = error.isNoConnection || error.status === 503;
  return isPassing && Math.max(AGAIN_MS, error.retryAfterMs ?? 0);
}
