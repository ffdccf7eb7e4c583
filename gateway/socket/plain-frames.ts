import { isUtf8 } from 'node:buffer';
import type { Duplex } from 'node:stream';

/** First bytes of whole messages without extensions (RFC 6455): all that a browser sends but its close. */
const TEXT = 0x81;
const BINARY = 0x82;
const PING = 0x89;
const PONG = 0x8a;
const WHOLE: ReadonlySet<number> = new Set([TEXT, BINARY, PING, PONG]);

/** In the second byte: the mask bit, which every client sets; the rest is the length, or how it is encoded. */
const MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;
const MASK_BYTES = 4;
/** Bytes before the payload. */
const SHORT_HEADER = 2 + MASK_BYTES;
const LONG_HEADER = 4 + MASK_BYTES;
const ASCII_END = 0x80;

/** Returned when the frame must be handled by `ws`. */
const LEFT = -1;

type Options = {
  raw: Duplex;
  /** The longest message that `ws` accepts, in bytes. */
  mostBytes: number;
  take(text: string): void;
};

/**
 * Reads single-frame text messages, such as bids, instead of `ws`, which creates half a dozen objects for each. Every
 * other frame is handed to `ws` unchanged. From a frame that closes the connection, breaks a rule or is part of a
 * longer message, `ws` reads everything. Call it when `ws` has its socket, before anything is read.
 */
export function readPlainFrames(options: Options): void {
  const [toWs, ...others] = options.raw.listeners('data') as ((chunk: Buffer) => void)[];
  if (toWs !== undefined && others.length === 0) new PlainFrames(options, toWs).begin();
}

class PlainFrames {
  readonly #options: Options;
  readonly #toWs: (chunk: Buffer) => void;
  /** The start of an incomplete frame. */
  #begun: Buffer | null = null;

  constructor(options: Options, toWs: (chunk: Buffer) => void) {
    this.#options = options;
    this.#toWs = toWs;
  }

  begin(): void {
    const { raw } = this.#options;
    raw.off('data', this.#toWs);
    raw.on('data', this.#read);
  }

  readonly #read = (chunk: Buffer): void => {
    const bytes = this.#begun === null ? chunk : Buffer.concat([this.#begun, chunk]);
    this.#begun = null;
    let at = 0;
    while (at < bytes.length) {
      const end = this.#endOf(bytes, at);
      if (end > bytes.length) {
        this.#begun = bytes.subarray(at);
        return;
      }
      if (end < 0 || !this.#take(bytes, at, end)) {
        this.#leave(bytes.subarray(at));
        return;
      }
      at = end;
    }
  };

  /** Where the frame ends: infinite while it is incomplete, negative when `ws` must handle it. */
  #endOf(bytes: Buffer, at: number): number {
    if (!WHOLE.has(bytes[at] as number)) return LEFT;
    const second = bytes[at + 1];
    if (second === undefined) return Number.POSITIVE_INFINITY;
    if (second < MASKED) return LEFT;
    const short = second & LENGTH;
    if (short < LENGTH_IN_2_BYTES) return at + SHORT_HEADER + short;
    const isControl = (bytes[at] as number) >= PING;
    if (short === LENGTH_IN_8_BYTES || isControl) return LEFT;
    if (at + 4 > bytes.length) return Number.POSITIVE_INFINITY;
    const length = bytes.readUInt16BE(at + 2);
    return length > this.#options.mostBytes ? LEFT : at + LONG_HEADER + length;
  }

  /** Reads a whole frame; returns false for invalid text. */
  #take(bytes: Buffer, at: number, end: number): boolean {
    if (bytes[at] !== TEXT) {
      this.#toWs.call(this.#options.raw, bytes.subarray(at, end));
      return true;
    }
    const isLong = ((bytes[at + 1] as number) & LENGTH) === LENGTH_IN_2_BYTES;
    const text = textOf(bytes, at + (isLong ? LONG_HEADER : SHORT_HEADER), end);
    if (text === undefined) return false;
    this.#options.take(text);
    return true;
  }

  /** From here on `ws` reads everything. */
  #leave(rest: Buffer): void {
    const { raw } = this.#options;
    raw.off('data', this.#read);
    raw.on('data', this.#toWs);
    this.#toWs.call(raw, rest);
  }
}

/** The text of a masked payload; undefined when it is not valid UTF-8, with the payload masked again. */
function textOf(bytes: Buffer, payload: number, end: number): string | undefined {
  const all = unmask(bytes, payload, end);
  if (all < ASCII_END) return bytes.toString('latin1', payload, end);
  if (isUtf8(bytes.subarray(payload, end))) return bytes.toString('utf8', payload, end);
  unmask(bytes, payload, end);
  return undefined;
}

/** Unmasks, or masks again. Returns all bytes or-ed, to see whether the text is ASCII. */
function unmask(bytes: Buffer, payload: number, end: number): number {
  const mask = bytes.readInt32BE(payload - MASK_BYTES);
  let all = 0;
  let shift = 24;
  for (let at = payload; at < end; at += 1) {
    const byte = (bytes[at] as number) ^ ((mask >>> shift) & 0xff);
    bytes[at] = byte;
    all |= byte;
    shift = (shift + 24) & 31;
  }
  return all;
}
