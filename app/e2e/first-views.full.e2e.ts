import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { pictureAddress } from '../sample-data/pictures/picture-address.ts';
import { Browser, PHONE, untilTrue } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('first views from the server', { limitMs: 240_000 });

let server: ServerProcess;
const browser = new Browser();
let buyer: Session;
let sale: SaleScheduled;
/** Seen by people with an account only. */
let closed: SaleScheduled;
let lot: { searchNumericId: number };

const HOUR_MS = 3_600_000;
const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: HOUR_MS } as const;
const picture = (number: number) => {
  const url = pictureAddress('cattle', 'black', number);
  return { thumbnail: url, url, title: `View ${number}` };
};
const linked = ({ searchNumber }: SaleScheduled) => ({ searchNumber, kindData: { title: 'Cattle' } });

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const lots = [steers('1', { media: [picture(1), picture(2)] }), steers('2', { media: [picture(3)] })];
  sale = await schedule(staff, terms, lots);
  closed = await schedule(staff, { ...terms, public: false }, [steers('1')]);
  buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  const read = await buyer.call<{ lots: { searchNumericId: number }[] }>('GET', `auctions/${sale._id}/lots`);
  [lot = { searchNumericId: 0 }] = read.lots;
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

/** The page at an address as a program reads it, once it holds its view. */
const viewAt = (path: string, cookie?: string): Promise<string> =>
  eventually(async () => {
    const page = await pageAt(path, cookie);
    assert.match(page, 'id="first-view"');
    return page;
  });

async function pageAt(path: string, cookie?: string): Promise<string> {
  const headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) };
  return (await fetch(server.url + path, { headers })).text();
}

const views = () => [
  {
    path: paths.signIn,
    texts: ['Cattle, sheep and goats', 'Gunnedah Store Cattle', '10 Angus Steers', 'GUNNEDAH'],
  },
  { path: paths.upcoming, texts: ['Upcoming Auctions', 'Gunnedah Store Cattle', 'View Catalogue'] },
  { path: paths.results, texts: ['Auction Results', 'Results for closed auctions will appear here.'] },
  { path: paths.catalogue(linked(sale)), texts: ['Gunnedah Store Cattle', '10 Angus Steers', '320'] },
  { path: paths.lot(linked(sale), lot), texts: ['GUNNEDAH', '10 Angus Steers', 'Questions about this lot'] },
];
const cookieAt = (path: string) => (path === paths.signIn ? undefined : buyer.cookie);

/** The text of a page without its scripts, styles and tags. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('the HTML of each public view holds its words and its data', async () => {
  for (const { path, texts } of views()) {
    const text = textOf(await viewAt(path, cookieAt(path)));
    for (const word of texts) assert.match(text, word, path);
  }
});

test('a visitor gets the landing page at each address, and its HTML is the same for all', async () => {
  const landing = (page: string) => page.slice(page.indexOf('<div id="root">')).replace(/"at":\d+/, '');
  for (const { path } of views()) {
    const text = textOf(await viewAt(path));
    assert.match(text, 'Cattle, sheep and goats', path);
    assert.not.match(text, 'Log Out');
  }
  assert.is(landing(await viewAt(paths.upcoming)), landing(await viewAt(paths.signIn)));
});

test('nothing in a view is of one person, and nothing that a visitor may not read', async () => {
  const both = await Session.signIn(server.url, 'both@saleyard.test', DEMO_PASSWORD);
  const personal = ['buyer@saleyard.test', buyer.id, both.id, 'both@saleyard.test'];
  const secret = [...personal, closed._id, 'Hillview Pastoral', 'reserveCents', 'maxCents'];
  for (const { path } of views()) {
    if (path === paths.signIn) continue;
    const [one, other] = [await viewAt(path, buyer.cookie), await viewAt(path, both.cookie)];
    for (const page of [one, other])
      for (const word of secret) {
        // Accounts of the demonstration are not on these pages.
        assert.not.match(page, word, `${path} says ${word}`);
      }
  }
  // The sale itself is for people with an account: its page comes without a view.
  for (let turn = 0; turn < 3; turn += 1)
    assert.not.match(await pageAt(paths.catalogue(linked(closed)), buyer.cookie), 'first-view');
});

test('personal pages come without a view, and no page is kept by a proxy', async () => {
  for (const path of [paths.watchList, paths.myAdmin, paths.profile, paths.myResults, '/staff']) {
    const page = await pageAt(path, buyer.cookie);
    assert.match(page, '<div class="sy-opening">Saleyard</div>', path);
    assert.not.match(page, 'first-view', path);
  }
  const answer = await fetch(server.url + paths.upcoming, {
    headers: { accept: 'text/html', cookie: buyer.cookie },
  });
  assert.is(answer.headers.get('cache-control'), 'private, no-cache');
  assert.match(answer.headers.get('content-security-policy') ?? '', "script-src 'self';");
});

/** A page of a person, with what its console says. */
async function watched(cookie: string | undefined, javaScriptEnabled = true) {
  const { context, page } = await browser.person(PHONE, { javaScriptEnabled });
  if (cookie !== undefined) {
    const [name = '', ...value] = cookie.split('=');
    await context.addCookies([{ name, value: value.join('='), url: server.url }]);
  }
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return { context, page, said };
}

/** Opens an address whose view is ready. */
async function open(page: Page, path: string): Promise<void> {
  await viewAt(path, cookieAt(path));
  await page.goto(server.url + path);
}

/** Holds back the requests for an address until the function it gives is called. */
async function withheld(page: Page, address: string): Promise<() => void> {
  let letCome = () => {};
  const mayCome = new Promise<void>((go) => {
    letCome = go;
  });
  await page.route(address, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}

/** The page's browser is not idle until the function it gives is called. */
async function neverIdle(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(`window.whenIdle = [];
    window.requestIdleCallback = (run) => window.whenIdle.push(run);`);
  return () => page.evaluate('for (const run of window.whenIdle) run()');
}

async function typeAccount(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('buyer@saleyard.test');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
}

test('without JavaScript the pages are readable', async () => {
  for (const { path, texts } of views()) {
    const { context, page } = await watched(cookieAt(path), false);
    await open(page, path);
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible(), path);
    const text = await page.locator('#root').innerText();
    assert.match(text.toLowerCase(), (texts[1] ?? '').toLowerCase());
    await context.close();
  }
});

test('each view is hydrated without a mismatch, and becomes the person’s own', async () => {
  for (const { path } of views()) {
    const { context, page, said } = await watched(cookieAt(path));
    // A mark in the HTML of the server is still there if React took it over.
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1')?.setAttribute('data-mark', 'server');
    })`);
    await open(page, path);
    if (path === paths.signIn) await page.getByRole('button', { name: 'login now' }).waitFor();
    else await page.getByText('Buyer', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.is(await page.locator('h1').getAttribute('data-mark'), 'server', path);
    assert.equal(said, [], path);
    await context.close();
  }
});

test('a visitor who opened a sale signs in and is there', async () => {
  const { context, page, said } = await watched(undefined);
  const path = paths.catalogue(linked(sale));
  await viewAt(path);
  await page.goto(server.url + path);
  await page.waitForURL(`**${paths.signIn}`);
  await typeAccount(page);
  await page.getByRole('button', { name: 'login now' }).click();
  await page.waitForURL(`**${path}`); // [A029]
  assert.equal(said, []);
  await context.close();
});

test('a screen whose code cannot be loaded says so, and opens at Try again', async () => {
  const { context, page } = await watched(buyer.cookie);
  const code = '**/assets/catalogue-screen-*.js';
  await page.route(code, (route) => route.abort());
  await open(page, paths.catalogue(linked(sale)));
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor({ timeout: 120_000 });
  await page.unroute(code);
  await again.click();
  await page.getByText('Buyer', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Gunnedah Store Cattle' }).waitFor();
  await context.close();
});

test('what is typed before the script has come stays, and the form is not sent by the browser', async () => {
  const { context, page } = await watched(undefined);
  await viewAt(paths.signIn);
  const letScriptsCome = await withheld(page, '**/assets/*.js');
  await page.goto(server.url + paths.signIn, { waitUntil: 'commit' });
  await typeAccount(page);
  await page.keyboard.press('Enter');
  assert.is(new URL(page.url()).search, '');
  letScriptsCome();
  await page.locator('button[type=submit]').waitFor();
  assert.is(await page.getByLabel('Email').inputValue(), 'buyer@saleyard.test');
  await page.getByRole('button', { name: 'login now' }).click();
  await page.waitForURL(`**${paths.upcoming}`);
  await context.close();
});

test('a button that is pressed before the code of its screen has come is pressed then', async () => {
  const { context, page } = await watched(undefined);
  await viewAt(paths.signIn);
  const letCodeCome = await withheld(page, '**/assets/sign-in-*.js');
  await page.goto(server.url + paths.signIn);
  await typeAccount(page);
  await page.getByRole('button', { name: 'login now' }).click();
  letCodeCome();
  await page.waitForURL(`**${paths.upcoming}`);
  await context.close();
});

test('what is pressed before the code has come is pressed then, also when another press follows', async () => {
  const { context, page } = await watched(buyer.cookie);
  const path = paths.catalogue(linked(sale));
  await viewAt(path, buyer.cookie);
  // Everything but the small script that runs before the page's code.
  const letCodeCome = await withheld(page, '**/assets/*.js');
  const beIdle = await neverIdle(page);
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await untilTrue(page, "typeof early === 'object'");
  await page.getByRole('button', { name: 'Grid' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  letCodeCome();
  await eventually(async () => assert.ok((await page.evaluate('window.whenIdle.length')) as number));
  await page.getByRole('heading', { level: 1 }).click();
  await beIdle();
  await page.waitForURL(/show=grid/);
  await context.close();
});

test('lots that are chosen before the code has come are all compared', async () => {
  const { context, page } = await watched(buyer.cookie);
  const path = paths.catalogue(linked(sale));
  await viewAt(path, buyer.cookie);
  const letCodeCome = await withheld(page, '**/assets/*.js');
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await untilTrue(page, "typeof early === 'object'");
  for (const button of await page.getByRole('button', { name: /^Compare ID/ }).all()) await button.click();
  letCodeCome();
  await page.getByText('2 lots to compare').waitFor();
  await context.close();
});

test('words and an order that are chosen before the code has come count then', async () => {
  const { context, page } = await watched(buyer.cookie);
  const path = paths.catalogue(linked(sale));
  await viewAt(path, buyer.cookie);
  const letCodeCome = await withheld(page, '**/assets/*.js');
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await untilTrue(page, "typeof early === 'object'");
  const order = page.getByRole('combobox').first();
  const chosen = await order.locator('option').nth(1).getAttribute('value');
  await order.selectOption(chosen);
  await page.getByRole('searchbox', { name: 'Find in this catalogue' }).fill('Angus');
  letCodeCome();
  await page.waitForURL(/Angus/);
  assert.match(page.url(), /sort/i);
  assert.is(await order.inputValue(), chosen);
  assert.is(await page.getByRole('searchbox', { name: 'Find in this catalogue' }).inputValue(), 'Angus');
  await context.close();
});

test('a press that the screen itself took is not repeated once the browser is idle', async () => {
  const { context, page } = await watched(undefined);
  await viewAt(paths.signIn);
  const letCodeCome = await withheld(page, '**/assets/sign-in-*.js');
  const beIdle = await neverIdle(page);
  await page.goto(server.url + paths.signIn);
  const show = page.getByRole('button', { name: 'Show the password' });
  await show.click();
  await typeAccount(page);
  letCodeCome();
  await page.locator('button[type=submit]').waitFor();
  await show.click();
  await beIdle();
  assert.is(await show.getAttribute('aria-pressed'), 'true');
  await context.close();
});

test.run();
