import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { ClientSocket } from './client-socket.ts';

/**
 * Sockets that are not listened to for a moment [G25]. What they send meanwhile is read at one time, which costs a
 * fraction of reading it message by message: a crowd must leave the process time for those it is there for.
 */
export class Resting {
  readonly #clock: Clock;
  readonly #ms: number;
  /** Until when each rests (ms, monotonic): all for as long, so those that began first are over first. */
  readonly #until = new Map<ClientSocket, number>();

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Listens to it again in `ms`, or when it would have anyway. */
  begin(socket: ClientSocket): void {
    if (this.#until.has(socket)) return;
    socket.rest();
    this.#until.set(socket, this.#clock.monotonic() + this.#ms);
    if (this.#until.size === 1) this.#clock.after(this.#ms, () => this.#wake());
  }

  #wake(): void {
    const now = this.#clock.monotonic();
    for (const [socket, until] of this.#until) {
      if (until > now) {
        this.#clock.after(until - now, () => this.#wake());
        return;
      }
      this.#until.delete(socket);
      socket.listen();
    }
  }
}
