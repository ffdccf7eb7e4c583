import type { Suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, signIn } from './browser.ts';
import { eventually } from './eventually.ts';
import { schedule } from './sales.ts';

const DAY_MS = 24 * 3_600_000;

/** A server with a sale that takes lots, and its seller. */
async function saleForLots() {
  const server = await ServerProcess.withAccounts();
  const session = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  const [staff, vendor] = [await session('staff'), await session('seller')];
  const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: 10 * DAY_MS } as const;
  const { _id, searchNumber } = await schedule(staff, terms, []);
  return { server, staff, vendor, sale: { _id, searchNumber, kindData: { title: 'Cattle' } } };
}

/** A seller in a browser of their own. */
export async function sellerIn(
  browser: Browser,
  server: ServerProcess,
  viewport?: { width: number; height: number },
) {
  const { context, page } = await (viewport ? browser.person(viewport) : browser.person());
  await signIn(page, server.url, 'seller@saleyard.test');
  return { context, page };
}

type LotForms = Awaited<ReturnType<typeof saleForLots>> &
  Awaited<ReturnType<typeof sellerIn>> & { browser: Browser };

/** A sale that takes lots and its seller in a browser, for all tests of a suite. Before they start, only `browser` is set. */
export function lotForms(test: Suite): LotForms {
  const browser = new Browser();
  const at = { browser } as LotForms;
  test.before(async () => {
    Object.assign(at, await saleForLots());
    Object.assign(at, await sellerIn(browser, at.server));
  });
  test.after(async () => {
    await browser.close();
    await at.server.destroy();
  });
  return at;
}

/** The field of the lot form with this label, whether it must be filled in or not. */
export const lotField = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}( \\(.*\\))?( \\*)?$`)).first();

/** Waits until the bar of the form says this. */
export const barSays = (page: Page, what: RegExp): Promise<void> =>
  eventually(async () => assert.match(await page.getByTestId('saving').innerText(), what));

/** Waits until a field holds this. */
export const holds = (page: Page, label: string, value: string): Promise<void> =>
  eventually(async () => assert.is(await lotField(page, label).inputValue(), value));

/** Another window of the same person, with the form of a new lot or of a draft. */
export async function formIn(
  context: BrowserContext,
  server: ServerProcess,
  sale: { searchNumber: number; kindData: { title: string } },
  draft?: number,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(
    server.url + paths.newLot(sale, draft === undefined ? undefined : { searchNumericId: draft }),
  );
  await lotField(page, 'Title').waitFor({ state: 'attached' });
  return page;
}

/** Waits until what is typed is on the device. */
export const isKeptHere = (page: Page, text: string): Promise<void> =>
  eventually(async () => {
    const kept = await page.evaluate<string>(`new Promise((resolve) => {
      const opening = indexedDB.open('saleyard-unsent-lots');
      opening.onerror = () => resolve('');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('lots').objectStore('lots').getAll();
        reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result)); };
      };
    })`);
    assert.match(kept, text);
  });
