import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { LoopTurns } from '../shedding/loop-turns.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';

/**
 * A request's body, received before it is forwarded or streamed. It can be sent again to another process until more
 * than `bodyKeptBytes` of it were streamed.
 */
export class RepeatableBody {
  readonly #kept: Buffer[] = [];
  readonly #source: AsyncIterator<Buffer>;
  readonly #turns: LoopTurns;
  readonly #isEmpty: boolean;
  /** Its `Content-Length` says that it can't be received before it is forwarded. */
  readonly #isTooLong: boolean;
  #keptBytes = 0;
  #overflowed = false;
  #pulling: Promise<IteratorResult<Buffer>> | undefined;

  /** `turns`: of all bodies that this process forwards. */
  constructor(request: IncomingMessage, turns: LoopTurns) {
    const { headers } = request;
    this.#turns = turns;
    this.#isEmpty = headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0);
    this.#isTooLong = Number(headers['content-length']) > FORWARD_LIMITS.bodyReceivedBytes;
    this.#source = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  }

  /** Whether every byte streamed so far is kept, so that `stream` starts at the first byte. */
  get isWhole(): boolean {
    return !this.#overflowed;
  }

  /** Resolves when `bodyReceivedBytes` of the body, or all of it, was received, or the client disconnected. */
  async receive(): Promise<void> {
    if (this.#isEmpty || this.#isTooLong) return;
    try {
      while (this.#keptBytes < FORWARD_LIMITS.bodyReceivedBytes) if ((await this.#pull()).done) return;
    } catch {
      // The reader of the stream receives this error.
    }
  }

  /** The whole body, from its first byte. Only the newest stream of a body may be read. */
  stream(): Readable {
    const stream = Readable.from(this.#isEmpty ? [] : this.#read(), { objectMode: false });
    // A client that disconnects in mid-body aborts its request; the reader gets an error.
    stream.on('error', () => {});
    return stream;
  }

  async *#read(): AsyncGenerator<Buffer> {
    for (let next = 0; ; ) {
      const kept = this.#kept[next];
      if (kept !== undefined) {
        next += 1;
        yield kept;
        continue;
      }
      await this.#turns.take();
      const { done, value } = await this.#pull();
      if (done) return;
      if (this.#overflowed) yield value;
    }
  }

  /** The client's next chunk, kept unless too much was kept already. Concurrent callers share one read. */
  #pull(): Promise<IteratorResult<Buffer>> {
    this.#pulling ??= this.#source.next().then(
      (result) => {
        this.#pulling = undefined;
        if (result.done) return result;
        this.#keptBytes += result.value.length;
        if (this.#keptBytes > FORWARD_LIMITS.bodyKeptBytes) this.#overflowed = true;
        else this.#kept.push(result.value);
        return result;
      },
      (error: unknown) => {
        this.#pulling = undefined;
        throw error;
      },
    );
    return this.#pulling;
  }
}
