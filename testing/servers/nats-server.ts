import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { goTool, goToolWants } from './go-tools.ts';

/** How long a server may take to listen, in ms: a loaded machine is slow. */
const START_LIMIT_MS = 20_000;
/** How long a server may take to end, in ms; then it is killed. */
const STOP_LIMIT_MS = 10_000;

const NAME = 'nats-server';
const VARIABLE = 'SALEYARD_NATS_SERVER';

/** What would make a nats-server startable here; null when it is. */
export const natsServerWants = (): string | null => goToolWants(NAME, VARIABLE);

export type NatsServer = {
  /** `nats://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** The address for WebSockets. */
  readonly websocketPort: number;
  readonly pid: number;
  /** Its data; removed by `stop` unless it was given. */
  readonly folder: string;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Ends it as a crash does. Its data stay: start another one with the same port and folder. */
  kill(): Promise<void>;
};

type Options = {
  /** 0, as when it is left out: any that is free. */
  port?: number;
  /** Where its data are; a new folder when it is left out. */
  folder?: string;
  /** What may wait for one client before the client is cut off as too slow, in MiB. nats-server's own is 64. */
  maxPendingMiB?: number;
  /** Starts it without JetStream. */
  isPlain?: boolean;
  /** The token that clients need; none when omitted. */
  token?: string;
  /** Files of the certificate and its key; clients must speak TLS. */
  tls?: { cert: string; key: string };
};

/** What the server writes into its ports file. */
type Ports = { nats: string[]; websocket: string[] };

/**
 * Starts a nats-server of its own on the loopback interface, with JetStream and WebSockets on. Resolves when it
 * listens. It ends with this process at the latest.
 */
export async function startNatsServer(options: Options = {}): Promise<NatsServer> {
  const file = goTool(NAME, VARIABLE);
  if (file === null) throw new Error(`there is no nats-server: ${natsServerWants()}`);
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'saleyard-nats-'));
  const config = path.join(folder, 'nats.conf');
  // The server takes -1 for a port that is free.
  writeFileSync(
    config,
    [
      `listen: "127.0.0.1:${options.port || -1}"`,
      `ports_file_dir: "${folder}"`,
      ...(options.isPlain === true ? [] : [`jetstream { store_dir: "${path.join(folder, 'jetstream')}" }`]),
      'websocket { listen: "127.0.0.1:-1", no_tls: true }',
      ...(options.token === undefined ? [] : [`authorization { token: "${options.token}" }`]),
      ...(options.tls === undefined
        ? []
        : [`tls { cert_file: "${options.tls.cert}", key_file: "${options.tls.key}" }`]),
      ...(options.maxPendingMiB === undefined ? [] : [`max_pending: ${options.maxPendingMiB}MB`]),
    ].join('\n'),
  );
  const child = spawn(file, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    });
  });
  const { nats, websocket } = await listening(child, folder);
  const port = portOf(nats);
  // A test whose process has nothing else to do ends, and the server with it.
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    websocketPort: portOf(websocket),
    pid: child.pid as number,
    folder,
    async stop() {
      child.ref();
      child.kill('SIGTERM');
      // One that was stopped by a signal ends no other way.
      const stillThere = wait(STOP_LIMIT_MS, true, { ref: false });
      if ((await Promise.race([ended, stillThere])) === true) child.kill('SIGKILL');
      await ended;
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
    async kill() {
      child.ref();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function listening(child: ChildProcess, folder: string): Promise<Ports> {
  let said = '';
  child.stderr?.on('data', (data: Buffer) => {
    said = `${said}${data}`.slice(-2_000);
  });
  const file = path.join(folder, `nats-server_${child.pid}.ports`);
  for (let waited = 0; waited < START_LIMIT_MS; waited += 20) {
    if (child.exitCode !== null || child.pid === undefined) break;
    const ports = portsIn(file);
    if (ports !== null) return ports;
    await wait(20);
  }
  child.kill('SIGKILL');
  throw new Error(`nats-server did not start: ${said.trim()}`);
}

/** null as long as the file is not written to its end. */
function portsIn(file: string): Ports | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ports;
  } catch {
    return null;
  }
}

function portOf(urls: readonly string[]): number {
  return Number(new URL(urls[0] as string).port);
}
