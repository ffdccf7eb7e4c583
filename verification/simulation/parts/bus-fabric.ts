import { between, pick, type Random } from '@saleyard/app/sample-data/random.ts';
import type { BusHandler, BusRequestHandler } from '@saleyard/platform/bus/port.ts';
import { matchesSubject } from '@saleyard/platform/bus/subject-pattern.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';

/** The present conditions of the bus. Shares are probabilities from 0 to 1. */
export type BusConditions = {
  leastMs: number;
  mostMs: number;
  /** Messages lost; a subscriber that missed one is asked to resync some time later. */
  dropShare: number;
  twiceShare: number;
  /** Messages that may be overtaken. */
  strayShare: number;
  /** A message that strays comes this late at most, ms. */
  strayMs: number;
};

/** A subscriber that missed a message is asked to resync within this time, ms. */
const RESYNC_WITHIN_MS = 2_500;

/** One machine's place at the bus, as the fabric reaches it. */
export type Seat = {
  /** Names the machine; messages to itself take no time and are not lost. */
  machine: string;
  /** Messages neither leave nor arrive. */
  isCut(): boolean;
  /** Hands something to the process, as long as it lives. */
  run(task: () => void): void;
  readonly subscriptions: Set<{ pattern: string; handler: BusHandler }>;
  readonly servers: Set<{ pattern: string; handler: BusRequestHandler }>;
  readonly resyncs: Set<() => void>;
  /** When the last message to each other seat arrives, so that the next one does after it. */
  readonly arrivals: Map<Seat, number>;
};

/** Carries messages between the machines' seats at the bus. */
export class BusFabric {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #conditions: BusConditions;
  readonly #random: Random;
  readonly #seats = new Set<Seat>();

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, conditions: BusConditions, random: Random) {
    this.#clock = clock;
    this.#conditions = conditions;
    this.#random = random;
  }

  enter(seat: Seat): void {
    this.#seats.add(seat);
  }

  leave(seat: Seat): void {
    this.#seats.delete(seat);
  }

  /** Some machine that serves a subject and can be reached. */
  serverOf(from: Seat, subject: string): { seat: Seat; handler: BusRequestHandler } | undefined {
    const found: { seat: Seat; handler: BusRequestHandler }[] = [];
    for (const seat of this.#seats) {
      if (seat !== from && (seat.isCut() || from.isCut())) continue;
      for (const { pattern, handler } of seat.servers)
        if (matchesSubject(pattern, subject)) found.push({ seat, handler });
    }
    return found.length === 0 ? undefined : pick(this.#random, found);
  }

  publish(from: Seat, subject: string, payload: unknown): void {
    // What crosses between machines is JSON; the copy is shared by those who get it, who change nothing.
    let copy: unknown;
    for (const to of this.#seats) {
      if (![...to.subscriptions].some(({ pattern }) => matchesSubject(pattern, subject))) continue;
      const isHome = to.machine === from.machine;
      if (!isHome) copy ??= JSON.parse(JSON.stringify(payload));
      const received = isHome ? payload : copy;
      const deliver = (): void => {
        // Subscribers that joined or left while it was under way do not get it.
        for (const subscription of subscribers)
          if (to.subscriptions.has(subscription)) subscription.handler(received, subject);
      };
      const subscribers = [...to.subscriptions].filter(({ pattern }) => matchesSubject(pattern, subject));
      this.carry(from, to, deliver, () => this.#resyncLater(to));
      if (!isHome && this.#random() < this.#conditions.twiceShare) this.carry(from, to, deliver, () => {});
    }
  }

  /** Lets `arrive` happen at a seat; `lost` is called instead when the message is lost. */
  carry(from: Seat, to: Seat, arrive: () => void, lost: () => void): void {
    const { leastMs, mostMs, dropShare, strayShare, strayMs } = this.#conditions;
    const isHome = from.machine === to.machine;
    const now = this.#clock.monotonic();
    const isLost = !isHome && (from.isCut() || this.#random() < dropShare);
    const strays = !isHome && this.#random() < strayShare;
    const takes = isHome ? 0 : between(this.#random, leastMs, mostMs);
    const at = strays
      ? now + takes + this.#random() * strayMs
      : Math.max(from.arrivals.get(to) ?? 0, now + takes);
    if (!strays) from.arrivals.set(to, at);
    this.#clock.after(at - now, () => {
      if (isLost || (!isHome && to.isCut())) lost();
      else to.run(arrive);
    });
  }

  #resyncLater(seat: Seat): void {
    this.#clock.after(this.#random() * RESYNC_WITHIN_MS, () => {
      // A seat that is cut off is asked to resync when it is back.
      if (!seat.isCut()) this.resync(seat);
    });
  }

  /** Notifies a seat that was cut off that it may have missed messages. */
  resync(seat: Seat): void {
    seat.run(() => {
      for (const handler of [...seat.resyncs]) handler();
    });
  }
}
