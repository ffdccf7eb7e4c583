import { type CommandEnvelope, type CommandReply, commandRequest } from '@saleyard/contract/commands.ts';
import { ERRORS, type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import type { BidDecision, ClientMessage } from '@saleyard/contract/realtime.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import type { Unit } from '@saleyard/domain/auction/terms.ts';
import { type Nodes, requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import type { AuctionView } from '../live/auction-view.ts';
import type { Pressure } from '../shedding/pressure.ts';
import type { ClientSocket } from './client-socket.ts';
import type { LiveLimits } from './door-limits.ts';
import { type Session, sessionAt } from './session.ts';

export type BidMessage = ClientMessage<'bids/bid'>;

/** What a bid is answered with. */
export type BidAnswer = { data: BidDecision } | { error: { code: string; message: string } };

const failure = (code: ErrorCode): BidAnswer => ({
  error: { code, message: wireError(code).error.message },
});

/** What everyone is answered whose bid is turned away because too many wait [G25]: one object for all of them. */
export const TURNED_AWAY = failure('rate-limited');

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** An amount as messages write it: dollars for head, cents for kg. */
function amountText(cents: number, unit: Unit): string {
  if (unit === 'kg') return `${cents}¢`;
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}

type Deps = {
  nodes: Nodes;
  limits: LiveLimits;
  pressure: Pick<Pressure, 'bidDecided' | 'bidTurnedAway'>;
  /** Told of each bid's answer (`accepted`, or a code) and after how many ms it was known. */
  onBid?: ((answer: string, ms: number) => void) | undefined;
};

const answerName = (answer: BidAnswer): string =>
  'error' in answer ? answer.error.code : (answer.data.code ?? 'accepted');

/** Takes bids from sockets to whoever runs the auction, and its decision back [G9]. */
export class BidDesk {
  readonly #deps: Deps;
  #underWay = 0;
  /** Bids under way of each person who has some. */
  readonly #underWayOf = new Map<string, number>();
  /** Until when (ms, monotonic) bids on a sale are turned away at once. */
  readonly #crowdedUntil = new Map<string, number>();
  #stopped = false;
  #idle: (() => void)[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** From here on bids are refused as `unavailable`: nothing was done with them. */
  stop(): void {
    this.#stopped = true;
  }

  /** Resolves when no bid is under way. */
  idle(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Places a bid for who is signed in at the socket; `answer` is called once. `now` as of the monotonic clock. */
  place(socket: ClientSocket, message: BidMessage, now: number, answer: (answer: BidAnswer) => void): void {
    const { onBid, nodes } = this.#deps;
    if (onBid === undefined) this.#place(socket, message, now, answer);
    else {
      this.#place(socket, message, now, (settled) => {
        answer(settled);
        onBid(answerName(settled), nodes.clock.monotonic() - now);
      });
    }
  }

  #place(socket: ClientSocket, message: BidMessage, now: number, answer: (answer: BidAnswer) => void): void {
    const session = sessionAt(socket.session);
    const refused = session === null ? 'not-signed-in' : this.#refusedAtOnce(socket, session, now);
    if (session === null || refused !== null) {
      answer(failure(refused ?? 'not-signed-in'));
      return;
    }
    const view = viewOf(socket, message.data.bid.lot);
    if (view !== undefined) {
      this.#send(session, view, message, now, answer);
      return;
    }
    const opening: Promise<void>[] = [];
    for (const part of socket.memberships.values()) if (part.kind === 'opening') opening.push(part.opened);
    // A bid sent right behind its join waits for the auction to be there.
    void Promise.all(opening).then(() => {
      const opened = viewOf(socket, message.data.bid.lot);
      if (opened === undefined) answer(failure('unknown-lot'));
      else this.#send(session, opened, message, now, answer);
    });
  }

  #refusedAtOnce(socket: ClientSocket, { userId }: Session, now: number): ErrorCode | null {
    const tooMany = (this.#underWayOf.get(userId) ?? 0) >= this.#deps.limits.bidsUnderWay;
    if (!socket.bidRate.take(now) || tooMany) return 'rate-limited';
    return this.#stopped ? 'unavailable' : null;
  }

  #send(
    session: Session,
    view: AuctionView,
    { data: { bid, commandId } }: BidMessage,
    now: number,
    answer: (answer: BidAnswer) => void,
  ): void {
    if ((this.#crowdedUntil.get(view.id) ?? now) > now) {
      this.#deps.pressure.bidTurnedAway();
      answer(TURNED_AWAY);
      return;
    }
    const { userId } = session;
    const envelope: CommandEnvelope<CommandBody> = {
      auction: view.id,
      commandId,
      actor: { kind: 'user', id: userId },
      // Whether the account may bid is for the engine to ask, not for a gateway to say.
      body: { type: 'bid', lot: bid.lot, bidder: userId, cents: bid.cents },
    };
    this.#underWay += 1;
    this.#underWayOf.set(userId, (this.#underWayOf.get(userId) ?? 0) + 1);
    const { nodes, limits } = this.#deps;
    void requestOwner(nodes, commandRequest(envelope), limits.bidTimeoutMs).then((reply) => {
      this.#feel(reply, view.id, now);
      answer(answerOf(reply, bid.lot, userId, view));
      this.#over(userId);
    });
  }

  /** [G25] What a reply says of how busy its sale's owner is. */
  #feel(reply: CommandReply, auction: string, began: number): void {
    const { pressure, nodes, limits } = this.#deps;
    const now = nodes.clock.monotonic();
    if (reply.outcome === 'decided') {
      pressure.bidDecided(now - began);
      this.#crowdedUntil.delete(auction);
    } else if (reply.outcome === 'unavailable' && reply.code === 'rate-limited') {
      pressure.bidTurnedAway();
      this.#crowdedUntil.set(auction, now + limits.crowdedMs);
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
  if (reply.outcome === 'unavailable') {
    return reply.code === 'rate-limited' ? TURNED_AWAY : failure(reply.code);
  }
  if (reply.outcome !== 'decided') return failure(reply.outcome);
  const { accepted, code, currentBidCents, leader, finishAt, seq } = reply;
  const data: BidDecision = {
    outcome: accepted ? 'accepted' : 'refused',
    lot,
    currentBidCents,
    leading: leader === userId,
    finishAt,
    seq,
  };
  if (accepted) return { data };
  const known: ErrorCode = code !== null && isErrorCode(code) ? code : 'internal-error';
  const terms = view.lotTerms(lot);
  const increment = terms === undefined ? '' : amountText(terms.incrementCents, terms.unit);
  return { data: { ...data, code: known, message: wireError(known, { increment }).error.message } };
}
