import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { EPOCH } from '../world/world.ts';
import type { LogChecker } from './log-checker.ts';
import type { Verdict } from './verdict.ts';

type Envelope = CommandEnvelope<CommandBody>;

/** The record of one command: how often it was sent, and its answers. */
type Entry = {
  envelope: Envelope;
  /** When its sender first sent it (ms of the world). */
  firstSentAt: number;
  sends: number;
  /** Answers that it was surely not done. */
  surelyNot: number;
  /** The revision of its decision, as answered. */
  decidedAt: number | null;
};

/** Where the log holds a command. */
type Logged = { auction: string; events: RecordedEvent[] };

/** A clock that is right shows the world's time cut to whole ms. */
const ROUNDING_MS = 1;
/** A node whose clock is further than this from the log's decides nothing, ms; a little more for what was under way. */
const CLOCK_LIMIT_MS = 2_000 + 100;

/**
 * Records who sent which command when, its answers, and its events in the log. An acknowledged command is in the log
 * once, a surely rejected one is not, and none is sequenced before it was sent.
 */
export class Ledger {
  readonly #verdict: Verdict;
  readonly #checker: LogChecker;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #logged = new Map<string, Logged>();
  /** The furthest that any machine's clock has been behind the world's (ms), as far as it may be and decide. */
  #mostBehindMs = 0;
  #mostAheadMs = 0;

  constructor(verdict: Verdict, checker: LogChecker, now: () => number) {
    this.#verdict = verdict;
    this.#checker = checker;
    this.#now = now;
  }

  /** Commands sent by people. */
  get commands(): number {
    return this.#entries.size;
  }

  /** Some machine's clock is so far ahead from now on. */
  clockIs(offsetMs: number): void {
    this.#mostBehindMs = Math.min(CLOCK_LIMIT_MS, Math.max(this.#mostBehindMs, -offsetMs));
    this.#mostAheadMs = Math.min(CLOCK_LIMIT_MS, Math.max(this.#mostAheadMs, offsetMs));
  }

  /** A person sends a command, for the first time or again. */
  sent(envelope: Envelope): void {
    const entry = this.#entries.get(envelope.commandId);
    if (entry === undefined) {
      const firstSentAt = this.#now();
      const fresh: Entry = { envelope, firstSentAt, sends: 1, surelyNot: 0, decidedAt: null };
      this.#entries.set(envelope.commandId, fresh);
    } else entry.sends += 1;
  }

  /** The network brought a command once more than it was sent. */
  broughtAgain(commandId: string): void {
    const entry = this.#entries.get(commandId);
    if (entry !== undefined) entry.sends += 1;
  }

  /** An append's events: each command's are together and come once. */
  take(events: readonly RecordedEvent[]): void {
    const here = new Set<string>();
    for (const event of events) {
      const { commandId } = event.meta;
      const logged = this.#logged.get(commandId);
      if (logged === undefined) {
        this.#logged.set(commandId, { auction: event.stream, events: [event] });
        here.add(commandId);
      } else if (here.has(commandId) && logged.auction === event.stream) logged.events.push(event);
      else this.#verdict.broken('exactly once', `the command ${commandId} is in the log twice`);
      this.#checkTime(event);
    }
  }

  /** Nothing is sequenced in the future, and no command before it was sent. */
  #checkTime({ meta, type }: RecordedEvent): void {
    const at = meta.at - EPOCH;
    const latest = this.#now() + this.#mostAheadMs + ROUNDING_MS;
    this.#verdict.must(
      at <= latest,
      'time',
      () => `${type} was sequenced at ${at} ms, and it is ${this.#now()}`,
    );
    const sentAt = this.#entries.get(meta.commandId)?.firstSentAt;
    if (sentAt === undefined) return;
    const earliest = sentAt - this.#mostBehindMs - ROUNDING_MS;
    this.#verdict.must(
      at >= earliest,
      'time',
      () => `${type} was sequenced at ${at} ms, and sent at ${sentAt}`,
    );
  }

  /** The engine's answer, as it leaves the engine. */
  answered(envelope: Envelope, reply: CommandReply): void {
    if (reply.outcome !== 'decided') return;
    this.#checkDecided(envelope.commandId, reply.seq, reply.accepted, 'the engine answered');
  }

  /** The answer to the sender of a command. */
  recordReply(commandId: string, reply: CommandReply): void {
    if (reply.outcome === 'unavailable' || reply.outcome === 'not-found') this.#saidSurelyNot(commandId);
    if (reply.outcome === 'decided')
      this.#checkDecided(commandId, reply.seq, reply.accepted, 'a client received');
  }

  /** The answer that a bidder's client gets to a bid. */
  recordBid(commandId: string, answer: { decision: BidDecision } | { error: string }): void {
    if ('decision' in answer) {
      const { seq, outcome } = answer.decision;
      this.#checkDecided(commandId, seq, outcome === 'accepted', 'a bidder received');
    } else if (answer.error !== 'unknown') this.#saidSurelyNot(commandId);
  }

  #saidSurelyNot(commandId: string): void {
    const entry = this.#entries.get(commandId);
    if (entry !== undefined) entry.surelyNot += 1;
  }

  /** A command answered as decided is in the log, at that revision and with that outcome. */
  #checkDecided(commandId: string, seq: number, accepted: boolean, who: string): void {
    const logged = this.#logged.get(commandId);
    if (logged === undefined) {
      // A sender without permission for such a command is rejected, and nothing is recorded.
      this.#verdict.broken(
        'acknowledged',
        `${who} that ${commandId} is decided, and the log does not hold it`,
      );
      return;
    }
    const last = logged.events.at(-1);
    const decision = decisionOf(logged.events as (RecordedEvent & AuctionEvent)[]);
    const fits =
      last?.revision === seq && (decision?.outcome ?? 'accepted') === (accepted ? 'accepted' : 'refused');
    this.#verdict.must(
      fits,
      'acknowledged',
      () =>
        `${who} that ${commandId} is ${accepted ? 'accepted' : 'refused'} at ${seq}; the log says ${decision?.outcome} at ${last?.revision}`,
    );
    const entry = this.#entries.get(commandId);
    if (entry !== undefined) entry.decidedAt = seq;
  }

  /** At the end: a command that was surely rejected each time it was sent is not in the log. */
  settle(): void {
    for (const [commandId, entry] of this.#entries) {
      const neverDone = entry.surelyNot >= entry.sends;
      this.#verdict.must(
        !neverDone || !this.#logged.has(commandId),
        'surely not done',
        () => `${commandId} was said to be surely not done, and the log holds it`,
      );
      if (entry.decidedAt === null) continue;
      const events = this.#checker.eventsOf(entry.envelope.auction);
      const inLog = events.some(
        ({ revision, meta }) => revision === entry.decidedAt && meta.commandId === commandId,
      );
      this.#verdict.must(
        inLog,
        'acknowledged',
        () => `${commandId} was acknowledged and is gone from the log`,
      );
    }
  }
}
