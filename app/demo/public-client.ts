import type { Me } from '@saleyard/contract/accounts.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { JoinAnswer, ServerMessage } from '@saleyard/contract/realtime.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';
import type { Random } from '../sample-data/random.ts';
import type { Credentials } from './demo-accounts.ts';

/** Timeout of a call or a socket request, in ms; after it the outcome is unknown. */
const ANSWER_MS = 10_000;
/** ms between attempts to connect, least and most; the wait is random between them. */
const RETRY_MS = [1_000, 4_000] as const;
/** The most pending requests; beyond it no request is sent. */
const ASKED_LIMIT = 16;

/** A sale as seen through the gateway. */
export type SeenSale = {
  auction: PublicAuction;
  lots: Map<string, PublicLot>;
  seq: number;
  paddle: string | null;
};

/** A REST response. */
export type RestAnswer = { status: number; data: unknown; code: string | null };

type Asked = (answer: { data: unknown } | { error: { code: string } } | null) => void;

/**
 * A simulated person at the public interface: signs in like everyone, opens the same socket, sees what everyone sees,
 * and comes back by itself when the connection is lost.
 */
export class PublicClient {
  readonly sales = new Map<string, SeenSale>();
  readonly #baseUrl: string;
  readonly #who: Credentials;
  readonly #clock: Clock;
  readonly #random: Random;
  #cookie = '';
  #socket: WebSocket | null = null;
  #wanted = new Set<string>();
  #asked = new Map<number, Asked>();
  #nextId = 1;
  #joining = false;
  #stopped = false;
  #cancelRetry: () => void = () => {};

  constructor(parts: { baseUrl: string; who: Credentials; clock: Clock; random: Random }) {
    this.#baseUrl = parts.baseUrl.replace(/\/$/, '');
    this.#who = parts.who;
    this.#clock = parts.clock;
    this.#random = parts.random;
  }

  start(): void {
    void this.#comeIn();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry();
    this.#socket?.close();
    this.#letGo();
  }

  /** Joins exactly these auctions, and leaves the others. */
  attend(auctions: readonly string[]): void {
    const wanted = new Set(auctions);
    for (const auction of this.#wanted) {
      if (wanted.has(auction)) continue;
      this.sales.delete(auction);
      void this.#ask('bids', 'leave-auction', { _id: auction });
    }
    this.#wanted = wanted;
    void this.#joinAll();
  }

  /** The sale and the lot, if this person is in that sale. */
  find(lot: string): { sale: SeenSale; lot: PublicLot } | null {
    for (const sale of this.sales.values()) {
      const found = sale.lots.get(lot);
      if (found) return { sale, lot: found };
    }
    return null;
  }

  /** Bids over the socket. null: no answer, or refused before it reached the engine. */
  async bid(lot: string, cents: number): Promise<BidDecision | null> {
    const answer = await this.#ask('bids', 'bid', { bid: { lot, cents }, commandId: newId() });
    return answer && 'data' in answer ? (answer.data as BidDecision) : null;
  }

  /** A REST call under `api/v1/`, as signed in. Status 0: no answer. */
  async call(method: string, path: string, body?: unknown): Promise<RestAnswer> {
    const answer = await this.#fetch(method, path, { cookie: this.#cookie }, body);
    if (answer.status === 401 && !this.#stopped) this.#socket?.close();
    return answer;
  }

  async #fetch(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    try {
      const response = await fetch(`${this.#baseUrl}/api/v1/${path}`, {
        method,
        headers: {
          platform: 'web',
          origin: this.#baseUrl,
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const set = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
      if (set.length > 0) this.#cookie = set.join('; ');
      const text = await response.text();
      const answer = text === '' ? {} : (JSON.parse(text) as { data?: unknown; errors?: { code: string }[] });
      return { status: response.status, data: answer.data, code: answer.errors?.[0]?.code ?? null };
    } catch {
      return { status: 0, data: undefined, code: null };
    }
  }

  async #comeIn(): Promise<void> {
    const basic = Buffer.from(`${this.#who.email}:${this.#who.password}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'x-remember-me': 'true' };
    const answer = await this.#fetch('GET', 'users/me', headers);
    if (this.#stopped) return;
    if (answer.status === 200) this.#open((answer.data as { user: Me }).user._id);
    else this.#retry();
  }

  #open(account: string): void {
    const url = `${this.#baseUrl.replace(/^http/, 'ws')}/realtime`;
    const headers = { cookie: this.#cookie, origin: this.#baseUrl };
    const socket = new WebSocket(url, { headers, handshakeTimeout: ANSWER_MS, perMessageDeflate: false });
    this.#socket = socket;
    socket.on('open', () => {
      void this.#ask('bids', 'login', {});
      void this.#ask('user', 'connect-user', { _id: account });
      void this.#joinAll();
    });
    socket.on('message', (frame) => this.#take(frame.toString()));
    socket.on('error', () => socket.close());
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#letGo();
      if (!this.#stopped) this.#retry();
    });
  }

  #letGo(): void {
    this.#socket = null;
    this.sales.clear();
    for (const settle of this.#asked.values()) settle(null);
    this.#asked.clear();
  }

  #retry(): void {
    const [least, most] = RETRY_MS;
    this.#cancelRetry = this.#clock.after(least + this.#random() * (most - least), () => void this.#comeIn());
  }

  /** One after another: the gateway lets a socket join a few auctions a second. Failed joins are retried later. */
  async #joinAll(): Promise<void> {
    if (this.#joining) return;
    this.#joining = true;
    try {
      for (const auction of this.#wanted) {
        if (this.sales.has(auction)) continue;
        const answer = await this.#ask('bids', 'join-auction', { _id: auction });
        const sale = this.sales.get(auction);
        if (answer && 'data' in answer && sale) sale.paddle ??= (answer.data as JoinAnswer).paddle;
      }
    } finally {
      this.#joining = false;
    }
  }

  #ask(channel: string, event: string, data: unknown): Promise<Parameters<Asked>[0]> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || this.#asked.size >= ASKED_LIMIT)
      return Promise.resolve(null);
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ANSWER_MS, () => this.#asked.get(id)?.(null));
      this.#asked.set(id, (answer) => {
        cancel();
        this.#asked.delete(id);
        resolve(answer);
      });
      socket.send(JSON.stringify([{ id, channel, event, data }]));
    });
  }

  #take(frame: string): void {
    for (const message of JSON.parse(frame) as ServerMessage[]) {
      if ('id' in message) {
        if (message.id !== null) this.#asked.get(message.id)?.(message);
        continue;
      }
      switch (message.event) {
        case 'snapshot': {
          const { auction, lots } = message.data;
          const paddle = this.sales.get(auction._id)?.paddle ?? null;
          const byId = new Map(lots.map((lot) => [lot._id, lot]));
          if (this.#wanted.has(auction._id))
            this.sales.set(auction._id, { auction, lots: byId, seq: message.seq, paddle });
          break;
        }
        case 'auction-update': {
          const sale = this.sales.get(message.auction);
          if (sale) sale.auction = message.data;
          break;
        }
        case 'lot-update':
          this.sales.get(message.auction)?.lots.set(message.data._id, message.data);
          break;
        case 'user-update': {
          const { paddle } = message.data;
          const sale = paddle && this.sales.get(paddle.auction);
          if (sale) sale.paddle = paddle.paddle;
          break;
        }
      }
    }
  }
}
