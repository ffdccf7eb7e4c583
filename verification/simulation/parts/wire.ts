import { Duplex } from 'node:stream';
import { between, type Random } from '@saleyard/app/sample-data/random.ts';
import type { Machine } from '../world/machine.ts';

/** Bytes buffered by the two systems before the writer has to wait. */
const KERNEL_BYTES = 256;
/** Bytes written beyond that before a writer is asked to wait. */
const WRITABLE_BYTES = 128;

/** The present conditions between a client and a gateway. One way, ms. */
export type WireConditions = { leastMs: number; mostMs: number };

/** The gateway's end of a client's connection, as its HTTP server would hand it over. */
export class GatewayEnd extends Duplex {
  readonly remoteAddress: string;
  readonly #wire: Wire;

  constructor(wire: Wire, remoteAddress: string) {
    super({ writableHighWaterMark: WRITABLE_BYTES, allowHalfOpen: true });
    this.#wire = wire;
    this.remoteAddress = remoteAddress;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#wire.fromGateway(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#wire.fromGateway(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#wire.gatewayEnded();
    done();
  }

  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    this.#wire.gatewayEnded();
    done();
  }
}

/** Events of the client's end. */
export type ClientEnd = { bytes(chunk: Buffer): void; closed(): void };

/**
 * One connection between a client and a gateway's machine: bytes arrive whole, in order and late, or the connection
 * breaks. A client that does not read lets bytes pile up at the gateway.
 */
export class Wire {
  readonly gateway: GatewayEnd;
  readonly #machine: Machine;
  readonly #conditions: WireConditions;
  readonly #random: Random;
  readonly #client: ClientEnd;
  readonly #atGateway: (task: () => void) => void;
  #lastToClient = 0;
  #lastToGateway = 0;
  /** Bytes that left the gateway and were not read. */
  #unread = 0;
  #waiting: { bytes: number; done: () => void }[] = [];
  #kept: Buffer[] = [];
  #reads = true;
  #onNews: (() => void) | null = null;
  #broken = false;
  #closedAtClient = false;

  constructor(machine: Machine, name: string, conditions: WireConditions, client: ClientEnd) {
    this.#machine = machine;
    this.#conditions = conditions;
    this.#client = client;
    this.#random = machine.world.random(`wire ${name} ${machine.world.now}`);
    this.#atGateway = machine.inThisLife();
    this.gateway = new GatewayEnd(this, name);
  }

  /** The client sends bytes. */
  send(chunk: Buffer): void {
    this.#lastToGateway = this.#travel(this.#lastToGateway, () => {
      if (!this.#broken) this.#atGateway(() => void this.gateway.push(chunk));
    });
  }

  /** The client leaves. */
  close(): void {
    this.#closedAtClient = true;
    this.#lastToGateway = this.#travel(this.#lastToGateway, () => this.#gone());
  }

  /** The connection breaks; each end learns of it when it may. */
  break(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#travel(0, () => this.#notifyClient());
    this.#travel(0, () => this.#gone());
  }

  /** The client reads again this many ms after the next bytes come, as a client that barely keeps up. */
  readAfterNews(delayMs: number): void {
    this.#onNews = () => {
      this.#onNews = null;
      this.#machine.world.after(delayMs, () => this.setReading(true));
    };
  }

  /** From now on the client reads nothing, or reads again. */
  setReading(reads: boolean): void {
    this.#reads = reads;
    if (!reads) return;
    for (const chunk of this.#kept.splice(0)) this.#read(chunk);
  }

  fromGateway(chunk: Buffer, done: () => void): void {
    this.#waiting.push({ bytes: chunk.length, done });
    this.#unread += chunk.length;
    this.#lastToClient = this.#travel(this.#lastToClient, () => {
      if (this.#broken || this.#closedAtClient) return;
      if (this.#reads) this.#read(chunk);
      else this.#kept.push(chunk);
      this.#onNews?.();
    });
    this.#takeMore();
  }

  /** The gateway's end says that it writes no more, or is gone. */
  gatewayEnded(): void {
    this.#lastToClient = this.#travel(this.#lastToClient, () => this.#notifyClient());
  }

  #read(chunk: Buffer): void {
    this.#unread -= chunk.length;
    this.#takeMore();
    this.#client.bytes(chunk);
  }

  /** Writers go on while the two systems have room for what they wrote. */
  #takeMore(): void {
    let before = this.#unread - this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    while (this.#waiting[0] !== undefined && before < KERNEL_BYTES) {
      const { bytes, done } = this.#waiting.shift() as { bytes: number; done: () => void };
      before += bytes;
      this.#atGateway(done);
    }
  }

  #notifyClient(): void {
    if (this.#closedAtClient) return;
    this.#closedAtClient = true;
    this.#broken = true;
    this.#client.closed();
    this.#travel(0, () => this.#gone());
  }

  #gone(): void {
    this.#broken = true;
    this.#atGateway(() => this.gateway.destroy());
  }

  #travel(notBefore: number, arrive: () => void): number {
    const { world } = this.#machine;
    const at = Math.max(
      notBefore,
      world.now + between(this.#random, this.#conditions.leastMs, this.#conditions.mostMs),
    );
    world.after(at - world.now, arrive);
    return at;
  }
}
