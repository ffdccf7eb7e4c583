import { between, type Random } from '@saleyard/app/sample-data/random.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import type { JoinAnswer, ServerMessage, ServerPush } from '@saleyard/contract/realtime.ts';
import { ServerFrames, type ServerSaid, textFrame } from '../parts/client-frames.ts';
import type { ClientEnd, Wire } from '../parts/wire.ts';
import type { ViewWatch } from '../proof/view-watch.ts';
import type { World } from '../world/world.ts';
import { AuctionView } from './auction-view.ts';

/** How the web client behaves. ms. */
const TIMES = {
  answerMs: 10_000,
  /** A join is repeated after this long without a response. */
  silentMs: 5_000,
  /** A connection without an answer for this long is closed. */
  deadMs: 10_000,
  beatMs: 1_000,
  /** Between two attempts to settle a bid. */
  settleMs: 1_000,
} as const;

/** The outcome of a request. */
type Asked =
  | { outcome: 'answered'; data: unknown }
  | { outcome: 'error'; code: string }
  | { outcome: 'offline' }
  | { outcome: 'unknown' };

/** A bid that was sent and whose outcome its client does not know. */
type PendingBid = { lot: string; cents: number; commandId: string; asking: boolean; isFirst: boolean };

/** Gets the answers to a client's bids. */
type BidHearing = {
  sending(bid: { auction: string; lot: string; cents: number; commandId: string }): void;
  received(commandId: string, answer: { decision: BidDecision } | { error: string }): void;
};

type Parts = {
  world: World;
  name: string;
  /** The account signed in, or null for a visitor. */
  user: string | null;
  auctions: readonly string[];
  /** Whether it retries without an answer, as the web does. A client that does not reveals what was never sent. */
  heartbeat: boolean;
  /** A new connection to one of the gateways. */
  open(client: ClientEnd): Wire;
  hearing: BidHearing;
  watch: ViewWatch;
};

/**
 * A page that follows auctions and bids, as the web client does: resumes by `since`, and retries an uncertain bid
 * under the same commandId.
 */
export class Client {
  readonly name: string;
  readonly user: string | null;
  readonly views = new Map<string, AuctionView>();
  readonly #parts: Parts;
  readonly #random: Random;
  readonly #pending = new Map<string, PendingBid & { auction: string }>();
  readonly #rpc = new Map<number, (asked: Asked) => void>();
  readonly #joined = new Set<string>();
  #wire: Wire | null = null;
  #isOpen = false;
  #frames = new ServerFrames();
  #pushedUpTo = new Map<string, number>();
  #nextId = 1;
  #heardAt = 0;
  #askedAt: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.name = parts.name;
    this.user = parts.user;
    this.#random = parts.world.random(`client ${parts.name}`);
    for (const auction of parts.auctions) this.views.set(auction, new AuctionView(auction));
    this.#connect();
    parts.world.every(
      () => TIMES.beatMs,
      () => this.#beat(),
    );
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** It is connected and has joined every auction. */
  get isFollowing(): boolean {
    return this.#isOpen && this.#joined.size === this.#parts.auctions.length;
  }

  /** Bids whose outcome is not known. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Its connection breaks. */
  drop(): void {
    this.#wire?.break();
  }

  /** Stops or resumes reading. */
  setReading(reads: boolean): void {
    this.#wire?.setReading(reads);
  }

  /** It reads again this many ms after the next bytes come. */
  readAfterNews(delayMs: number): void {
    this.#wire?.readAfterNews(delayMs);
  }

  /** The page is reloaded: all its data is read again. */
  reload(): void {
    for (const auction of this.#parts.auctions) this.views.set(auction, new AuctionView(auction));
    this.#wire?.close();
    this.#down();
  }

  /** Places a bid, if the socket is open. */
  bid(auction: string, lot: string, cents: number, commandId: string): void {
    if (!this.#isOpen || this.#pending.has(commandId)) return;
    const bid = { auction, lot, cents, commandId, asking: false, isFirst: true };
    this.#pending.set(commandId, bid);
    void this.#settle(bid);
  }

  async #settle(bid: PendingBid & { auction: string }): Promise<void> {
    if (bid.asking || !this.#pending.has(bid.commandId)) return;
    if (!this.#isOpen) return;
    bid.asking = true;
    const { auction, lot, cents, commandId } = bid;
    this.#parts.hearing.sending({ auction, lot, cents, commandId });
    const asked = await this.#ask('bids', 'bid', { bid: { lot, cents }, commandId });
    bid.asking = false;
    const { isFirst } = bid;
    bid.isFirst = false;
    if (asked.outcome === 'answered') {
      this.#parts.hearing.received(commandId, { decision: asked.data as BidDecision });
      this.#pending.delete(commandId);
      return;
    }
    if (asked.outcome === 'error') {
      this.#parts.hearing.received(commandId, { error: asked.code });
      // When an uncertain bid is sent again, a rejection or throttling says nothing about the first attempt.
      if (asked.code !== 'unknown' && (isFirst || !SAYS_NOTHING.has(asked.code))) {
        this.#pending.delete(commandId);
        return;
      }
    }
    this.#parts.world.after(TIMES.settleMs, () => void this.#settle(bid));
  }

  #connect(): void {
    this.#frames = new ServerFrames();
    this.#pushedUpTo = new Map();
    this.#heardAt = this.#parts.world.now;
    this.#askedAt = this.#heardAt;
    const wire: Wire = this.#parts.open({
      bytes: (chunk) => {
        if (this.#wire === wire) for (const said of this.#frames.take(chunk)) this.#hear(said);
      },
      closed: () => {
        if (this.#wire === wire) this.#down();
      },
    });
    this.#wire = wire;
  }

  #down(): void {
    this.#wire = null;
    this.#isOpen = false;
    this.#joined.clear();
    for (const settle of [...this.#rpc.values()]) settle({ outcome: 'unknown' });
    const { reconnectMinMs, reconnectMaxMs } = CLIENT_TIMES;
    this.#parts.world.after(between(this.#random, reconnectMinMs, reconnectMaxMs), () => this.#connect());
  }

  #hear(said: ServerSaid): void {
    switch (said.kind) {
      case 'open':
        this.#isOpen = true;
        this.#askedAt = null;
        this.#greet();
        return;
      case 'refused':
        this.#wire?.close();
        this.#down();
        return;
      case 'close':
      case 'ping':
        this.#wire?.send(said.reply);
        return;
      case 'text':
        this.#heardAt = this.#parts.world.now;
        this.#take(JSON.parse(said.text) as ServerMessage[]);
    }
  }

  #greet(): void {
    const { user, auctions } = this.#parts;
    if (user === null) void this.#ask('anonymous-user', 'connect-anonymous-user', {});
    else void this.#ask('user', 'connect-user', { _id: user });
    for (const auction of auctions) void this.#join(auction);
    for (const bid of [...this.#pending.values()]) void this.#settle(bid);
  }

  async #join(auction: string): Promise<void> {
    this.#askedAt ??= this.#parts.world.now;
    const wire = this.#wire;
    const view = this.views.get(auction);
    const since = view?.seq ?? null;
    const asked = await this.#ask('bids', 'join-auction', { _id: auction, ...(since !== null && { since }) });
    if (view !== this.views.get(auction) || asked.outcome === 'offline') return;
    if (asked.outcome === 'unknown') {
      // A late answer is dropped. After a lost connection, everything is requested again.
      if (this.#isOpen && wire === this.#wire) void this.#join(auction);
      return;
    }
    this.#askedAt = null;
    if (asked.outcome === 'answered') {
      this.#joined.add(auction);
      view?.joined(asked.data as JoinAnswer);
    }
    // Not there yet, or not readable at the moment.
    else this.#parts.world.after(TIMES.silentMs, () => void this.#join(auction));
  }

  /** One frame: its pushes first, then its answers. */
  #take(messages: readonly ServerMessage[]): void {
    const { watch } = this.#parts;
    const touched = new Set<AuctionView>();
    for (const message of messages) {
      if (!('channel' in message) || message.channel !== 'bids') continue;
      const push: Extract<ServerPush, { channel: 'bids' }> = message;
      watch.pushed(this.name, push.auction, push.seq, this.#pushedUpTo.get(push.auction) ?? -1);
      this.#pushedUpTo.set(push.auction, push.seq);
      const view = this.views.get(push.auction);
      if (view === undefined) continue;
      view.push(push);
      touched.add(view);
    }
    for (const message of messages) {
      if ('channel' in message || message.id === null) continue;
      const answer = message;
      const settle = this.#rpc.get(message.id);
      settle?.(
        'error' in answer
          ? { outcome: 'error', code: answer.error.code }
          : { outcome: 'answered', data: answer.data },
      );
    }
    for (const view of touched) watch.applied(this.name, view);
  }

  #ask(channel: string, event: string, data: unknown): Promise<Asked> {
    if (!this.#isOpen || this.#wire === null) return Promise.resolve({ outcome: 'offline' });
    const id = this.#nextId;
    this.#nextId += 1;
    this.#wire.send(textFrame(JSON.stringify([{ id, channel, event, data }])));
    return new Promise((resolve) => {
      const settle = (asked: Asked): void => {
        cancel();
        this.#rpc.delete(id);
        resolve(asked);
      };
      const cancel = this.#parts.world.after(TIMES.answerMs, () => settle({ outcome: 'unknown' }));
      this.#rpc.set(id, settle);
    });
  }

  /** Once a second: ends a silence, and drops a dead connection. */
  #beat(): void {
    if (this.#wire === null) return;
    const { now } = this.#parts.world;
    const asked = this.#askedAt;
    if (asked !== null && now - asked > TIMES.deadMs) {
      this.#wire.close();
      this.#down();
    } else if (
      this.#parts.heartbeat &&
      this.#isOpen &&
      asked === null &&
      now - this.#heardAt >= TIMES.silentMs
    ) {
      for (const auction of this.#parts.auctions) void this.#join(auction);
    }
  }
}

const SAYS_NOTHING = new Set(['rate-limited', 'unavailable', 'unknown-lot', 'not-found', 'full']);
