import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { axeFindings, Browser, keepScreens, PHONE, signIn, untilTrue } from '../test-support/browser.ts';
import { bid, bidButton, bidStatus, enterRoom } from '../test-support/live-room.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('two buyers in the live room', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
/** How many times slower than a quiet machine this one is. */
let slower = 1;
const browser = new Browser();
let bill: { context: BrowserContext; page: Page };
let beth: { context: BrowserContext; page: Page };

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  bill = await browser.person();
  beth = await browser.person();
  await signIn(bill.page, server.url, 'buyer@saleyard.test');
  slower = await signIn(beth.page, server.url, 'buyer2@saleyard.test');
});

test.afterEach(() => bill.context.setOffline(false));

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('staff freeze a lot and bidding on it stops; it goes on when they resume', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await enterRoom(bill.page, server.url, sale.searchNumber, lot);
  await bid(bill.page, '$405.00');
  await bidStatus(bill.page, /You are leading/);
  await command(staff, sale._id, 'freeze', { lot, reason: 'wrong head count' });
  await bill.page.getByText('This lot is frozen').first().waitFor(); // [A542]
  const pressable = bill.page.locator('button:enabled', { hasText: /^Bid \$/ });
  await pressable.waitFor({ state: 'detached' });
  await keepScreens(bill.page, 'frozen');
  await command(staff, sale._id, 'resume', { lot, reason: 'count confirmed' });
  await pressable.waitFor();
});

/** A whole minute of bids that extend the lots is watched, in both views at once. ms. */
const EXTENDED_MS = 60_000;
const BIDS_EVERY_MS = 1_000;

/** Notes what moves in a page from now on, and how far. */
const WATCH_SHIFTS = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, moved: sources.map(({ node }) => (node?.outerHTML ?? node?.data ?? '').slice(0, 120)) });
  }).observe({ type: 'layout-shift' })`;

test('no tile moves or changes its height in a minute of bids that extend the lots in their last minute', async () => {
  const lots = ['1', '2', '3', '4', '5', '6'].map((number) => steers(number));
  const durationSeconds = Math.ceil(66 * slower);
  const terms = { type: 'simultaneous', durationSeconds, staleTimeSeconds: 60, liveInMs: 4_000 } as const;
  const sale = await schedule(staff, terms, lots);
  const rival = await Session.signIn(server.url, 'buyer2@saleyard.test', DEMO_PASSWORD);
  const heights = (page: Page) =>
    page.evaluate(
      `[...document.querySelectorAll('[role=listitem]')].map((tile) => Math.round(tile.getBoundingClientRect().height))`,
    ) as Promise<number[]>;
  // In another browser: the tabs of one share their view.
  const other = await browser.person();
  await signIn(other.page, server.url, 'buyer@saleyard.test');
  const views = [
    { page: bill.page, grid: 'Cards with pictures' },
    { page: other.page, grid: 'List' },
  ];
  const watched = await Promise.all(
    views.map(async ({ page, grid }) => {
      await enterRoom(page, server.url, sale.searchNumber, sale.lots[0] ?? '');
      await page.locator('button:enabled', { hasText: /^Bid \$/ }).waitFor();
      await page.getByRole('button', { name: grid, exact: true }).click();
      await untilTrue(page, '[...document.images].every((image) => image.complete)');
      await page.waitForTimeout(1_000);
      await page.evaluate(WATCH_SHIFTS);
      return { page, grid, before: await heights(page) };
    }),
  );
  let taken = 0;
  const until = Date.now() + EXTENDED_MS;
  for (let round = 0; Date.now() < until; round += 1) {
    const lot = sale.lots[round % sale.lots.length] ?? '';
    const set = { autobid: 41_000 + round * 500, lot, commandId: newId() };
    taken += await rival.call('PUT', 'users/me/autobids', set).then(
      () => 1,
      () => 0,
    );
    await bill.page.waitForTimeout(BIDS_EVERY_MS);
  }
  assert.ok(taken > 5, `${taken} auto-bids were taken`);
  for (const { page, grid, before } of watched) {
    assert.equal(await heights(page), before, grid);
    const shifts = (await page.evaluate('window.shifts')) as { value: number; moved: string[] }[];
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    assert.ok(sum < 0.02, `${grid}: ${JSON.stringify(shifts)}`);
  }
  await other.context.close();
});

test('details open in a window of their own, which closes where there is no room for it', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 900 }, [steers('1')]);
  const { page } = beth;
  await enterRoom(page, server.url, sale.searchNumber, sale.lots[0] ?? '');
  // The list is drawn again as the sale opens: a tile may be gone between being found and being measured.
  const left = async (what: Locator) => {
    for (let box = null; ; box = await what.first().boundingBox()) if (box) return box.x;
  };
  const list = await left(page.getByRole('listitem'));
  assert.ok(list < (await left(bidButton(page)))); // [A239] [A240]
  const details = page.locator('[data-place="side"]').getByText('Stock category', { exact: true });
  await details.waitFor();
  assert.ok(list < (await left(details))); // [A241]
  await page.getByRole('button', { name: 'View in Pop Up' }).click(); // [A242]
  const popup = page.getByRole('dialog', { name: /^Lot 1/ });
  await popup.waitFor();
  await page.setViewportSize({ width: 900, height: 800 });
  assert.ok(await popup.isVisible());
  await page.setViewportSize({ width: 899, height: 800 });
  await popup.waitFor({ state: 'hidden' }); // [A243]
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'View in Pop Up' }).waitFor();
  assert.not(await popup.isVisible(), 'it does not come back by itself');
});

test('axe finds nothing, wide and on a phone', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 900 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await enterRoom(bill.page, server.url, sale.searchNumber, lot);
  assert.equal(await axeFindings(bill.page), []);
  await bill.page.setViewportSize(PHONE);
  assert.equal(await axeFindings(bill.page), []);
  await bill.page.goto(server.url + paths.liveRoom(sale));
  await bill.page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  assert.equal(await axeFindings(bill.page), []);
});

test.run();
