import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import {
  PRACTICE_PARAMETER,
  PROTOCOL_PARAMETER,
  PROTOCOL_VERSION,
} from '@saleyard/contract/realtime-protocol.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import { TRANSFER_LIMITS } from '../http/slow-transfers.ts';
import { addressOf } from '../http/trusted-proxy-headers.ts';
import { KeyedSemaphore } from '../shedding/client-limits.ts';
import type { LiveLimits } from './live-limits.ts';
import { practising, type Session } from './session.ts';

/** The path of the WebSocket. */
const REALTIME_PATH = '/realtime';

const STATUS_TEXTS: Record<number, string> = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

export type HandshakeGuardDeps = {
  limits: LiveLimits;
  /** The origins that are ours ("https://saleyard.example"); empty: the host that a request was sent to. */
  ownOrigins: readonly string[];
  /** The account of the request's cookie, or null. */
  sessionOf(request: IncomingMessage): Promise<Session | null>;
  /** The visitor of the request's pass, or null [G30]. Left out: there are no passes. */
  visitorOf?: ((request: IncomingMessage) => string | null) | undefined;
  /** [G24] Whether anonymous visitors are refused now. */
  refusesAnonymous(): boolean;
};

export type HandshakeResult =
  | { outcome: 'accepted'; session: Session | null; address: string; isOwnProtocol: boolean; leave(): void }
  | { outcome: 'refused'; code: ErrorCode };

/** Decides at the upgrade who may open a socket: only our own pages [G18], up to a number at a time [G8]. */
export class HandshakeGuard {
  readonly #deps: HandshakeGuardDeps;
  readonly #inside = new KeyedSemaphore();
  closed = false;

  constructor(deps: HandshakeGuardDeps) {
    this.#deps = deps;
  }

  /** Checks an upgrade request whose origin is established. An accepted socket counts until `leave` is called. */
  async check(request: IncomingMessage): Promise<HandshakeResult> {
    const { limits, ownOrigins, sessionOf, refusesAnonymous } = this.#deps;
    if (pathOf(request) !== REALTIME_PATH) return refused('not-found');
    if (this.closed) return refused('unavailable');
    if (isOwnOrigin(request, ownOrigins) === false) return refused('foreign-origin');
    const address = addressOf(request);
    const permits = [this.#inside.tryAcquire(`address ${address}`, limits.socketsPerAddress)];
    const leave = () => {
      for (const release of permits.splice(0)) release?.();
    };
    try {
      if (permits[0] === null) return refused('rate-limited');
      const account = await sessionOf(request);
      if (account === null && refusesAnonymous()) {
        leave();
        return refused('busy');
      }
      const session = account ?? this.#practising(request);
      if (session !== null)
        permits.push(this.#inside.tryAcquire(`session ${session.sessionId}`, limits.socketsPerSession));
      if (permits.includes(null)) {
        leave();
        return refused('rate-limited');
      }
      if (this.closed) {
        leave();
        return refused('unavailable');
      }
      return { outcome: 'accepted', session, address, isOwnProtocol: isOwnProtocol(request), leave };
    } catch {
      leave();
      return refused('unavailable');
    }
  }

  /** [G30] The visitor of a page that shows their practice sale. */
  #practising(request: IncomingMessage): Session | null {
    if (parameterOf(request, PRACTICE_PARAMETER) === null) return null;
    const visitor = this.#deps.visitorOf?.(request) ?? null;
    return visitor === null ? null : practising(visitor);
  }
}

const refused = (code: ErrorCode): HandshakeResult => ({ outcome: 'refused', code });

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

function parameterOf({ url = '' }: IncomingMessage, name: string): string | null {
  const query = url.indexOf('?');
  return query < 0 ? null : new URLSearchParams(url.slice(query)).get(name);
}

/** [G26] Whether the client speaks this server's protocol version; a client that names none is assumed to. */
function isOwnProtocol(request: IncomingMessage): boolean {
  const version = parameterOf(request, PROTOCOL_PARAMETER);
  return version === null || version === String(PROTOCOL_VERSION);
}

/**
 * Answers a refused upgrade with the error catalogue's message, and closes the connection. After an upgrade Node applies no
 * timeout to it and does not read it, so it would never see that the client has closed its half [G28].
 */
export function refuseUpgrade(connection: Duplex, code: ErrorCode, retryAfterSeconds = 5): void {
  const { status, error } = wireError(code);
  const body = JSON.stringify({ errors: [error] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_TEXTS[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 429 || status === 503 ? [`Retry-After: ${retryAfterSeconds}`] : []),
  ];
  connection.on('error', () => {});
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  connection.resume();
  cutAfter(connection, TRANSFER_LIMITS.lingerMs);
}

/** Destroys a connection after `ms`, unless it has closed by then. */
export function cutAfter(connection: Duplex, ms: number): void {
  const cut = setTimeout(() => connection.destroy(), ms);
  connection.once('close', () => clearTimeout(cut));
}
