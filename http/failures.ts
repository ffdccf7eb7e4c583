import { type ErrorCode, type WireError, wireError } from '@saleyard/contract/errors.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import { isDiskFull } from '@saleyard/platform/disk-space.ts';
import { FileDamaged } from '@saleyard/platform/files/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Unavailable } from '@saleyard/platform/unavailable.ts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { opensAPage, refusalPage } from './refusal-page.ts';

/** Default for `Retry-After`, in ms. */
const RETRY_MS = 5_000;

/**
 * The answer to a refused request. `retryAfterMs` becomes `Retry-After`. `position`: the log position at which the
 * refusal was recorded, if it was.
 */
export type Refusal = {
  status: number;
  errors: readonly WireError[];
  retryAfterMs?: number;
  position?: number;
};

export const isRefusal = (one: object): one is Refusal => 'errors' in one;

/**
 * A refusal with one error of the catalogue; `message` replaces the catalogue's where the specification is more
 * specific.
 */
export function refusal(
  code: ErrorCode,
  options: { fill?: Record<string, string>; field?: string; message?: string; retryAfterMs?: number } = {},
): Refusal {
  const { fill, field, message, retryAfterMs } = options;
  const { status, error } = wireError(code, fill, field);
  return {
    status,
    errors: [message === undefined ? error : { ...error, message }],
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Sends a refusal in the wire format: `{"errors":[…]}`, with `Retry-After` where a retry may succeed. A person who followed
 * the address gets a page instead, which loads the address again where a retry may succeed.
 */
export function sendRefusal(response: Response, { status, errors, retryAfterMs, position }: Refusal): void {
  const mayComeBack = retryAfterMs !== undefined || status === 429 || status === 503;
  if (mayComeBack && !response.hasHeader('Retry-After')) {
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil((retryAfterMs ?? RETRY_MS) / 1000))));
  }
  if (position !== undefined) response.setHeader(HEADERS.position, String(position));
  if (!opensAPage(response.req)) {
    response.status(status).json({ errors });
    return;
  }
  const retryInS = mayComeBack ? Number(response.getHeader('Retry-After')) : null;
  response
    .status(status)
    .setHeader('Cache-Control', 'no-store')
    .type('html')
    .send(refusalPage(status, errors[0] ?? {}, retryInS));
}

/** Maps an error of Express or its parsers to a refusal; null: the error is ours. */
function refusalOfSender(thrown: unknown): Refusal | null {
  // A path that can't be decoded matches nothing.
  if (thrown instanceof URIError) return refusal('not-found');
  const { status }: { status?: unknown } = typeof thrown === 'object' && thrown !== null ? thrown : {};
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  if (status === 413) return refusal('too-large');
  if (status === 415) return refusal('unsupported-type');
  if (status === 404) return refusal('not-found');
  return refusal('invalid-request', { fill: { field: 'body', reason: 'it cannot be read' }, field: 'body' });
}

/** Reports errors that the client did not cause. */
export type OnFailure = (error: unknown, request: Request) => void;

/** Logs failures: an unavailable store as a warning, everything else as an error. */
export const logFailures =
  (logger: Pick<Logger, 'warn' | 'error'>): OnFailure =>
  (error, { method, path }) => {
    if (isDiskFull(error)) logger.warn({ err: error, method, path }, 'a store has no space');
    else if (error instanceof Unavailable) logger.warn({ err: error, method, path }, 'a store is away');
    else if (error instanceof FileDamaged)
      logger.error({ err: error, method, path }, 'a stored file is damaged');
    else logger.error({ err: error, method, path }, 'a request failed');
  };

const codeOf = (error: unknown): ErrorCode => {
  if (isDiskFull(error)) return 'full';
  if (error instanceof FileDamaged) return 'damaged-file';
  return error instanceof Unavailable ? 'unavailable' : 'internal-error';
};

/**
 * The last handler [G20]: a client's error is a 4xx, an unavailable store `unavailable` (503, retry), a store without
 * space `full` (503), a damaged stored file `damaged-file` (410), everything else `internal-error`. Internal details go to `onFailure` only, never to the client.
 */
export function errorHandler(onFailure: OnFailure): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const ofSender = refusalOfSender(error);
    if (ofSender === null) onFailure(error, request);
    if (response.headersSent) next(error);
    else sendRefusal(response, ofSender ?? refusal(codeOf(error)));
  };
}
