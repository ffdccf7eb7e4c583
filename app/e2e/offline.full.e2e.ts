import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRight, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('without a connection', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
const browser = new Browser();
let context: BrowserContext;
let page: Page;
let sale: SaleScheduled;
let catalogue: string;
let lot: string;

const HOUR_MS = 3_600_000;
const MARK = /You are offline\. This is what you last saw at .+ \d+\.\d\d [AP]M Sydney\./;
const mark = (on: Page) => on.getByText(MARK);
const TITLE = 'Offline Brahman Steers';

/** The keys of what the browser keeps, as JSON; [] also where there is no such database. */
const kept = (on: Page): Promise<string[]> =>
  on.evaluate<string[]>(`(async () => {
    return new Promise((resolve) => {
      const opening = indexedDB.open('saleyard-last-seen');
      // There was none, and looking makes none.
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onerror = () => resolve([]);
      opening.onsuccess = () => {
        const database = opening.result;
        const names = [...database.objectStoreNames];
        const look = database.transaction(names);
        const found = [];
        for (const name of names) look.objectStore(name).getAllKeys().onsuccess = (event) =>
          found.push(...event.target.result.map(String));
        look.oncomplete = () => { database.close(); resolve(found); };
      };
    });
  })()`);

/** Waits until the answers of these pages are kept, and the worker has taken over. */
async function isKept(on: Page, ...keys: RegExp[]): Promise<void> {
  await on.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await eventually(async () => {
    const found = await kept(on);
    for (const key of keys)
      assert.ok(
        found.some((one) => key.test(one)),
        `kept: ${key}`,
      );
  });
}

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: HOUR_MS }, [
    steers('1', { title: TITLE, reserveCents: 98_765_43 }),
    steers('2'),
  ]);
  ({ context, page } = await browser.person());
  const address = { searchNumber: sale.searchNumber, kindData: { title: 'Cattle' } };
  catalogue = server.url + paths.catalogue(address);
  const buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  const { lot: first } = await buyer.call<{ lot: { searchNumericId: number } }>(
    'GET',
    `lots/${sale.lots[0]}`,
  );
  lot = server.url + paths.lot(address, first);
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('pages that were seen open without a network, marked with when they were seen; others say what they need', async () => {
  await signIn(page, server.url, 'buyer@saleyard.test');
  await page.getByRole('link', { name: 'View Catalogue' }).first().waitFor();
  await isKept(page, /current/);
  await page.goto(catalogue);
  await page.getByText(TITLE).first().waitFor();
  await isKept(page, /catalogue.*lots/);
  await page.goto(lot);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  await isKept(page, /current/, /catalogue.*lots/, /"page"/);
  assert.not.match(await page.content(), MARK);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: TITLE }).waitFor();
  await mark(page).waitFor();
  await page.getByText('No Network Available').waitFor();
  const watch = page.getByRole('button', { name: /^Watch / });
  await eventually(async () => assert.ok(await watch.isDisabled()));
  await eventually(async () =>
    assert.is(await watch.getAttribute('title'), 'You are offline. This needs a connection.'),
  );
  await looksRight(page, 'offline-lot');
  await page.getByRole('link', { name: 'Back to Catalogue' }).click();
  await page.getByText(TITLE).first().waitFor();
  await mark(page).waitFor();
  await page.goto(server.url + paths.upcoming);
  await page.getByText('Gunnedah Store Cattle').first().waitFor();
  await mark(page).waitFor();
  await looksRight(page, 'offline-upcoming');

  await page.goto(server.url + paths.profile);
  await page.getByText('You are offline. This page needs a connection.').waitFor();
  // The network comes back while the person leaves: the page does not load itself again in place of the next one.
  await page.evaluate(`addEventListener('beforeunload', () => dispatchEvent(new Event('online')))`);
  await page.goto(server.url + paths.liveRoom(sale));
  await page.getByText('The live room needs a connection').waitFor();
  assert.is(await page.getByText('$').count(), 0, 'no price is shown');
});

test('with the network back the mark goes and pages are read again', async () => {
  await page.goto(server.url + paths.upcoming);
  await mark(page).waitFor();
  await command(staff, sale._id, 'announce', { text: 'Yards open at six' });
  await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: 2 * HOUR_MS }, [steers('1')]);
  const sales = page.getByRole('link', { name: 'View Catalogue' });
  await eventually(async () => assert.is(await sales.count(), 1));
  await context.setOffline(false);
  await sales.nth(1).waitFor();
  await mark(page).waitFor({ state: 'hidden' });
  await page.goto(catalogue);
  await page.getByText('Yards open at six').waitFor();
  await page
    .getByRole('button', { name: /^Watch /, disabled: false })
    .first()
    .waitFor();
});

test('the same while the server is away, until it is back', async () => {
  await isKept(page, /catalogue.*auction/);
  await server.end('SIGTERM');
  await page.reload();
  await page.getByText(TITLE).first().waitFor();
  await mark(page).waitFor();
  await server.start();
  await mark(page).waitFor({ state: 'hidden' });
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
});

test('what is kept has no reserve, no e-mail address and no phone of anybody', async () => {
  await isKept(page, /"page"/);
  const all = await page.evaluate<string>(`new Promise((resolve) => {
    indexedDB.open('saleyard-last-seen').onsuccess = ({ target: { result: database } }) => {
      const look = database.transaction([...database.objectStoreNames]);
      const found = [];
      for (const name of database.objectStoreNames) look.objectStore(name).getAll().onsuccess = (event) =>
        found.push(event.target.result);
      look.oncomplete = () => { database.close(); resolve(JSON.stringify(found)); };
    };
  })`);
  assert.match(all, TITLE);
  assert.not.match(all, '9876543');
  assert.not.match(all, /[\w.]+@[\w.]+\.\w+/);
  // No answer of the interface is in the caches of the worker, and no page that says who is signed in.
  const addresses = await page.evaluate<string[]>(`(async () => {
    const found = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
  })()`);
  assert.ok(addresses.includes('/index.html'));
  assert.equal(
    addresses.filter((path) => !/^\/(assets|icons|media)\/|^\/[\w-]+\.\w+$/.test(path)),
    [],
  );
});

test('who logs out leaves nothing; the next person sees only what is theirs', async () => {
  await page.goto(server.url + paths.logOut);
  await page.waitForURL(`**${paths.signIn}`);
  await eventually(async () => assert.equal(await kept(page), []));
  await context.setOffline(true);
  await page.goto(lot);
  await page.waitForURL(`**${paths.signIn}`);
  await page.getByRole('button', { name: /login now/i }).waitFor();
  assert.is(await page.getByText(TITLE).count(), 0);
  await context.setOffline(false);

  // Not to the lot, where the first person wanted to go.
  await page.evaluate('sessionStorage.clear()');
  await signIn(page, server.url, 'staff@saleyard.test');
  await page.getByText('Gunnedah Store Cattle').first().waitFor();
  await isKept(page, /current/);
  await context.setOffline(true);
  await page.goto(lot);
  await page.getByText('You are offline. This page needs a connection.').waitFor();
  assert.is(await page.getByText(TITLE).count(), 0);
  await context.setOffline(false);
});

test('who logs out without a connection is out: here at once, at the server when it is reached', async () => {
  await page.goto(server.url + paths.upcoming);
  await page.getByText('Gunnedah Store Cattle').first().waitFor();
  await isKept(page, /current/);
  const session = (await context.cookies()).find(({ httpOnly }) => httpOnly);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Log Out' }).click();
  await page.waitForURL(`**${paths.signIn}`);
  await eventually(async () => assert.equal(await kept(page), []));
  await context.setOffline(false);
  await page.goto(server.url + paths.upcoming);
  await page.waitForURL(`**${paths.signIn}`);
  const me = await fetch(`${server.url}/api/v1/users/me`, {
    headers: { cookie: `${session?.name}=${session?.value}` },
  });
  assert.is(me.status, 401, 'the session has ended at the server');
});

test.run();
