import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditAuction } from '@saleyard/app/audit/audit.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { Child } from '../bench/child.ts';
import { ROOM } from '../bench/storm.ts';
import { type BiddersOrder, type BiddersReport, type Bidding, commandName } from './bidders.ts';
import type { ServerLimits, ServerOrder, ServerReport, ServerSample } from './server.ts';
import type { Visit, Visiting, VisitorsOrder, VisitorsReport } from './visitors.ts';

/** Beyond the time that was ordered, ms: a process that reports nothing by then has failed. */
const REPORT_MS = 60_000;

/** `libraryParts`: the server has libraries in place of the gateway's own parts of the bid path. */
export type ServerParts = { libraryParts?: boolean };

/** The answered bids compared with the log. */
export type Audit = {
  proven: boolean;
  events: number;
  /** Acknowledged, and not in the log. */
  lost: number;
  /** Acknowledged, and in the log more than once. */
  twice: number;
  /** Answered as surely not placed, and in the log all the same. */
  ghosts: number;
  acknowledged: number;
};

/** A server in a process of its own, and processes of bidders and of visitors that load it. */
export class LoadedProcesses {
  readonly #server: Child<ServerOrder, ServerReport>;
  readonly #bidders: Child<BiddersOrder, BiddersReport>;
  readonly #visitors: Child<VisitorsOrder, VisitorsReport>;
  readonly #folder: string;
  #port = 0;

  private constructor(folder: string, { libraryParts }: ServerParts) {
    this.#folder = folder;
    this.#server = new Child(new URL('./server.ts', import.meta.url), 'server', libraryParts);
    this.#bidders = new Child(new URL('./bidders.ts', import.meta.url), 'clients');
    this.#visitors = new Child(new URL('./visitors.ts', import.meta.url), 'clients');
  }

  /** Starts them for as long as `use` takes. The server has a core for itself where there are two. */
  static async during<T>(
    use: (processes: LoadedProcesses) => Promise<T>,
    parts: ServerParts = {},
  ): Promise<T> {
    const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-overload-'));
    const processes = new LoadedProcesses(folder, parts);
    try {
      return await use(processes);
    } finally {
      for (const one of [processes.#server, processes.#bidders, processes.#visitors]) one.end();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Begins a live sale, which the bidders and readers join. `limits` replaces some of the server's own. */
  async start(
    { bidders, readers, lots }: { bidders: number; readers: number; lots: number },
    limits: ServerLimits = {},
  ): Promise<void> {
    this.#server.send({ order: 'start', folder: this.#folder, lots, limits });
    this.#port = (await this.#server.hear('listening')).port;
    this.#bidders.send({ order: 'connect', port: this.#port, bidders, readers, lots });
    await this.#bidders.hear('connected');
  }

  /** This many bids a second for `ms`, answered or not. */
  bidAtRate(perSecond: number, ms: number): Promise<Bidding> {
    return this.#bid({ order: 'open', perSecond, ms }, ms);
  }

  /** `active` bidders for `ms`, each of which sends its next bid when the last is answered. */
  bidInTurn(active: number, ms: number): Promise<Bidding> {
    return this.#bid({ order: 'closed', active, ms }, ms);
  }

  async #bid(order: BiddersOrder, ms: number): Promise<Bidding> {
    this.#bidders.send(order);
    return (await this.#bidders.hear('bid', ms + REPORT_MS)).bidding;
  }

  /** Requests of each kind, this many a second for `ms`. */
  async visit(perSecond: Readonly<Record<Visit, number>>, ms: number): Promise<Visiting> {
    this.#visitors.send({ order: 'visit', port: this.#port, perSecond, ms });
    return (await this.#visitors.hear('visited', ms + REPORT_MS)).visiting;
  }

  /** Adds sockets that join, ask for the whole sale again and again, and never read. */
  async addDeadSockets(sockets: number): Promise<void> {
    this.#bidders.send({ order: 'dead', sockets });
    await this.#bidders.hear('connected');
  }

  /** The server as it is now; `collected`: after a garbage collection. */
  async sample(collected = false): Promise<ServerSample> {
    this.#server.send({ order: 'sample', collected });
    return (await this.#server.hear('sample')).sample;
  }

  /** Stops the server and compares its log with what the bidders were answered. */
  async audit(): Promise<Audit> {
    this.#bidders.send({ order: 'acknowledged' });
    const { decided, notPlaced } = await this.#bidders.hear('acknowledged');
    this.#bidders.end();
    this.#server.send({ order: 'stop' });
    await this.#server.hear('stopped');
    const log = await openLmdbEventLog({
      chained: CHAINED,
      folder: path.join(this.#folder, 'log'),
      readOnly: true,
    });
    try {
      const logged = new Map<string, number>();
      for await (const events of log.read(auctionStream(ROOM))) {
        for (const { type, meta } of events) {
          if (!type.startsWith('Bid')) continue;
          logged.set(meta.commandId, (logged.get(meta.commandId) ?? 0) + 1);
        }
      }
      const times = (id: number) => logged.get(commandName(id)) ?? 0;
      const { proven, events } = await auditAuction({ log, auctionId: ROOM });
      return {
        proven,
        events,
        acknowledged: decided.length,
        lost: decided.filter((id) => times(id) === 0).length,
        twice: decided.filter((id) => times(id) > 1).length,
        ghosts: notPlaced.filter((id) => times(id) > 0).length,
      };
    } finally {
      await log.close();
    }
  }
}
