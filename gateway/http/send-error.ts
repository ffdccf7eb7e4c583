import { wireError } from '@saleyard/contract/errors.ts';
import { Unavailable } from '@saleyard/platform/unavailable.ts';
import type { ErrorRequestHandler, Response } from 'express';

type WireFailure = ReturnType<typeof wireError>;

/** Answers a failure in the words of the catalogue: `{"errors":[…]}`, with `Retry-After` where it may be tried again. */
export function sendError(response: Response, { status, error }: WireFailure, retryAfterSeconds = 5): void {
  if ((status === 429 || status === 503) && !response.hasHeader('Retry-After')) {
    response.setHeader('Retry-After', String(retryAfterSeconds));
  }
  response.status(status).json({ errors: [error] });
}

/** What Express and its parsers say of a request that they could not take. */
type Thrown = { status?: unknown; type?: unknown };

function failureOf(thrown: unknown): WireFailure | null {
  if (thrown instanceof Unavailable) return wireError('unavailable');
  const { status, type }: Thrown = typeof thrown === 'object' && thrown !== null ? thrown : {};
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  if (status === 413) return wireError('too-large');
  if (status === 415) return wireError('unsupported-type');
  if (status === 404) return wireError('not-found');
  const field = typeof type === 'string' && type.startsWith('entity.') ? 'body' : 'request';
  return wireError('invalid-request', { field, reason: 'it can not be read' }, field);
}

/**
 * The last handler [G20]: what the sender did wrong is said so, a store that is away is `unavailable`, everything
 * else is `internal-error`, and nothing of what went wrong inside is told to anyone but `failed`.
 */
export function errorHandler(failed: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const failure = failureOf(error);
    if (failure === null) failed(error);
    if (response.headersSent) next(error);
    else sendError(response, failure ?? wireError('internal-error'));
  };
}
