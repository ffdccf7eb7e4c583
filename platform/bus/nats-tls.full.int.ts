import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { connectNats } from './nats-connection.ts';

/** Makes a certificate authority of its own, and a certificate for localhost that it signs. */
function makeCertificates(folder: string): { ca: string; cert: string; key: string } {
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { stdio: 'pipe' });
  const key = (name: string): string[] => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(name)];
  const [ca, cert, request] = [file('ca.crt'), file('server.crt'), file('server.csr')];
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n');
  openssl('req', '-x509', ...key('ca.key'), '-out', ca, '-subj', '/CN=Test authority', '-days', '2');
  openssl('req', ...key('server.key'), '-out', request, '-subj', '/CN=localhost');
  const signed = ['-CA', ca, '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')];
  openssl('x509', '-req', '-in', request, ...signed, '-out', cert, '-days', '2');
  return { ca, cert, key: file('server.key') };
}

const opensslWants = (): string | null => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'install openssl on the PATH';
  }
};

/** In the child: says whether the first attempt connects, or why it does not. */
async function connectOnce(url: string): Promise<void> {
  const ending = new AbortController();
  const warn = ({ err }: { err?: unknown }): void => {
    process.stdout.write(String((err as Error).cause ?? err));
    ending.abort(new Error('said'));
  };
  const logger = { info() {}, warn, error() {} } as never;
  const connection = await connectNats({ url, name: 'test', logger, signal: ending.signal }).catch(
    () => null,
  );
  if (connection === null) return;
  process.stdout.write('connected');
  await connection.close();
}

function run(): void {
  const test = suite('the bus over NATS with TLS', { limitMs: 60_000 });

  test('a certificate of a private authority is trusted where NODE_EXTRA_CA_CERTS names it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-nats-tls-'));
    const { ca, ...tls } = makeCertificates(folder);
    const server = await startNatsServer({ tls, token: 's3cret' });
    const answer = async (url: string, extra: NodeJS.ProcessEnv): Promise<string> => {
      const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
      const child = spawn(process.execPath, [...OWN_FILE, 'connect', url], {
        env: { ...inherited, ...extra },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      return said;
    };
    try {
      // The client does not check a certificate against an address, so a host is named.
      const url = `tls://s3cret@localhost:${server.port}`;
      assert.is(await answer(url, { NODE_EXTRA_CA_CERTS: ca }), 'connected');
      assert.match(await answer(url, {}), /certificate/);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.run();
}

const [, , role, url] = process.argv;
const wants = natsServerWants() ?? opensslWants();
if (role === 'connect') await connectOnce(url as string);
else if (wants === null) run();
else notRun('the bus over NATS with TLS', wants);
