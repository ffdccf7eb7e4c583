import type { IncomingMessage } from 'node:http';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { RequestHandler } from 'express';
import { addressOf } from '../http/trusted-proxy-headers.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** What one client may have in flight at the same time; beyond: 429 [G27]. */
export const CLIENT_LIMITS = {
  /** Requests whose bodies are being received. Counted separately, so that slow ones delay nothing else. */
  bodies: 16,
  /** Requests received and not answered. Less than the capacity of any kind of work but `bulk`. */
  requests: 24,
  /**
   * Requests of one address that wait for their turn: hundreds of visitors may share a saleyard's Wi-Fi, and open a sale in
   * the same moment. An account is one person, and waits for nothing.
   */
  waiting: 1_000,
  /**
   * Pictures of one client that wait for their turn: a page requests many at once. 300 visitors' browsers that open 6
   * connections each request 1,800.
   */
  waitingPictures: 2_000,
  /** ms that they wait. */
  waitMs: 10_000,
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

/** A client: an account, or an address where nobody is signed in. */
export type Client = { name: string; isAddress: boolean };

export type ClientOf = (request: IncomingMessage) => Promise<Client>;

/** `account`: who is signed in; null: nobody, or it is not known. */
export const clientOf = (request: IncomingMessage, account: string | null): Client =>
  account === null
    ? { name: `address ${addressOf(request)}`, isAddress: true }
    : { name: `account ${account}`, isAddress: false };

/** Identifies clients by the account signed in, or by address when nobody is or the lookup fails. */
export const clientBy =
  (accountOf: (request: IncomingMessage) => Promise<string | null>): ClientOf =>
  async (request) =>
    clientOf(request, await accountOf(request).catch(() => null));

const waitingOfAddress = ({ isAddress }: Client): number => (isAddress ? CLIENT_LIMITS.waiting : 0);

/** So many requests of each client at a time; `waitingOf`: how many more of a client wait for their turn. */
class ClientSlots {
  readonly #clock: Clock;
  readonly #atOnce: number;
  readonly #waitingOf: (client: Client) => number;
  readonly #limiters = new Map<string, ConcurrencyLimiter>();

  constructor(clock: Clock, atOnce: number, waitingOf = waitingOfAddress) {
    this.#clock = clock;
    this.#atOnce = atOnce;
    this.#waitingOf = waitingOf;
  }

  /** Resolves to the function that releases the slot, or to null when there is none. */
  take(client: Client): Promise<(() => void) | null> {
    const { name } = client;
    const limiter = this.#limiters.get(name) ?? new ConcurrencyLimiter(this.#clock, CLIENT_LIMITS.waitMs);
    this.#limiters.set(name, limiter);
    const capacity = { atOnce: this.#atOnce, waiting: this.#waitingOf(client) };
    return new Promise((resolve) => {
      limiter.take(capacity, (release) => {
        if (release === null) return resolve(null);
        resolve(() => {
          release();
          if (limiter.isIdle) this.#limiters.delete(name);
        });
      });
    });
  }
}

/**
 * Limits each client before the shared limits [G27]. `before` counts a body being received; `received` counts a request
 * until it is answered; `picture` counts one until it is sent.
 */
export function limitClients(
  identify: ClientOf,
  clock: Clock,
): { before: RequestHandler; received: RequestHandler; picture: RequestHandler } {
  const received = new WeakMap<IncomingMessage, { client: Client; leave: () => void }>();

  const take =
    (slots: ClientSlots): ((...of: Parameters<RequestHandler>) => Promise<void>) =>
    async (request, response, next) => {
      const client = received.get(request)?.client ?? (await identify(request));
      if (response.closed) return;
      const leave = await slots.take(client);
      if (leave === null) {
        if (!response.closed) sendRefusal(response, refusal('rate-limited', { retryAfterMs: RETRY_MS }));
        return;
      }
      if (response.closed) return leave();
      received.set(request, { client, leave });
      response.once('close', leave);
      next();
    };
  const asBody = take(new ClientSlots(clock, CLIENT_LIMITS.bodies));
  const asRequest = take(new ClientSlots(clock, CLIENT_LIMITS.requests));
  const picture = take(new ClientSlots(clock, CLIENT_LIMITS.requests, () => CLIENT_LIMITS.waitingPictures));

  return {
    picture,
    before: (request, response, next) => (hasBody(request) ? asBody : asRequest)(request, response, next),
    received: (request, response, next) => {
      if (!hasBody(request)) return next();
      received.get(request)?.leave();
      return asRequest(request, response, next);
    },
  };
}
