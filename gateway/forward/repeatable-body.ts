import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { FORWARD_LIMITS } from './forward-limits.ts';

/**
 * A request's body that is received before it goes on, or streams on as it comes, and can be begun again for another process as long as no more than
 * `bodyKeptBytes` of it have gone.
 */
export class RepeatableBody {
  readonly #kept: Buffer[] = [];
  readonly #source: AsyncIterator<Buffer>;
  readonly #isEmpty: boolean;
  /** It says of itself that it can't be received before it is forwarded. */
  readonly #isTooLong: boolean;
  #keptBytes = 0;
  #overflowed = false;
  #pulling: Promise<IteratorResult<Buffer>> | undefined;

  constructor(request: IncomingMessage) {
    const { headers } = request;
    this.#isEmpty = headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0);
    this.#isTooLong = Number(headers['content-length']) > FORWARD_LIMITS.bodyReceivedBytes;
    this.#source = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  }

  /** Whether all that has gone is kept, so that `stream` begins at the first byte. */
  get isWhole(): boolean {
    return !this.#overflowed;
  }

  /** Resolves when as much of the body has come as `bodyReceivedBytes`, or all of it, or the client is gone. */
  async receive(): Promise<void> {
    if (this.#isEmpty || this.#isTooLong) return;
    try {
      while (this.#keptBytes < FORWARD_LIMITS.bodyReceivedBytes) if ((await this.#pull()).done) return;
    } catch {
      // The reader of the stream gets this error.
    }
  }

  /** The whole body, from its first byte. Only the newest stream of a body may be read on. */
  stream(): Readable {
    const stream = Readable.from(this.#isEmpty ? [] : this.#read(), { objectMode: false });
    // A client that goes away in mid-body ends its request; the reader gets an error.
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
      const { done, value } = await this.#pull();
      if (done) return;
      if (this.#overflowed) yield value;
    }
  }

  /** The next chunk of the client's, kept unless it is too much; asked for once, however many wait for it. */
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
