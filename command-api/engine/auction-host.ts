import { type CommandEnvelope, type CommandReply, subjects } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { every } from '@saleyard/platform/clock/every.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { FollowState } from '@saleyard/platform/event-log/follow-state.ts';
import { type EventLog, EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { type AdmittedCommand, admit, type Directory } from './admission.ts';
import { AuctionIndex, ENGINE } from './auction-index.ts';
import { ENGINE_LIMITS, type EngineLimits } from './limits.ts';
import { LIVENESS, Liveness } from './liveness.ts';
import { LogClock } from './log-clock.ts';
import { Mailboxes } from './mailboxes.ts';
import type { EngineNode } from './node.ts';
import { Ownership } from './ownership.ts';
import { unavailable } from './reply.ts';
import { SNAPSHOTS } from './snapshot.ts';

export type AuctionHostOptions = {
  log: EventLog;
  bus: Bus;
  clock: Clock;
  /** Stores snapshots, liveness marks and the index of open auctions. Losing them costs time, never data. */
  documents: Documents;
  directory: Directory;
  logger?: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The leases of auctions among the nodes that share the log; this node has its own name there. */
  leases: Leases;
  limits?: Partial<EngineLimits>;
  /** Generates ids of the engine's own commands; a simulation passes its own. */
  newId?: () => string;
};

/**
 * The state of a host. `why`: the reason it refuses commands; `skewMs`: how far the log's server is ahead of this
 * node.
 */
type HostHealth = {
  ready: boolean;
  /** Whether it follows the log, so that it receives other nodes' events. */
  follows: boolean;
  why: 'clock-off' | 'stopping' | null;
  skewMs: number;
  /** Auctions that this node runs. */
  running: number;
  /** Commands queued in its mailboxes. */
  waiting: number;
};

/** Runs auctions: decides their commands, applies their deadlines. */
export interface AuctionHost {
  /**
   * Decides a command. Resolves when the decision is on disk, or when it certainly or possibly is not (see
   * `CommandReply`). Repeating the commandId with the same body always returns the same answer.
   * @throws MalformedCommand for an invalid envelope (rejects)
   */
  submit(envelope: CommandEnvelope<CommandBody>): Promise<CommandReply>;
  /** The auctions that are not closed, on any node. */
  openAuctions(): AuctionId[];
  /** The auctions this node runs now. */
  ownedAuctions(): AuctionId[];
  /** This node's state of an auction it runs: what is on disk, and what the next decision is based on. Read-only. */
  stateOf(auction: AuctionId): AuctionState | undefined;
  health(): HostHealth;
  /** Stops accepting commands, finishes appends in progress, and hands its auctions over to the other nodes [N3]. */
  close(): Promise<void>;
}

/**
 * Opens a host: finds the auctions that are not closed, runs those that no other node runs, and answers requests to
 * its node. Resolves when they are open. A live auction that suffered an outage is then frozen.
 * | Any node can decide any auction's commands; the log's expected revision keeps them consistent [N2]. The node that
 * holds an auction's lease runs it: applies its deadlines, marks it as alive, writes its snapshots.
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
  readonly #logClock: LogClock;
  readonly #liveness: Liveness;
  readonly #ownership: Ownership;
  readonly #mailboxes: Mailboxes;
  readonly #ending = new AbortController();
  readonly #stops: (() => void)[] = [];
  #stopServing = (): void => {};
  readonly #following: FollowState;
  #index: AuctionIndex | undefined;
  #followed: Promise<void> = Promise.resolve();
  #admitting = 0;
  #closing = false;

  constructor(options: AuctionHostOptions) {
    this.#options = options;
    const { log, clock, documents, leases, logger } = options;
    const { node } = leases;
    if (node === null) throw new TypeError('a node that runs auctions has a name');
    const limits = { ...ENGINE_LIMITS, ...options.limits };
    this.#limits = limits;
    this.#following = new FollowState('auctions', logger);
    this.#logClock = new LogClock({ log, clock, limits, logger });
    this.#liveness = new Liveness({ node, documents, clock, logClock: this.#logClock, limits, logger });
    this.#ownership = new Ownership({
      leases,
      clock,
      limits,
      open: () => this.#index?.open ?? new Set(),
      mayRun: () => !this.#closing && !this.#logClock.isOff,
      gained: (auction) => this.#gained(auction),
      lost: (auction) => this.#rest(auction),
      heldElsewhere: (auction) => this.#liveness.heldElsewhere(auction),
    });
    const engineNode: EngineNode = {
      log,
      documents,
      clock,
      limits,
      logger,
      newId: options.newId ?? newId,
      runs: (auction) => this.#ownership.has(auction),
      clockIsOff: () => this.#logClock.isOff,
      clockIsDoubtful: () => this.#logClock.isDoubtful,
      lastMark: (auction) => this.#liveness.lastMark(auction),
      onRest: (auction) => this.#rest(auction),
    };
    this.#mailboxes = new Mailboxes(engineNode);
  }

  async open(): Promise<void> {
    const { bus, documents, leases } = this.#options;
    await documents.declare([{ name: SNAPSHOTS }, { name: LIVENESS }, { name: ENGINE }]);
    await this.#liveness.begin();
    await this.#logClock.compare();
    const index = await AuctionIndex.load(this.#options);
    this.#index = index;
    await this.#followToEnd(index);
    this.#ownership.consider();
    await this.#ownership.claimsAnswered();
    await this.#mailboxes.opened();
    this.#every(this.#limits.claimEveryMs, () => this.#ownership.consider());
    this.#every(this.#limits.livenessMs, () => this.#tick());
    this.#every(this.#limits.clockCheckMs, () => void this.#compareClocks());
    this.#stopServing = bus.serve(subjects.commandsTo(leases.node ?? ''), (payload) =>
      this.submit(payload as CommandEnvelope<CommandBody>),
    );
  }

  /** Follows the log from here on; resolves at its current end. */
  #followToEnd(index: AuctionIndex): Promise<void> {
    return new Promise((resolve, reject) => {
      let reached = false;
      const seen = (auction: AuctionId, revision: number): void => {
        this.#following.goesOn();
        if (!reached || this.#closing) return;
        const mailbox = this.#mailboxes.get(auction);
        if (mailbox !== undefined) mailbox.observe(revision);
        if (!index.open.has(auction)) this.#rest(auction);
      };
      const caughtUp = (): void => {
        this.#following.goesOn();
        reached = true;
        resolve();
      };
      const follow = async (): Promise<void> => {
        while (!this.#ending.signal.aborted) {
          try {
            await index.follow(this.#options.log, this.#ending.signal, { seen, caughtUp });
          } catch (error) {
            if (this.#ending.signal.aborted) return;
            this.#following.failed(error);
            if (!reached || error instanceof EventLogCorrupt) throw error;
            await pause(this.#options.clock, this.#limits.retryLastMs, this.#ending.signal);
          }
        }
      };
      this.#followed = follow().catch(reject);
    });
  }

  #gained(auction: AuctionId): void {
    const mailbox = this.#mailboxes.get(auction);
    if (mailbox === undefined) this.#mailboxes.openInTurn(auction);
    else mailbox.advance();
  }

  #rest(auction: AuctionId): void {
    const mailbox = this.#mailboxes.get(auction);
    // While it is listed as open it would be claimed again.
    const isOver = mailbox?.rests && !this.#index?.open.has(auction);
    if (isOver && this.#ownership.has(auction)) void this.#ownership.release(auction);
    this.#mailboxes.rest(auction);
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

  /** Creates a mailbox only for a stream that exists, or that a `schedule` starts. */
  async #deliverIfThere(auction: AuctionId, command: AdmittedCommand): Promise<CommandReply> {
    if ((await this.#options.log.lastRevision(auctionStream(auction))) < 0) return { outcome: 'not-found' };
    return this.#take(auction, command);
  }

  #take(auction: AuctionId, command: AdmittedCommand): Promise<CommandReply> {
    const known = this.#mailboxes.get(auction);
    if (this.#closing || (known === undefined && this.#logClock.isOff)) {
      return Promise.resolve(unavailable('unavailable', this.#limits.retryAfterMs));
    }
    const mailbox = known ?? this.#mailboxes.at(auction);
    const decided = mailbox.submit(command);
    if (!this.#ownership.has(auction)) this.#ownership.wanted(auction);
    return decided;
  }

  openAuctions(): AuctionId[] {
    return [...(this.#index?.open ?? [])];
  }

  ownedAuctions(): AuctionId[] {
    return [...this.#mailboxes]
      .filter(([auction, mailbox]) => this.#ownership.has(auction) && !mailbox.rests)
      .map(([auction]) => auction);
  }

  stateOf(auction: AuctionId): AuctionState | undefined {
    return this.#mailboxes.get(auction)?.state;
  }

  health(): HostHealth {
    const { skewMs, isOff, isDoubtful } = this.#logClock;
    const why = this.#closing ? 'stopping' : isOff || isDoubtful ? 'clock-off' : null;
    let waiting = 0;
    for (const [, mailbox] of this.#mailboxes) waiting += mailbox.waiting;
    const follows = !this.#following.fails;
    return { ready: why === null && follows, follows, why, skewMs, running: this.#ownership.size, waiting };
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#ownership.stop();
    for (const stop of this.#stops.splice(0)) stop();
    this.#ending.abort();
    await this.#followed;
    await this.#mailboxes.close();
    // The next owner must know until when the auctions accepted bids.
    await this.#withTimeout(this.#mark());
    await this.#ownership.releaseAll();
    await this.#withTimeout(this.#index?.keep());
    this.#stopServing();
  }

  /** Work that only concerns the documents is not awaited while they are unavailable. */
  #withTimeout(work: Promise<void> = Promise.resolve()): Promise<void> {
    return withTimeout(this.#options.clock, this.#limits.documentsMs, work).catch(() => {});
  }

  /** Once a second: records that the node is alive, for every auction and in the documents. */
  #tick(): void {
    if (this.#logClock.isOff) void this.#compareClocks();
    for (const [, mailbox] of this.#mailboxes) mailbox.touch();
    // Auctions that could not be read are retried.
    for (const auction of this.#ownership) this.#mailboxes.openInTurn(auction);
    void this.#mark();
  }

  #mark(): Promise<void> {
    const running = new Map<AuctionId, number>();
    // A time recorded before the clock jumped is invalid.
    for (const [auction, mailbox] of this.#logClock.isOff ? [] : this.#mailboxes) {
      const at = mailbox.aliveMark;
      const isRun = this.#ownership.has(auction) && at !== undefined && Number.isFinite(at);
      if (isRun) running.set(auction, at);
    }
    const among = this.#options.leases.nodes().length > 1;
    return this.#liveness.mark(running, this.#index?.open ?? new Set(), { among });
  }

  async #compareClocks(): Promise<void> {
    await this.#logClock.compare();
    if (this.#closing) return;
    this.#ownership.consider();
    for (const [, mailbox] of this.#mailboxes) mailbox.touch();
  }

  #every(ms: number, run: () => void): void {
    this.#stops.push(every(this.#options.clock, ms, run));
  }
}
