import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { type NatsServer, natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { pin } from '../storms/cores.ts';
import { CORES } from './child.ts';

/** What may wait for one client, in MiB: a storm must not get anyone cut off. */
const PENDING_MIB = 512;

const CLOCK_TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** Places of utime and stime in /proc/PID/stat, counted after the name in brackets. */
const UTIME = 11;
const STIME = 12;

/** A running nats-server with its WebSocket port open, and a publisher connected by TCP. */
export class NatsPeer {
  readonly #server: NatsServer;
  readonly #publisher: Socket;

  private constructor(server: NatsServer, publisher: Socket) {
    this.#server = server;
    this.#publisher = publisher;
  }

  /** null when there is no nats-server on this machine. */
  static async start(): Promise<NatsPeer | null> {
    if (natsServerWants() !== null) return null;
    const server = await startNatsServer({ maxPendingMiB: PENDING_MIB });
    if (CORES !== null) pin(server.pid, CORES.server);
    const publisher = await dial(server.port);
    publisher.write(
      'CONNECT {"verbose":false,"pedantic":false,"lang":"load","version":"1","protocol":1}\r\n',
    );
    publisher.on('data', (data: Buffer) => {
      if (data.includes('PING')) publisher.write('PONG\r\n');
    });
    return new NatsPeer(server, publisher);
  }

  /** The address for WebSockets. */
  get port(): number {
    return this.#server.websocketPort;
  }

  publish(subject: string, payload: string): void {
    this.#publisher.write(`PUB ${subject} ${Buffer.byteLength(payload)}\r\n${payload}\r\n`);
  }

  /** Processor time the server has used so far, in ms. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#server.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[UTIME]) + Number(fields[STIME])) * 1000) / CLOCK_TICKS_PER_SECOND;
  }

  async end(): Promise<void> {
    this.#publisher.destroy();
    await this.#server.stop();
  }
}

async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}
