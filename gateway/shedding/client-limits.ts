import type { IncomingMessage } from 'node:http';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { RequestHandler } from 'express';
import { addressOf } from '../http/trusted-proxy-headers.ts';

/** What one client may have in flight at the same time; beyond: 429 [G27]. */
export const CLIENT_LIMITS = {
  /** Requests whose bodies are being received. Counted separately, so that slow ones delay nothing else. */
  bodies: 16,
  /** Requests received and not answered. Less than the capacity of any kind of work but `bulk`. */
  requests: 24,
} as const;

/** `Retry-After` in ms for a client with too many requests in flight. */
const RETRY_MS = 1_000;

/** A counting semaphore for each name. */
export class KeyedSemaphore {
  readonly #taken = new Map<string, number>();

  /** Takes one of `most` permits of this name. Returns the function that releases it, or null when all are taken. */
  tryAcquire(name: string, most: number): (() => void) | null {
    const taken = this.#taken.get(name) ?? 0;
    if (taken >= most) return null;
    this.#taken.set(name, taken + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const others = (this.#taken.get(name) ?? 1) - 1;
      if (others > 0) this.#taken.set(name, others);
      else this.#taken.delete(name);
    };
  }
}

/** Whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Identifies a request's client: its account, or else its address. */
type ClientOf = (request: IncomingMessage) => Promise<string>;

/** Identifies clients by the account signed in, or by address when nobody is or the lookup fails. */
export const clientBy =
  (accountOf: (request: IncomingMessage) => Promise<string | null>): ClientOf =>
  async (request) => {
    const account = await accountOf(request).catch(() => null);
    return account === null ? `address ${addressOf(request)}` : `account ${account}`;
  };

/**
 * Limits each client before the shared limits [G27]. `before` counts a body being received; `received` counts a request
 * until it is answered.
 */
export function limitClients(clientOf: ClientOf): { before: RequestHandler; received: RequestHandler } {
  const bodies = new KeyedSemaphore();
  const requests = new KeyedSemaphore();
  const received = new WeakMap<IncomingMessage, { client: string; leave: () => void }>();

  const take =
    (permits: KeyedSemaphore, most: number): ((...of: Parameters<RequestHandler>) => Promise<void>) =>
    async (request, response, next) => {
      const client = received.get(request)?.client ?? (await clientOf(request));
      if (response.closed) return;
      const leave = permits.tryAcquire(client, most);
      if (leave === null) {
        sendRefusal(response, refusal('rate-limited', { retryAfterMs: RETRY_MS }));
        return;
      }
      received.set(request, { client, leave });
      response.once('close', leave);
      next();
    };
  const asBody = take(bodies, CLIENT_LIMITS.bodies);
  const asRequest = take(requests, CLIENT_LIMITS.requests);

  return {
    before: (request, response, next) => (hasBody(request) ? asBody : asRequest)(request, response, next),
    received: (request, response, next) => {
      if (!hasBody(request)) return next();
      received.get(request)?.leave();
      return asRequest(request, response, next);
    },
  };
}
