/** The key by which a client's frames are masked: all zeros leave the text as it is. */
const MASK = Buffer.alloc(4);
const MASKED = 0x80;
const FINAL = 0x80;
const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const HEAD_END = Buffer.from('\r\n\r\n');

function frame(opcode: number, payload: Buffer): Buffer {
  const length = payload.length;
  const header =
    length < 126
      ? Buffer.from([FINAL | opcode, MASKED | length])
      : Buffer.from([FINAL | opcode, MASKED | 126, length >> 8, length & 0xff]);
  return Buffer.concat([header, MASK, payload]);
}

/** A client's text frame. At most 64 KiB, more than a gateway takes. */
export const textFrame = (text: string): Buffer => frame(OPCODE.text, Buffer.from(text));

export type ServerSaid =
  | { kind: 'open' }
  | { kind: 'refused' }
  | { kind: 'text'; text: string }
  | { kind: 'close'; reply: Buffer }
  | { kind: 'ping'; reply: Buffer };

/** Reads what a gateway sends: the answer to the upgrade, then frames. */
export class ServerFrames {
  #bytes: Buffer = Buffer.alloc(0);
  #isOpen = false;

  /** What is complete with these bytes. */
  *take(chunk: Buffer): Generator<ServerSaid> {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    if (!this.#isOpen) {
      const end = this.#bytes.indexOf(HEAD_END);
      if (end < 0) return;
      const isSwitched = this.#bytes.subarray(0, end).toString().startsWith('HTTP/1.1 101');
      this.#bytes = this.#bytes.subarray(end + HEAD_END.length);
      if (!isSwitched) {
        yield { kind: 'refused' };
        return;
      }
      this.#isOpen = true;
      yield { kind: 'open' };
    }
    for (let said = this.#next(); said !== undefined; said = this.#next()) yield said;
  }

  #next(): ServerSaid | undefined {
    const bytes = this.#bytes;
    if (bytes.length < 2) return undefined;
    const short = (bytes[1] as number) & 0x7f;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < header) return undefined;
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < header + length) return undefined;
    const payload = bytes.subarray(header, header + length);
    const opcode = (bytes[0] as number) & 0x0f;
    this.#bytes = bytes.subarray(header + length);
    if (opcode === OPCODE.text) return { kind: 'text', text: payload.toString() };
    if (opcode === OPCODE.close) return { kind: 'close', reply: frame(OPCODE.close, payload) };
    return { kind: 'ping', reply: frame(OPCODE.pong, payload) };
  }
}
