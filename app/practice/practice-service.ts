import { LogFollower } from '@saleyard/command-api/accounts/log-follower.ts';
import { refusalOf, type SubmitCommand } from '@saleyard/command-api/engine-replies.ts';
import type { PracticeReply, PracticeService } from '@saleyard/command-api/practice/practice-service.ts';
import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { isVisitor, practiceId, practiserOf } from '@saleyard/domain/auction/ids.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, newId, randomFraction } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Random } from '../sample-data/random.ts';
import { makePracticeSale } from './catalogue.ts';
import { PRACTICE_LIMITS, type PracticeLimits } from './limits.ts';
import { PracticeHistory, type PracticeReadModel } from './practice-history.ts';
import { PRACTICE_ACTOR, PracticeRun } from './practice-run.ts';
import { practiceSaleOf, type ReadPractice, readPractice } from './practice-sale.ts';

const STOPPED = 'the practice sale was stopped';

export type EnginePracticeServiceParts = {
  log: EventLog;
  readModel: PracticeReadModel;
  clock: Clock;
  logger: Logger;
  submit: SubmitCommand;
  /** Default: real random numbers. */
  random?: Random;
  limits?: Partial<PracticeLimits>;
};

type Decided = { position: number } | { refusal: Refusal };

/**
 * Runs practice sales. The engine runs the sale itself; this process runs the rivals of sales begun here. Sales of a
 * process that died are silent; the first process that finds one ends it.
 */
export class EnginePracticeService implements PracticeService {
  readonly #parts: EnginePracticeServiceParts;
  readonly #limits: PracticeLimits;
  readonly #random: Random;
  readonly #history: PracticeHistory;
  /** The events of practice sales, followed from the first one begun here: the rivals' view. */
  readonly #follower: LogFollower;
  readonly #runs = new Map<string, PracticeRun>();
  /** Accounts whose sale is being begun here. */
  readonly #starting = new Set<string>();
  #cancelSweep: () => void = () => {};
  #closed = false;

  constructor(parts: EnginePracticeServiceParts) {
    const { log, readModel, clock, logger, random = randomFraction } = parts;
    this.#parts = parts;
    this.#limits = { ...PRACTICE_LIMITS, ...parts.limits };
    this.#random = random;
    this.#history = new PracticeHistory({ log, readModel, limits: this.#limits });
    const onEvent = (event: RecordedEvent) => this.#take(event);
    this.#follower = new LogFollower({
      log,
      clock,
      logger,
      streams: [STREAMS.practice.prefix],
      onEvent,
      after: () => log.lastPosition(),
      isOnDemand: true,
    });
    this.#sweepLater();
  }

  async start(account: string, level: PracticeLevel): Promise<PracticeReply> {
    if (this.#starting.has(account)) return refused(refusal('practice-running'));
    this.#starting.add(account);
    try {
      await this.#follower.ready();
      const { clock } = this.#parts;
      const begun = await this.#history.of(account);
      const { last, nth } = begun;
      if (last !== null && this.#history.isRunning(last, clock.now())) {
        return refused(refusal('practice-running'));
      }
      const waitMs = this.#history.mustWaitMs(begun, clock.now());
      if (waitMs > 0) return refused(refusal('rate-limited', { retryAfterMs: waitMs }));
      if (this.#closed || this.#isFullFor(account)) {
        return refused(refusal('practice-full', { retryAfterMs: this.#limits.fullRetryMs }));
      }
      return await this.#begin(practiceId(account, nth + 1), account, level);
    } finally {
      this.#starting.delete(account);
    }
  }

  #isFullFor(account: string): boolean {
    const { atOnce, visitorsAtOnce } = this.#limits;
    if (this.#runs.size >= atOnce) return true;
    if (!isVisitor(account)) return false;
    const visitors = [...this.#runs.keys()].filter((auction) => isVisitor(practiserOf(auction) ?? ''));
    return visitors.length >= visitorsAtOnce;
  }

  async #begin(auction: string, account: string, level: PracticeLevel): Promise<PracticeReply> {
    const { clock, submit, logger } = this.#parts;
    const run = new PracticeRun({ auction, learner: account, clock, random: this.#random, submit, logger });
    this.#runs.set(auction, run);
    const { details, terms, lots } = makePracticeSale(level, this.#random, clock.now());
    // When two processes begin the same person's same sale, the shared id lets only one succeed.
    const first = eventIdOf(auction, 0);
    let decided = await this.#command(auction, { type: 'schedule', details, terms }, first);
    if (!('refusal' in decided)) decided = await this.#command(auction, { type: 'catalogueLots', lots });
    if ('refusal' in decided) {
      this.#forget(auction);
      const [error] = decided.refusal.errors;
      return refused(error?.code === 'duplicate-conflict' ? refusal('practice-running') : decided.refusal);
    }
    return { outcome: 'done', auction, position: decided.position };
  }

  async stop(account: string): Promise<PracticeReply> {
    const { last } = await this.#history.of(account);
    if (last === null || !this.#history.isRunning(last, this.#parts.clock.now())) {
      return refused(refusal('not-found'));
    }
    const ended = await this.#end(last);
    if ('refusal' in ended) return refused(ended.refusal);
    return { outcome: 'done', auction: last.auction, position: ended.position };
  }

  async saleOf(account: string): Promise<PracticeSale | null> {
    const { last } = await this.#history.of(account);
    const sale = last && practiceSaleOf(last, account);
    if (last === null || sale === null) return null;
    return { ...sale, running: this.#history.isRunning(last, this.#parts.clock.now()) };
  }

  /** Ends what was begun here, and stops following the log. The engine must still take commands. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelSweep();
    await Promise.all(
      [...this.#runs.keys()].map(async (auction) => {
        const sale = await readPractice(this.#parts.log, auction);
        this.#forget(auction);
        if (sale !== null) await this.#end(sale);
      }),
    );
    await this.#follower.stop();
  }

  #take(event: RecordedEvent): void {
    const run = this.#runs.get(event.stream);
    run?.take(event);
    if (run?.isOver) this.#forget(event.stream);
  }

  #forget(auction: string): void {
    this.#runs.get(auction)?.stop();
    this.#runs.delete(auction);
  }

  /** Withdraws what is left, the last lot first, so that none goes live on the way. */
  async #end({ auction, state }: ReadPractice): Promise<Decided> {
    this.#forget(auction);
    let ended: Decided = { refusal: refusal('not-found') };
    const left = state.lots.filter(({ phase, withdrawn }) => phase !== 'closed' && !withdrawn);
    for (const { terms } of left.reverse()) {
      ended = await this.#command(auction, { type: 'withdraw', lot: terms.lot, reason: STOPPED });
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
      for (const sale of await this.#history.lost(this.#parts.clock.now())) await this.#end(sale);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'lost practice sales could not be ended');
    }
    if (!this.#closed) this.#sweepLater();
  }
}

const refused = (reason: Refusal): PracticeReply => ({ outcome: 'refused', refusal: reason });
