import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type OnlineStateChange,
  PRESENCE_LISTED,
  type PresenceAnswer,
  type PresenceAsked,
  type SessionEnded,
  subjects,
} from '@saleyard/contract/commands.ts';
import type { UserUpdate } from '@saleyard/contract/realtime.ts';
import { OTHER_PROTOCOL_CLOSE } from '@saleyard/contract/realtime-protocol.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { every } from '@saleyard/platform/clock/every.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { accountUpdate, LiveAccounts } from '../live/live-accounts.ts';
import { LiveAuctions } from '../live/live-auctions.ts';
import { followKinds } from '../live/live-kinds.ts';
import { LiveListings } from '../live/live-listings.ts';
import { Pressure } from '../shedding/pressure.ts';
import { Shedding } from '../shedding/shedding.ts';
import type { SheddingLimits } from '../shedding/work.ts';
import { BidDispatcher } from './bid-dispatcher.ts';
import { ClientSocket } from './client-socket.ts';
import { HandshakeGuard, type HandshakeGuardDeps, refuseUpgrade } from './handshake-guard.ts';
import { type HeldRead, HeldReads } from './held-reads.ts';
import { LIVE_LIMITS, type LiveLimits } from './live-limits.ts';
import { type MessageCounters, MessageHandler, type MessageHandlerDeps } from './message-handler.ts';
import { readPlainFrames } from './plain-frames.ts';
import { Presence, type PresenceCount } from './presence.ts';
import { Rooms, type RoomsCounters } from './rooms.ts';
import type { Session } from './session.ts';

/** ms between two checks of sockets that are behind. */
const BEHIND_SWEEP_MS = 1_000;

/** Unanswered pings after which a socket is closed [G5]. */
const SILENT_PINGS = 2;

/** Counters of the gateway since it started. */
export type LiveCounters = RoomsCounters &
  MessageCounters &
  PresenceCount & {
    rooms: number;
    views: number;
    bidsUnderWay: number;
    /** Sockets that are behind now. */
    slowSockets: number;
    sentBytes: number;
  };

export type RealtimeDeps = Pick<HandshakeGuardDeps, 'sessionOf' | 'visitorOf'> &
  Pick<MessageHandlerDeps, 'newId' | 'auctionIdOf'> &
  Partial<Pick<HandshakeGuardDeps, 'ownOrigins'>> & {
    log: Pick<EventLog, 'read'>;
    bus: Bus;
    /** Finds the node that a bid is sent to. */
    leases: Leases;
    clock: Clock;
    /**
     * Those of `sessionIds` that have ended. Called every `revokedMs` / 2, in case a message of the bus was lost
     * [G6].
     */
    isRevoked(sessionIds: readonly string[]): Promise<Iterable<string>>;
    /** Called with internal errors; clients do not see them. */
    failed(error: unknown): void;
    limits?: LiveLimits;
    /** [G24] When work is shed; tests may set it. */
    sheddingLimits?: SheddingLimits;
    /** Called with each bid's answer (`accepted`, or a code) and the ms it took. */
    onBid?: (answer: string, ms: number) => void;
  };

/** [G1] `ws` itself closes larger messages with 1009, and more fragments with 1008. */
function serverOptions(limits: LiveLimits): ServerOptions & { maxFragments: number; closeTimeout: number } {
  return {
    noServer: true,
    // A frame shared by a thousand sockets can't be compressed for each.
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    maxFragments: limits.fragments,
    closeTimeout: limits.closeHandshakeMs,
  };
}

/**
 * [G26] A client of another protocol version gets the close code after the handshake: a browser can't read the answer
 * to a refused upgrade.
 */
function refuseProtocol(ws: WebSocket): void {
  ws.on('error', () => {});
  ws.close(OTHER_PROTOCOL_CLOSE, 'reload');
}

/** The WebSocket side: sockets from upgrade to close. */
export class RealtimeServer {
  readonly presence = new Presence();
  /** Measured here, where bids arrive; the HTTP side sheds work for them [G24]. */
  readonly pressure: Pressure;
  readonly shedding: Shedding;
  readonly #deps: RealtimeDeps;
  readonly #limits: LiveLimits;
  readonly #auctions: LiveAuctions;
  readonly #accounts: LiveAccounts;
  readonly #listings: LiveListings;
  readonly #rooms: Rooms;
  readonly #bids: BidDispatcher;
  readonly #heldReads: HeldReads;
  readonly #messageHandler: MessageHandler;
  readonly #handshakeGuard: HandshakeGuard;
  readonly #server: WebSocketServer;
  readonly #timers: (() => void)[] = [];
  readonly #subscriptions: readonly (() => void)[];
  /** Bytes sent to sockets that have closed. */
  #sentBytes = 0;

  constructor(deps: RealtimeDeps) {
    const { log, bus, leases, clock, failed, sessionOf, visitorOf, ownOrigins = [] } = deps;
    const limits = deps.limits ?? LIVE_LIMITS;
    this.#deps = deps;
    this.#limits = limits;
    this.pressure = new Pressure(clock, deps.sheddingLimits);
    this.shedding = new Shedding({ pressure: this.pressure, clock, limits: deps.sheddingLimits });
    this.#auctions = new LiveAuctions({
      log,
      bus,
      clock,
      failed,
      concerned: (user) => this.#rooms.isConnected(user),
      isAnyoneConcerned: () => this.#rooms.someoneConnected,
    });
    this.#accounts = new LiveAccounts({ log, bus, clock, failed });
    const hasWaiters = () => this.#bids.underWay > 0;
    this.#rooms = new Rooms({ live: this.#auctions, clock, limits, hasWaiters });
    this.#bids = new BidDispatcher({
      nodes: { bus, leases, clock },
      limits,
      pressure: this.pressure,
      onBid: deps.onBid,
    });
    this.#messageHandler = new MessageHandler({
      rooms: this.#rooms,
      auctions: this.#auctions,
      accounts: this.#accounts,
      bids: this.#bids,
      presence: this.presence,
      clock,
      limits,
      newId: deps.newId,
      auctionIdOf: deps.auctionIdOf,
    });
    this.#heldReads = new HeldReads({
      rooms: this.#rooms,
      auctions: this.#auctions,
      auctionIdOf: deps.auctionIdOf,
      clock,
      limits,
    });
    const refusesAnonymous = () => this.pressure.isOn('anonymous');
    this.#handshakeGuard = new HandshakeGuard({ limits, ownOrigins, sessionOf, visitorOf, refusesAnonymous });
    this.#server = new WebSocketServer(serverOptions(limits));
    this.#accounts.changed$.subscribe(({ user, state, pics }) => {
      this.#notify(user, accountUpdate(state));
      for (const update of pics) this.#notify(user, update);
    });
    this.#listings = new LiveListings({
      log,
      bus,
      failed,
      isAnyoneConcerned: () => this.#rooms.someoneConnected,
      changed: (owner, update) => this.#notify(owner, update),
    });
    const answersPresence = bus.subscribe(subjects.presenceAsked, (asked) => {
      const { auction, replyTo } = asked as PresenceAsked;
      const { people, visitors } = this.#rooms.presenceIn(auction);
      const listed = [...people].slice(0, PRESENCE_LISTED);
      const answer: PresenceAnswer = { people: listed, signedIn: people.size, visitors };
      bus.publish(replyTo, answer);
    });
    const receivesStates = bus.subscribe(subjects.onlineState, (said) => {
      const { user, state } = said as OnlineStateChange;
      this.#notify(user, { changeOnlineState: state });
    });
    const endedSessions = bus.subscribe(subjects.sessionEnded, (message) =>
      this.#closeSessions(new Set([(message as SessionEnded).sessionId])),
    );
    const followsKinds = followKinds(bus, (push) => this.#rooms.notifyEveryone(push));
    this.#subscriptions = [answersPresence, receivesStates, endedSessions, followsKinds];
    this.#every(limits.pingMs, () => this.#pingAll());
    this.#every(BEHIND_SWEEP_MS, () => this.#closeSlow());
    this.#every(limits.revokedMs / 2, () => this.#closeRevoked());
  }

  get counters(): LiveCounters {
    let slowSockets = 0;
    let sentBytes = this.#sentBytes;
    for (const socket of this.#rooms.sockets) {
      if (socket.behindSince !== null) slowSockets += 1;
      sentBytes += socket.sentBytes;
    }
    return {
      slowSockets,
      sentBytes,
      ...this.#rooms.counters,
      ...this.#messageHandler.counters,
      ...this.presence.count,
      rooms: this.#rooms.roomCount,
      views: this.#auctions.size,
      bidsUnderWay: this.#bids.underWay,
    };
  }

  /** Handles an HTTP server's `upgrade`, after its origin is established. */
  async upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const ignore = () => {};
    connection.on('error', ignore);
    const result = await this.#handshakeGuard.check(request);
    if (result.outcome === 'refused') {
      const isBusy = result.code === 'busy';
      refuseUpgrade(connection, result.code, isBusy ? this.shedding.countShed('anonymous') : undefined);
      return;
    }
    if (connection.destroyed) {
      result.leave();
      return;
    }
    connection.once('close', result.leave);
    this.#server.handleUpgrade(request, connection, head, (ws) => {
      connection.off('error', ignore);
      if (result.isOwnProtocol) this.#open(ws, connection, result.session, result.address);
      else refuseProtocol(ws);
    });
  }

  /** Reads a sale's live state, for REST [G29]. */
  readLive(asked: HeldRead): ReturnType<HeldReads['read']> {
    return this.#heldReads.read(asked);
  }

  /**
   * Stops [G12]: no new sockets; bids in flight are answered (within `stopBidsMs`), then all sockets close with 1012.
   */
  async stop(): Promise<void> {
    this.#handshakeGuard.closed = true;
    for (const end of this.#subscriptions) end();
    for (const cancel of this.#timers) cancel();
    this.pressure.stop();
    this.#bids.stop();
    this.#heldReads.stop();
    await this.#within(this.#limits.stopBidsMs, this.#bids.idle());
    this.#rooms.end();
    const gone = [...this.#rooms.sockets].map((socket) => {
      socket.close(1012, 'restarting');
      return new Promise<void>((resolve) => socket.ws.once('close', () => resolve()));
    });
    await this.#within(this.#limits.closeHandshakeMs, Promise.all(gone));
    for (const socket of this.#rooms.sockets) socket.ws.terminate();
    this.#auctions.end();
    this.#accounts.end();
    this.#listings.end();
  }

  #open(ws: WebSocket, raw: Duplex, session: Session | null, address: string): void {
    const socket = new ClientSocket({
      ws,
      raw,
      session: session === null ? { kind: 'anonymous', presence: null } : { kind: 'signedIn', session },
      address,
      limits: this.#limits,
      now: this.#deps.clock.monotonic(),
    });
    this.presence.socketOpened(socket.account);
    this.#rooms.add(socket);
    const take = (text: string | null): void => {
      socket.silentPings = 0;
      this.#messageHandler.frame(socket, text);
    };
    ws.on('message', (data, isBinary) => take(isBinary ? null : data.toString()));
    readPlainFrames({ raw, mostBytes: this.#limits.messageBytes, take });
    ws.on('pong', () => {
      socket.silentPings = 0;
    });
    // `ws` closes connections that break the protocol or its limits by itself (1009, 1008, 1002).
    ws.on('error', () => {});
    ws.on('close', () => {
      if (socket.session.kind === 'anonymous' && socket.session.presence !== null) {
        this.presence.anonymousLeft(socket.session.presence);
      }
      socket.session = { kind: 'closing' };
      this.#rooms.remove(socket);
      this.#sentBytes += socket.sentBytes;
      this.presence.socketClosed(socket.account);
    });
  }

  #pingAll(): void {
    for (const socket of this.#rooms.sockets) {
      // Pings queue behind the unread bytes of a slow socket, so they can't show whether it is gone.
      if (socket.behindSince !== null) continue;
      if (socket.silentPings >= SILENT_PINGS) socket.ws.terminate();
      else if (socket.isOpen) {
        socket.silentPings += 1;
        socket.ws.ping();
      }
    }
  }

  #closeSlow(): void {
    const before = this.#deps.clock.monotonic() - this.#limits.waitingMsClose;
    for (const socket of this.#rooms.sockets) {
      if (socket.behindSince !== null && socket.behindSince <= before) socket.close(1013, 'slow-consumer');
    }
  }

  #closeRevoked(): void {
    const sessions = new Set<string>();
    for (const { sessionId } of this.#rooms.sockets) if (sessionId !== null) sessions.add(sessionId);
    if (sessions.size === 0) return;
    this.#deps.isRevoked([...sessions]).then((found) => {
      const revoked = new Set(found);
      if (revoked.size > 0) this.#closeSessions(revoked);
    }, this.#deps.failed);
  }

  #closeSessions(ended: ReadonlySet<string>): void {
    this.#heldReads.endSessions(ended);
    for (const socket of this.#rooms.sockets) {
      if (socket.sessionId !== null && ended.has(socket.sessionId)) socket.close(1008, 'session-revoked');
    }
  }

  #notify(user: string, data: UserUpdate): void {
    this.#rooms.notify(user, { channel: 'user', event: 'user-update', data });
  }

  #every(ms: number, run: () => void): void {
    this.#timers.push(every(this.#deps.clock, ms, run));
  }

  /** Waits for `work`, at most `ms`. */
  #within(ms: number, work: Promise<unknown>): Promise<unknown> {
    return withTimeout(this.#deps.clock, ms, work).catch(() => {});
  }
}
