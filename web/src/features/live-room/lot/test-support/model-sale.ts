import type { BidDecision, OwnAutoBid, OwnBid } from '@saleyard/contract/bids.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { autoBidActive } from '@saleyard/domain/auction/standing.ts';
import type { LotState } from '@saleyard/domain/auction/state.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { exampleDetails } from '@/features/live-room/room/test-support/example-room.ts';
import type { Room } from '@/features/live-room/room/use-room.ts';
import type { SentBid } from '@/lib/bidding/bid-store.ts';
import type { RpcResult } from '@/lib/realtime/rpc-client.ts';

/** When a sale that is not live at once goes live, ms. */
const LIVE_AT = 40_000_000;

/** The account that looks at the page. */
const VIEWER = 'Q-ann';

const ME: NonNullable<Room['me']> = {
  _id: VIEWER,
  shortId: 'S1002',
  firstName: 'Ann',
  lastName: 'Miller',
  status: 'approved-buyer',
  role: null,
  watchList2: [],
} as unknown as NonNullable<Room['me']>;

/** An answer of the engine that has not reached the page yet. */
type Waiting = { reply: RpcResult; settle: (result: RpcResult) => void };

/** What a bid's sender asked for, and what the engine decided. */
export type Asked = SentBid & { accepted: boolean };

/**
 * One lot of a sale that the domain's own `decide` runs, and the page of one bidder, which receives it late: events,
 * pushes and answers come apart, as they do over a network.
 */
export class ModelSale {
  readonly #fold = new AuctionFold();
  readonly #waiting: Waiting[] = [];
  readonly #replies = new Map<string, RpcResult>();
  readonly #watchers = new Set<() => void>();
  readonly #bids: OwnBid[] = [];
  #seq = -1;
  #room: Room;
  /** Local and server time of the model, ms. */
  now = 0;
  /** Every bid that the page sent, in order, each once. */
  readonly asked: Asked[] = [];

  /** `early`: the sale is open for auto-bids, and `goLive` begins it; else it is live at once. */
  constructor(unit: 'head' | 'kg', reserveCents: number | null, early = false) {
    const terms = lot({
      unit,
      count: 40,
      reserveCents,
      maxVendorBids: 2,
      startCents: 300,
      incrementCents: 10,
    });
    const sale = { durationSeconds: 100_000, staleTimeSeconds: 60, ...(early && { liveAt: LIVE_AT }) };
    for (const event of scheduled(sale, [terms])) {
      this.#fold.apply(event);
      this.#seq += 1;
    }
    this.run({ type: 'advanceClock' });
    this.#room = this.#seen();
  }

  /** Bidding begins; nothing if it has. */
  goLive(): void {
    this.now = Math.max(this.now, LIVE_AT);
    this.run({ type: 'advanceClock' });
  }

  /** What has reached the page. */
  get room(): Room {
    return this.#room;
  }

  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** The engine decides a command of someone's; the page receives it with the next `push`. */
  run(body: CommandBody): BidDecision | null {
    const events = this.#fold.read((state) => decide(state, { at: this.now, body }));
    for (const event of events) {
      this.#fold.apply(event);
      this.#seq += 1;
    }
    const decision = decisionOf(events);
    if (decision === null) return null;
    const message = { code: 'too-low', message: 'The price has moved.' };
    return {
      outcome: decision.outcome,
      lot: '1',
      ...(decision.outcome === 'refused' && { ...message, code: decision.code }),
      currentBidCents: decision.currentBidCents,
      finishAt: decision.finishAt,
      seq: this.#seq,
      leading: decision.leader === VIEWER,
    };
  }

  /** The viewer's auto-bid of this maximum, in cents. */
  autoBid = (maxCents: number) => this.run({ type: 'autoBid', lot: '1', bidder: VIEWER, maxCents });
  stopAutoBid = () => this.run({ type: 'stopAutoBid', lot: '1', bidder: VIEWER });

  /** What the page's bids are sent by: decided at once, answered when the test says so. */
  ask = (bid: SentBid): Promise<RpcResult> =>
    new Promise((settle) => {
      let reply = this.#replies.get(bid.commandId);
      if (reply === undefined) {
        const decision = this.run({ type: 'bid', lot: '1', bidder: VIEWER, cents: bid.cents });
        const accepted = decision?.outcome === 'accepted';
        reply = { outcome: 'answered', data: decision };
        this.#replies.set(bid.commandId, reply);
        this.asked.push({ ...bid, accepted });
        if (accepted) this.#bids.push({ auction: 'a1', lot: '1', cents: bid.cents, at: this.now });
      }
      this.#waiting.push({ reply, settle });
    });

  /** The page receives the oldest answer that waits, or that it was lost. */
  async answer(how: 'heard' | 'lost'): Promise<void> {
    const oldest = this.#waiting.shift();
    oldest?.settle(how === 'heard' ? oldest.reply : { outcome: 'unknown' });
    await Promise.resolve();
  }

  /** The page receives everything that has happened; without `paddle` not yet which of the bidders it is. */
  push({ paddle }: { paddle: boolean }): void {
    const seen = this.#seen();
    this.#room = paddle ? seen : { ...seen, viewer: { ...seen.viewer, paddle: this.#room.viewer.paddle } };
    for (const watcher of this.#watchers) watcher();
  }

  /** Which of the bidders the viewer is, whether that reached the page or not. */
  get paddle(): string | null {
    return this.#fold.state.paddles.get(VIEWER) ?? null;
  }

  /** The price in the engine, cents. */
  get priceCents(): number {
    return this.#lot.currentBidCents ?? this.#lot.terms.startCents;
  }

  get #lot(): LotState {
    const [only] = this.#fold.state.lots;
    if (only === undefined) throw new Error('the sale has one lot');
    return only;
  }

  #seen(): Room {
    const { state } = this.#fold;
    const live = publicLot(state, this.#lot, 'a1');
    const { paddle } = this;
    const own = this.#lot.autoBids.get(VIEWER);
    const autoBids = new Map<string, OwnAutoBid>();
    if (own)
      autoBids.set('1', {
        auction: 'a1',
        lot: '1',
        cents: own.maxCents,
        active: autoBidActive(this.#lot, own),
      });
    const participated = new Set(this.#bids.length > 0 || own ? ['1'] : []);
    return {
      auction: publicAuction(state, 'a1'),
      lots: [{ ...live, seq: this.#seq, details: exampleDetails(), mine: false }],
      viewer: { paddle, participated, unlisted: new Set(), autoBidding: new Set(), watching: new Set() },
      me: ME,
      bidder: ME,
      ownBids: [...this.#bids],
      autoBids,
      catalogueError: null,
      sexes: [],
    };
  }
}
