import type { LiveAnswer } from '@saleyard/contract/operations/auctions.ts';
import type { JoinAnswer, PageReport, PlacedBid, ServerPush } from '@saleyard/contract/realtime.ts';
import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  fromEvent,
  map,
  merge,
  type Observable,
  Subject,
  shareReplay,
  startWith,
  timer,
} from 'rxjs';
import type { SentBid } from '@/lib/bidding/bid-store.ts';
import { isFinalRefusal, type Membership, type RestCalls, RestFallback } from './rest-fallback.ts';
import { RpcClient, type RpcResult } from './rpc-client.ts';
import {
  type Channel,
  type ClientTimes,
  connect,
  isPush,
  type PushOf,
  type SendFrame,
  type SocketSignal,
} from './socket.ts';

/**
 * How the live connection is, for people: and how old what they see may be. `Basic`: no socket is open, and sales are
 * followed and bid on by requests instead.
 */
export type Connection = {
  state: 'Live' | 'Slow' | 'Basic' | 'Reconnecting' | 'Offline';
  /** ms since the server's last message; null until the joined auctions have answered for the first time. */
  ageMs: number | null;
  /** Prices may be out of date: they are dimmed and nobody may bid on them. */
  stale: boolean;
  /** Half of the last round trip's time, ms. */
  rttMs: number | null;
};

/** What the connection's state is made of. Times are local ms. */
type ConnectionFacts = {
  online: boolean;
  open: boolean;
  /** Joined auctions have answered since the connection opened. */
  resumed: boolean;
  /** They have answered once, on this connection or one before it. */
  everResumed: boolean;
  lastHeardAt: number | null;
  /** When a request last brought a joined sale, since the socket has been down. */
  readAt: number | null;
  /** When the oldest unanswered heartbeat was sent. */
  askedAt: number | null;
  rttMs: number | null;
};

const HEARTBEAT = {
  /** A join is asked again after this long without a word from the server, ms. */
  silentMs: 5_000,
  /** An answer that takes longer makes the connection Slow, ms. */
  slowMs: 1_500,
  /** Data older than this is stale, ms. */
  staleMs: 12_000,
  /** A heartbeat unanswered for this long: the connection is taken as dead and opened again, ms. */
  deadMs: 10_000,
  /** Sales are read by requests when the socket has been down for this long, ms; and as much again at random. */
  fallbackMs: 1_500,
} as const;

/** `HEARTBEAT`, which a test may shorten. ms. */
type HeartbeatTimes = { [K in keyof typeof HEARTBEAT]: number };

/** The connection's state at local time `now`. */
function connectionOf(facts: ConnectionFacts, now: number): Connection {
  const { lastHeardAt, everResumed } = facts;
  const ageMs = lastHeardAt === null || !everResumed ? null : Math.max(0, now - lastHeardAt);
  const late = facts.askedAt !== null && now - facts.askedAt > HEARTBEAT.slowMs;
  const isRead = facts.readAt !== null && now - facts.readAt <= HEARTBEAT.staleMs;
  const slow = late || (facts.rttMs !== null && facts.rttMs > HEARTBEAT.slowMs);
  const state = !facts.online
    ? 'Offline'
    : !facts.open || !facts.resumed
      ? isRead
        ? 'Basic'
        : 'Reconnecting'
      : slow
        ? 'Slow'
        : 'Live';
  const current = state !== 'Offline' && state !== 'Reconnecting';
  return {
    state,
    ageMs,
    stale: !current || (ageMs !== null && ageMs > HEARTBEAT.staleMs),
    rttMs: facts.rttMs,
  };
}

/**
 * The signed-in person's id, or null for a visitor. `practises`: for the viewer's practice sale, in which a visitor has
 * an id too.
 */
export type Identity = { userId: string | null; practises?: boolean };

type RealtimeOptions = {
  url: string;
  /** Local ms since the epoch. */
  now: () => number;
  /** 0 to 1, for the jitter of reconnects. */
  random: () => number;
  /** Called with the server's time (ms) with when it was asked and answered (local ms). */
  noteServerTime?: (serverMs: number, askedAt: number, answeredAt: number) => void;
  identity: Identity;
  /** Whether the machine has a network; the browser's own word by default. */
  online?: Observable<boolean>;
  /** Emits when the page becomes visible. */
  visible?: Observable<unknown>;
  /** Emits when the page is unloaded. */
  leaving?: Observable<unknown>;
  /** Says that an anonymous visitor is gone, when the socket sends nothing any more. */
  goodbye?: (visitor: string) => void;
  /** What is called while no socket is open; left out, nothing is. */
  rest?: RestCalls;
  WebSocketCtor?: typeof WebSocket;
  times?: Partial<ClientTimes>;
  heartbeat?: Partial<HeartbeatTimes>;
};

/** What happens to the connection that its users may have to act on. */
export type RealtimeNotice =
  /** Open for the first time: what was read before may have changed since, unheard. */
  | { kind: 'connected' }
  | { kind: 'reconnected' }
  /** What is not pushed should be read again: the page became visible, or no socket is open that would push it. */
  | { kind: 'refetch' }
  /** The server no longer takes this person for signed in: they have to be signed out here, too. */
  | { kind: 'login-refused' }
  /** The socket did not open within the connect timeout: the page should be loaded again. */
  | { kind: 'connect-timeout' }
  /** The server speaks another version of the protocol; the connection stays closed until the page is loaded again. */
  | { kind: 'outdated' };

/** The live connection. One per page; begun by `start`, ended by what `start` returns. */
export class Realtime {
  readonly connection: BehaviorSubject<Connection>;
  readonly notices = new Subject<RealtimeNotice>();
  readonly #pushes = new Subject<ServerPush[]>();
  readonly #options: RealtimeOptions;
  readonly #heartbeat: HeartbeatTimes;
  readonly #rpc: RpcClient;
  readonly #members = new Set<Membership>();
  readonly #drop = new Subject<void>();
  readonly #wake = new Subject<void>();
  readonly #online: Observable<boolean>;
  readonly #fallback: RestFallback | null;
  #facts: ConnectionFacts;
  #everOpen = false;
  /** The page has woken from sleep, and no join has been answered since. */
  #waking = false;
  /** When the socket was last opened or lost, local ms. */
  #downAt = 0;
  /** When a join was last sent, local ms. */
  #joinedAt = 0;
  /** When a `refetch` was last noted, local ms. */
  #refetchedAt = 0;
  /** The id by which an anonymous visitor is counted. */
  #visitor: string | null = null;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#heartbeat = { ...HEARTBEAT, ...options.heartbeat };
    this.#online = (options.online ?? browserOnline()).pipe(
      distinctUntilChanged(),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    this.#rpc = new RpcClient();
    this.#facts = {
      online: true,
      open: false,
      resumed: false,
      everResumed: false,
      lastHeardAt: null,
      readAt: null,
      askedAt: null,
      rttMs: null,
    };
    const { rest, now, random } = options;
    this.#fallback = rest
      ? new RestFallback({
          calls: rest,
          now,
          random,
          answered: (member, answer, asked) => this.#answeredByRest(member, answer, asked),
        })
      : null;
    this.connection = new BehaviorSubject(connectionOf(this.#facts, options.now()));
  }

  /** Opens the connection and keeps it open until the returned function is called. */
  start(): () => void {
    const { url, random, WebSocketCtor, times } = this.#options;
    this.#downAt = this.#options.now();
    const socket = connect({
      url,
      random,
      online: this.#online,
      drop: this.#drop,
      wake: this.#wake,
      ...(WebSocketCtor && { WebSocketCtor }),
      ...(times && { times }),
    });
    const running = socket.subscribe((signal) => this.#take(signal));
    running.add(this.#online.subscribe((online) => this.#change({ online })));
    running.add((this.#options.visible ?? pageVisible()).subscribe(() => this.#becameVisible()));
    running.add(this.#options.leaving?.subscribe(() => this.#left()));
    running.add(timer(0, Math.min(1_000, this.#heartbeat.silentMs)).subscribe(() => this.#beat()));
    return () => {
      if (this.#visitor !== null)
        void this.#rpc.ask('anonymous-user/disconnect-anonymous-user', { _id: this.#visitor });
      this.#visitor = null;
      running.unsubscribe();
      this.#fallback?.follow(NOBODY);
      this.#rpc.dropped();
      this.#change({ open: false, resumed: false, askedAt: null });
    };
  }

  /** Every push of one channel, a frame's worth at a time. */
  pushes<C extends Channel>(channel: C): Observable<PushOf<C>[]> {
    return this.#pushes.pipe(
      map((pushes) => pushes.filter((push): push is PushOf<C> => push.channel === channel)),
      filter((pushes) => pushes.length > 0),
    );
  }

  /** Joins an auction now and after every reconnect, until the returned function is called. */
  join(membership: Membership): () => void {
    this.#members.add(membership);
    if (this.#facts.open) void this.#ask(membership);
    return () => {
      this.#members.delete(membership);
      const others = [...this.#members].some(({ auction }) => auction === membership.auction);
      if (!others) void this.#rpc.ask('bids/leave-auction', { _id: membership.auction });
    };
  }

  /** Requests at once what was missed of an auction that is followed (a bid's paddle, say). */
  refresh(auction: string): void {
    for (const member of this.#members) if (member.auction === auction) void this.#ask(member);
  }

  /**
   * Requests a bid's decision: handed to the open socket at once, else sent as a request while sales are followed by
   * requests, else `offline` and never sent. The same commandId acts once, whichever way, so that a lost answer can be
   * asked for again. `page`: what the page shows, recorded with the bid.
   */
  bid({ lot, cents, commandId }: SentBid, page?: PageReport): Promise<RpcResult> {
    if (!this.#facts.online) return Promise.resolve({ outcome: 'offline' });
    const bid: PlacedBid = { bid: { lot, cents }, commandId, ...(page && { page }) };
    if (this.#fallback !== null && this.connection.value.state === 'Basic') return this.#fallback.bid(bid);
    return this.#facts.open ? this.#rpc.ask('bids/bid', bid) : Promise.resolve({ outcome: 'offline' });
  }

  #take(signal: SocketSignal): void {
    switch (signal.kind) {
      case 'open':
        this.#opened(signal.send);
        return;
      case 'down':
        this.#rpc.dropped();
        if (this.#facts.open) this.#downAt = this.#options.now();
        this.#change({ open: false, resumed: false, askedAt: null });
        if (signal.timedOut) this.notices.next({ kind: 'connect-timeout' });
        return;
      case 'outdated':
        this.notices.next({ kind: 'outdated' });
        return;
      case 'messages': {
        this.#change({ lastHeardAt: this.#options.now() });
        const pushes = signal.messages.filter(isPush);
        if (pushes.length > 0) this.#pushes.next(pushes);
        // Answers after pushes: a bid's answer finds the price it made already shown.
        for (const message of signal.messages) if (!isPush(message)) this.#rpc.answered(message);
      }
    }
  }

  #opened(send: SendFrame): void {
    this.#rpc.opened(send);
    this.#downAt = this.#options.now();
    this.#change({ open: true, resumed: this.#members.size === 0, askedAt: null });
    void this.#identify();
    for (const membership of this.#members) void this.#ask(membership);
    this.notices.next({ kind: this.#everOpen ? 'reconnected' : 'connected' });
    this.#everOpen = true;
  }

  async #identify(): Promise<void> {
    const { userId } = this.#options.identity;
    if (userId === null) {
      const known = this.#visitor === null ? {} : { _id: this.#visitor };
      const came = await this.#rpc.ask('anonymous-user/connect-anonymous-user', known);
      if (came.outcome === 'answered') this.#visitor = (came.data as { _id?: string })._id ?? null;
      return;
    }
    const connected = this.#rpc.ask('user/connect-user', { _id: userId });
    const login = await this.#rpc.ask('bids/login', {});
    if (login.outcome === 'error' && REFUSED_LOGIN.has(login.code))
      this.notices.next({ kind: 'login-refused' });
    await connected;
  }

  async #ask(membership: Membership): Promise<void> {
    const askedAt = this.#options.now();
    this.#joinedAt = askedAt;
    if (this.#facts.askedAt === null) this.#change({ askedAt });
    const since = membership.since();
    const asked = await this.#rpc.ask('bids/join-auction', {
      _id: membership.auction,
      authorized: this.#options.identity.userId !== null,
      ...(since !== null && { since }),
    });
    if (!this.#members.has(membership)) return;
    if (asked.outcome === 'answered' || asked.outcome === 'error') this.#waking = false;
    if (asked.outcome === 'answered') {
      const answer = asked.data as JoinAnswer;
      const answeredAt = this.#options.now();
      this.#change({ resumed: true, readAt: null, askedAt: null, rttMs: (answeredAt - askedAt) / 2 });
      this.#options.noteServerTime?.(answer.serverTime, askedAt, answeredAt);
      membership.joined(answer);
    } else if (asked.outcome === 'error') {
      const { code } = asked;
      // A throttled join leaves the socket in the sale; the gateway takes it out of one that is unavailable.
      const resumed = isFinalRefusal(code) || (code === 'rate-limited' && this.#facts.resumed);
      this.#change({ resumed, askedAt: null });
      membership.refused(code, asked.message);
    }
  }

  /** Once a second: says how old the data is, breaks a silence, and gives a dead socket up. */
  #beat(): void {
    const now = this.#options.now();
    const { open, resumed, lastHeardAt, askedAt } = this.#facts;
    // A refused join is sent again, also while other messages come.
    const quietSince = resumed ? (lastHeardAt ?? 0) : this.#joinedAt;
    if (open && askedAt !== null && now - askedAt > this.#heartbeat.deadMs) this.#drop.next();
    else if (open && askedAt === null && now - quietSince >= this.#heartbeat.silentMs) this.#askAll();
    this.#followByRest(now);
    this.#change({});
  }

  #becameVisible(): void {
    // A device that slept shows prices of then: they are dimmed at once, and read without waiting for the socket.
    this.#change({});
    this.#refetch();
    const { lastHeardAt } = this.#facts;
    const now = this.#options.now();
    if (lastHeardAt !== null && now - lastHeardAt > this.#heartbeat.silentMs) this.#waking = true;
    this.#followByRest(now);
    if (this.#facts.open) this.#askAll();
    else this.#wake.next();
  }

  /** Follows joined sales by requests while the socket is down or owes an answer, and after a sleep until it answers. */
  #followByRest(now: number): void {
    const { online, open, resumed, askedAt } = this.#facts;
    const { slowMs, fallbackMs } = this.#heartbeat;
    const isLate = open && resumed && askedAt !== null && now - askedAt > slowMs;
    const isDown = (!open || !resumed) && now - this.#downAt > fallbackMs * (1 + this.#options.random());
    // A new connection ends it only when its sales have answered.
    const isNeeded = this.#waking || isLate || isDown || ((!open || !resumed) && this.#facts.readAt !== null);
    this.#fallback?.follow(online && isNeeded ? this.#members : NOBODY);
    if (online && isDown && now - this.#refetchedAt > REFETCH_MS) this.#refetch();
  }

  #answeredByRest(member: Membership, answer: LiveAnswer, { at, held }: { at: number; held: boolean }): void {
    const answeredAt = this.#options.now();
    const isDown = !this.#facts.open || !this.#facts.resumed;
    this.#change({
      lastHeardAt: answeredAt,
      everResumed: true,
      ...(isDown && { readAt: answeredAt }),
      ...(!held && isDown && { rttMs: (answeredAt - at) / 2 }),
    });
    if (!held) this.#options.noteServerTime?.(answer.serverTime, at, answeredAt);
    if (answer.messages.length > 0) this.#pushes.next([...answer.messages]);
    member.joined(answer);
    // Nothing pushes the viewer's own bids: they are read again when the sale has changed.
    if (isDown && answer.messages.length > 0 && answeredAt - this.#refetchedAt > OWN_REFETCH_MS)
      this.#refetch();
  }

  #refetch(): void {
    this.#refetchedAt = this.#options.now();
    this.notices.next({ kind: 'refetch' });
  }

  /** The page is unloaded: no message would still be sent by the socket, so the browser itself is asked to send one. */
  #left(): void {
    if (this.#visitor !== null) this.#options.goodbye?.(this.#visitor);
  }

  #askAll(): void {
    for (const membership of this.#members) void this.#ask(membership);
  }

  #change(facts: Partial<ConnectionFacts>): void {
    const everResumed = this.#facts.everResumed || facts.everResumed === true || facts.resumed === true;
    this.#facts = { ...this.#facts, ...facts, everResumed };
    const next = connectionOf(this.#facts, this.#options.now());
    const known = this.connection.value;
    // The age is shown in seconds: a change within one is not news.
    const sameAge = Math.floor((known.ageMs ?? -1) / 1000) === Math.floor((next.ageMs ?? -1) / 1000);
    if (sameAge && known.state === next.state && known.stale === next.stale) return;
    this.connection.next(next);
  }
}

const NOBODY: ReadonlySet<Membership> = new Set();

/** While no socket is open, what is not pushed is read again after this long, or after a change. ms. */
const REFETCH_MS = 15_000;
const OWN_REFETCH_MS = 2_000;

const REFUSED_LOGIN = new Set(['unauthorized', 'not-signed-in']);

const browserOnline = (): Observable<boolean> =>
  merge(
    fromEvent(window, 'online').pipe(map(() => true)),
    fromEvent(window, 'offline').pipe(map(() => false)),
  ).pipe(startWith(navigator.onLine));

const pageVisible = (): Observable<unknown> =>
  fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible'));
