import { type CommandEnvelope, type CommandReply, subjects } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { type EventLog, EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { type AdmittedCommand, admit, type Directory } from './admission.ts';
import { AuctionIndex, ENGINE } from './auction-index.ts';
import { ENGINE_LIMITS, type EngineLimits } from './limits.ts';
import { LIVENESS, Liveness } from './liveness.ts';
import { Mailbox } from './mailbox.ts';
import type { EngineNode } from './node.ts';
import { unavailable } from './reply.ts';
import { SNAPSHOTS } from './snapshot.ts';

export type AuctionHostOptions = {
  log: EventLog;
  bus: Bus;
  clock: Clock;
  /** Keeps snapshots, marks of liveness and the index of open auctions. Losing them costs time, never truth. */
  documents: Documents;
  directory: Directory;
  logger?: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Names this node among those that share the documents; two must not have the same name. */
  node?: string;
  limits?: Partial<EngineLimits>;
  /** Names the commands that the engine gives itself; a simulation hands in its own. */
  newId?: () => string;
};

/** Runs auctions: decides their commands, keeps their time. */
export interface AuctionHost {
  /**
   * Decides a command; resolves when the decision is on disk, or when it surely or possibly is not (see
   * `CommandReply`). The same commandId with the same body gets the same answer for ever.
   * @throws MalformedCommand for an envelope that is not one (rejects)
   */
  submit(envelope: CommandEnvelope<CommandBody>): Promise<CommandReply>;
  /** The auctions this node runs at the moment. */
  ownedAuctions(): AuctionId[];
  /** The state this node holds of an auction it runs: what is on disk, decided upon next. Not to be changed. */
  stateOf(auction: AuctionId): AuctionState | undefined;
  /** Takes no more commands, finishes what is being appended, stops. */
  close(): Promise<void>;
}

/**
 * Opens a host: finds the auctions that are not closed, takes up their timers, and answers `subjects.commands`.
 * Resolves when all of them are open; one that was out while live is then frozen.
 * @throws EventLogCorrupt when the log can't be followed to its end
 */
export async function openAuctionHost(options: AuctionHostOptions): Promise<AuctionHost> {
  const host = new Host(options);
  await host.open();
  return host;
}

class Host implements AuctionHost {
  readonly #options: AuctionHostOptions;
  readonly #limits: EngineLimits;
  readonly #liveness: Liveness;
  readonly #mailboxes = new Map<AuctionId, Mailbox>();
  /** Closed auctions kept for late commands, the longest unused first. */
  readonly #resting = new Set<AuctionId>();
  readonly #ending = new AbortController();
  readonly #stops: (() => void)[] = [];
  readonly #node: EngineNode;
  #index: AuctionIndex | undefined;
  #following: Promise<void> = Promise.resolve();
  #clockIsOff = false;
  #admitting = 0;
  #closing = false;

  constructor(options: AuctionHostOptions) {
    this.#options = options;
    const { log, clock, documents, logger, node = 'engine' } = options;
    this.#limits = { ...ENGINE_LIMITS, ...options.limits };
    this.#liveness = new Liveness({ node, documents, clock, limits: this.#limits, logger });
    this.#node = {
      log,
      documents,
      clock,
      limits: this.#limits,
      logger,
      newId: options.newId ?? newId,
      clockIsOff: () => this.#clockIsOff,
      lastMark: (auction) => this.#liveness.lastMark(auction),
      onRest: (auction) => this.#rest(auction),
    };
  }

  async open(): Promise<void> {
    const { bus, documents } = this.#options;
    await documents.declare([{ name: SNAPSHOTS }, { name: LIVENESS }, { name: ENGINE }]);
    await this.#liveness.begin();
    await this.#compareClocks();
    const index = await AuctionIndex.load(this.#options);
    this.#index = index;
    await this.#followToEnd(index);
    await this.#openAll([...index.open]);
    this.#every(this.#limits.livenessMs, () => this.#tick());
    this.#every(this.#limits.clockCheckMs, () => void this.#compareClocks());
    this.#stops.push(
      bus.serve(subjects.commands, (payload) => this.submit(payload as CommandEnvelope<CommandBody>)),
    );
  }

  /** Follows the log from here on, and resolves when its present end is reached. */
  #followToEnd(index: AuctionIndex): Promise<void> {
    return new Promise((resolve, reject) => {
      let reached = false;
      const seen = (auction: AuctionId, revision: number): void => {
        if (!reached || this.#closing) return;
        const mailbox = this.#mailboxes.get(auction);
        if (mailbox !== undefined) mailbox.observe(revision);
        else if (index.open.has(auction)) this.#mailbox(auction);
      };
      const caughtUp = (): void => {
        reached = true;
        resolve();
      };
      const follow = async (): Promise<void> => {
        while (!this.#ending.signal.aborted) {
          try {
            await index.follow(this.#options.log, this.#ending.signal, { seen, caughtUp });
          } catch (error) {
            if (this.#ending.signal.aborted) return;
            this.#options.logger?.error({ err: error }, 'the log can not be followed');
            if (!reached || error instanceof EventLogCorrupt) throw error;
            await this.#wait(this.#limits.retryLastMs);
          }
        }
      };
      this.#following = follow().catch(reject);
    });
  }

  async #openAll(auctions: AuctionId[]): Promise<void> {
    const next = auctions.values();
    const openOneByOne = async (): Promise<void> => {
      for (const auction of next) await this.#mailbox(auction).opened;
    };
    await Promise.all(Array.from({ length: this.#limits.openingAtOnce }, openOneByOne));
  }

  #mailbox(auction: AuctionId): Mailbox {
    const known = this.#mailboxes.get(auction);
    if (known !== undefined && !known.hasEnded) return known;
    const mailbox = new Mailbox(auction, this.#node);
    this.#mailboxes.set(auction, mailbox);
    return mailbox;
  }

  /** Lets the longest unused closed auction go when there are too many, and one that has ended at once. */
  #rest(auction: AuctionId): void {
    this.#resting.delete(auction);
    if (this.#mailboxes.get(auction)?.hasEnded) {
      this.#mailboxes.delete(auction);
      return;
    }
    this.#resting.add(auction);
    for (const longest of this.#resting) {
      if (this.#resting.size <= this.#limits.closedKept) return;
      this.#resting.delete(longest);
      const mailbox = this.#mailboxes.get(longest);
      if (!mailbox?.rests) continue;
      this.#mailboxes.delete(longest);
      void mailbox.close();
    }
  }

  submit(envelope: CommandEnvelope<CommandBody>): Promise<CommandReply> {
    try {
      const admitted = admit(envelope, this.#options.directory);
      if (admitted instanceof Promise) return this.#deliverLater(envelope.auction, admitted);
      return this.#deliver(envelope.auction, admitted);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #deliverLater(auction: AuctionId, admitted: Promise<AdmittedCommand>): Promise<CommandReply> {
    if (this.#admitting >= this.#limits.admittingCommands) {
      admitted.catch(() => {});
      return unavailable('rate-limited', this.#limits.retryAfterMs);
    }
    this.#admitting += 1;
    try {
      return await this.#deliver(auction, await admitted);
    } finally {
      this.#admitting -= 1;
    }
  }

  #deliver(auction: AuctionId, command: AdmittedCommand): Promise<CommandReply> {
    const mailbox = this.#mailboxes.get(auction);
    if (mailbox === undefined && command.body.type !== 'schedule')
      return this.#deliverIfThere(auction, command);
    return this.#take(auction, command);
  }

  /** A mailbox is made for a stream that exists, or for one that a `schedule` begins. */
  async #deliverIfThere(auction: AuctionId, command: AdmittedCommand): Promise<CommandReply> {
    if ((await this.#options.log.lastRevision(auctionStream(auction))) < 0) return { outcome: 'not-found' };
    return this.#take(auction, command);
  }

  #take(auction: AuctionId, command: AdmittedCommand): Promise<CommandReply> {
    if (this.#closing) return Promise.resolve(unavailable('unavailable', this.#limits.retryAfterMs));
    return this.#mailbox(auction).submit(command);
  }

  ownedAuctions(): AuctionId[] {
    return [...this.#mailboxes].filter(([, mailbox]) => !mailbox.rests).map(([auction]) => auction);
  }

  stateOf(auction: AuctionId): AuctionState | undefined {
    return this.#mailboxes.get(auction)?.state;
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#ending.abort();
    await this.#following;
    await Promise.all([...this.#mailboxes.values()].map((mailbox) => mailbox.close()));
    await this.#mark();
    await this.#index?.keep();
  }

  /** Once a second: every auction is told that the node lives, and the documents are. */
  #tick(): void {
    for (const mailbox of this.#mailboxes.values()) mailbox.touch();
    void this.#mark();
  }

  #mark(): Promise<void> {
    const auctions: Record<AuctionId, number> = {};
    for (const [auction, mailbox] of this.#mailboxes) {
      const at = mailbox.aliveMark;
      if (at !== undefined && Number.isFinite(at)) auctions[auction] = at;
    }
    return this.#liveness.mark(auctions);
  }

  async #compareClocks(): Promise<void> {
    const { log, logger } = this.#options;
    try {
      const skewMs = await log.clockSkewMs();
      const off = Math.abs(skewMs) > this.#limits.clockSkewMs;
      if (off) logger?.error({ skewMs }, "this node's clock is off: it runs no live auction until it is set");
      else if (this.#clockIsOff) logger?.info({ skewMs }, "this node's clock is right again");
      this.#clockIsOff = off;
    } catch (error) {
      logger?.warn({ err: error }, "the log's clock can not be asked");
    }
  }

  #every(ms: number, run: () => void): void {
    let stop = (): void => {};
    const again = (): void => {
      stop = this.#options.clock.after(ms, () => {
        again();
        run();
      });
    };
    again();
    this.#stops.push(() => stop());
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#options.clock.after(ms, resolve);
      this.#ending.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  }
}
