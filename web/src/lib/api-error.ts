import type { WireError } from '@saleyard/contract/errors.ts';

/**
 * A call that did not succeed. `status` is the HTTP status, or 0 when no answer came at all. `errors` are the
 * server's, never empty: a missing body becomes the catalogue's words for that status.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly WireError[];
  /** From `Retry-After`; null when the server named no time. ms. */
  readonly retryAfterMs: number | null;

  constructor(status: number, errors: readonly WireError[], retryAfterMs: number | null = null) {
    const shown = errors.length > 0 ? errors : [errorTextFor(status)];
    super(shown[0]?.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.errors = shown;
    this.retryAfterMs = retryAfterMs;
  }

  /** The first error's code. */
  get code(): string {
    return this.errors[0]?.code ?? 'internal-error';
  }

  /** No answer came: offline, or the server is away. */
  get isNoConnection(): boolean {
    return this.status === 0;
  }
}

/** Whether a call did not reach the server: no answer came, or a proxy's for it. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 504].includes(error.status);

const UNEXPLAINED = 'Something is wrong. Please connect and try again.';

/** The specification's words for a failure whose body says nothing. */
function errorTextFor(status: number): WireError {
  const text = (code: string, title: string, message = UNEXPLAINED) => ({ code, title, message });
  if (status === 0) return text('no-connection', 'No Internet Connection');
  if (status === 404)
    return text('not-found', 'Not Found', 'Not Found. Server error. Please try again later');
  if (status === 500) return text('internal-error', 'Error', 'Bad request. Please try again later');
  return text('unavailable', 'Error');
}

/** What went wrong, as a title and a sentence to show. Any thrown value is understood. */
export function errorTextOf(error: unknown): { title: string; message: string } {
  const first = error instanceof ApiError ? error.errors[0] : undefined;
  return {
    title: first?.title ?? 'Error',
    message: first?.message ?? UNEXPLAINED,
  };
}
