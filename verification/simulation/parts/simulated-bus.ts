import type { Random } from '@saleyard/app/sample-data/random.ts';
import {
  type Bus,
  type BusHandler,
  BusRequestFailed,
  type BusRequestHandler,
} from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { BusFabric, Seat } from './bus-fabric.ts';

type Parts = {
  fabric: BusFabric;
  clock: Pick<Clock, 'after'>;
  machine: string;
  isCut?: () => boolean;
  run?: (task: () => void) => void;
  onHandlerError?: (error: unknown, subject: string) => void;
  /** Called with each answer to a request as it leaves, and of each request that the network brings once more. */
  watch?: { answered(asked: unknown, answer: unknown): void; broughtAgain(asked: unknown): void };
  /** Of the requests, those that arrive a second time. */
  askTwice?: { random: Random; share: () => number };
};

/** The default of NATS. */
const MESSAGE_BYTES = 1024 * 1024;

/** The bus as one process sees it. */
export class SimulatedBus implements Bus {
  readonly messageBytes = MESSAGE_BYTES;
  readonly seat: Seat;
  readonly #parts: Parts;
  readonly #underWay = new Set<(error: Error) => void>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.seat = {
      machine: parts.machine,
      isCut: parts.isCut ?? (() => false),
      run: parts.run ?? ((task) => task()),
      subscriptions: new Set(),
      servers: new Set(),
      resyncs: new Set(),
      arrivals: new Map(),
    };
    parts.fabric.enter(this.seat);
  }

  publish(subject: string, payload: unknown): void {
    if (!this.#closed) this.#parts.fabric.publish(this.seat, subject, payload);
  }

  subscribe(pattern: string, handler: BusHandler): () => void {
    if (this.#closed) return () => {};
    const guarded: BusHandler = (payload, subject) => {
      try {
        handler(payload, subject);
      } catch (error) {
        const { onHandlerError } = this.#parts;
        if (onHandlerError === undefined) throw error;
        onHandlerError(error, subject);
      }
    };
    const subscription = { pattern, handler: guarded };
    this.seat.subscriptions.add(subscription);
    return () => this.seat.subscriptions.delete(subscription);
  }

  request(subject: string, payload: unknown, { timeoutMs }: { timeoutMs: number }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new BusRequestFailed(subject, 'closed'));
      const fail = (error: Error): void => {
        cancel();
        this.#underWay.delete(fail);
        reject(error);
      };
      const cancel = this.#parts.clock.after(timeoutMs, () => fail(new BusRequestFailed(subject, 'timeout')));
      this.#underWay.add(fail);
      this.#ask(subject, payload, {
        answered: (answer) => {
          cancel();
          this.#underWay.delete(fail);
          resolve(answer);
        },
        failed: fail,
      });
    });
  }

  #ask(
    subject: string,
    payload: unknown,
    end: { answered: (answer: unknown) => void; failed: (error: Error) => void },
  ): void {
    const { fabric, askTwice, watch } = this.#parts;
    const server = fabric.serverOf(this.seat, subject);
    const lost = (): void => {};
    if (server === undefined) {
      const nobody = (): void => end.failed(new BusRequestFailed(subject, 'no-responder'));
      fabric.carry(this.seat, this.seat, nobody, lost);
      return;
    }
    const { seat, handler } = server;
    const back = (arrive: () => void): void => fabric.carry(seat, this.seat, arrive, lost);
    const hand = (): void => {
      if (![...seat.servers].some((one) => one.handler === handler)) {
        back(() => end.failed(new BusRequestFailed(subject, 'no-responder')));
        return;
      }
      Promise.resolve()
        .then(() => handler(payload, subject))
        .then(
          (answer) => {
            watch?.answered(payload, answer);
            back(() => end.answered(answer));
          },
          (error: unknown) => {
            const message = error instanceof Error ? error.message : String(error);
            back(() => end.failed(new Error(message, { cause: error })));
          },
        );
    };
    fabric.carry(this.seat, seat, hand, lost);
    if (askTwice === undefined || askTwice.random() >= askTwice.share()) return;
    watch?.broughtAgain(payload);
    fabric.carry(this.seat, seat, hand, lost);
  }

  serve(pattern: string, handler: BusRequestHandler): () => void {
    const server = { pattern, handler };
    this.seat.servers.add(server);
    return () => this.seat.servers.delete(server);
  }

  onResync(handler: () => void): () => void {
    this.seat.resyncs.add(handler);
    return () => this.seat.resyncs.delete(handler);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // What was published before is delivered.
    await new Promise<void>((resolve) => {
      this.#parts.fabric.carry(this.seat, this.seat, resolve, resolve);
    });
    this.leave();
    for (const fail of [...this.#underWay]) fail(new BusRequestFailed('the bus', 'closed'));
  }

  /** The process is gone. */
  leave(): void {
    this.#parts.fabric.leave(this.seat);
    this.seat.subscriptions.clear();
    this.seat.servers.clear();
    this.seat.resyncs.clear();
  }
}
