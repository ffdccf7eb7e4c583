import { connect, DebugEvents, Events, type NatsConnection as NatsClient, NatsError } from 'nats';
import { defer, firstValueFrom, from, fromEvent, map, merge, race, retry, timer } from 'rxjs';
import type { Logger } from '../logging/logger.ts';
import { readNatsUrl } from './nats-url.ts';

/** Wait between two attempts to connect, in ms; up to as much again is added at random, so that not all come at once. */
const CONNECT_AGAIN_MS = 250;
/** What one attempt to connect may take, in ms. */
const CONNECT_LIMIT_MS = 5_000;
/** A connection to a server that leaves PINGS_LIMIT pings unanswered is closed: noticed within 3 s. */
const PING_EVERY_MS = 1_000;
const PINGS_LIMIT = 2;
/** How often it is said that the first connection is still awaited, in attempts. */
const SAY_WAITING_EVERY = 40;
/** How long the client may take to close a connection to a silent server, in ms; then its socket is destroyed. */
const CUT_AFTER_MS = 250;
/** What the way to the server and back may take when the connection is closed, in ms. */
const CLOSE_FLUSH_MS = 2_000;

type Options = {
  /** As `readNatsUrl` reads it: one server or several. The others of a cluster are learned from the one that answers. */
  url: string;
  /** What the server shows this connection as. */
  name: string;
  logger?: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Ends the waiting for the first connection. */
  signal?: AbortSignal;
};

/**
 * Connects to NATS. A server that is not there yet is waited for, however long, and the log says so; one that refuses
 * the credentials is not. Once connected, it connects again by itself for ever.
 * @throws Error when it is no URL of NATS or the credentials are refused, and the signal's reason when it is aborted
 */
export async function connectNats({ url, name, logger, signal }: Options): Promise<NatsConnection> {
  const read = readNatsUrl(url);
  if (read === null) throw new Error('this is no URL of NATS');
  const { servers, isTls, credentials } = read;
  const host = servers.join();
  const dial = (): Promise<NatsClient> =>
    connect({
      servers: [...servers],
      name,
      ...credentials,
      ...(isTls && { tls: {} }),
      timeout: CONNECT_LIMIT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: CONNECT_AGAIN_MS,
      reconnectJitter: CONNECT_AGAIN_MS,
      reconnectJitterTLS: CONNECT_AGAIN_MS,
      // After the first success, refused credentials are temporary: somebody is changing the server.
      ignoreAuthErrorAbort: true,
      pingInterval: PING_EVERY_MS,
      maxPingOut: PINGS_LIMIT,
      noAsyncTraces: true,
    });
  const aborted = (): Error => signal?.reason as Error;
  const client = await firstValueFrom(
    defer(() => {
      if (signal?.aborted) throw aborted();
      return from(dial());
    }).pipe(
      retry({
        delay: (error: unknown, attempts) => {
          if (signal?.aborted) throw aborted();
          if (error instanceof NatsError && error.isAuthError()) {
            throw new Error(`NATS at ${host} refuses the credentials it is given`, { cause: error });
          }
          if (attempts % SAY_WAITING_EVERY === 1) {
            logger?.warn({ err: error, server: host }, 'NATS cannot be reached yet: waiting for it');
          }
          const again = timer(CONNECT_AGAIN_MS);
          return signal === undefined ? again : race(again, fromEvent(signal, 'abort'));
        },
      }),
    ),
  );
  logger?.info({ server: host }, 'connected to NATS');
  return new NatsConnection(client, logger);
}

/** A shared connection to NATS. */
export class NatsConnection {
  readonly client: NatsClient;
  readonly #logger: Options['logger'];
  readonly #onUp = new Set<() => void>();
  readonly #onDown = new Set<() => void>();
  #up = true;
  #cutting: NodeJS.Timeout | undefined;

  constructor(client: NatsClient, logger: Options['logger']) {
    this.client = client;
    this.#logger = logger;
    void this.#follow();
  }

  /**
   * Whether a message leaves at once. Offline, the client buffers and sends later; callers that must not be late check
   * this first. Without `info` the client is connecting again; it may know so before the broken connection is reported.
   */
  get isUp(): boolean {
    return this.#up && this.client.info !== undefined;
  }

  /** Calls `handler` after every reconnection, once the server has all subscriptions; returns a function that stops it. */
  onUp(handler: () => void): () => void {
    this.#onUp.add(handler);
    return () => this.#onUp.delete(handler);
  }

  /** Calls `handler` when the connection is lost: what was under way may or may not have arrived. */
  onDown(handler: () => void): () => void {
    this.#onDown.add(handler);
    return () => this.#onDown.delete(handler);
  }

  /**
   * Resolves when the server has taken what was sent before, and all that it sent before that is here; to false when
   * that does not happen within `limitMs`. Never rejects.
   */
  async flush(limitMs: number): Promise<boolean> {
    if (!this.isUp) return false;
    const arrived = this.client.flush().then(
      () => true,
      () => false,
    );
    return firstValueFrom(merge(from(arrived), timer(limitMs).pipe(map(() => false))));
  }

  async close(): Promise<void> {
    await this.flush(CLOSE_FLUSH_MS);
    this.#up = false;
    await this.client.close();
    this.#onUp.clear();
    this.#onDown.clear();
  }

  async #follow(): Promise<void> {
    for await (const { type, data } of this.client.status()) {
      if (type === Events.Disconnect) {
        clearTimeout(this.#cutting);
        this.#lost();
      } else if (type === DebugEvents.StaleConnection) {
        this.#lost();
        this.#cutting = setTimeout(() => this.#cut(), CUT_AFTER_MS);
      } else if (type === Events.Reconnect) void this.#regained();
      else if (type === Events.Error) this.#logger?.error({ code: data }, 'NATS reported an error');
    }
    clearTimeout(this.#cutting);
    this.#lost();
  }

  #lost(): void {
    if (!this.#up) return;
    this.#up = false;
    if (!this.client.isClosed()) this.#logger?.warn({}, 'the connection to NATS is lost');
    for (const handler of this.#onDown) handler();
  }

  /**
   * Destroys the socket. The client waits until its output is written, which a server that stopped reading can block
   * for ever, and it has no method for this. Call only before it lets go of the connection; after that it may be
   * writing to the next server.
   */
  #cut(): void {
    const { protocol } = this.client as unknown as {
      protocol?: { transport?: { socket?: { destroy?(): void } } };
    };
    protocol?.transport?.socket?.destroy?.();
  }

  async #regained(): Promise<void> {
    if (this.#up) return;
    this.#up = true;
    // Subscriptions were sent before this.
    const known = await this.client.flush().then(
      () => true,
      () => false,
    );
    // If it broke again meanwhile, the next reconnection reports it.
    if (!known || !this.isUp) return;
    this.#logger?.info({}, 'connected to NATS again');
    for (const handler of this.#onUp) handler();
  }
}
