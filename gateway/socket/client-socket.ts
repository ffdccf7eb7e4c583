import type { Duplex } from 'node:stream';
import { isVisitor } from '@saleyard/domain/auction/ids.ts';
import type { WebSocket } from 'ws';
import type { LiveLimits } from './live-limits.ts';
import type { Membership } from './membership.ts';
import { type SocketSession, sessionAt } from './session.ts';
import { frameOf, frameOfChunks, type MessageChunk } from './text-frame.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * How updates reach a socket [G4].
 * - `flowing`: as they happen.
 * - `behind`: since then (ms, monotonic) its buffer is over the limit; updates are skipped until it drains.
 */
type Delivery = { kind: 'flowing' } | { kind: 'behind'; since: number };

/** One client's WebSocket: its session, its auctions, its pending messages. */
export class ClientSocket {
  readonly ws: WebSocket;
  readonly memberships = new Map<string, Membership>();
  readonly messageRate: TokenBucket;
  readonly joinRate: TokenBucket;
  readonly floodRate: TokenBucket;
  session: SocketSession;
  /** The socket's user, also while it closes; null for an anonymous visitor. */
  readonly userId: string | null;
  /** The user's account: null also for a visitor who practises [G30]. */
  readonly account: string | null;
  readonly sessionId: string | null;
  /** The client's address, as the handshake guard counts it. */
  readonly address: string;
  /** Pings since the last message. */
  silentPings = 0;
  /** The connection under `ws`: frames made once for many sockets are written straight to it. */
  readonly #raw: Duplex;
  readonly #limits: LiveLimits;
  #delivery: Delivery = { kind: 'flowing' };
  #queue: MessageChunk[] = [];
  /** Bytes of a pending snapshot; they don't count as being behind. */
  #allowance = 0;

  constructor(parts: {
    ws: WebSocket;
    raw: Duplex;
    session: SocketSession;
    address: string;
    limits: LiveLimits;
    now: number;
  }) {
    const { limits, now } = parts;
    this.ws = parts.ws;
    this.#raw = parts.raw;
    this.session = parts.session;
    const session = sessionAt(parts.session);
    this.userId = session?.userId ?? null;
    this.account = this.userId === null || isVisitor(this.userId) ? null : this.userId;
    this.sessionId = this.account === null ? null : (session?.sessionId ?? null);
    this.address = parts.address;
    this.#limits = limits;
    this.messageRate = new TokenBucket(limits.messagesPerSecond, now);
    this.joinRate = new TokenBucket(limits.joinsPerSecond, now, limits.auctionsPerSocket);
    this.floodRate = new TokenBucket(limits.messagesPerSecond, now, limits.floodMessages);
  }

  get isOpen(): boolean {
    return this.session.kind !== 'closing' && this.ws.readyState === this.ws.OPEN;
  }

  get hasQueued(): boolean {
    return this.#queue.length > 0;
  }

  /** When it fell behind (ms, monotonic), or null. */
  get behindSince(): number | null {
    return this.#delivery.kind === 'behind' ? this.#delivery.since : null;
  }

  /** Whether an update may be queued now; a socket with too many bytes pending falls behind here. */
  takesUpdates(now: number): boolean {
    if (this.#delivery.kind === 'behind' || !this.isOpen) return false;
    if (this.#waiting() <= this.#limits.waitingBytes) return true;
    this.#delivery = { kind: 'behind', since: now };
    return false;
  }

  /** Bytes written to the network so far. */
  get sentBytes(): number {
    return 'bytesWritten' in this.#raw ? Number(this.#raw.bytesWritten) : 0;
  }

  /**
   * Calls `caughtUp` when a socket that was behind has drained. Updates resume only after it was brought up to date:
   * earlier updates would name a revision whose other changes it lacks.
   */
  onDrained(caughtUp: () => void): void {
    this.#raw.on('drain', () => {
      this.#allowance = 0;
      if (this.#delivery.kind === 'flowing') return;
      caughtUp();
      this.#delivery = { kind: 'flowing' };
    });
  }

  /** Adds messages to the next frame. */
  queue(chunk: MessageChunk): void {
    if (this.isOpen) this.#queue.push(chunk);
  }

  /** Adds a snapshot to the next frame. Its length does not count as falling behind. */
  queueSnapshot(chunk: MessageChunk): void {
    if (!this.isOpen) return;
    this.#queue.push(chunk);
    this.#allowance = Math.max(this.#allowance, chunk.bytes.length);
  }

  /** Writes what is queued as one frame. */
  writeQueued(): void {
    const queue = this.#queue;
    if (queue.length === 0) return;
    this.#queue = [];
    if (!this.isOpen) return;
    const [first] = queue;
    if (queue.length === 1 && first !== undefined && first.text.length < 4096) {
      this.write(frameOf(first.text));
      return;
    }
    const runs = frameOfChunks(queue);
    this.#raw.cork();
    for (const run of runs) this.#raw.write(run);
    this.#raw.uncork();
    this.#closeWhenFull();
  }

  /** Writes a whole frame as it is. Safe at any time, since `ws` itself buffers no frames. */
  write(frame: Buffer): void {
    if (!this.#raw.write(frame)) this.#closeWhenFull();
  }

  /** Starts the closing handshake; messages from the client are ignored from here on. */
  close(code: number, reason: string): void {
    if (this.session.kind === 'closing') return;
    this.writeQueued();
    this.session = { kind: 'closing' };
    this.ws.close(code, reason);
  }

  #waiting(): number {
    const waiting = this.#raw.writableLength;
    if (waiting === 0) this.#allowance = 0;
    return waiting - this.#allowance;
  }

  #closeWhenFull(): void {
    if (this.#waiting() > this.#limits.waitingBytesClose) this.close(1013, 'slow-consumer');
  }
}
