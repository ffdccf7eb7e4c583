import {
  COMMAND_REQUESTS,
  type CommandEnvelope,
  type CommandReply,
  commandRequest,
} from '@saleyard/contract/commands.ts';
import type { PageReport } from '@saleyard/contract/realtime.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import { type Nodes, requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import type { AuctionView } from '../live/auction-view.ts';
import type { Pressure } from '../shedding/pressure.ts';
import { BackpressureGate } from './backpressure-gate.ts';
import { type BidAnswer, decided, notDecided } from './bid-answer.ts';
import type { ClientSocket } from './client-socket.ts';
import type { LiveLimits } from './live-limits.ts';
import { type Session, sessionAt } from './session.ts';
import { KeyedBuckets } from './token-bucket.ts';

/** A bid as its message names it. Flat, since thousands may wait at a time. */
export type PlacedBid = { lot: LotId; cents: number; commandId: string; page?: PageReport | undefined };

/** The answer to a bid over the limit of its auction's queue [G25] or of its bidder: one shared object. */
export const REJECTED = notDecided('rate-limited');

const OVER_RATE = notDecided('rate-limited');
const NOT_SIGNED_IN = notDecided('not-signed-in');

type Deps = {
  nodes: Nodes;
  limits: LiveLimits;
  pressure: Pick<Pressure, 'bidDecided' | 'bidRejected'>;
  /** Called with each bid's answer (`accepted`, or a code) and the ms it took. */
  onBid?: ((answer: string, ms: number) => void) | undefined;
};

/** Sends bids from sockets to the node that runs the auction, and its decisions back [G9]. */
export class BidDispatcher {
  readonly #deps: Deps;
  #underWay = 0;
  /** Bids in flight, by user. */
  readonly #underWayOf = new Map<string, number>();
  readonly #rates = new KeyedBuckets();
  readonly #gate: BackpressureGate;
  #stopped = false;
  #idle: (() => void)[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#gate = new BackpressureGate(deps.limits.backpressureMs);
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** From here on bids are answered `unavailable`: they were not executed. */
  stop(): void {
    this.#stopped = true;
  }

  /** Resolves when no bid is in flight. */
  idle(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /**
   * Whether every bid of this socket is rejected now, because the queue of the only auction it joined is full [G25].
   * The bid is then counted as rejected, and its message need not be parsed.
   */
  rejects(socket: ClientSocket, now: number): boolean {
    if (socket.memberships.size !== 1 || this.#stopped || sessionAt(socket.session) === null) return false;
    for (const part of socket.memberships.values()) {
      if (part.kind !== 'inside' || !this.#gate.isFull(part.view.id, now)) return false;
    }
    this.#deps.pressure.bidRejected();
    this.#deps.onBid?.(REJECTED.name, 0);
    return true;
  }

  /** Places a bid for the user signed in at the socket; calls `answer` once. `now` in ms of the monotonic clock. */
  place(socket: ClientSocket, bid: PlacedBid, now: number, answer: (answer: BidAnswer) => void): void {
    const session = sessionAt(socket.session);
    const refused = session === null ? NOT_SIGNED_IN : this.#refusedAtOnce(session, now);
    if (session === null || refused !== null) {
      this.#finish(refused ?? NOT_SIGNED_IN, now, answer);
      return;
    }
    const view = viewOf(socket, bid.lot);
    if (view !== undefined) {
      this.#send(session, view, bid, now, answer);
      return;
    }
    const opening: Promise<void>[] = [];
    for (const part of socket.memberships.values()) if (part.kind === 'opening') opening.push(part.opened);
    // A bid sent right after its join waits until the auction is open.
    void Promise.all(opening).then(() => {
      const opened = viewOf(socket, bid.lot);
      if (opened === undefined) this.#finish(notDecided('unknown-lot'), now, answer);
      else this.#send(session, opened, bid, now, answer);
    });
  }

  #refusedAtOnce({ userId }: Session, now: number): BidAnswer | null {
    const { bidsPerSecond, bidsUnderWay } = this.#deps.limits;
    // [G2] Of a person, since each socket would have bids of its own, and each refusal is recorded.
    if (!this.#rates.take(userId, 1, { perSecond: bidsPerSecond, capacity: bidsPerSecond, now }))
      return OVER_RATE;
    if ((this.#underWayOf.get(userId) ?? 0) >= bidsUnderWay) return REJECTED;
    return this.#stopped ? notDecided('unavailable') : null;
  }

  #send(
    { userId }: Session,
    view: AuctionView,
    { lot, cents, commandId, page }: PlacedBid,
    began: number,
    answer: (answer: BidAnswer) => void,
  ): void {
    if (!this.#gate.tryPass(view.id, began)) {
      this.#deps.pressure.bidRejected();
      this.#finish(REJECTED, began, answer);
      return;
    }
    const { clock } = this.#deps.nodes;
    const envelope: CommandEnvelope<CommandBody> = {
      auction: view.id,
      commandId,
      actor: { kind: 'user', id: userId },
      // The engine checks whether the account may bid, not the gateway.
      body: { type: 'bid', lot, bidder: userId, cents },
      arrival: { receivedAt: clock.now() - Math.round(clock.monotonic() - began), ...page },
    };
    this.#underWay += 1;
    this.#underWayOf.set(userId, (this.#underWayOf.get(userId) ?? 0) + 1);
    const { nodes, limits } = this.#deps;
    void requestOwner(nodes, COMMAND_REQUESTS, commandRequest(envelope), limits.bidTimeoutMs).then(
      (reply) => {
        this.#update(reply, view.id, began);
        this.#finish(answerOf(reply, lot, userId, view), began, answer);
        this.#over(userId);
      },
    );
  }

  #finish(result: BidAnswer, began: number, answer: (answer: BidAnswer) => void): void {
    const { onBid, nodes } = this.#deps;
    answer(result);
    onBid?.(result.name, nodes.clock.monotonic() - began);
  }

  /** [G25] Updates from a reply how busy the auction's owner is. */
  #update(reply: CommandReply, auction: string, began: number): void {
    const { pressure, nodes } = this.#deps;
    const now = nodes.clock.monotonic();
    if (reply.outcome === 'decided') {
      pressure.bidDecided(now - began);
      this.#gate.decided(auction);
    } else if (reply.outcome === 'unavailable' && reply.code === 'rate-limited') {
      pressure.bidRejected();
      this.#gate.full(auction, now);
    }
  }

  #over(userId: string): void {
    const left = (this.#underWayOf.get(userId) ?? 1) - 1;
    if (left > 0) this.#underWayOf.set(userId, left);
    else this.#underWayOf.delete(userId);
    this.#underWay -= 1;
    if (this.#underWay === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** The joined auction that has this lot. */
function viewOf(socket: ClientSocket, lot: LotId): AuctionView | undefined {
  for (const part of socket.memberships.values()) {
    if (part.kind === 'inside' && part.view.lotTerms(lot) !== undefined) return part.view;
  }
  return undefined;
}

function answerOf(reply: CommandReply, lot: LotId, userId: string, view: AuctionView): BidAnswer {
  if (reply.outcome === 'decided') {
    const refused = reply.accepted ? undefined : view.refusedLot(lot);
    return decided(reply, lot, reply.leader === userId, view.lotTerms(lot), refused);
  }
  if (reply.outcome !== 'unavailable') return notDecided(reply.outcome);
  return reply.code === 'rate-limited' ? REJECTED : notDecided(reply.code);
}
