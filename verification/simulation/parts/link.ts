import { between, type Random } from '@saleyard/app/sample-data/random.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Machine } from '../world/machine.ts';

/** The link between a machine and a server, for requests and responses. */
export interface Link {
  /**
   * Sends a request to the server. The server acts on it when it arrives, whether or not the response comes back.
   * @throws LinkLost when no answer came in time: it may or may not have arrived
   */
  call<T>(serve: () => T | Promise<T>, timeoutMs: number): Promise<T>;
}

/** A link on which nothing is lost and nothing takes time. */
export const atOnce: Link = {
  async call(serve) {
    return serve();
  },
};

/** No answer came. */
export class LinkLost extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'LinkLost';
  }
}

/** The messages that a cut link drops: all, or only responses. */
export type Cut = 'both ways' | 'answers';

/** One way of a call. */
type Leg = { arrive(): void; lost(): void; isCut(): boolean };

/** The present conditions of a link. Shares are probabilities from 0 to 1. */
export type LinkConditions = {
  /** One way, ms. */
  leastMs: number;
  mostMs: number;
  /** Of the messages, those that are lost. */
  lossShare: number;
  /** Of the messages that would be lost, those that arrive much later instead. */
  lateShare: number;
};

/** A lost message that arrives after all does so within this time, ms. */
const LATE_WITHIN_MS = 9_000;
/** Of the calls on a link that is cut, those whose connection is seen to break at once rather than hang. */
const RESET_SHARE = 0.4;
const RESET_MS = 3;
/** Of what is under way from a machine that crashes, what still arrives. */
const SURVIVES_CRASH_SHARE = 0.5;

/** A link of one life of a machine. Each message meets the network conditions at the time it is sent. */
export class SimulatedLink implements Link {
  readonly #machine: Machine;
  readonly #clock: Clock;
  readonly #conditions: LinkConditions;
  readonly #cut: () => Cut | null;
  readonly #random: Random;
  readonly #inThisLife: (task: () => void) => void;
  #lastThere = 0;
  #lastBack = 0;

  constructor(parts: {
    machine: Machine;
    clock: Clock;
    name: string;
    conditions: LinkConditions;
    /** The messages dropped at the moment. */
    cut: () => Cut | null;
  }) {
    const { machine, clock, name, conditions, cut } = parts;
    this.#machine = machine;
    this.#clock = clock;
    this.#conditions = conditions;
    this.#cut = cut;
    this.#random = machine.world.random(`link ${machine.name} ${name} ${machine.world.now}`);
    this.#inThisLife = machine.inThisLife();
  }

  call<T>(serve: () => T | Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeoutMs, () => reject(new LinkLost('no answer in time')));
      const settle = (end: () => void): void => {
        this.#inThisLife(() => {
          cancel();
          end();
        });
      };
      const reset = (): void => {
        if (this.#random() >= RESET_SHARE) return;
        this.#machine.world.after(RESET_MS, () => settle(() => reject(new LinkLost('the connection broke'))));
      };
      const back = (end: () => void): void => {
        const isCut = (): boolean => this.#cut() !== null;
        this.#lastBack = this.#travel(this.#lastBack, { arrive: () => settle(end), lost: reset, isCut });
      };
      const arrived = (): void => {
        Promise.resolve()
          .then(serve)
          .then(
            (answer) => back(() => resolve(answer)),
            (error: unknown) => back(() => reject(error)),
          );
      };
      this.#lastThere = this.#travel(this.#lastThere, {
        arrive: () => {
          if (this.#machine.isUp || this.#random() < SURVIVES_CRASH_SHARE) arrived();
        },
        lost: reset,
        isCut: () => this.#cut() === 'both ways',
      });
    });
  }

  /** Lets a message arrive after the one before it, unless it is lost; returns when the next one may arrive. */
  #travel(notBefore: number, leg: Leg): number {
    const { world } = this.#machine;
    const { leastMs, mostMs, lossShare } = this.#conditions;
    const at = Math.max(notBefore, world.now + between(this.#random, leastMs, mostMs));
    const isLost = lossShare > 0 && this.#random() < lossShare;
    world.after(at - world.now, () => {
      if (!isLost && !leg.isCut()) leg.arrive();
      else if (this.#random() < this.#conditions.lateShare) this.#arriveLate(leg);
      else leg.lost();
    });
    return at;
  }

  #arriveLate(leg: Leg): void {
    const { world } = this.#machine;
    world.after(between(this.#random, 0, LATE_WITHIN_MS), () => {
      if (leg.isCut()) this.#arriveLate(leg);
      else leg.arrive();
    });
  }
}
