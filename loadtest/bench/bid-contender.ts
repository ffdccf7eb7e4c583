import type { BiddersOrder, BiddersReport } from '../client/bidders.ts';
import type { BidServerKind, BidServerOrder, BidServerReport } from './bid-path-server.ts';
import { Child } from './child.ts';
import { quantile } from './statistics.ts';
import { ROOM } from './storm.ts';

/** The result of one run of bids. */
export type BidRound = {
  perSecond: number;
  acceptedShare: number;
  /** ms from sending to answer, the shortest first. */
  latencies: readonly number[];
  p50Ms: number;
  p99Ms: number;
  /** Of the server, all its threads, per round trip. */
  cpuMicros: number;
};

type Options = {
  kind: BidServerKind;
  lots: number;
  sockets: number;
  /** The folder of an existing log; omitted, the server has a new one. */
  log?: string;
  /** The server has libraries in place of the gateway's own parts of the bid path. */
  libraryParts?: boolean;
};

type Server = Child<BidServerOrder, BidServerReport>;
type Bidders = Child<BiddersOrder, BiddersReport>;

/** A server that takes bids, and bidders for it: each a process, on cores of their own. */
export class BidContender {
  readonly port: number;
  readonly #server: Server;
  readonly #bidders: Bidders;

  private constructor(port: number, server: Server, bidders: Bidders) {
    this.port = port;
    this.#server = server;
    this.#bidders = bidders;
  }

  static async start({ kind, lots, sockets, log, libraryParts }: Options): Promise<BidContender> {
    const server: Server = new Child(
      new URL('./bid-path-server.ts', import.meta.url),
      'server',
      libraryParts,
    );
    const bidders: Bidders = new Child(new URL('../client/bidders.ts', import.meta.url), 'clients');
    try {
      server.send({ order: 'start', kind, lots, log: log ?? null });
      const { port } = await server.hear('listening');
      const room = kind === 'saleyard' ? ROOM : null;
      bidders.send({ order: 'connect', port, sockets, room, lots });
      await bidders.hear('connected');
      return new BidContender(port, server, bidders);
    } catch (error) {
      bidders.end();
      server.end();
      throw error;
    }
  }

  /** Every socket bids as soon as its last bid is answered, for `ms`. */
  saturate(ms: number): Promise<BidRound> {
    return this.#round({ order: 'run', ms });
  }

  /** This many bids a second for `ms`, whether or not they are answered. */
  pace(perSecond: number, ms: number): Promise<BidRound> {
    return this.#round({ order: 'pace', perSecond, ms });
  }

  end(): void {
    this.#bidders.end();
    this.#server.end();
  }

  async #round(order: BiddersOrder): Promise<BidRound> {
    const before = await this.#cpuMs();
    this.#bidders.send(order);
    const { roundTrips, accepted, seconds, latencies } = await this.#bidders.hear('ran');
    const cpuMs = (await this.#cpuMs()) - before;
    return {
      perSecond: roundTrips / seconds,
      acceptedShare: accepted / roundTrips,
      latencies,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      cpuMicros: (cpuMs * 1000) / roundTrips,
    };
  }

  async #cpuMs(): Promise<number> {
    this.#server.send({ order: 'cpu' });
    return (await this.#server.hear('cpu')).ms;
  }
}

/** The round whose rate is the middle one. */
export function middleRound(rounds: readonly BidRound[]): BidRound {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error('not measured');
  return found;
}
