import { LogFollower } from '@saleyard/command-api/accounts/log-follower.ts';
import { refusalOf, type SubmitCommand } from '@saleyard/command-api/engine-replies.ts';
import type { PracticeReply, PracticeService } from '@saleyard/command-api/practice/practice-service.ts';
import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { practiceId } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, newId, randomFraction } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Random } from '../sample-data/random.ts';
import { makePracticeSale } from './catalogue.ts';
import { PRACTICE_LIMITS, type PracticeLimits } from './limits.ts';
import { PracticeLedger } from './practice-ledger.ts';
import { PRACTICE_ACTOR, PracticeRun } from './practice-run.ts';
import { readPracticeSale } from './practice-sale.ts';

/** ms until what was just written must be known here. */
const KNOWN_MS = 5_000;
/** ms a read waits for what its reader wrote elsewhere; then it tells what is known here. */
const READ_MS = 2_000;
const STOPPED = 'the practice sale was stopped';

export type EnginePracticeServiceParts = {
  log: EventLog;
  clock: Clock;
  logger: Logger;
  submit: SubmitCommand;
  /** Left out: real chance. */
  random?: Random;
  limits?: Partial<PracticeLimits>;
};

type Decided = { position: number } | { refusal: Refusal };

/**
 * Holds practice sales. The sale itself is the engine's; this process brings the rivals of those that were begun
 * here. Those of a process that died are found by their silence, and ended by whichever looks first.
 */
export class EnginePracticeService implements PracticeService {
  readonly #parts: EnginePracticeServiceParts;
  readonly #limits: PracticeLimits;
  readonly #random: Random;
  readonly #ledger: PracticeLedger;
  readonly #follower: LogFollower;
  readonly #runs = new Map<string, PracticeRun>();
  /** Accounts whose sale is being begun here. */
  readonly #starting = new Set<string>();
  #cancelSweep: () => void = () => {};
  #closed = false;

  constructor(parts: EnginePracticeServiceParts) {
    const { log, clock, logger, random = randomFraction } = parts;
    this.#parts = parts;
    this.#limits = { ...PRACTICE_LIMITS, ...parts.limits };
    this.#random = random;
    this.#ledger = new PracticeLedger(this.#limits);
    const onEvent = (event: RecordedEvent) => this.#take(event);
    this.#follower = new LogFollower({
      ...{ log, clock, logger, streams: [STREAMS.practice.prefix], onEvent },
      isOnDemand: true,
    });
    this.#sweepLater();
  }

  async start(account: string, level: PracticeLevel): Promise<PracticeReply> {
    await this.#follower.ready();
    const { clock } = this.#parts;
    const waitMs = this.#ledger.mustWaitMs(account, clock.now());
    if (this.#starting.has(account) || this.#ledger.runningOf(account, clock.now()) !== null) {
      return refused(refusal('practice-running'));
    }
    if (waitMs > 0) return refused(refusal('rate-limited', { retryAfterMs: waitMs }));
    if (this.#closed || this.#runs.size >= this.#limits.atOnce) {
      return refused(refusal('practice-full', { retryAfterMs: this.#limits.fullRetryMs }));
    }
    this.#starting.add(account);
    try {
      return await this.#begin(account, level);
    } finally {
      this.#starting.delete(account);
    }
  }

  async #begin(account: string, level: PracticeLevel): Promise<PracticeReply> {
    const { clock, submit, logger } = this.#parts;
    const auction = practiceId(account, (this.#ledger.lastOf(account)?.begun ?? 0) + 1);
    const run = new PracticeRun({ auction, learner: account, clock, random: this.#random, submit, logger });
    this.#runs.set(auction, run);
    const { details, terms, lots } = makePracticeSale(level, this.#random, clock.now());
    // Of two processes that begin the same person's same sale, the id lets one in.
    const first = eventIdOf(auction, 0);
    let decided = await this.#command(auction, { type: 'schedule', details, terms }, first);
    if (!('refusal' in decided)) decided = await this.#command(auction, { type: 'catalogueLots', lots });
    if ('refusal' in decided) {
      this.#forget(auction);
      const [error] = decided.refusal.errors;
      return refused(error?.code === 'duplicate-conflict' ? refusal('practice-running') : decided.refusal);
    }
    await this.#follower.reached(decided.position, KNOWN_MS);
    return { outcome: 'done', auction, position: decided.position };
  }

  async stop(account: string): Promise<PracticeReply> {
    await this.#follower.ready();
    const auction = this.#ledger.runningOf(account, this.#parts.clock.now());
    if (auction === null) return refused(refusal('not-found'));
    const ended = await this.#end(auction);
    if ('refusal' in ended) return refused(ended.refusal);
    await this.#follower.reached(ended.position, KNOWN_MS);
    return { outcome: 'done', auction, position: ended.position };
  }

  async saleOf(account: string, position = -1): Promise<PracticeSale | null> {
    await this.#follower.ready();
    await this.#follower.reached(position, READ_MS);
    const last = this.#ledger.lastOf(account);
    if (last === undefined) return null;
    const sale = await readPracticeSale(this.#parts.log, last.auction, account);
    const now = this.#parts.clock.now();
    return sale && { ...sale, running: this.#ledger.runningOf(account, now) === last.auction };
  }

  /** Ends what was begun here, and stops following the log. The engine must still take commands. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelSweep();
    await Promise.all([...this.#runs.keys()].map((auction) => this.#end(auction)));
    await this.#follower.stop();
  }

  #take(event: RecordedEvent): void {
    this.#ledger.take(event);
    this.#runs.get(event.stream)?.take(event);
    if (this.#ledger.isOver(event.stream)) this.#forget(event.stream);
  }

  #forget(auction: string): void {
    this.#runs.get(auction)?.stop();
    this.#runs.delete(auction);
  }

  /** Withdraws what is left, the last lot first, so that none goes live on the way. */
  async #end(auction: string): Promise<Decided> {
    this.#forget(auction);
    let ended: Decided = { refusal: refusal('not-found') };
    const sale = await readPracticeSale(this.#parts.log, auction, '');
    const left = sale?.lots.filter(({ state, withdrawn }) => state !== 'closed' && !withdrawn) ?? [];
    for (const { _id: lot } of left.reverse()) {
      ended = await this.#command(auction, { type: 'withdraw', lot, reason: STOPPED });
    }
    return ended;
  }

  async #command(auction: string, body: CommandBody, commandId = newId()): Promise<Decided> {
    const reply = await this.#parts.submit({ auction, commandId, actor: PRACTICE_ACTOR, body });
    const reason = refusalOf(reply);
    if (reason !== null || reply.outcome !== 'decided') {
      return { refusal: reason ?? refusal('internal-error') };
    }
    return { position: reply.position };
  }

  #sweepLater(): void {
    this.#cancelSweep = this.#parts.clock.after(this.#limits.sweepMs, () => void this.#sweep());
  }

  async #sweep(): Promise<void> {
    try {
      await this.#follower.ready();
      for (const auction of this.#ledger.lost(this.#parts.clock.now())) await this.#end(auction);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'lost practice sales could not be ended');
    }
    if (!this.#closed) this.#sweepLater();
  }
}

const refused = (reason: Refusal): PracticeReply => ({ outcome: 'refused', refusal: reason });
