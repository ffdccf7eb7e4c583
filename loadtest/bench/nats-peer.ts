import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Where `go install` puts nats-server; or wherever NATS_SERVER says. */
function binary(): string | null {
  const candidates = [
    process.env['NATS_SERVER'],
    ...(process.env['GOPATH'] ?? '')
      .split(path.delimiter)
      .map((folder) => path.join(folder, 'bin/nats-server')),
    path.join(homedir(), 'go/bin/nats-server'),
  ];
  return candidates.find((file) => file !== undefined && path.isAbsolute(file) && existsSync(file)) ?? null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

const CLOCK_TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** Places of utime and stime in /proc/PID/stat, counted after the name in brackets. */
const UTIME = 11;
const STIME = 12;

/** A running nats-server with its WebSocket door open, and a publisher connected by TCP. */
export class NatsPeer {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #publisher: Socket;

  private constructor(port: number, child: ChildProcess, folder: string, publisher: Socket) {
    this.port = port;
    this.#process = child;
    this.#folder = folder;
    this.#publisher = publisher;
  }

  /** null when there is no nats-server on this machine. */
  static async start(): Promise<NatsPeer | null> {
    const file = binary();
    if (file === null) return null;
    const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-nats-'));
    const [tcp, port] = [await freePort(), await freePort()];
    const config = path.join(folder, 'nats.conf');
    writeFileSync(
      config,
      `listen: "127.0.0.1:${tcp}"\nmax_pending: 512MB\nwebsocket { listen: "127.0.0.1:${port}", no_tls: true }\n`,
    );
    const child = spawn(file, ['-c', config], { stdio: 'ignore' });
    const publisher = await dial(tcp);
    publisher.write(
      'CONNECT {"verbose":false,"pedantic":false,"lang":"load","version":"1","protocol":1}\r\n',
    );
    publisher.on('data', (data: Buffer) => {
      if (data.includes('PING')) publisher.write('PONG\r\n');
    });
    return new NatsPeer(port, child, folder, publisher);
  }

  publish(subject: string, payload: string): void {
    this.#publisher.write(`PUB ${subject} ${Buffer.byteLength(payload)}\r\n${payload}\r\n`);
  }

  /** Processor time the server has used so far, in ms. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[UTIME]) + Number(fields[STIME])) * 1000) / CLOCK_TICKS_PER_SECOND;
  }

  end(): void {
    this.#publisher.destroy();
    this.#process.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function dial(port: number): Promise<Socket> {
  for (let attempt = 0; ; attempt += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (connected) return socket;
    if (attempt === 50) throw new Error('nats-server does not listen');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
