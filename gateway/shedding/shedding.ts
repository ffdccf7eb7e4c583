import { wireError } from '@saleyard/contract/errors.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Request, RequestHandler, Response } from 'express';
import { sendError } from '../http/send-error.ts';
import { Places } from './places.ts';
import type { Pressure } from './pressure.ts';
import { SHEDDING_LIMITS, type SheddingLimits, type Work } from './work.ts';

type Parts = { pressure: Pressure; clock: Clock; limits?: SheddingLimits | undefined };

/** How many kinds of work are given up now, and how often each was since the process began. */
export type SheddingCounters = { sheddingLevel: number; shed: Readonly<Record<Work, number>> };

/** Gives up requests when the process is busy, the least urgent first, and bounds those under way [G24]. */
export class Shedding {
  readonly #pressure: Pressure;
  readonly #limits: SheddingLimits;
  readonly #places: Readonly<Record<Work, Places>>;
  readonly #shed: Record<Work, number> = { bulk: 0, anonymous: 0, 'signed-in': 0, vital: 0 };

  constructor({ pressure, clock, limits = SHEDDING_LIMITS }: Parts) {
    this.#pressure = pressure;
    this.#limits = limits;
    const places = () => new Places(clock, limits.waitMs);
    this.#places = { bulk: places(), anonymous: places(), 'signed-in': places(), vital: places() };
  }

  get counters(): SheddingCounters {
    return { sheddingLevel: this.#pressure.level, shed: this.#shed };
  }

  /** Lets a request through when there is room for its kind, now or in a moment; otherwise 503 with `Retry-After`. */
  handler(workOf: (request: Request) => Work | Promise<Work>): RequestHandler {
    return async (request, response, next) => {
      const work = await workOf(request);
      const room = this.#roomOf(work);
      if (room === null) this.#refuse(response, work);
      else {
        this.#places[work].take(room, (leave) => {
          if (leave === null) this.#refuse(response, work);
          else if (response.closed || response.destroyed) leave();
          else {
            response.once('close', leave);
            next();
          }
        });
      }
    };
  }

  /** Counts work that was given up elsewhere, and answers when to come back, in seconds. */
  givenUp(work: Work): number {
    const [from, to] = this.#limits.retryAfterS[work];
    const turn = this.#shed[work];
    this.#shed[work] += 1;
    return from + (turn % (to - from + 1));
  }

  #roomOf(work: Work): { atOnce: number; waiting: number } | null {
    if (!this.#pressure.isOn(work)) return this.#limits.room[work];
    return work === 'signed-in' ? this.#limits.slowed : null;
  }

  #refuse(response: Response, work: Work): void {
    if (!response.closed) sendError(response, wireError('busy'), this.givenUp(work));
  }
}
