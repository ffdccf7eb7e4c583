import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isClaim, type TrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { cutAfter, refuseUpgrade } from '../socket/handshake-guard.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';
import type { Upstream, Upstreams } from './upstreams.ts';

type Parts = {
  upstreams: Upstreams;
  proxyHeaders: Pick<TrustedProxyHeaders, 'onward'>;
  /** Tests may change them. */
  limits?: Limits;
};
type Limits = Record<'connectMs' | 'answerMs' | 'leaveMs', number>;

/** The head of the forwarded request: the client's headers without those that claim an origin. */
function headOf(request: IncomingMessage, onward: Record<string, string>): string {
  const { method, url, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (!isClaim(name)) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  for (const [name, value] of Object.entries(onward)) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Forwards an upgrade whose origin is established to the gateway with the fewest sockets, then pipes bytes both ways.
 * Backpressure passes through: a client that reads slowly makes its gateway wait. An unreachable gateway is skipped.
 * When a gateway closes, its sockets close too and their clients reconnect to another.
 */
export function forwardUpgrade(
  { upstreams, proxyHeaders, limits = FORWARD_LIMITS }: Parts,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): void {
  const tried = new Set<Upstream>();
  let isOver = false;
  client.on('error', () => client.destroy());
  client.once('close', () => {
    isOver = true;
  });
  const next = (): void => {
    if (isOver) return;
    const upstream = upstreams.pick('sockets', tried);
    if (upstream === undefined) {
      refuseUpgrade(client, 'unavailable');
      return;
    }
    tried.add(upstream);
    // Counted before it connects, so that a thousand simultaneous reconnects are spread evenly.
    upstream.sockets += 1;
    const gateway = connect({ host: hostOf(upstream.url), port: Number(upstream.url.port || 80) });
    gateway.setNoDelay(true);
    const unreached = (): void => {
      upstream.sockets -= 1;
      gateway.removeAllListeners();
      gateway.on('error', () => {});
      gateway.destroy();
      upstreams.doubt(upstream);
      next();
    };
    gateway.once('error', unreached);
    gateway.setTimeout(limits.connectMs, unreached);
    gateway.once('connect', () => {
      gateway.off('error', unreached);
      gateway.setTimeout(0);
      gateway.removeAllListeners('timeout');
      gateway.write(headOf(request, proxyHeaders.onward(request)));
      gateway.write(head);
      join({ client, gateway, upstream, limits });
    });
  };
  next();
}

type Joined = { client: Duplex; gateway: Socket; upstream: Upstream; limits: Limits };

/**
 * Joins the two connections: when either ends, so does the other. No timeout of HTTP applies to an upgraded connection, so
 * each wait has its own.
 */
function join({ client, gateway, upstream, limits }: Joined): void {
  gateway.on('error', () => gateway.destroy());
  gateway.once('close', () => {
    upstream.sockets -= 1;
    // The gateway's last bytes, such as its close code, are still sent; a client that doesn't read them is cut off.
    client.end(() => client.destroy());
    cutAfter(client, limits.leaveMs);
  });
  client.once('close', () => gateway.destroy());
  // A client that has closed its half expects an answer to that at most.
  const hasEnded = (): void => cutAfter(client, limits.leaveMs);
  if (client.readableEnded) hasEnded();
  else client.once('end', hasEnded);
  if (client.destroyed) gateway.destroy();
  const unanswered = setTimeout(() => gateway.destroy(), limits.answerMs);
  const answered = () => clearTimeout(unanswered);
  gateway.once('data', answered);
  gateway.once('close', answered);
  client.pipe(gateway);
  gateway.pipe(client);
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
