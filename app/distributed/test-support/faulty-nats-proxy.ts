import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';
/** ms of messages that are held back, and then come in reverse, each twice. */
const HELD_MS = 25;
const END = Buffer.from('\r\n');
/** Of these the order is part of what they say: they are not the bus, they report which nodes live. */
const ORDERED = /^H?MSG saleyard\.leases\./;
const MESSAGE = /^H?MSG .* (\d+)$/;

/**
 * A proxy between a process and its nats-server, which delivers messages twice and in reverse: of what
 * came within 25 ms, the newest first. What the process says goes on as it is.
 */
export class FaultyNatsProxy {
  /** Messages that were brought twice. */
  doubled = 0;
  #isCut = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(to: number) {
    this.#server = createServer((client) => this.#carry(client, connect({ port: to, host: HOST })));
  }

  /** `to`: the port of the nats-server, which need not be there yet. */
  static async start(to: number): Promise<FaultyNatsProxy> {
    const proxy = new FaultyNatsProxy(to);
    proxy.#server.listen(0, HOST);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `nats://${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks the line, and lets nothing through until it is restored. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #carry(client: Socket, server: Socket): void {
    if (this.#isCut) {
      client.destroy();
      server.destroy();
      return;
    }
    const both = [client, server];
    const end = (): void => {
      for (const socket of both) {
        socket.destroy();
        this.#sockets.delete(socket);
      }
    };
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (chunk) => server.write(chunk));
    let rest: Buffer = Buffer.alloc(0);
    const held: Buffer[] = [];
    const bring = (): void => {
      const backwards = held.splice(0).reverse();
      this.doubled += backwards.length;
      if (!client.destroyed) client.write(Buffer.concat([...backwards, ...backwards]));
    };
    server.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let one = firstOf(rest); one !== null; one = firstOf(rest)) {
        rest = rest.subarray(one.bytes.length);
        if (!one.isMessage) client.write(one.bytes);
        else if (held.push(one.bytes) === 1) setTimeout(bring, HELD_MS);
      }
    });
  }
}

/** The first whole thing that the server says, or null; `isMessage`: one that may be turned around. */
function firstOf(said: Buffer): { bytes: Buffer; isMessage: boolean } | null {
  const end = said.indexOf(END);
  if (end < 0) return null;
  const line = said.toString('latin1', 0, end);
  const length = MESSAGE.exec(line)?.[1];
  const whole = end + END.length + (length === undefined ? 0 : Number(length) + END.length);
  if (said.length < whole) return null;
  return { bytes: said.subarray(0, whole), isMessage: length !== undefined && !ORDERED.test(line) };
}
