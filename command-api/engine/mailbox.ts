import type { CommandReply } from '@saleyard/contract/commands.ts';
import { nextDeadline } from '@saleyard/domain/auction/deadlines.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold, initialState } from '@saleyard/domain/auction/evolve.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { type AppendResult, EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import { type AppendedBatch, appendUntilKnown } from '../append-until-known.ts';
import { type AdmittedCommand, awaitsTerms, maySend } from './admission.ts';
import { Batch } from './batch.ts';
import { DeadlineTimer } from './deadline-timer.ts';
import type { EngineNode } from './node.ts';
import { OUTAGE_FREEZE, OutageDetector } from './outage.ts';
import { sameBody } from './recorded-command.ts';
import { decidedReply, rejected, unavailable } from './reply.ts';
import { sequenced } from './sequencing.ts';
import { storedAnswer } from './stored-answer.ts';
import { StoredAuction } from './stored-auction.ts';
import { answer, ownCommand, type Waiting, WaitingQueue, waitingFor } from './waiting.ts';

/**
 * - `opening`: being folded from the log; commands wait.
 * - `ready`: commands are decided, whether or not an append is in progress.
 * - `in-doubt`: an append's outcome is unknown; nothing is decided until it is known.
 * - `ended`: closed, or its stream can't be read.
 */
type Phase = 'opening' | 'ready' | 'in-doubt' | 'ended';

/** Without end: each delay is twice the one before, up to `last`. In ms. */
function* doubling(first: number, last: number): Generator<number> {
  for (let delay = first; ; delay = Math.min(delay * 2, last)) yield delay;
}

/** A log that refuses events as too large has stored nothing: the callers are answered as if it were full. */
function tooLarge(error: unknown): AppendResult {
  if (error instanceof RangeError) return { outcome: 'full' };
  throw error;
}

/**
 * One auction's mailbox: one stream, one state, one order. Commands that arrive during an append are decided in
 * order, each on the result of the one before, and appended together as the next batch. A caller is answered only
 * when its events are on disk.
 * | It decides even if its node does not run the auction; deadlines and snapshots are for the node that runs the
 * auction.
 */
export class Mailbox {
  readonly #auction: AuctionId;
  readonly #stream: string;
  readonly #node: EngineNode;
  readonly #timer: DeadlineTimer;
  #phase: Phase = 'opening';
  /** The state on disk. */
  readonly #stored: StoredAuction;
  /** The state on disk, plus events being appended and decided events that wait. */
  #fold = new AuctionFold();
  #next = new Batch(-1);
  #sent: Batch | undefined;
  readonly #queue = new WaitingQueue();
  #woken = false;
  #running: Promise<void>;
  readonly #outageDetector: OutageDetector;
  /** While uncertain: callers got the answer `unknown`. */
  #gaveUp = false;
  #conflicts = 0;
  #isDamaged = false;
  readonly #ending = new AbortController();
  /** The time of the last event, and the monotonic time when it was current (ms). */
  #pace = { at: Number.NEGATIVE_INFINITY, since: 0 };

  constructor(auction: AuctionId, node: EngineNode) {
    this.#auction = auction;
    this.#stream = auctionStream(auction);
    this.#node = node;
    this.#timer = new DeadlineTimer(node.clock, () => this.advance());
    this.#outageDetector = new OutageDetector(node.limits.outageGraceMs);
    this.#stored = new StoredAuction(auction, node);
    this.#running = this.#readAgain({ marks: true });
  }

  /** Resolves once it is open, or has ended. */
  get opened(): Promise<void> {
    return this.#running;
  }

  /**
   * Decides a command; resolves when the decision is on disk. Rejects only for an internal error, never for a
   * refusal.
   */
  submit(command: AdmittedCommand): Promise<CommandReply> {
    const { clock, limits } = this.#node;
    if (this.#phase === 'ended' || this.#gaveUp) return Promise.resolve(this.#unavailable());
    const now = clock.monotonic();
    const isFull = this.#queue.length >= limits.waitingCommands;
    // Commands of staff, and those that run the sale, are queued even when bids are rejected.
    if (isFull || (command.actor.kind === 'user' && this.#isFull(now))) {
      return Promise.resolve(unavailable('rate-limited', limits.retryAfterMs));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push(waitingFor(command, now, resolve, reject));
      this.#wake();
    });
  }

  /** Whether the queue is too long. Checked only while deciding: while opening or uncertain it does not measure load. */
  #isFull(now: number): boolean {
    const { waitingBids, waitingMs } = this.#node.limits;
    if (this.#phase !== 'ready') return false;
    return this.#queue.length >= waitingBids || now - this.#queue.firstSince > waitingMs;
  }

  /** Until when this auction, while live, accepted bids (ms). The node records it in its mark. */
  get aliveMark(): number | undefined {
    return this.state?.phase === 'live' ? this.#outageDetector.aliveAt : undefined;
  }

  /** Called regularly while the node runs; detects an outage after the process was paused. */
  touch(): void {
    if (this.#phase !== 'ready' || !this.#runs || this.#node.clockIsOff()) return;
    if (this.#outage(this.#now()).kind !== 'none') this.advance();
  }

  /**
   * The auction's current time (ms): the wall clock, but in a live sale at least the time of its last event plus the
   * monotonic time since. Otherwise, after a clock that was hours ahead is corrected, the sale would wait for those
   * hours [T19].
   */
  #now(): number {
    const { clock } = this.#node;
    const wall = clock.now();
    const since = clock.monotonic();
    return this.#fold.read(({ phase, lastAt }) => {
      if (lastAt !== this.#pace.at) this.#pace = { at: lastAt, since };
      return phase === 'live' ? Math.max(wall, Math.floor(lastAt + since - this.#pace.since)) : wall;
    });
  }

  /**
   * No outage while the time is uncertain, except for a live sale that already seems down. Nobody can bid meanwhile,
   * so the auction does not count as alive.
   */
  #outage(now: number): ReturnType<OutageDetector['outage']> {
    const detector = this.#outageDetector;
    const isDoubtful = this.#node.clockIsDoubtful();
    return this.#fold.read((state) => {
      const isNone = isDoubtful && (state.phase !== 'live' || !detector.seemsOut(state, now));
      return isNone ? { kind: 'none' } : detector.outage(state, now);
    });
  }

  /** If this node runs the auction: applies due deadlines, and starts its timer. */
  advance(): void {
    if (this.#phase !== 'ready' || !this.#runs) return;
    this.#queue.push(ownCommand(this.#node.newId(), { type: 'advanceClock' }));
    this.#wake();
  }

  /** The stream reached a revision; events of another node are folded here too. */
  observe(revision: number): void {
    if (this.#phase !== 'ready' || !this.#isIdle) return;
    if (revision >= (this.state?.version ?? 0)) this.#running = this.#readAgain();
  }

  /** The state on disk; undefined while it is being opened. */
  get state(): AuctionState | undefined {
    return this.#stored.state;
  }

  /** It ended because its stream does not match what was appended. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** It accepts no more commands; a new mailbox may be created. */
  get hasEnded(): boolean {
    return this.#phase === 'ended';
  }

  /** Nothing is pending, and the auction is closed, does not exist, or is run by another node. */
  get rests(): boolean {
    if (this.#phase === 'ended') return true;
    if (this.#phase !== 'ready' || !this.#isIdle) return false;
    return this.state?.phase === 'closed' || this.state?.version === 0 || !this.#runs;
  }

  /** Finishes the append in progress, answers the rest `unavailable`, and stops. */
  async close(): Promise<void> {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#timer.cancel();
    this.#ending.abort();
    this.#queue.answerAll(this.#unavailable());
    await this.#running;
    this.#next.answerAll(this.#unavailable());
    this.#queue.answerAll(this.#unavailable());
    if (this.#runs) await this.#stored.writeFinalSnapshot();
  }

  get #runs(): boolean {
    return this.#node.runs(this.#auction);
  }

  /** Number of queued commands. */
  get waiting(): number {
    return this.#queue.length;
  }

  get #isIdle(): boolean {
    return this.#sent === undefined && this.#next.decided.size === 0 && this.#queue.length === 0;
  }

  #unavailable(): CommandReply {
    return unavailable('unavailable', this.#node.limits.retryAfterMs);
  }

  /** Ends on an error: reports it and accepts no more commands until it is opened again. */
  #end(error: unknown): void {
    this.#node.logger?.error({ auction: this.#auction, err: error }, 'an auction cannot be run');
    this.#phase = 'ended';
    this.#isDamaged = error instanceof EventLogCorrupt;
    this.#timer.cancel();
    this.#next.answerAll(this.#unavailable());
    this.#queue.answerAll(this.#unavailable());
    this.#node.onRest(this.#auction);
  }

  #become(state: AuctionState): void {
    this.#fold = new AuctionFold(state);
    this.#next = new Batch(state.version - 1);
    if (this.#phase === 'ended') return;
    this.#phase = 'ready';
    this.#wake();
  }

  #wake(): void {
    if (this.#woken || this.#phase !== 'ready') return;
    this.#woken = true;
    queueMicrotask(() => {
      this.#woken = false;
      if (this.#phase === 'ready') this.#drain();
    });
  }

  /** Decides queued commands, as far as the next batch has room, and sends the batch unless one is being appended. */
  #drain(): void {
    const { limits } = this.#node;
    const now = this.#now();
    if (this.#node.clockIsOff()) {
      this.#outageDetector.unsure();
      this.#queue.answerAll(this.#unavailable());
      this.#timer.hold(limits.retryAfterMs);
    } else {
      const outage = this.#outage(now);
      // With nothing queued or being appended, the next deadline or liveness mark detects the outage again.
      if (outage.kind === 'suspected' && (this.#sent !== undefined || this.#queue.length > 0)) {
        // The append in progress goes first; afterwards the outage is detected again.
        if (this.#sent === undefined) this.#running = this.#readAgain({ marks: true });
        return;
      }
      if (outage.kind === 'sure') this.#freezeAfterOutage(outage.since, now);
      if (this.#node.clockIsDoubtful()) {
        this.#queue.answerAll(this.#unavailable());
        this.#timer.hold(limits.retryAfterMs);
      }
      for (const waiting of this.#queue.take(limits.batchCommands - this.#next.decided.size)) {
        if (this.#phase === 'ready') this.#take(waiting);
        else answer(waiting, this.#unavailable());
      }
    }
    this.#sendNext();
    if (this.#queue.length > 0 && this.#next.decided.size < limits.batchCommands) this.#wake();
    this.#armTimer();
    if (this.rests) this.#node.onRest(this.#auction);
  }

  /** A deadline can't be timed by a wrong clock: it is checked again when the hold ends. */
  #armTimer(): void {
    const deadline = this.#runs ? this.#fold.read(nextDeadline) : null;
    const isWrong = this.#node.clockIsOff() || this.#node.clockIsDoubtful();
    this.#timer.arm(deadline !== null && isWrong ? Number.NEGATIVE_INFINITY : deadline, this.#now());
  }

  #sendNext(): void {
    if (this.#phase !== 'ready' || this.#sent !== undefined || this.#next.events.length === 0) return;
    this.#running = this.#send();
  }

  /** Freezes a live auction that accepted no bids, as of when that began; staff resume it. */
  #freezeAfterOutage(since: number, now: number): void {
    // What was due before the outage still happens, at its own time; what was due during it does not.
    this.#decide(ownCommand(this.#node.newId(), { type: 'advanceClock' }), since);
    if (!this.#fold.read(({ phase, frozenAt }) => phase === 'live' && frozenAt === null)) return;
    this.#decide(ownCommand(this.#node.newId(), OUTAGE_FREEZE), since);
    this.#node.logger?.warn(
      { auction: this.#auction, since, now },
      'a live auction was out and comes back frozen',
    );
  }

  #take(waiting: Waiting): void {
    const { body, commandId, firstEventId } = waiting;
    if (!this.#fold.read((state) => maySend(waiting, state, this.#auction))) {
      this.#refuse(waiting);
      return;
    }
    // Decided, but not on disk yet.
    const duplicate = this.#next.decided.get(commandId) ?? this.#sent?.decided.get(commandId);
    if (duplicate !== undefined) {
      if (sameBody(body, duplicate.waiting.body)) duplicate.duplicates.push(waiting);
      else answer(waiting, { outcome: 'duplicate-conflict' });
      return;
    }
    const stored = waiting.isNew ? [] : this.#stored.find(firstEventId);
    if (stored.length > 0) void this.#answerStored(waiting, stored);
    // Accounts that may not bid must not fill the log with refusals [E15].
    else if ('permitted' in body && body.permitted === false) this.#refuse(waiting);
    else if (this.#fold.read((state) => awaitsTerms(waiting, state)))
      this.#refuse(waiting, 'terms-not-accepted');
    else this.#decide(waiting, this.#now());
  }

  /** Refuses a command that its sender may not send. Nothing is recorded in the log. */
  #refuse(waiting: Waiting, code: 'not-permitted' | 'terms-not-accepted' = 'not-permitted'): void {
    const { body } = waiting;
    const lot = 'lot' in body ? (body.lot ?? null) : null;
    answer(waiting, rejected(code, lot, this.#stored.place));
  }

  async #answerStored(waiting: Waiting, revisions: readonly number[]): Promise<void> {
    const reply = await storedAnswer(this.#node, this.#stream, revisions, waiting);
    if (reply !== undefined) answer(waiting, reply);
    else if (this.#phase === 'ended') answer(waiting, this.#unavailable());
    else {
      waiting.isNew = true;
      this.#queue.push(waiting);
      this.#wake();
    }
  }

  #decide(waiting: Waiting, now: number): void {
    try {
      const made = sequenced(this.#fold, waiting.body, now);
      if (made.kind === 'to-store') this.#add(waiting, made.events, made.at);
      else if (made.kind === 'no-auction') answer(waiting, { outcome: 'not-found' });
      else answer(waiting, decidedReply(made.events, this.#stored.place));
    } catch (error) {
      this.#node.logger?.error({ auction: this.#auction, err: error }, 'a command cannot be decided');
      waiting.answered = true;
      waiting.reject(error);
    }
  }

  #add(waiting: Waiting, events: readonly AuctionEvent[], at: number): void {
    try {
      for (const event of events) this.#fold.apply(event);
      this.#next.add(waiting, events, at);
      this.#pace = { at: this.#fold.read(({ lastAt }) => lastAt), since: this.#node.clock.monotonic() };
    } catch (error) {
      // Part of it may be folded, so the state can't be used for decisions.
      answer(waiting, this.#unavailable());
      this.#end(error);
    }
  }

  /** Appends the next batch. When its outcome is known, answers it and continues with what arrived meanwhile. */
  async #send(): Promise<void> {
    const batch = this.#next;
    const after = this.#fold.state;
    this.#sent = batch;
    this.#next = new Batch(batch.expected + batch.events.length);
    const { limits } = this.#node;
    const result = await appendUntilKnown(this.#node, this.#stream, batch, {
      delays: doubling(limits.retryFirstMs, limits.retryLastMs),
      provesNothingStored: (error) => error instanceof RangeError,
      onUnknown: (reason) => this.#suspendDecisions(batch, after, reason),
      lateMs: limits.unknownAnswerMs,
      onLate: () => {
        this.#gaveUp = true;
        batch.answerAll({ outcome: 'unknown' });
        this.#queue.answerAll(this.#unavailable());
      },
      signal: this.#ending.signal,
    }).catch(tooLarge);
    this.#sent = undefined;
    this.#gaveUp = false;
    if (this.#phase === 'in-doubt') this.#phase = 'ready';
    switch (result.outcome) {
      case 'appended':
        this.#committed(batch, after, result);
        return;
      case 'conflict':
        return this.#lostRace(batch);
      case 'full':
        this.#rolledBack(batch);
        return;
      case 'unknown':
        batch.answerAll({ outcome: 'unknown' });
    }
  }

  /** Stops deciding on events that may not be stored: decided commands are queued again. */
  #suspendDecisions(batch: Batch, after: AuctionState, reason: string): void {
    this.#node.logger?.warn({ auction: this.#auction, reason }, 'an append has no known outcome yet');
    this.#outageDetector.failed();
    if (this.#phase === 'ready') this.#phase = 'in-doubt';
    this.#queue.putBack(this.#next.callers());
    this.#next = new Batch(batch.expected + batch.events.length);
    this.#fold = new AuctionFold(after);
  }

  #committed(batch: Batch, after: AuctionState, stored: AppendedBatch): void {
    this.#stored.committed(batch, after, stored);
    this.#conflicts = 0;
    if (this.#outageDetector.succeeded(after.frozenAt !== null)) this.advance();
    // Start the next disk write before answering.
    this.#sendNext();
    batch.answerDecided(stored.position);
    if (this.#runs) this.#stored.offerSnapshot();
    if (this.#phase === 'ready') this.#wake();
  }

  /** Another node appended first: the commands are decided again on its events. */
  #lostRace(batch: Batch): Promise<void> {
    this.#conflicts += 1;
    this.#node.logger?.info({ auction: this.#auction }, 'another node wrote to the auction');
    if (this.#conflicts > this.#node.limits.conflictsInARow) {
      batch.answerAll(this.#unavailable());
      this.#conflicts = 0;
    }
    return this.#readAgain({ batch });
  }

  /** The disk was full and nothing of the batch is stored. Commands decided on top of it are queued again. */
  #rolledBack(batch: Batch): void {
    const { retryAfterMs } = this.#node.limits;
    this.#node.logger?.error({ auction: this.#auction }, 'the log is full: nothing can be recorded');
    this.#outageDetector.failed();
    batch.answerAll(unavailable('full', retryAfterMs));
    this.#queue.putBack(this.#next.callers());
    this.#timer.hold(retryAfterMs);
    this.#become(this.state ?? initialState);
  }

  /**
   * Reads and folds newer events. `marks`: also read liveness marks. `batch`: decide it again.
   */
  async #readAgain({ marks = false, batch }: { marks?: boolean; batch?: Batch } = {}): Promise<void> {
    if (this.#phase === 'ready') this.#phase = 'opening';
    this.#queue.putBack(this.#next.callers());
    if (batch !== undefined) this.#queue.putBack(batch.callers());
    try {
      const marked = marks ? this.#node.lastMark(this.#auction) : null;
      const state = await this.#stored.read();
      const mark = await marked;
      if (mark !== null) this.#outageDetector.begin(mark);
      this.#become(state);
      if (marks) this.advance();
    } catch (error) {
      this.#end(error);
    }
  }
}
