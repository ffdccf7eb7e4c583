import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { FEED_BYTES, FEED_MESSAGES } from './eventstore-limits.ts';

/** The messages of a subscription's call, as the client's library hands them over. */
type Call = {
  on(event: 'data', take: (message: ReadResp) => void): unknown;
  on(event: 'error', take: (error: Error) => void): unknown;
  on(event: 'end', take: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
};

/**
 * A subscription's messages in the order in which the server sent them. They wait here until they are taken, up to
 * a limit; then the server holds the rest back.
 */
export class Feed {
  readonly #call: Call;
  readonly #signal: AbortSignal;
  readonly #aborted = (): void => this.#wake();
  #waiting: ReadResp[] = [];
  #bytes = 0;
  #end: { error: unknown } | undefined;
  #wake: () => void = () => {};

  /** `signal` ends waiting, not the call. */
  constructor(call: Call, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
    signal.addEventListener('abort', this.#aborted);
    call.on('data', (message) => {
      this.#waiting.push(message);
      this.#bytes += message.getEvent()?.getEvent()?.getData_asU8().length ?? 0;
      if (this.#waiting.length >= FEED_MESSAGES || this.#bytes >= FEED_BYTES) call.pause();
      this.#wake();
    });
    call.on('error', (error) => this.#finish(error));
    call.on('end', () => this.#finish(new Error('the log server ended the subscription')));
  }

  #finish(error: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  /** The messages that are waiting. @throws the call's error, after all earlier messages were taken */
  take(): ReadResp[] {
    const taken = this.#waiting;
    if (taken.length === 0 && this.#end !== undefined) throw this.#end.error;
    this.#waiting = [];
    this.#bytes = 0;
    if (taken.length > 0) this.#call.resume();
    return taken;
  }

  /** Whether something has come that was not taken. */
  get hasMore(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when there is something to take, or the call is over, or the signal aborts. */
  async nextMessage(): Promise<void> {
    if (this.#waiting.length > 0 || this.#end !== undefined || this.#signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = () => {};
  }

  /** Ends the call. */
  cancel(): void {
    this.#signal.removeEventListener('abort', this.#aborted);
    this.#call.cancel();
  }
}
