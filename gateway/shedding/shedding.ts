import type { AcquireSlot } from '@saleyard/http/endpoint.ts';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Request, RequestHandler, Response } from 'express';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { LoopTurns } from './loop-turns.ts';
import type { Pressure } from './pressure.ts';
import { type Capacity, SHEDDING_LIMITS, type SheddingLimits, type Work } from './work.ts';

/** A HEAD is answered like its GET, and costs as much. */
export const isRead = ({ method }: Pick<Request, 'method'>): boolean => method === 'GET' || method === 'HEAD';

type Parts = {
  pressure: Pressure;
  clock: Clock;
  limits?: SheddingLimits | undefined;
  /** Of a process that computes reads itself. */
  readTurns?: LoopTurns;
};

type WorkOf = (request: Request) => Work | Promise<Work>;

/** How many kinds of work are shed now, and how often each was shed since the process started. */
export type SheddingCounters = { sheddingLevel: number; shed: Readonly<Record<Work, number>> };

/** Sheds requests when the process is busy, the least urgent first, and limits how many run at once [G24]. */
export class Shedding {
  readonly #pressure: Pressure;
  readonly #limits: SheddingLimits;
  readonly #readTurns: LoopTurns | undefined;
  readonly #limiters: Readonly<Record<Work, ConcurrencyLimiter>>;
  readonly #shed: Record<Work, number> = { bulk: 0, anonymous: 0, 'signed-in': 0, vital: 0 };

  constructor({ pressure, clock, limits = SHEDDING_LIMITS, readTurns }: Parts) {
    this.#pressure = pressure;
    this.#limits = limits;
    this.#readTurns = readTurns;
    const limiters = () => new ConcurrencyLimiter(clock, limits.waitMs);
    this.#limiters = { bulk: limiters(), anonymous: limiters(), 'signed-in': limiters(), vital: limiters() };
  }

  get counters(): SheddingCounters {
    return { sheddingLevel: this.#pressure.level, shed: this.#shed };
  }

  /** Passes a request unless its kind is shed now: 503 with `Retry-After`, before its body is received. */
  entrance(workOf: WorkOf): RequestHandler {
    return async (request, response, next) => {
      const work = await workOf(request);
      if (this.#capacityOf(work) === null) this.#refuse(response, work);
      else next();
    };
  }

  /**
   * Acquires a slot for a completely received request, if one of its kind is free now or within `waitMs`; otherwise
   * answers 503 with `Retry-After`. The slot is released when the connection closes, if not before.
   */
  acquire(workOf: WorkOf): AcquireSlot {
    return async (request, response) => {
      const work = await workOf(request);
      const capacity = this.#capacityOf(work);
      const release = capacity && (await this.#slot(work, capacity));
      if (release !== null && work !== 'vital' && isRead(request)) await this.#readTurns?.take();
      if (release === null) this.#refuse(response, work);
      else if (response.closed || response.destroyed) {
        release();
        return null;
      } else response.once('close', release);
      return release;
    };
  }

  /** Both checks in one, for requests without a body: the slot is held until the answer is sent. */
  handler(workOf: WorkOf): RequestHandler {
    const acquire = this.acquire(workOf);
    return async (request, response, next) => {
      if ((await acquire(request, response)) !== null) next();
    };
  }

  /** Counts work that was shed elsewhere, and returns the seconds for its `Retry-After`. */
  countShed(work: Work): number {
    const [from, to] = this.#limits.retryAfterS[work];
    const turn = this.#shed[work];
    this.#shed[work] += 1;
    return from + (turn % (to - from + 1));
  }

  #slot(work: Work, capacity: Capacity): Promise<(() => void) | null> {
    return new Promise((resolve) => this.#limiters[work].take(capacity, resolve));
  }

  #capacityOf(work: Work): Capacity | null {
    if (!this.#pressure.isOn(work)) return this.#limits.capacity[work];
    return work === 'signed-in' ? this.#limits.slowed : null;
  }

  #refuse(response: Response, work: Work): void {
    if (!response.closed)
      sendRefusal(response, refusal('busy', { retryAfterMs: this.countShed(work) * 1_000 }));
  }
}
