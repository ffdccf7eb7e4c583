import type { IncomingMessage } from 'node:http';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { RequestHandler } from 'express';
import { addressOf } from '../http/trusted-proxy-headers.ts';

/** What one client may have under way at the same time; beyond: 429 [G27]. */
export const CLIENT_LIMITS = {
  /** Requests whose bodies are being received. Apart from the rest, so that slow ones delay nothing else. */
  bodies: 16,
  /** Requests received and not answered. Less than the capacity of any kind of work but `bulk`. */
  requests: 24,
} as const;

/** ms after which a client with too much under way may come again. */
const RETRY_MS = 1_000;

/** A counting semaphore for each name. */
export class KeyedSemaphore {
  readonly #taken = new Map<string, number>();

  /** Takes one of `most` permits of this name: null when all are taken, else what releases it. */
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

/** Whether a request comes with a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** The name of the client whose request it is: its account, or else its address. */
type ClientOf = (request: IncomingMessage) => Promise<string>;

/** Clients by the account that is signed in, or the address of who is not, or can't be looked up. */
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
