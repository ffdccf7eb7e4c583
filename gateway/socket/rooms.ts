import { wireError } from '@saleyard/contract/errors.ts';
import type { JoinAnswer, ServerPush } from '@saleyard/contract/realtime.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Subscription } from 'rxjs';
import type { AuctionView, LiveChange } from '../live/auction-view.ts';
import type { LiveAuctions } from '../live/live-auctions.ts';
import type { Notice } from '../live/notices.ts';
import type { ClientSocket } from './client-socket.ts';
import { FlushTimer } from './flush-timer.ts';
import type { LiveLimits } from './live-limits.ts';
import { frameOf, MessageChunk } from './text-frame.ts';

/** Writes after which a flush may pause. */
const PAUSE_AFTER_WRITES = 8;

/** Catalogue lots sent one by one in one flush; with more, only their auction is sent. */
const CATALOGUE_LOTS_LIMIT = 50;

/** A socket that asked to join and is answered with the next flush. */
type Entrant = { socket: ClientSocket; answerTo: number; since: number | undefined };

type Room = {
  view: AuctionView;
  inside: Set<ClientSocket>;
  entering: Entrant[];
  /** Keeps the view alive while someone is in the room. */
  following: Subscription;
  snapshot: MessageChunk;
};

/** One shared frame for a room's sockets. */
type RoomUpdate = { room: Room; frame: Buffer; sockets: ClientSocket[] };

export type RoomsCounters = { flushes: number; sharedFrames: number; ownFrames: number; skipped: number };

type Deps = {
  live: LiveAuctions;
  clock: Clock;
  limits: LiveLimits;
  /** Whether someone waits for the answer to a bid: a flush pauses for it. */
  hasWaiters(): boolean;
};

/**
 * Sends changes to everyone concerned, conflated [G3]: per flush one frame a socket and one update a lot. A room's
 * update is serialised and framed once; only a socket with messages of its own gets a separate frame.
 */
export class Rooms {
  readonly counters: RoomsCounters = { flushes: 0, sharedFrames: 0, ownFrames: 0, skipped: 0 };
  readonly #deps: Deps;
  readonly #timer: FlushTimer;
  readonly #rooms = new Map<string, Room>();
  readonly #sockets = new Set<ClientSocket>();
  readonly #connected = new Map<string, Set<ClientSocket>>();
  #dirty = new Set<AuctionView>();
  #notices = new Map<string, Map<string, ServerPush>>();
  /** Sockets that are answered at the end of this turn, each once or more. */
  #queued: ClientSocket[] = [];
  /** Sockets with messages of their own in the next flush. */
  #flushRecipients = new Set<ClientSocket>();
  readonly #subscriptions: Subscription[];
  #answersAsked = false;
  /** Reads of a view that wait for its next flush. */
  readonly #readers = new Map<AuctionView, (() => void)[]>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#timer = new FlushTimer({
      clock: deps.clock,
      flushMs: deps.limits.flushMs,
      flush: () => this.#flush(),
      hasWaiters: deps.hasWaiters,
    });
    this.#subscriptions = [
      deps.live.changed$.subscribe((view) => this.#changed(view)),
      deps.live.notices$.subscribe((notice) => this.#notice(notice)),
    ];
  }

  get sockets(): ReadonlySet<ClientSocket> {
    return this.#sockets;
  }

  get roomCount(): number {
    return this.#rooms.size;
  }

  /** The people in a room here, or connected at all (null): accounts, and the connections of visitors. */
  presenceIn(auction: string | null): { people: ReadonlySet<string>; visitors: number } {
    const people = new Set<string>();
    let visitors = 0;
    for (const { account } of auction === null ? this.#sockets : this.#socketsIn(auction)) {
      if (account === null) visitors += 1;
      else people.add(account);
    }
    return { people, visitors };
  }

  #socketsIn(auction: string): Iterable<ClientSocket> {
    const room = this.#rooms.get(auction);
    return room === undefined ? [] : [...room.inside, ...room.entering.map(({ socket }) => socket)];
  }

  /** Whether a person has a socket here that receives their own messages. */
  isConnected(user: string): boolean {
    return this.#connected.has(user);
  }

  get someoneConnected(): boolean {
    return this.#connected.size > 0;
  }

  connectedSockets(user: string): Iterable<ClientSocket> {
    return this.#connected.get(user) ?? [];
  }

  add(socket: ClientSocket): void {
    this.#sockets.add(socket);
    socket.onDrained(() => this.#catchUp(socket));
  }

  remove(socket: ClientSocket): void {
    this.#sockets.delete(socket);
    this.#flushRecipients.delete(socket);
    for (const id of [...socket.memberships.keys()]) this.leave(socket, id);
    const { userId } = socket;
    const connected = userId === null ? undefined : this.#connected.get(userId);
    if (userId === null || !connected?.delete(socket)) return;
    if (connected.size === 0) this.#connected.delete(userId);
  }

  /** From here on this socket receives the person's own updates and sounds [G14]. */
  connect(socket: ClientSocket, user: string): void {
    const connected = this.#connected.get(user) ?? new Set();
    this.#connected.set(user, connected.add(socket));
  }

  /**
   * Lets a socket into an auction. It is answered with the next flush, with its snapshot or changes in the same
   * frame.
   */
  enter(socket: ClientSocket, view: AuctionView, answerTo: number, since: number | undefined): void {
    socket.memberships.set(view.id, { kind: 'inside', view });
    const room = this.#rooms.get(view.id) ?? this.#openRoom(view);
    room.entering.push({ socket, answerTo, since });
    this.#changed(view);
  }

  leave(socket: ClientSocket, auction: string): void {
    socket.memberships.delete(auction);
    const room = this.#rooms.get(auction);
    if (room === undefined) return;
    room.inside.delete(socket);
    room.entering = room.entering.filter((entrant) => entrant.socket !== socket);
    this.#closeIfEmpty(room);
  }

  /**
   * Calls `read` in the next flush, when the view's snapshot and changes are those that its room is sent [G29]. Until
   * then others may still be shown an older state.
   */
  readSoon(view: AuctionView, read: () => void): void {
    const readers = this.#readers.get(view) ?? [];
    readers.push(read);
    this.#readers.set(view, readers);
    this.#changed(view);
  }

  /** Answers a message, in one frame with the other answers of this turn. */
  answer(socket: ClientSocket, json: string): void {
    socket.queue(new MessageChunk(json));
    this.#writeSoon(socket);
  }

  /** Answers a message with the next flush: one write for answers that thousands get at once. */
  answerWithFlush(socket: ClientSocket, json: string): void {
    socket.queue(new MessageChunk(json));
    this.#flushRecipients.add(socket);
    this.#timer.request();
  }

  /** Sends a person's own message to all their connected sockets. */
  notify(user: string, push: ServerPush): void {
    const chunk = new MessageChunk(JSON.stringify(push));
    for (const socket of this.connectedSockets(user)) {
      socket.queue(chunk);
      this.#writeSoon(socket);
    }
  }

  /** Sends a message to every socket with the next flush, also to those behind, since no snapshot repeats it. */
  notifyEveryone(push: ServerPush): void {
    const chunk = new MessageChunk(JSON.stringify(push));
    for (const socket of this.#sockets) {
      socket.queue(chunk);
      this.#flushRecipients.add(socket);
    }
    this.#timer.request();
  }

  /** Flushes what is pending now, and stops. */
  end(): void {
    this.#timer.flushNow();
    this.#timer.stop();
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  #openRoom(view: AuctionView): Room {
    const following = this.#deps.live.auctionView$(view).subscribe();
    const room: Room = { view, inside: new Set(), entering: [], following, snapshot: new MessageChunk('') };
    this.#rooms.set(view.id, room);
    return room;
  }

  #closeIfEmpty(room: Room): void {
    if (room.inside.size > 0 || room.entering.length > 0) return;
    this.#rooms.delete(room.view.id);
    room.following.unsubscribe();
  }

  #changed(view: AuctionView): void {
    this.#dirty.add(view);
    this.#timer.request();
  }

  #notice({ user, key, push }: Notice): void {
    let ofUser = this.#notices.get(user);
    if (ofUser === undefined) {
      ofUser = new Map();
      this.#notices.set(user, ofUser);
    }
    // Re-inserted, so that the newest message of a key comes last.
    ofUser.delete(key);
    ofUser.set(key, push);
    this.#timer.request();
  }

  #writeSoon(socket: ClientSocket): void {
    this.#queued.push(socket);
    if (this.#answersAsked) return;
    this.#answersAsked = true;
    setImmediate(() => this.#writeQueued());
  }

  /** The changes are collected before the first pause; it may pause between two sockets. */
  *#flush(): Generator<void, void> {
    this.counters.flushes += 1;
    // Answers are sent before the room's update, which takes ms in a large room.
    this.#writeQueued();
    const dirty = [...this.#dirty];
    this.#dirty = new Set();
    const own = this.#flushRecipients;
    this.#flushRecipients = new Set();
    const changes = dirty.map((view) => ({ view, change: view.takeChange() }));
    for (const { view, change } of changes) if (change) this.#removeUnseen(view, change, own);
    for (const { view, change } of changes) if (change) this.#queueCatalogue(view, change, own);
    this.#queueNotices(own);
    const updates: RoomUpdate[] = [];
    for (const { view } of changes) this.#completeReads(view);
    for (const { view, change } of changes) {
      const room = this.#rooms.get(view.id);
      if (room === undefined) continue;
      const isNews = change !== null && change.messages !== '';
      if (isNews && room.inside.size > 0) updates.push(this.#queueForRoom(room, change, own));
      this.#completeJoins(room, own);
    }
    let written = 0;
    for (const { room, frame, sockets } of updates) {
      for (const socket of sockets) {
        // The socket may have left during a pause.
        if (!room.inside.has(socket) || !socket.isOpen) continue;
        socket.write(frame);
        this.counters.sharedFrames += 1;
        written += 1;
        if (written % PAUSE_AFTER_WRITES > 0) continue;
        yield;
        // Answers queued during the pause.
        this.#writeQueued();
      }
    }
    for (const socket of own) {
      this.#writeOwn(socket);
      written += 1;
      if (written % PAUSE_AFTER_WRITES === 0) yield;
    }
  }

  /** [G17] When a sale is no longer public, those who may not see it leave it, and get it as deleted. */
  #removeUnseen(view: AuctionView, { gone }: LiveChange, own: Set<ClientSocket>): void {
    if (!gone.forVisitors) return;
    const push: ServerPush = { channel: 'catalog', event: 'auction-delete', data: { _id: view.id } };
    const chunk = new MessageChunk(JSON.stringify(push));
    const room = this.#rooms.get(view.id);
    for (const socket of this.#sockets) {
      if (view.maySee(socket.userId)) continue;
      socket.memberships.delete(view.id);
      room?.inside.delete(socket);
      socket.queue(chunk);
      own.add(socket);
    }
  }

  /** Sockets with other messages too get them in one frame; the frame of the others is made once. */
  #queueForRoom(room: Room, { messages }: LiveChange, own: Set<ClientSocket>): RoomUpdate {
    const now = this.#deps.clock.monotonic();
    const chunk = new MessageChunk(messages);
    const sockets: ClientSocket[] = [];
    for (const socket of room.inside) {
      if (!socket.takesUpdates(now)) this.counters.skipped += 1;
      else if (socket.memberships.size === 1 && !socket.hasQueued) sockets.push(socket);
      else {
        socket.queue(chunk);
        own.add(socket);
      }
    }
    return { room, frame: frameOf(messages), sockets };
  }

  #completeReads(view: AuctionView): void {
    const readers = this.#readers.get(view) ?? [];
    this.#readers.delete(view);
    for (const read of readers) read();
  }

  /** What someone who knows the sale up to `since` is answered: its changes, or all of it. */
  joinAnswer(view: AuctionView, userId: string | null, since: number | undefined): JoinAnswer {
    // A client cannot continue from a revision that this stream has not reached.
    const mode = since === undefined || since < 0 || since > view.seq ? 'snapshot' : 'changes';
    return {
      _id: view.id,
      seq: view.seq,
      mode,
      paddle: userId === null ? null : view.paddleOf(userId),
      serverTime: this.#deps.clock.now(),
    };
  }

  #completeJoins(room: Room, own: Set<ClientSocket>): void {
    const entering = room.entering;
    room.entering = [];
    for (const { socket, answerTo, since } of entering) {
      const { view } = room;
      own.add(socket);
      // It became private after the socket was let in.
      if (!view.maySee(socket.userId)) {
        socket.memberships.delete(view.id);
        const { message } = wireError('not-found').error;
        const error = { code: 'not-found', message };
        socket.queue(new MessageChunk(JSON.stringify({ id: answerTo, error })));
        continue;
      }
      const data = this.joinAnswer(view, socket.userId, since);
      socket.queue(new MessageChunk(`{"id":${answerTo},"data":${JSON.stringify(data)}}`));
      if (data.mode === 'snapshot') socket.queueSnapshot(this.#snapshotOf(room));
      else {
        const changes = view.changesSince(since ?? view.seq);
        if (changes !== '') socket.queue(new MessageChunk(changes));
      }
      room.inside.add(socket);
    }
    this.#closeIfEmpty(room);
  }

  /** A socket that was behind has drained: it gets each of its auctions whole, then updates again [G4]. */
  #catchUp(socket: ClientSocket): void {
    for (const membership of socket.memberships.values()) {
      if (membership.kind !== 'inside') continue;
      const room = this.#rooms.get(membership.view.id);
      if (!room?.inside.has(socket)) continue;
      // Flush the whole room first, or this socket would be shown a newer state than the others, or, while the view
      // reads the log, an older one as the newest.
      if (room.view.hasChange) this.#dirty.add(room.view);
      if (this.#dirty.has(room.view)) this.#timer.flushNow();
      if (!room.inside.has(socket)) continue;
      socket.queueSnapshot(this.#snapshotOf(room));
      this.#writeSoon(socket);
    }
  }

  #snapshotOf(room: Room): MessageChunk {
    const text = room.view.snapshot();
    if (room.snapshot.text !== text) room.snapshot = new MessageChunk(text);
    return room.snapshot;
  }

  #queueCatalogue(
    view: AuctionView,
    { catalogue, catalogueLots, gone }: LiveChange,
    own: Set<ClientSocket>,
  ): void {
    if (catalogue === null || view.visible === 'to-one') return;
    const messages = [`{"channel":"catalog","event":"auction","data":${catalogue}}`];
    if (catalogueLots.length <= CATALOGUE_LOTS_LIMIT) {
      for (const lot of catalogueLots) {
        const push: ServerPush = { channel: 'catalog', event: 'lot', data: { _id: lot, auction: view.id } };
        messages.push(JSON.stringify(push));
      }
    }
    if (gone.lots.length <= CATALOGUE_LOTS_LIMIT) {
      for (const lot of gone.lots) {
        const data = { _id: lot, auction: view.id };
        const push: ServerPush = { channel: 'catalog', event: 'lot-delete', data };
        messages.push(JSON.stringify(push));
      }
    }
    if (gone.auction) {
      const push: ServerPush = { channel: 'catalog', event: 'auction-delete', data: { _id: view.id } };
      messages.push(JSON.stringify(push));
    }
    const chunk = new MessageChunk(messages.join(','));
    const forEveryone = view.visible === 'everyone';
    // Rare, and no snapshot repeats it, so sockets that are behind get it too.
    for (const socket of this.#sockets) {
      if (!forEveryone && socket.userId === null) continue;
      socket.queue(chunk);
      own.add(socket);
    }
  }

  #queueNotices(own: Set<ClientSocket>): void {
    for (const [user, notices] of this.#notices) {
      const chunk = new MessageChunk([...notices.values()].map((push) => JSON.stringify(push)).join(','));
      for (const socket of this.connectedSockets(user)) {
        socket.queue(chunk);
        own.add(socket);
      }
    }
    this.#notices = new Map();
  }

  #writeQueued(): void {
    this.#answersAsked = false;
    const queued = this.#queued;
    this.#queued = [];
    for (const socket of queued) this.#writeOwn(socket);
  }

  #writeOwn(socket: ClientSocket): void {
    if (!socket.hasQueued) return;
    this.counters.ownFrames += 1;
    socket.writeQueued();
  }
}
