import { type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import type { ClientMessage, ServerAnswer } from '@saleyard/contract/realtime.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { accountUpdate, type LiveAccounts } from '../live/live-accounts.ts';
import { type LiveAuctions, openNamed } from '../live/live-auctions.ts';
import { type BidDispatcher, type PlacedBid, REJECTED } from './bid-dispatcher.ts';
import { messagesOf, plainBid, plainBidId, understand } from './client-message.ts';
import type { ClientSocket } from './client-socket.ts';
import type { LiveLimits } from './live-limits.ts';
import type { Presence } from './presence.ts';
import type { Rooms } from './rooms.ts';
import { sessionAt } from './session.ts';
import { KeyedBuckets } from './token-bucket.ts';

export type MessageHandlerDeps = {
  rooms: Rooms;
  auctions: LiveAuctions;
  accounts: LiveAccounts;
  bids: BidDispatcher;
  presence: Presence;
  clock: Clock;
  limits: LiveLimits;
  newId(): string;
  /** The id of the auction with this short number, or null. */
  auctionIdOf(searchNumber: number): Promise<string | null>;
};

export type MessageCounters = { messages: number; rateLimited: number; invalid: number };

/** Handles the messages of a socket: parses, executes and answers each. */
export class MessageHandler {
  readonly counters: MessageCounters = { messages: 0, rateLimited: 0, invalid: 0 };
  readonly #deps: MessageHandlerDeps;
  readonly #joinRates = new KeyedBuckets();

  constructor(deps: MessageHandlerDeps) {
    this.#deps = deps;
  }

  /** Handles one frame's text; `null` for a binary frame, which the protocol does not have. */
  frame(socket: ClientSocket, text: string | null): void {
    if (!socket.isOpen) return;
    const now = this.#deps.clock.monotonic();
    if (text !== null && this.#takePlainBid(socket, text, now)) return;
    const messages = text === null ? undefined : messagesOf(text);
    if (messages === undefined) {
      this.counters.invalid += 1;
      if (this.#mayAnswer(socket, now)) {
        this.#fail(socket, null, 'invalid-request', { field: 'message', reason: 'must be a JSON array' });
      }
      return;
    }
    for (const message of messages) if (socket.isOpen) this.#take(socket, message, now);
  }

  /** Handles a frame that is plainly one bid; returns false for others. */
  #takePlainBid(socket: ClientSocket, text: string, now: number): boolean {
    const { bids } = this.#deps;
    const id = plainBidId(text);
    if (id === undefined) return false;
    this.counters.messages += 1;
    if (!this.#mayAnswer(socket, now, { id: Number(id) })) return true;
    if (bids.rejects(socket, now)) this.#reject(socket, id);
    else {
      const bid = plainBid(text);
      if (bid !== undefined) this.#bid(socket, bid.id, bid, now);
    }
    return true;
  }

  /**
   * [G2] False: the message is over the rate limit. It is answered with that error; on a flood the socket is closed.
   */
  #mayAnswer(socket: ClientSocket, now: number, raw?: unknown): boolean {
    if (socket.messageRate.take(now)) return true;
    this.counters.rateLimited += 1;
    if (!socket.floodRate.take(now)) socket.close(1008, 'rate-limited');
    else {
      const id = (raw as { id?: unknown } | null | undefined)?.id;
      this.#fail(socket, typeof id === 'number' ? id : null, 'rate-limited');
    }
    return false;
  }

  #take(socket: ClientSocket, raw: unknown, now: number): void {
    this.counters.messages += 1;
    if (!this.#mayAnswer(socket, now, raw)) return;
    const understood = understand(raw);
    if (understood.outcome === 'unknown-message') {
      this.counters.invalid += 1;
      this.#fail(socket, understood.id, 'unknown-message');
    } else if (understood.outcome === 'invalid') {
      this.counters.invalid += 1;
      this.#fail(socket, understood.id, 'invalid-request', understood);
    } else this.#act(socket, understood, now);
  }

  #act(
    socket: ClientSocket,
    { name, message }: Extract<ReturnType<typeof understand>, { outcome: 'message' }>,
    now: number,
  ): void {
    switch (name) {
      case 'bids/bid':
        this.#bidMessage(socket, message as ClientMessage<'bids/bid'>, now);
        return;
      case 'bids/login':
        this.#login(socket, message.id);
        return;
      case 'bids/join-auction':
        this.#join(socket, message as ClientMessage<'bids/join-auction'>, now);
        return;
      case 'bids/leave-auction':
        this.#leave(socket, message as ClientMessage<'bids/leave-auction'>);
        return;
      case 'user/connect-user':
        void this.#connectUser(socket, message as ClientMessage<'user/connect-user'>);
        return;
      case 'anonymous-user/connect-anonymous-user':
        this.#anonymousCame(socket, message as ClientMessage<'anonymous-user/connect-anonymous-user'>);
        return;
      case 'anonymous-user/disconnect-anonymous-user':
        this.#anonymousLeft(socket, message as ClientMessage<'anonymous-user/disconnect-anonymous-user'>);
        return;
    }
  }

  #bidMessage(socket: ClientSocket, { id, data }: ClientMessage<'bids/bid'>, now: number): void {
    const { bid, commandId, page } = data;
    this.#bid(socket, id, { lot: bid.lot, cents: bid.cents, commandId, page }, now);
  }

  #bid(socket: ClientSocket, id: number, bid: PlacedBid, now: number): void {
    this.#deps.bids.place(socket, bid, now, (answer) => {
      if (answer === REJECTED) this.#reject(socket, id);
      else this.#deps.rooms.answer(socket, `{"id":${id},${answer.members}}`);
    });
  }

  #reject(socket: ClientSocket, id: number | string): void {
    this.#deps.rooms.answerWithFlush(socket, `{"id":${id},${REJECTED.members}}`);
  }

  #login(socket: ClientSocket, id: number): void {
    const session = sessionAt(socket.session);
    if (session === null) this.#fail(socket, id, 'not-signed-in');
    else this.#answer(socket, { id, data: { _id: session.userId } });
  }

  #join(socket: ClientSocket, { id, data }: ClientMessage<'bids/join-auction'>, now: number): void {
    const { limits } = this.#deps;
    const isFull = !socket.memberships.has(data._id) && socket.memberships.size >= limits.auctionsPerSocket;
    if (!socket.joinRate.take(now) || isFull || !this.#isWithinJoinRate(socket, now)) {
      this.#fail(socket, id, 'rate-limited');
      return;
    }
    const opened = openNamed(this.#deps, data._id, data.since).then((result) => {
      // It left, joined again or disconnected before the auction was read.
      const current = socket.memberships.get(data._id) === membership;
      if (current) socket.memberships.delete(data._id);
      if (current && socket.isOpen && result.outcome === 'open' && result.view.maySee(socket.userId)) {
        this.#deps.rooms.enter(socket, result.view, id, data.since);
        return;
      }
      // It left, or joined again and gets the answer to that: this one says nothing of the auction.
      if (!current) return this.#fail(socket, id, 'unavailable');
      // It joined again, and the auction is no longer available: remove the socket from it.
      this.#deps.rooms.leave(socket, data._id);
      this.#fail(socket, id, result.outcome === 'unavailable' ? 'unavailable' : 'not-found');
    });
    const membership = { kind: 'opening', opened } as const;
    socket.memberships.set(data._id, membership);
  }

  /** [G8] Counts a join of this person, or of this address where nobody is signed in: a new socket has its own counts. */
  #isWithinJoinRate({ account, address }: ClientSocket, now: number): boolean {
    const { joinsPerPerson, joinsOfPerson, joinsPerAddress, joinsOfAddress } = this.#deps.limits;
    const [key, perSecond, capacity] =
      account === null
        ? ([`address ${address}`, joinsPerAddress, joinsOfAddress] as const)
        : ([`person ${account}`, joinsPerPerson, joinsOfPerson] as const);
    return this.#joinRates.take(key, 1, { perSecond, capacity, now });
  }

  #leave(socket: ClientSocket, { id, data }: ClientMessage<'bids/leave-auction'>): void {
    let auction = data._id;
    for (const part of socket.memberships.values()) {
      if (part.kind === 'inside' && part.view.isNumbered(data._id)) auction = part.view.id;
    }
    this.#deps.rooms.leave(socket, auction);
    this.#answer(socket, { id, data: { _id: data._id } });
  }

  async #connectUser(socket: ClientSocket, { id, data }: ClientMessage<'user/connect-user'>): Promise<void> {
    const session = sessionAt(socket.session);
    if (session === null) return this.#fail(socket, id, 'not-signed-in');
    if (data._id !== session.userId) return this.#fail(socket, id, 'forbidden');
    if (socket.account === null) {
      socket.session = { kind: 'connected', session };
      this.#deps.rooms.connect(socket, session.userId);
      this.#answer(socket, { id, data: { _id: session.userId } });
      return;
    }
    if (socket.session.kind === 'signedIn') {
      socket.ws.once('close', this.#deps.accounts.follow(session.userId));
    }
    const account = await this.#deps.accounts.stateOf(session.userId);
    if (account === 'unavailable') return this.#fail(socket, id, 'unavailable');
    if (!socket.isOpen) return;
    socket.session = { kind: 'connected', session };
    this.#deps.rooms.connect(socket, session.userId);
    this.#answer(socket, { id, data: { _id: session.userId } });
    if (account === null) return;
    const push = { channel: 'user', event: 'user-update', data: accountUpdate(account) } as const;
    this.#deps.rooms.answer(socket, JSON.stringify(push));
  }

  #anonymousCame(
    socket: ClientSocket,
    { id, data }: ClientMessage<'anonymous-user/connect-anonymous-user'>,
  ): void {
    if (socket.session.kind !== 'anonymous') {
      this.#fail(socket, id, 'forbidden');
      return;
    }
    const kept = data._id !== undefined && !this.#deps.presence.has(data._id) ? data._id : null;
    const presence = socket.session.presence ?? kept ?? this.#deps.newId();
    socket.session = { kind: 'anonymous', presence };
    this.#deps.presence.anonymousCame(presence);
    this.#answer(socket, { id, data: { _id: presence } });
  }

  #anonymousLeft(
    socket: ClientSocket,
    { id, data }: ClientMessage<'anonymous-user/disconnect-anonymous-user'>,
  ): void {
    const { session } = socket;
    if (session.kind !== 'anonymous' || session.presence !== data._id) {
      this.#fail(socket, id, 'not-found');
      return;
    }
    this.#deps.presence.anonymousLeft(data._id);
    socket.session = { kind: 'anonymous', presence: null };
    this.#answer(socket, { id, data: { _id: data._id } });
  }

  #answer(socket: ClientSocket, answer: ServerAnswer): void {
    this.#deps.rooms.answer(socket, JSON.stringify(answer));
  }

  #fail(
    socket: ClientSocket,
    id: number | null,
    code: ErrorCode,
    fill?: { field: string; reason: string },
  ): void {
    const { message } = wireError(code, fill).error;
    this.#answer(socket, { id, error: { code, message } });
  }
}
