import { createHash } from 'node:crypto';
import type { PoolAccount, PoolRecord } from '@saleyard/app/distributed/test-support/client-pool-orders.ts';
import type { Random } from '@saleyard/app/sample-data/random.ts';
import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { type BidRecord, DIGEST_LENGTH, type HeldLot } from '@saleyard/loadtest/storms/journal.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { NEVER, of } from 'rxjs';
import { WebSocket } from 'ws';
import type { BidMachine, BidStep } from '@/lib/bidding/bid-machine.ts';
import { BidStore, type SentBid } from '@/lib/bidding/bid-store.ts';
import { newCommandId } from '@/lib/random.ts';
import { applyJoin, applyPushes, type LiveAuction, lotOf, seedLive } from '@/lib/realtime/live-auction.ts';
import { Realtime } from '@/lib/realtime/realtime.ts';
import type { RpcResult } from '@/lib/realtime/rpc-client.ts';
import type { PushOf } from '@/lib/realtime/socket.ts';
import { type AutoBidAnswer, autoBidUntilKnown } from './pool-auto-bid.ts';

/** Of this many bids one is an auto-bid, some increments higher. */
const AUTO_BID_OF = 12;
/** Of presses on a lot that had this many bids and ends soon, the part that is made nevertheless. */
const ENOUGH_BIDS = 40;
const ENDS_SOON_MS = 4_000;
const LATE_BIDS = 0.02;
/** A view that stands still for at least so long is written down, in ms. */
const STILL_MS = 300;

const digestOf = (view: unknown): string =>
  createHash('sha256').update(JSON.stringify(view)).digest('hex').slice(0, DIGEST_LENGTH);

type Sale = { auction: string; lots: readonly string[]; leave: () => void };
type Press = Pick<BidRecord, 'commandId' | 'lot' | 'by' | 'cents' | 'sentAt'>;
type Outcome = Pick<BidRecord, 'outcome' | 'code' | 'seq' | 'priceCents'>;

const NOTHING = { seq: null, priceCents: null };

/**
 * One client of the pool: holds a sale as our pages do, with the web's own connection, folding and settling. Nothing of it
 * is ever recreated while it is at a sale, as in a page that nobody loads again.
 */
export class PoolClient {
  record: PoolRecord = { bids: [], views: [], faults: [], stills: [], aways: [] };
  doubtful = 0;
  readonly #place: number;
  readonly #who: PoolAccount;
  readonly #url: string;
  readonly #random: Random;
  readonly #realtime: Realtime;
  readonly #bidStore = new BidStore({
    ask: (bid) => this.#ask(bid),
    now: systemClock.now,
    ended: (_lot, machine) => this.#bidEnded(machine),
  });
  #placed: { press: Press; tries: number } | null = null;
  #sale: Sale | null = null;
  #live: LiveAuction | null = null;
  #pending = 0;
  #movedAt = 0;
  #awaySince: number | null = null;
  #cameBack = false;

  constructor(place: number, who: PoolAccount, url: string, random: Random) {
    this.#place = place;
    this.#who = who;
    this.#url = url;
    this.#random = random;
    const headers = { origin: url, cookie: who.cookie };
    class Socket extends WebSocket {
      constructor(address: string) {
        super(address, { headers, perMessageDeflate: false });
      }
    }
    this.#realtime = new Realtime({
      url: `${url.replace('http', 'ws')}/realtime`,
      now: systemClock.now,
      random: random,
      identity: { userId: who.account },
      online: of(true),
      visible: NEVER,
      WebSocketCtor: Socket as unknown as typeof globalThis.WebSocket,
    });
    this.#realtime.connection.subscribe(({ state }) => this.#connection(state !== 'Reconnecting'));
    this.#realtime.pushes('bids').subscribe((pushes) => this.#take(pushes));
    this.#realtime.notices.subscribe(({ kind }) => {
      if (kind === 'reconnected') {
        this.#cameBack = true;
        this.#bidStore.askAgain();
      }
      if (kind === 'login-refused') this.#fault('was taken for nobody who is signed in');
    });
    this.#realtime.start();
  }

  get isLive(): boolean {
    return this.#live !== null && this.#awaySince === null;
  }

  get seen(): number {
    return this.#live?.seq ?? -1;
  }

  get isOver(): boolean {
    return this.#live?.auction.state === 'closed';
  }

  get closedLots(): number {
    return Object.values(this.#live?.lots ?? {}).filter(({ state }) => state === 'closed').length;
  }

  get seesPause(): boolean {
    return this.#live?.auction.auctionpaused === true;
  }

  get pending(): number {
    return this.#pending;
  }

  join(auction: string, lots: readonly string[]): void {
    this.#sale?.leave();
    this.#live = null;
    this.record = { bids: [], views: [], faults: [], stills: [], aways: [] };
    this.doubtful = 0;
    this.#movedAt = systemClock.now();
    const leave = this.#realtime.join({
      auction,
      since: () => this.#live?.seq ?? null,
      joined: (answer) => {
        this.#live = this.#live && applyJoin(this.#live, answer);
        if (this.#cameBack) this.#look(false);
        this.#cameBack = false;
      },
      refused: () => {},
    });
    this.#sale = { auction, lots, leave };
  }

  /** Bids on a lot that is live, as it is seen. Nothing while the page would not let them. */
  bid(): void {
    const { state, stale } = this.#realtime.connection.value;
    if (stale || (state !== 'Live' && state !== 'Slow') || this.#pending > 0) return;
    const open = Object.values(this.#live?.lots ?? {}).filter(({ nextBidCents }) => nextBidCents !== null);
    // The one that ends first is what people fight for.
    open.sort((a, b) => (a.finishAt ?? 0) - (b.finishAt ?? 0));
    const lot = open[this.#random() < 0.5 ? 0 : Math.floor(this.#random() * open.length)];
    if (lot === undefined || lot.nextBidCents === null || this.#isEnough(lot)) return;
    const isAuto = this.#random() * AUTO_BID_OF < 1;
    const press: Press = {
      commandId: newCommandId(),
      lot: this.#sale?.lots.indexOf(lot._id) ?? -1,
      by: isAuto ? 'autoBid' : 'bid',
      cents: lot.nextBidCents + (isAuto ? 3 * lot.bidIncrementCents : 0),
      sentAt: systemClock.now(),
    };
    this.#pending += 1;
    if (isAuto) void this.#autoBid(lot, press);
    else this.#press(lot, press);
  }

  /** Few go on for ever: a lot that had its bids ends when its time comes, after a last fight. */
  #isEnough({ bidCount, finishAt }: PublicLot): boolean {
    const endsSoon = (finishAt ?? 0) - systemClock.now() < ENDS_SOON_MS;
    return endsSoon && bidCount >= ENOUGH_BIDS && this.#random() > LATE_BIDS;
  }

  /** Writes down everything it holds, as its last. */
  lookLast(): void {
    this.#moved();
    this.#look(true);
  }

  /** A press of the button, through the machine that the live room runs; one within its guard is dropped. */
  #press(lot: PublicLot, press: Press): void {
    const { cents, commandId } = press;
    this.#placed = { press, tries: 0 };
    this.#bidStore.input(lot._id, {
      type: 'press',
      cents,
      at: systemClock.now(),
      movedAt: null,
      lotAt: null,
      commandId,
      way: 'one',
      reasons: [],
    });
    const { bid } = this.#bidStore.of(lot._id);
    if (bid.step === 'sending' && bid.commandId === commandId) return;
    this.#placed = null;
    this.#pending -= 1;
  }

  #ask(bid: SentBid): Promise<RpcResult> {
    if (this.#placed !== null) {
      this.#placed.tries += 1;
      if (this.#placed.tries === 2) this.doubtful += 1;
    }
    return this.#realtime.bid(bid);
  }

  #bidEnded({ bid }: BidMachine): void {
    const placed = this.#placed;
    if (placed === null) return;
    this.#placed = null;
    this.#settled(placed.press, placed.tries, outcomeOf(bid));
  }

  async #autoBid(lot: PublicLot, press: Press): Promise<void> {
    const { cents, commandId } = press;
    const body = { autobid: cents, lot: lot._id, commandId };
    const answer: AutoBidAnswer = await autoBidUntilKnown(this.#url, this.#who.cookie, body);
    if (answer.tries > 1) this.doubtful += 1;
    if ('decision' in answer) this.#settled(press, answer.tries, asDecided(answer.decision));
    else this.#settled(press, answer.tries, { ...NOTHING, outcome: answer.outcome, code: answer.code });
  }

  #settled(press: Press, tries: number, outcome: Outcome): void {
    this.#pending -= 1;
    const answeredAt = systemClock.now();
    this.record.bids.push({ k: 'bid', bidder: this.#place, ...press, answeredAt, tries, ...outcome });
  }

  #take(pushes: readonly PushOf<'bids'>[]): void {
    const before = this.#live;
    const own = pushes.filter(({ auction }) => auction === this.#sale?.auction);
    if (own.length === 0) return;
    for (const { event, data } of own) {
      if (event === 'snapshot') this.#live ??= seedLive(data.auction, data.lots);
    }
    this.#live = this.#live && applyPushes(this.#live, own);
    this.#moved();
    if (before !== null && this.#live !== null) this.#hasNotGoneBack(before, this.#live);
  }

  /** Earlier updates stay valid: no bid is taken back, nothing that is closed opens or gets another winner. */
  #hasNotGoneBack(before: LiveAuction, now: LiveAuction): void {
    if (before.auction.state === 'closed' && now.auction.state !== 'closed')
      this.#fault('the sale opened again');
    for (const was of before.lots) {
      const id = was._id;
      const is = lotOf(now, id);
      if (is === undefined) this.#fault(`lot ${id} is not there any more`);
      else if (is.bidCount < was.bidCount)
        this.#fault(`lot ${id} has ${is.bidCount} bids after ${was.bidCount}`);
      else if (was.state === 'closed' && (is.state !== 'closed' || is.winner !== was.winner))
        this.#fault(`lot ${id} was closed for ${was.winner}, and is ${is.state} for ${is.winner}`);
    }
  }

  #moved(): void {
    const now = systemClock.now();
    if (now - this.#movedAt >= STILL_MS)
      this.record.stills.push({ person: this.#place, from: this.#movedAt, to: now });
    this.#movedAt = now;
  }

  #connection(isThere: boolean): void {
    const now = systemClock.now();
    if (!isThere) this.#awaySince ??= now;
    else if (this.#awaySince !== null) {
      this.record.aways.push({ person: this.#place, from: this.#awaySince, to: now });
      this.#awaySince = null;
    }
  }

  #look(last: boolean): void {
    const live = this.#live;
    const sale = this.#sale;
    if (live === null || sale === null) return;
    const lots = sale.lots.flatMap((id, place): HeldLot[] => {
      const held = lotOf(live, id);
      if (held === undefined) return [];
      const { seq: _, ...lot } = held;
      return [[place, digestOf(lot), lot.currentBidCents, lot.state]];
    });
    this.record.views.push({
      k: 'view',
      client: String(this.#place),
      at: systemClock.now(),
      seq: live.seq,
      last,
      over: this.isOver,
      auction: digestOf(live.auction),
      lots,
    });
  }

  #fault(what: string): void {
    this.record.faults.push({ k: 'fault', client: String(this.#place), at: systemClock.now(), what });
  }
}

const asDecided = ({ outcome, code, seq, currentBidCents }: BidDecision): Outcome => ({
  outcome,
  seq,
  code: code ?? null,
  priceCents: currentBidCents,
});

/** What a bid that has ended is written down as. */
function outcomeOf(bid: BidStep): Outcome {
  switch (bid.step) {
    case 'taken':
      return asDecided(bid.decision);
    case 'refused':
      // Refused before the engine: shown as not placed, like a bid that was never sent.
      return bid.decision === null
        ? { ...NOTHING, outcome: 'not-taken', code: bid.code }
        : asDecided(bid.decision);
    case 'offline':
      return { ...NOTHING, outcome: 'not-taken', code: 'offline' };
    default:
      return { ...NOTHING, outcome: 'unknown', code: null };
  }
}
