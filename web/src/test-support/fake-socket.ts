import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';

type Sent = { id: number; channel: string; event: string; data: Record<string, unknown> };

/** A WebSocket without a server: a test reads what was sent, and delivers what comes. */
export class FakeSocket {
  readyState = 0;
  onopen: ((event: { target: FakeSocket }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { wasClean: boolean; code: number }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  readonly sent: Sent[] = [];

  /** It opens by itself unless `opens` is false. */
  constructor({ opens = true } = {}) {
    if (opens) setTimeout(() => this.open(), 0);
  }

  /** A constructor whose sockets are kept in `sockets`. `opens`: as of one socket. */
  static recordedIn(sockets: FakeSocket[], { opens = true } = {}): typeof WebSocket {
    return class extends FakeSocket {
      constructor() {
        super({ opens });
        sockets.push(this);
      }
    } as unknown as typeof WebSocket;
  }

  open(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.({ target: this });
  }

  send(text: string): void {
    this.sent.push(...(JSON.parse(text) as Sent[]));
  }

  close(): void {
    this.readyState = 3;
  }

  /** Messages of this event that were sent. */
  asked(event: string): Sent[] {
    return this.sent.filter((message) => message.event === event);
  }

  deliver(messages: readonly object[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }

  /** Answers every question so far; joins with a snapshot when there is one to send. */
  answerJoin(answer: {
    auction?: PublicAuction;
    lots?: PublicLot[];
    seq: number;
    paddle: string | null;
  }): void {
    const { auction, lots, seq, paddle } = answer;
    const data = { _id: 'a1', seq, mode: auction ? 'snapshot' : 'changes', paddle, serverTime: 0 };
    const snapshot = { channel: 'bids', event: 'snapshot', auction: 'a1', seq, data: { auction, lots } };
    this.deliver([
      ...this.sent.map(({ id, event }) => ({ id, data: event === 'join-auction' ? data : {} })),
      ...(auction ? [snapshot] : []),
    ]);
  }
}
