import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Opcodes of RFC 6455 that a load client meets. */
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** `from`: the address of this machine that it comes from. */
type Options = { port: number; path: string; from?: string; headers?: Record<string, string> };

/**
 * A WebSocket client that costs its process as little as it can, so that a thousand of them measure the server and
 * not themselves: no events, no copies, a mask of zeros. For servers of our own machine only.
 */
export class LoadSocket {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  /** Called with each whole message. The bytes are valid during the call. */
  onMessage: (payload: Buffer) => void = () => {};
  onClose: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Opens a connection; rejects when the server answers anything but 101. */
  static connect({ port, path, from, headers = {} }: Options): Promise<LoadSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(from && { localAddress: from }) });
      socket.once('error', reject);
      const lines = [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      let head: Buffer = Buffer.alloc(0);
      const readHead = (chunk: Buffer) => {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        socket.off('data', readHead);
        const status = head.toString('latin1', 0, head.indexOf('\r\n'));
        if (!status.includes(' 101 ')) {
          reject(new Error(`the upgrade was answered ${status}`));
          socket.destroy();
          return;
        }
        socket.off('error', reject);
        const client = new LoadSocket(socket);
        socket.on('error', () => {});
        socket.on('close', () => client.onClose());
        socket.on('data', (data: Buffer) => client.#take(data));
        resolve(client);
        // Bytes that came with the head are read after the caller had a turn to set `onMessage`.
        const early = head.subarray(end + 4);
        if (early.length > 0) queueMicrotask(() => client.#take(early));
      };
      socket.on('data', readHead);
    });
  }

  send(text: string): void {
    this.#socket.write(maskedFrame(TEXT, Buffer.from(text)));
  }

  sendBinary(bytes: Buffer): void {
    this.#socket.write(maskedFrame(BINARY, bytes));
  }

  /** Stops reading, as a client does whose network is gone. */
  pause(): void {
    this.#socket.pause();
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      if (data.length < 2) break;
      const short = (data[1] as number) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length < header) break;
      const length =
        short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
      if (data.length < header + length) break;
      const opcode = (data[0] as number) & 0x0f;
      const payload = data.subarray(header, header + length);
      data = data.subarray(header + length);
      if (opcode === PING) this.#socket.write(maskedFrame(PONG, payload));
      else if (opcode === CLOSE) this.#socket.end();
      else if (opcode <= BINARY) this.onMessage(payload);
    }
    this.#rest = data;
  }
}

function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const header = length < 126 ? 6 : 8;
  const frame = Buffer.alloc(header + length);
  frame[0] = 0x80 | opcode;
  if (length < 126) frame[1] = 0x80 | length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  }
  // A mask of zeros leaves the payload as it is.
  payload.copy(frame, header);
  return frame;
}
