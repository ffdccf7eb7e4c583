import { randomUUID } from 'node:crypto';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { ServerMessage } from '@saleyard/contract/realtime.ts';
import { WebSocket } from 'ws';

/** A new id under which a command acts once. */
export const commandId = (): string => randomUUID();

/** A viewer of one sale over the WebSocket, who holds each lot as last received. */
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
