import { type ErrorCode, type WireError, wireError } from '@saleyard/contract/errors.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import type { Response } from 'express';

/** What a handler answers when it can't do what was asked. `retryAfterMs` becomes `Retry-After`. */
export type Refusal = { status: number; errors: readonly WireError[]; retryAfterMs?: number };

/** A refusal with one error of the catalogue; `message` replaces the catalogue's where the specification says more. */
export function refusal(
  code: ErrorCode,
  options: { fill?: Record<string, string>; field?: string; message?: string; retryAfterMs?: number } = {},
): Refusal {
  const { status, error } = wireError(code, options.fill, options.field);
  return {
    status,
    errors: [options.message === undefined ? error : { ...error, message: options.message }],
    ...(options.retryAfterMs !== undefined && { retryAfterMs: options.retryAfterMs }),
  };
}

/** Answers a failure as the wire tells it: `{"errors":[…]}`. */
export function sendRefusal(response: Response, { status, errors, retryAfterMs }: Refusal): void {
  if (retryAfterMs !== undefined) {
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  }
  response.status(status).json({ errors });
}

/** Answers `{"data":…}`; a write adds the log position it reached, for the reads that follow it. */
export function sendData(response: Response, data: unknown, written?: { position: number }): void {
  if (written) response.setHeader(HEADERS.position, String(written.position));
  response.json({ data });
}
