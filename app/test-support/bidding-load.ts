import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';

const BIDDERS = ['buyer', 'buyer2'] as const;
/** Sockets of the load, and ms between two bids of one; bids above the rate of a person are not decided. */
const SOCKETS = 10;
const BID_EVERY_MS = 200;

type BidAnswer = {
  id?: number;
  data?: { outcome?: string; seq: number };
};

/**
 * Two people who bid against each other over many sockets, without waiting for answers, until their sockets close. It
 * keeps which bids were decided.
 */
export class BiddingLoad {
  readonly #sale: SaleScheduled;
  readonly #decided: { commandId: string; seq: number }[] = [];
  readonly #closes: Promise<number>[] = [];
  /** The last bid on the lot. */
  #cents = 40_000;

  private constructor(sale: SaleScheduled) {
    this.#sale = sale;
  }

  /** Signs the two people in and has them bid on the first lot. `base`: the server's origin. */
  static async join(base: string, sale: SaleScheduled): Promise<BiddingLoad> {
    const load = new BiddingLoad(sale);
    const people = await Promise.all(
      BIDDERS.map((name) => Session.signIn(base, `${name}@saleyard.test`, DEMO_PASSWORD)),
    );
    for (let n = 0; n < SOCKETS; n += 1) load.#bidBy(base, people[n % people.length]?.cookie ?? '');
    return load;
  }

  async untilDecided(count: number): Promise<void> {
    while (this.#decided.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** The codes by which the sockets closed. */
  untilClosed(): Promise<number[]> {
    return Promise.all(this.#closes);
  }

  /** The log has each bid that was decided at the place that was answered. Closes the log. */
  async assertIn(log: EventLog): Promise<void> {
    const last = new Map<string, number>();
    for await (const events of log.read(auctionStream(this.#sale._id)))
      for (const { meta, revision } of events) last.set(meta.commandId, revision);
    await log.close();
    for (const { commandId, seq } of this.#decided) assert.is(last.get(commandId), seq);
  }

  #bidBy(base: string, cookie: string): void {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/realtime`, {
      headers: { cookie, origin: base },
    });
    const sent = new Map<number, string>();
    const send = (id: number, event: string, data: object): void =>
      socket.send(JSON.stringify([{ id, channel: 'bids', event, data }]));
    const timer = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      this.#cents += 500;
      const commandId = newId();
      const id = sent.size + 2;
      sent.set(id, commandId);
      send(id, 'bid', { bid: { lot: this.#sale.lots[0], cents: this.#cents }, commandId });
    }, BID_EVERY_MS);
    socket.on('open', () => send(1, 'join-auction', { _id: this.#sale._id }));
    socket.on('message', (frame) => {
      for (const { id, data } of JSON.parse(String(frame)) as BidAnswer[]) {
        const commandId = sent.get(id ?? 0);
        if (commandId === undefined || data?.outcome === undefined) continue;
        this.#decided.push({ commandId, seq: data.seq });
      }
    });
    socket.on('error', () => {});
    this.#closes.push(
      new Promise((resolve) => {
        socket.once('close', (code) => {
          clearInterval(timer);
          resolve(code);
        });
      }),
    );
  }
}
