import { platform } from 'node:os';
import type { StormSize } from './scenarios.ts';

/** Sockets that come from one address: well below the gateway's limit, for a drop may count a socket twice. */
const SOCKETS_EACH = 200;
/** Visitors that come from one address: what they read stays below the limit of anonymous reads. */
const VISITORS_EACH = 5;
/** Addresses of the loopback network that are used at most. */
const MOST = 250;
/** Sockets the gateway lets one address have. */
const GATEWAY_SOCKETS = 500;

/** The sale is on another machine, or ours has only one address for itself, and that is not enough. */
class TooFewAddresses extends Error {
  constructor(sockets: number) {
    super(
      `${sockets} sockets are more than a gateway allows one address (${GATEWAY_SOCKETS}): name more addresses of this machine with --from, as in --from 10.0.0.5-10.0.0.20`,
    );
    this.name = 'TooFewAddresses';
  }
}

/**
 * The addresses from which this many clients come to a server on this machine, as k6 takes them: the whole of
 * 127.0.0.0/8 is ours, and each address is a client of its own to the gateway. undefined when one is enough or the only one.
 * @throws TooFewAddresses
 */
export function localAddresses(
  url: string,
  { bidders, spectators, visitors }: StormSize,
): string | undefined {
  const sockets = bidders + spectators;
  const isOurs = /^127\./.test(new URL(url).hostname) && platform() === 'linux';
  if (!isOurs) {
    if (sockets > GATEWAY_SOCKETS) throw new TooFewAddresses(sockets);
    return undefined;
  }
  const needed = Math.max(Math.ceil(sockets / SOCKETS_EACH), Math.ceil(visitors / VISITORS_EACH));
  return needed <= 1 ? undefined : `127.0.0.2-127.0.0.${1 + Math.min(MOST, needed)}`;
}
