import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { JoinAnswer, ServerAnswer } from '@saleyard/contract/realtime.ts';
import { WebSocket } from 'k6/websockets';
import type { HeldLot } from '../journal.ts';
import type { StormPlan } from '../plan.ts';
import type { ClientGroup } from './client-group.ts';
import { type Received, read } from './frames.ts';
import { now, random } from './moment.ts';
import { metrics, record } from './record.ts';

/** ms before a lost or refused connection is tried again, as the web's client does. */
const RETRY_MS = [500, 2_500] as const;
/** Timeout of a join, in ms; after it the client reconnects. */
const JOIN_MS = 20_000;
/** ms between a client's views of a single lot, held against the log afterwards. */
const POLL_MS = 10_000;
/** ms a client stays when the sale is over: a later message would be new. */
const LINGER_MS = 1_500;

type Answered = (answer: ServerAnswer | null) => void;

/**
 * A person in the live room: holds the sale as received, comes back by itself with `since`, and writes down what it
 * sees. What it does there is for others: `over` is called once, when the sale is.
 */
export class LiveClient {
  over: () => void = () => {};
  /** It stays while this says so, though the sale is over. */
  isBusy: () => boolean = () => false;
  readonly #plan: StormPlan;
  readonly #group: ClientGroup;
  readonly #name: string;
  readonly #account: { id: string; cookie: string } | null;
  readonly #lots = new Map<string, Received<PublicLot>>();
  readonly #asked = new Map<number, Answered>();
  #auction: Received<PublicAuction> | null = null;
  #seq = -1;
  #socket: WebSocket | null = null;
  #isIn = false;
  #nextId = 1;
  #comingSince = 0;
  #wasIn = false;
  #looksAtAll = false;
  #lookAt: number;
  #left = false;
  #isOver = false;

  constructor(
    plan: StormPlan,
    group: ClientGroup,
    name: string,
    account: { id: string; cookie: string } | null,
  ) {
    this.#plan = plan;
    this.#group = group;
    this.#name = name;
    this.#account = account;
    this.#lookAt = now() + random() * POLL_MS;
  }

  get isIn(): boolean {
    return this.#isIn;
  }

  get hasLeft(): boolean {
    return this.#left;
  }

  /** The lot as last received; null before the first view. */
  lot(place: number): PublicLot | null {
    return this.#lots.get(this.#plan.sale.lots[place] ?? '')?.view ?? null;
  }

  comeIn(): void {
    this.#comingSince = now();
    this.#connect();
  }

  /** Loses its connection, and is back at the gateway this many ms later. */
  drop(awayMs: number): void {
    if (this.#left || this.#isOver) return;
    const old = this.#socket;
    this.#letGo('lost');
    old?.close();
    setTimeout(() => {
      // Pending retries are done by now.
      if (!this.#left && this.#socket === null) this.comeIn();
    }, awayMs);
  }

  /** Writes down everything it holds, and leaves for good. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    const { digest = null } = this.#auction ?? {};
    this.#write({ last: true, auction: digest, lots: this.#heldLots() });
    const socket = this.#socket;
    this.#letGo('left');
    socket?.close();
  }

  /** A request over the socket; null: the answer was lost with the connection, or there is none. */
  ask(channel: string, event: string, data: unknown, answered: Answered): number {
    const id = this.#nextId;
    this.#nextId += 1;
    if (this.#socket === null) {
      answered(null);
      return id;
    }
    this.#asked.set(id, answered);
    this.#socket.send(JSON.stringify([{ id, channel, event, data }]));
    return id;
  }

  /** Stops waiting for an answer. */
  forget(id: number): void {
    this.#asked.delete(id);
  }

  fault(what: string): void {
    record({ k: 'fault', client: this.#name, at: now(), what });
  }

  #connect(): void {
    const { url } = this.#plan;
    const headers = { origin: url, ...(this.#account && { cookie: this.#account.cookie }) };
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime`, null, { headers });
    this.#socket = socket;
    const isOurs = () => this.#socket === socket && !this.#left;
    socket.onopen = () => {
      if (isOurs()) this.#join();
    };
    socket.onmessage = (event) => {
      if (isOurs() && event) this.#take(event.data as string);
    };
    let isDown = false;
    const down = () => {
      if (isDown || !isOurs()) return;
      isDown = true;
      if (this.#isIn) metrics.lost.add(1);
      else metrics.refused.add(1);
      if (this.#isIn) this.#comingSince = now();
      this.#letGo(this.#isIn ? 'lost' : 'refused');
      const [least, most] = RETRY_MS;
      setTimeout(
        () => !this.#left && this.#socket === null && this.#connect(),
        least + random() * (most - least),
      );
    };
    socket.onerror = down;
    socket.onclose = down;
  }

  #join(): void {
    const { id } = this.#plan.sale;
    const socket = this.#socket;
    const late = setTimeout(() => {
      if (this.#socket === socket && !this.#isIn) socket?.close();
    }, JOIN_MS);
    const since = this.#seq >= 0 ? { since: this.#seq } : {};
    this.ask('bids', 'join-auction', { _id: id, ...since }, (answer) => {
      clearTimeout(late);
      if (answer === null) return;
      if ('error' in answer) {
        this.#socket?.close();
        return;
      }
      this.#joinedAs(answer.data as JoinAnswer);
    });
    if (this.#account) this.ask('user', 'connect-user', { _id: this.#account.id }, () => {});
  }

  #joinedAs({ mode, seq }: JoinAnswer): void {
    const at = now();
    // What it holds, with the rest of this frame, holds as of that revision, also when nothing changed meanwhile.
    if (seq < this.#seq) this.fault(`came back to revision ${seq} after ${this.#seq}`);
    this.#seq = Math.max(this.#seq, seq);
    const ms = at - this.#comingSince;
    this.#isIn = true;
    if (this.#wasIn && mode === 'snapshot') this.fault('a resumed client was answered with a snapshot');
    record({ k: 'socket', client: this.#name, at, what: this.#wasIn ? 'resumed' : 'joined', ms });
    this.#looksAtAll = this.#wasIn;
    (this.#wasIn ? metrics.resumed : metrics.joined).add(ms);
    this.#wasIn = true;
  }

  #letGo(what: 'lost' | 'refused' | 'left'): void {
    // A client that has not joined yet has nothing to lose.
    if (this.#isIn || what === 'refused') {
      record({ k: 'socket', client: this.#name, at: now(), what, ms: 0 });
    }
    this.#socket = null;
    this.#isIn = false;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const answered of asked) answered(null);
  }

  #take(text: string): void {
    const before = this.#seq;
    let reached = -1;
    for (const message of read(text)) {
      if (message.about === 'answer') {
        this.#answered(message.answer);
        continue;
      }
      const { seq } = message;
      if (seq < this.#seq) this.fault(`received revision ${seq} after ${this.#seq}`);
      reached = Math.max(reached, seq);
      if (message.about === 'lot') this.#lots.set(message.lot.view._id, message.lot);
      else {
        this.#auction = message.auction;
        if (message.about === 'all') for (const lot of message.lots) this.#lots.set(lot.view._id, lot);
      }
    }
    if (this.#looksAtAll) this.#lookAtAll();
    if (reached < 0) return;
    this.#seq = Math.max(this.#seq, reached);
    const at = now();
    // Data from before it joined, or already seen, is not new.
    if (before >= 0 && reached > before) this.#group.saw(reached, at);
    if (at >= this.#lookAt) this.#look(at);
    if (this.#auction?.view.state === 'closed' && !this.#isOver) {
      this.#isOver = true;
      this.over();
      this.#leaveSoon();
    }
  }

  #leaveSoon(): void {
    setTimeout(() => (this.isBusy() ? this.#leaveSoon() : this.leave()), LINGER_MS);
  }

  #answered(answer: ServerAnswer): void {
    if (answer.id === null) {
      this.fault('was answered that a message could not be read');
      return;
    }
    const answered = this.#asked.get(answer.id);
    this.#asked.delete(answer.id);
    answered?.(answer);
  }

  /** Writes down one lot, any of them. */
  #look(at: number): void {
    this.#lookAt = at + POLL_MS;
    const { lots } = this.#plan.sale;
    const place = Math.floor(random() * lots.length);
    this.#write({ last: false, auction: null, lots: held(place, this.#lots.get(lots[place] ?? '')) });
  }

  /** Its view after reconnecting: must include everything it missed. */
  #lookAtAll(): void {
    this.#looksAtAll = false;
    const { digest = null } = this.#auction ?? {};
    this.#write({ last: false, auction: digest, lots: this.#heldLots() });
  }

  #heldLots(): HeldLot[] {
    return this.#plan.sale.lots.flatMap((id, place) => held(place, this.#lots.get(id)));
  }

  #write(view: { last: boolean; auction: string | null; lots: readonly HeldLot[] }): void {
    const seq = this.#seq;
    record({ k: 'view', client: this.#name, at: now(), seq, over: this.#isOver, ...view });
  }
}

const held = (place: number, lot: Received<PublicLot> | undefined): HeldLot[] =>
  lot === undefined ? [] : [[place, lot.digest, lot.view.currentBidCents, lot.view.state]];
