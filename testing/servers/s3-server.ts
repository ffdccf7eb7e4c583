import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { goTool, goToolWants } from './go-tools.ts';

const NAME = 'versitygw';
const VARIABLE = 'SALEYARD_VERSITYGW';
/** ms until it must listen, on a loaded machine. */
const START_MS = 20_000;
const CREDENTIALS = { access: 'saleyard-test', secret: 'saleyard-test-secret' };

/** What would make the S3 server startable here; null when it is. */
export const s3ServerWants = (): string | null => goToolWants(NAME, VARIABLE);

export type S3Server = {
  port: number;
  /** A URL of a bucket that does not exist yet. */
  freshBucket(): string;
  /** Ends it at once. Its data stay until the last one of this folder is removed. */
  kill(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
  folder: string;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const said = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', said(true)).once('error', said(false));
  });

/**
 * Starts an S3 server (versitygw over a folder) on the loopback interface. `folder` and `port` of one that was killed
 * continue it. It ends with this process at the latest.
 */
export async function startS3Server(again?: Pick<S3Server, 'folder' | 'port'>): Promise<S3Server> {
  const file = goTool(NAME, VARIABLE);
  if (file === null) throw new Error(`there is no ${NAME}: ${s3ServerWants()}`);
  const folder = again?.folder ?? mkdtempSync(path.join(tmpdir(), 'saleyard-s3-'));
  const port = again?.port ?? (await freePort());
  const { access, secret } = CREDENTIALS;
  const flags = ['--access', access, '--secret', secret, '--port', `127.0.0.1:${port}`, '--quiet'];
  const child = spawn(file, [...flags, 'posix', '--nometa', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    });
  });
  let said = '';
  child.stderr?.on('data', (data: Buffer) => {
    said = `${said}${data}`.slice(-2_000);
  });
  for (let waited = 0; !(await answers(port)); waited += 20) {
    if (waited > START_MS || child.exitCode !== null) {
      end();
      throw new Error(`${NAME} did not start: ${said.trim()}`);
    }
    await wait(20);
  }
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  let buckets = 0;
  const kill = async (): Promise<void> => {
    child.ref();
    end();
    await ended;
  };
  return {
    port,
    folder,
    kill,
    freshBucket() {
      buckets += 1;
      return `http://${access}:${secret}@127.0.0.1:${port}/test-${process.pid}-${buckets}?region=us-east-1`;
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
