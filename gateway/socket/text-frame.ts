/** A final, unmasked text frame (RFC 6455): what a server sends. */
const FINAL_TEXT = 0x81;

/** Chunks of at least this many bytes are shared between sockets; shorter ones are copied together. */
const SHARED_CHUNK_BYTES = 4 * 1024;

/** Serialised messages: `text` is one or more JSON messages joined by commas. */
export class MessageChunk {
  readonly text: string;
  #bytes: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The text as UTF-8, encoded once for all sockets. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }
}

function headerLength(payload: number): number {
  return payload < 126 ? 2 : payload < 65_536 ? 4 : 10;
}

function writeHeader(target: Buffer, payload: number): void {
  target[0] = FINAL_TEXT;
  if (payload < 126) target[1] = payload;
  else if (payload < 65_536) {
    target[1] = 126;
    target.writeUInt16BE(payload, 2);
  } else {
    target[1] = 127;
    target.writeUInt32BE(Math.floor(payload / 2 ** 32), 2);
    target.writeUInt32BE(payload >>> 0, 6);
  }
}

/** A single frame with the text `[` + the messages + `]`, in one buffer. `messages` are joined by commas. */
export function frameOf(messages: string): Buffer {
  const payload = Buffer.byteLength(messages) + 2;
  const header = headerLength(payload);
  const frame = Buffer.allocUnsafe(header + payload);
  writeHeader(frame, payload);
  frame[header] = 0x5b;
  frame.write(messages, header + 1, 'utf8');
  frame[frame.length - 1] = 0x5d;
  return frame;
}

/**
 * One frame of several chunks, as few buffers to write in order. Long chunks are not copied, so a thousand sockets
 * that get the same snapshot share one copy; short ones are merged.
 */
export function frameOfChunks(chunks: readonly MessageChunk[]): readonly Buffer[] {
  if (chunks.every(({ text }) => text.length < SHARED_CHUNK_BYTES)) {
    return [frameOf(chunks.map(({ text }) => text).join(','))];
  }
  const runs: Buffer[] = [];
  let text = '[';
  let before = '';
  for (const chunk of chunks) {
    text += before;
    before = ',';
    if (chunk.text.length < SHARED_CHUNK_BYTES) text += chunk.text;
    else {
      runs.push(Buffer.from(text), chunk.bytes);
      text = '';
    }
  }
  runs.push(Buffer.from(`${text}]`));
  const payload = runs.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.allocUnsafe(headerLength(payload));
  writeHeader(header, payload);
  return [header, ...runs];
}
