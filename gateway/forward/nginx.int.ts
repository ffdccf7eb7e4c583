import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

/** The real nginx with deploy/nginx/gateways.conf, in front of two servers that act as gateways. */
const CONF = fileURLToPath(new URL('../../deploy/nginx/gateways.conf', import.meta.url));
const NGINX = '/usr/sbin/nginx';
const test = suite('nginx before the gateways', { limitMs: 30_000 });

type Heard = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

class Backend {
  readonly heard: Heard[] = [];
  #server: Server;

  constructor() {
    this.#server = this.#create();
  }

  #create(): Server {
    const server = createServer(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      const { method = '', url = '', headers } = incoming;
      this.heard.push({ method, url, headers, body });
      response.end('answered');
    });
    server.on('upgrade', (incoming, socket) => {
      this.heard.push({ method: 'UPGRADE', url: incoming.url ?? '', headers: incoming.headers, body: '' });
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      socket.on('error', () => {});
      socket.pipe(socket);
    });
    return server;
  }

  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-nginx-'));
const backends = [new Backend(), new Backend()] as const;
let nginx: ChildProcess | undefined;
let port = 0;

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}

const canConnect = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

type Sending = { method?: string; path?: string; from?: string; body?: string };

function send({ method = 'GET', path: url = '/', from, body }: Sending = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'saleyard.example', ...(from && { 'x-forwarded-for': from }) };
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const heard = (): Heard[] => backends.flatMap((backend) => backend.heard);

if (existsSync(NGINX)) {
  test.before(async () => {
    const [first, second] = await Promise.all(backends.map((backend) => backend.listen()));
    port = await freePort();
    const conf = readFileSync(CONF, 'utf8')
      .replace('gateway-1:8080', `127.0.0.1:${first}`)
      .replace('gateway-2:8080', `127.0.0.1:${second}`)
      .replace(/^ *server gateway-3.*\n/m, '')
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replaceAll('_timeout 10s', '_timeout 1s');
    mkdirSync(path.join(folder, 'tmp'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/tmp/${name};`)
      .join(' ');
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${paths}\n${conf}}`,
    );
    execFileSync(NGINX, ['-t', '-p', folder, '-c', `${folder}/nginx.conf`], { stdio: 'pipe' });
    nginx = spawn(NGINX, ['-p', folder, '-c', `${folder}/nginx.conf`], { stdio: 'ignore' });
    while (!(await canConnect())) await wait(20);
  });

  test.beforeEach(() => {
    for (const backend of backends) backend.heard.length = 0;
  });

  test.after(async () => {
    nginx?.kill('SIGTERM');
    if (nginx && nginx.exitCode === null) await once(nginx, 'exit');
    await Promise.all(backends.map((backend) => backend.close().catch(() => {})));
    rmSync(folder, { recursive: true, force: true });
  });

  test('the gateway receives the host, and last of all the address that nginx saw', async () => {
    assert.is(await send({ from: '203.0.113.9', path: '/api/v1/auctions?state=open' }), 200);
    const [first] = heard();
    assert.is(first?.url, '/api/v1/auctions?state=open');
    assert.is(first?.headers.host, 'saleyard.example');
    assert.is(first?.headers['x-forwarded-for'], '203.0.113.9, 127.0.0.1');
  });

  test('one address stays with one gateway, and both gateways have some', async () => {
    for (let n = 0; n < 40; n += 1) await send({ from: `203.0.113.${n}` });
    const shares = backends.map((backend) => backend.heard.length);
    assert.ok(Math.min(...shares) > 0, shares.join(' and '));
    for (const backend of backends) backend.heard.length = 0;
    for (let n = 0; n < 10; n += 1) await send({ from: '203.0.113.7' });
    assert.equal(backends.map((backend) => backend.heard.length).sort(), [0, 10]);
  });

  test('operators ask the processes themselves', async () => {
    assert.is(await send({ path: '/readyz' }), 404);
    assert.equal(heard(), []);
  });

  test('a WebSocket is passed on both ways', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'GET /realtime?protocol=1 HTTP/1.1\r\nHost: saleyard.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    while (!text.includes('\r\n\r\n')) await wait(5);
    assert.match(text, /^HTTP\/1.1 101 /);
    socket.write('a frame');
    while (!text.endsWith('a frame')) await wait(5);
    socket.destroy();
    assert.is(heard()[0]?.url, '/realtime?protocol=1');
  });

  test('a body reaches a gateway once it is whole, and a sender that stalls is cut', async () => {
    const head = 'POST /slow HTTP/1.1\r\nHost: saleyard.example\r\nContent-Length: 10\r\n\r\n';
    const stalled = connect(port, '127.0.0.1');
    stalled.on('error', () => {});
    stalled.write(`${head}12345`);
    await once(stalled.resume(), 'close');
    assert.equal(heard(), []);
    const slow = connect(port, '127.0.0.1');
    slow.write(`${head}12345`);
    await wait(200);
    assert.equal(heard(), []);
    slow.write('67890');
    await once(slow, 'data');
    slow.destroy();
    assert.is(heard()[0]?.body, '1234567890');
  });

  test('a gateway that is gone is skipped', async () => {
    const [first] = backends;
    await first.close();
    for (let n = 0; n < 20; n += 1) {
      assert.is(await send({ method: 'POST', from: `198.51.100.${n}`, body: `bid ${n}` }), 200);
    }
    const bodies = backends[1].heard.map(({ body }) => body);
    assert.is(new Set(bodies).size, 20);
    assert.is(bodies.length, 20);
  });

  test.run();
} else notRun('nginx before the gateways', "install Debian's nginx-light package");
