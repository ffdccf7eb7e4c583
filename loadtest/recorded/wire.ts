import { randomUUID } from 'node:crypto';
import type { PublicLot, ServerMessage } from '@saleyard/contract/realtime.ts';
import { HEADERS } from '@saleyard/contract/rest.ts';
import { WebSocket } from 'ws';

/** An answer that is not a success, with what the server said. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(what: string, status: number, code: string, message: string) {
    super(`${what}: ${status} ${code}: ${message}`);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

/** One person's session with a running server over REST. */
export class Session {
  readonly #base: string;
  #cookie = '';
  id = '';

  constructor(base: string) {
    this.#base = base;
  }

  get cookie(): string {
    return this.#cookie;
  }

  async signIn(email: string, password: string): Promise<void> {
    const basic = Buffer.from(`${email}:${password}`).toString('base64');
    const { user } = await this.call<{ user: { _id: string } }>('GET', 'users/me', undefined, {
      authorization: `Basic ${basic}`,
    });
    this.id = user._id;
  }

  /** Calls `api/v1/{path}` and answers its data. @throws Refused */
  async call<T>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${this.#base}/api/v1/${path}`, {
      method,
      headers: {
        [HEADERS.platform]: 'web',
        origin: this.#base,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#cookie && { cookie: this.#cookie }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
    const answer = (await response.json().catch(() => ({}))) as {
      data?: T;
      errors?: { code: string; message: string }[];
    };
    if (response.ok) return answer.data as T;
    const error = answer.errors?.[0];
    throw new Refused(`${method} ${path}`, response.status, error?.code ?? 'unknown', error?.message ?? '');
  }
}

/** A new id under which a command acts once. */
export const commandId = (): string => randomUUID();

/** Somebody who only watches one sale over the WebSocket, and holds each lot as last told. */
export class Spectator {
  readonly lots = new Map<string, PublicLot>();
  updates = 0;
  closed = false;
  readonly #socket: WebSocket;

  constructor(base: string, cookie: string, auction: string) {
    this.#socket = new WebSocket(`${base.replace(/^http/, 'ws')}/realtime`, {
      headers: { cookie, origin: base },
      perMessageDeflate: false,
    });
    this.#socket.on('open', () => {
      this.#socket.send(
        JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: auction } }]),
      );
    });
    this.#socket.on('message', (frame: Buffer) => {
      for (const message of JSON.parse(frame.toString()) as ServerMessage[]) this.#take(message);
    });
    this.#socket.on('error', () => this.#socket.terminate());
  }

  #take(message: ServerMessage): void {
    if (!('channel' in message) || message.channel !== 'bids') return;
    if (message.event === 'lot-update') {
      this.updates += 1;
      this.lots.set(message.data._id, message.data);
    } else if (message.event === 'snapshot') {
      for (const lot of message.data.lots) this.lots.set(lot._id, lot);
      this.closed = message.data.auction.state === 'closed';
    } else this.closed = message.data.state === 'closed';
  }

  leave(): void {
    this.#socket.close();
  }
}
