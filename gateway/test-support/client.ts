import type { OwnListingChange } from '@saleyard/contract/realtime.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';

type OwnBid = { cents: number; at?: number; auction?: string; lot?: string };

/** The data of any message; a test asserts the part it needs. */
type ReceivedMessage = {
  _id: string;
  seq: number;
  mode: string;
  outcome: string;
  code: string;
  message: string;
  event: string;
  state: string;
  status: string;
  title: string;
  currentBidCents: number | null;
  finishAt: number | null;
  frozenTime: number | null;
  notification: string | null;
  /** In a join's answer the paddle itself, in a personal update the auction too. */
  paddle: (string & { paddle: string }) | null;
  lots: (ReceivedMessage & { number: string })[];
  auction: ReceivedMessage;
  watchList: { lotId: string }[];
  bid: OwnBid;
  'bid-delete': { auction: string; lot: string };
  autobid: { auction: string; lot: string; cents: number; active: boolean };
  lot: OwnListingChange;
  'lot-delete': OwnListingChange;
  pic: { _id: string };
  'pic-delete': { _id: string };
  changeOnlineState: string;
  withdrawn: boolean;
  data: { bid: OwnBid };
};

/** A message as a client sees it. */
export type Seen = {
  id?: number | null;
  channel?: string;
  event?: string;
  auction?: string;
  seq?: number;
  data: ReceivedMessage;
  error?: { code: string; message: string };
};

/** A client over a real socket that records every frame it gets. */
export class Client {
  readonly ws: WebSocket;
  readonly frames: string[] = [];
  readonly seen: Seen[] = [];
  /** Code and reason, once closed. */
  closed: { code: number; reason: string } | null = null;
  #nextId = 1;
  #watching = new Set<() => void>();

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data) => {
      const text = data.toString();
      this.frames.push(text);
      this.seen.push(...(JSON.parse(text) as Seen[]));
      for (const look of [...this.#watching]) look();
    });
    ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      for (const look of [...this.#watching]) look();
    });
    ws.on('error', () => {});
  }

  /** Connects as `user` of a test's sale, or with the cookie of a real session. `forwardedFor`: as a proxy names a client. */
  static connect(
    port: number,
    options: { user?: string; cookie?: string; origin?: string; query?: string; forwardedFor?: string } = {},
  ): Promise<Client> {
    const { user, origin, query = '', forwardedFor } = options;
    const cookie = options.cookie ?? (user && `user=${user}`);
    const ws = new WebSocket(`ws://127.0.0.1:${port}/realtime${query}`, {
      headers: {
        ...(cookie && { cookie }),
        ...(origin && { origin }),
        ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
      },
    });
    const client = new Client(ws);
    return new Promise((resolve, reject) => {
      ws.once('open', () => resolve(client));
      ws.once('error', reject);
      ws.once('unexpected-response', (_request, response) => {
        reject(Object.assign(new Error(`refused ${response.statusCode}`), { status: response.statusCode }));
      });
    });
  }

  /** Sends one message; resolves to its answer. */
  async ask(channel: string, event: string, data: unknown = {}): Promise<Seen> {
    const id = this.#nextId;
    this.#nextId += 1;
    this.ws.send(JSON.stringify([{ id, channel, event, data }]));
    return this.until((seen) => seen.id === id);
  }

  /** The first message that matches, whether it has arrived already or not. */
  until(wanted: (seen: Seen) => boolean, from = 0): Promise<Seen> {
    return new Promise((resolve, reject) => {
      let at = from;
      const look = () => {
        for (; at < this.seen.length; at += 1) {
          const seen = this.seen[at];
          if (seen === undefined || !wanted(seen)) continue;
          this.#watching.delete(look);
          resolve(seen);
          return;
        }
        if (this.closed === null) return;
        this.#watching.delete(look);
        reject(new Error(`closed ${this.closed.code} ${this.closed.reason}`));
      };
      this.#watching.add(look);
      look();
    });
  }

  untilClosed(): Promise<{ code: number; reason: string }> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.closed === null) return;
        this.#watching.delete(look);
        resolve(this.closed);
      };
      this.#watching.add(look);
      look();
    });
  }

  join(auction: string, since?: number): Promise<Seen> {
    return this.ask('bids', 'join-auction', { _id: auction, ...(since !== undefined && { since }) });
  }

  bid(lot: string, cents: number, commandId = newId()) {
    return this.ask('bids', 'bid', { bid: { lot, cents }, commandId });
  }

  close(): void {
    this.ws.close();
  }
}
