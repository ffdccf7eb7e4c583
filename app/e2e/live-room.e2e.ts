import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { axeFindings, Browser, keepScreens, PHONE, signIn, untilTrue } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('two buyers in the live room', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
/** How many times slower than a quiet machine this one is. */
let slower = 1;
const browser = new Browser();
let bill: { context: BrowserContext; page: Page };
let beth: { context: BrowserContext; page: Page };

const bidButton = (page: Page) => page.getByRole('button', { name: /^Bid (?!history)/ });
const status = (page: Page) => page.getByTestId('bid-status');

/** Opens the room on one lot. */
async function enter(page: Page, number: number, lot: string): Promise<void> {
  await page.goto(server.url + paths.liveRoom({ searchNumber: number }, lot)); // [A030]
  await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
}

/** Presses the bid button, which must name this price, and confirms in place. */
async function bid(page: Page, price: string): Promise<void> {
  const button = page.locator('button:enabled', { hasText: new RegExp(`^Bid \\${price}`) });
  await button.waitFor();
  // As a person would: once the price is read, not within the guard after the bid before, nor as a bounce.
  await page.waitForTimeout(900);
  await button.click();
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: /^(Confirm|Ok) / }).click();
}

const says = async (page: Page, words: RegExp): Promise<void> => {
  await status(page).filter({ hasText: words }).waitFor();
};

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

test('they bid against each other to the hammer, one with an auto-bid, and the audit proves it', async () => {
  const sale = await schedule(
    staff,
    { type: 'simultaneous', durationSeconds: Math.ceil(30 * slower), staleTimeSeconds: 5 },
    [steers('1')],
  );
  const lot = sale.lots[0] ?? '';
  await Promise.all([enter(bill.page, sale.searchNumber, lot), enter(beth.page, sale.searchNumber, lot)]);

  await bid(bill.page, '$405.00');
  await says(bill.page, /You are leading at \$405\.00/);

  await beth.page.getByRole('textbox', { name: /^Auto-bid/ }).fill('450');
  await beth.page.getByRole('button', { name: 'Set Auto Bid' }).click();
  await beth.page.getByText('Are you sure you want to set Auto Bid?').waitFor(); // [A561]
  await beth.page.getByRole('button', { name: 'OK', exact: true }).click();
  await beth.page
    .getByText(/Your Auto Bid was set to \$450\.00/)
    .first()
    .waitFor(); // [A563]

  // Beth leads at 410 by her auto-bid, which answers Bill at once.
  await bid(bill.page, '$415.00');
  await says(bill.page, /Outbid at once by an auto-bid/);
  // The button is re-armed at the price that beats the answer.
  await bidButton(bill.page).filter({ hasText: '$425.00' }).waitFor();
  await keepScreens(bill.page, 'live-room');

  await Promise.all(
    // [A245]
    [bill, beth].map(({ page }) =>
      page.getByText(`AUCTION NO. ${sale.searchNumber} CLOSED`).waitFor({ timeout: 600_000 }),
    ),
  );
  await beth.page.getByText(/You bought 1 lot/).waitFor();
  await bill.page.getByText('You bought nothing in this auction.').waitFor();
  await keepScreens(beth.page, 'closed');

  const audit = await server.run('audit', String(sale.searchNumber), '--json');
  assert.is(audit.code, 0, audit.output);
});

test('one goes offline, misses bids, comes back to the truth, and what was pressed meanwhile was never sent', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await Promise.all([enter(bill.page, sale.searchNumber, lot), enter(beth.page, sale.searchNumber, lot)]);
  await bidButton(bill.page).waitFor();

  await bill.context.setOffline(true);
  await bill.page.getByText('No Network Available').first().waitFor(); // [A406]
  await bidButton(bill.page)
    .click({ force: true, timeout: 2_000 })
    .catch(() => {});
  await eventually(async () =>
    assert.ok(await bidButton(bill.page).isDisabled(), 'offline, the button is off'),
  );

  await bid(beth.page, '$405.00');
  await says(beth.page, /You are leading at \$405\.00/);
  // Beth leads already: the room asks whether she means to bid against herself.
  await bid(beth.page, '$410.00');
  await says(beth.page, /You are leading at \$410\.00/);

  await bill.context.setOffline(false);
  await bill.page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  await bidButton(bill.page).filter({ hasText: '$415.00' }).waitFor();
  const { bids } = await (await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD)).call<{
    bids: unknown[];
  }>('GET', `users/me/bids?auction=${sale._id}`);
  assert.equal(bids, [], 'nothing of what was pressed offline reached the sale');
});

test('staff freeze a lot and bidding on it stops; it goes on when they resume', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await enter(bill.page, sale.searchNumber, lot);
  await bid(bill.page, '$405.00');
  await says(bill.page, /You are leading/);
  await command(staff, sale._id, 'freeze', { lot, reason: 'wrong head count' });
  await bill.page.getByText('This lot is frozen').first().waitFor(); // [A542]
  const pressable = bill.page.locator('button:enabled', { hasText: /^Bid \$/ });
  await pressable.waitFor({ state: 'detached' });
  await keepScreens(bill.page, 'frozen');
  await command(staff, sale._id, 'resume', { lot, reason: 'count confirmed' });
  await pressable.waitFor();
});

test('the server is killed in mid-sale and started again: the room recovers by itself', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 900 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await enter(bill.page, sale.searchNumber, lot);
  await bid(bill.page, '$405.00');
  await says(bill.page, /You are leading at \$405\.00/);

  await server.end('SIGKILL');
  await bill.page.getByRole('status', { name: /Connection: (Reconnecting|Offline)/ }).waitFor();
  await server.start();
  await bill.page.getByRole('status', { name: 'Connection: Live' }).waitFor();

  // Away for longer than the grace the sale comes back frozen, and staff resume it.
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  await command(staff, sale._id, 'resume', { reason: 'the server is back' }).catch(() => {});
  await bid(bill.page, '$410.00');
  await says(bill.page, /You are leading at \$410\.00/);
  const audit = await server.run('audit', String(sale.searchNumber), '--json');
  assert.is(audit.code, 0, audit.output);
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
      await enter(page, sale.searchNumber, sale.lots[0] ?? '');
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
  await enter(page, sale.searchNumber, sale.lots[0] ?? '');
  // The list is drawn anew as the sale opens: a tile may be gone between being found and being measured.
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
  await page.setViewportSize({ width: 901, height: 800 });
  assert.ok(await popup.isVisible());
  await page.setViewportSize({ width: 898, height: 800 });
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
  await enter(bill.page, sale.searchNumber, lot);
  assert.equal(await axeFindings(bill.page), []);
  await bill.page.setViewportSize(PHONE);
  assert.equal(await axeFindings(bill.page), []);
  await bill.page.goto(server.url + paths.liveRoom(sale));
  await bill.page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  assert.equal(await axeFindings(bill.page), []);
});

test.run();
