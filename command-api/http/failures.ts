import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { Unavailable } from '@saleyard/platform/unavailable.ts';
import type { ErrorRequestHandler } from 'express';
import { type Refusal, refusal, sendRefusal } from './answers.ts';

/** When to ask again while a store is away, in ms. */
const AWAY_RETRY_MS = 5_000;

/** What body-parser says of a body it could not take, by its `type`. */
const UNREADABLE: Record<string, () => Refusal> = {
  'entity.too.large': () => refusal('too-large'),
  'encoding.unsupported': () => refusal('unsupported-type'),
  'charset.unsupported': () => refusal('unsupported-type'),
};

const typeOf = (error: unknown): { type?: unknown; status?: unknown } =>
  typeof error === 'object' && error !== null ? error : {};

/**
 * The last handler: an unreadable body is the sender's mistake (4xx), a store that is away is told as such (503, ask
 * again), everything else is ours and is logged; the answer never tells what it was.
 */
export function failures(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { type, status } = typeOf(error);
    const known = typeof type === 'string' ? UNREADABLE[type]?.() : undefined;
    if (known) sendRefusal(response, known);
    else if (error instanceof Unavailable) {
      log.warn({ err: error, method: request.method, path: request.path }, 'a store is away');
      sendRefusal(response, refusal('unavailable', { retryAfterMs: AWAY_RETRY_MS }));
    } else if (typeof status === 'number' && status >= 400 && status < 500) {
      sendRefusal(
        response,
        refusal('invalid-request', { fill: { field: 'body', reason: 'it can not be read' } }),
      );
    } else {
      log.error({ err: error, method: request.method, path: request.path }, 'request failed');
      sendRefusal(response, refusal('internal-error'));
    }
  };
}
