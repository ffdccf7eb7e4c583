import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { jitter } from './random.ts';

/** Whether no answer came, or the server was busy. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.isNoConnection || error.status === 503);

/** What a screen can do without for the moment is asked for again this often, ms. */
const AGAIN_MS = 20_000;

/**
 * A `refetchInterval` for what is read once and then kept in step by other means: it is asked for again only as
 * long as it could not be read because the server was busy or away, and not sooner than the server's Retry-After.
 */
export const untilRead = ({
  state: { data, error },
}: {
  state: { data: unknown; error: unknown };
}): number | false => data === undefined && isPassing(error) && Math.max(AGAIN_MS, error.retryAfterMs ?? 0);

/** A `refetchInterval` for reference data: what could not be read is asked for every 5 s, until it is there. */
export const untilLoaded = ({ state }: { state: { data: unknown; error: unknown } }): number | false =>
  state.data === undefined && state.error !== null && CLIENT_TIMES.referenceRetryMs;

/** A read is tried this many times more when no answer came or the server asked to wait. */
const READ_RETRIES = 2;

/** If the server's time to retry is longer than this, the person sees a message instead of waiting. ms. */
const LONGEST_WAIT_MS = 10_000;

const worthAsking = (error: unknown): boolean =>
  isPassing(error) && (error.retryAfterMs ?? 0) <= LONGEST_WAIT_MS;

/** ms before a read is tried again: the server's Retry-After, never less, and up to a quarter more. */
const retryDelay = (failures: number, error: unknown): number => {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return (asked ?? Math.min(1_000 * 2 ** failures, 8_000)) * (1 + jitter() / 4);
};

/**
 * A `placeholderData`: rows of the list whose keys begin so stay in sight, marked busy, until those of other filters
 * are there. Rows of another list, or another sale, are not shown.
 */
export const rowsOf =
  (...list: readonly string[]) =>
  <Rows>(before: Rows | undefined, earlier: { queryKey: readonly unknown[] } | undefined): Rows | undefined =>
    list.every((part, at) => part === earlier?.queryKey[at]) ? before : undefined;

/**
 * Whether a list has nothing to show yet: rows of earlier filters do not come back when a read that failed is tried again.
 */
export const isFirstRead = (query: {
  isPending: boolean;
  isPlaceholderData: boolean;
  errorUpdateCount: number;
}): boolean => query.isPending || (query.isPlaceholderData && query.errorUpdateCount > 0);

/** Calls of REST log their failures themselves. */
const logging = { onError: (error: unknown) => error instanceof ApiError || console.warn(error) };

/**
 * The cache of server state. Writes are never queued and never retried: `networkMode: 'always'` makes a write
 * made offline fail at once rather than leave when the network is back.
 * What a person reads of a failure is for their screen to say, and where it says nothing they read nothing.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(logging),
    mutationCache: new MutationCache(logging),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < READ_RETRIES && worthAsking(error),
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
