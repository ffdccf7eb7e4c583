import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRightInBothThemes, signIn, untilTrue } from '../test-support/browser.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('what the application offers about itself', { limitMs: 240_000 });

const without = (headers: IncomingHttpHeaders, ...names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/**
 * Stands between browser and server. After `release`, the page's first script has another name, as it has in every new
 * build, and the service worker is that of such a build.
 */
class Releases {
  readonly #server: Server;
  #entry: RegExp = /index-[\w-]+\.js/g;
  #released = false;

  readonly upstream: string;

  constructor(upstream: string) {
    this.upstream = upstream;
    this.#server = createServer((asked, answer) => this.#forward(asked, answer));
    this.#server.on('upgrade', (asked, socket, head) => {
      const { hostname, port } = new URL(upstream);
      const other = connect(Number(port), hostname, () => {
        const headers = asked.rawHeaders.flatMap((name, n) =>
          n % 2 === 0 ? [`${name}: ${asked.rawHeaders[n + 1]}`] : [],
        );
        other.write([`GET ${asked.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
        other.write(head);
        other.pipe(socket).pipe(other);
      });
      other.on('error', () => socket.destroy());
      socket.on('error', () => other.destroy());
    });
  }

  async start(): Promise<string> {
    const page = await (await fetch(`${this.upstream}/`)).text();
    const [, entry] = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(page) ?? [];
    assert.ok(entry, 'the page names its first script');
    this.#entry = new RegExp(entry.replaceAll('.', '\\.'), 'g');
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  release(): void {
    this.#released = true;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #forward(asked: IncomingMessage, answer: ServerResponse): void {
    const original = this.#entry.source.replaceAll('\\', '');
    const next = `next-${original}`;
    // What is changed on the way can't be compared with what the browser has.
    const headers = {
      ...without(asked.headers, 'if-none-match', 'if-modified-since'),
      'accept-encoding': 'identity',
    };
    const path = (asked.url ?? '/').replace(next, original);
    const upstream = request(`${this.upstream}${path}`, { method: asked.method, headers }, (from) => {
      const isNamed = path === '/sw.js' || /text\/html/.test(from.headers['content-type'] ?? '');
      if (!this.#released || !isNamed) {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
        return;
      }
      let text = '';
      from.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      from.on('end', () => {
        answer.writeHead(from.statusCode ?? 502, without(from.headers, 'content-length', 'etag'));
        answer.end(text.replaceAll(this.#entry, next));
      });
    });
    upstream.on('error', () => answer.destroy());
    asked.pipe(upstream);
  }
}

let server: ServerProcess;
let releases: Releases;
let base: string;
const browser = new Browser();
let context: BrowserContext;
let page: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  releases = new Releases(server.url);
  base = await releases.start();
  ({ context, page } = await browser.person());
  await signIn(page, base, 'buyer@saleyard.test');
  // The worker is in charge of pages that are opened from now on.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.reload();
  await untilTrue(page, 'navigator.serviceWorker.controller !== null');
});

test.after(async () => {
  await browser.close();
  releases?.close();
  await server?.destroy();
});

/** What Chromium says of a page that can be installed; it says so to no automated browser. */
const canBeInstalled = (on: Page) =>
  on.evaluate(`(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = () => { globalThis.prompted = true; return Promise.resolve(); };
    globalThis.dispatchEvent(event);
  })()`);

test('a browser that can install is offered it; Install prompts the browser, and the offer goes', async () => {
  const offer = page.getByRole('region', { name: 'Install Saleyard' });
  await page.getByText('No auctions found').or(page.getByText('Upcoming Auctions')).first().waitFor();
  // The listener comes with what pages load once they are shown.
  await page.waitForLoadState('networkidle');
  await canBeInstalled(page);
  await offer.waitFor();
  await looksRightInBothThemes(page, 'install-offer');
  await offer.getByRole('button', { name: 'Install' }).click();
  await offer.waitFor({ state: 'hidden' });
  assert.is(await page.evaluate('globalThis.prompted'), true);
});

test('who says Not now is not asked again', async () => {
  const offer = page.getByRole('region', { name: 'Install Saleyard' });
  await canBeInstalled(page);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'hidden' });
  await page.reload();
  await page.waitForLoadState('networkidle');
  await canBeInstalled(page);
  await page.waitForTimeout(500);
  assert.is(await offer.count(), 0);
});

test('a new version is offered, not while a live room is open; Reload loads it, once', async () => {
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [steers('1')]);
  const room = await context.newPage();
  await room.goto(base + paths.liveRoom(sale));
  await untilTrue(
    room,
    `navigator.locks.query().then(({ held }) => held.some(({ name }) => /room/.test(name)))`,
  );

  const offer = page.getByText('A new version is ready.');
  const firstScript = () => page.evaluate<string>(`document.querySelector('script[type=module][src]').src`);
  const before = await firstScript();
  releases.release();
  await page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.waiting === null) await new Promise((resolve) => setTimeout(resolve, 50));
  })()`);
  await page.waitForTimeout(1_000);
  assert.is(await offer.count(), 0, 'a room is open in another window');

  await room.close();
  await offer.waitFor();
  await looksRightInBothThemes(page, 'new-version');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  await untilTrue(page, 'navigator.serviceWorker.controller !== null');
  assert.is(await firstScript(), before.replace('/assets/', '/assets/next-'));
  await page.waitForLoadState('networkidle');
  assert.is(await offer.count(), 0);
});

test.run();
