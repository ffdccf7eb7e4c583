import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { AuditReport } from '../audit/report.ts';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, PHONE, signIn } from '../test-support/browser.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { ScreenReader } from '../test-support/screen-reader.ts';

/** ms in which a lot must have come to its end. */
const LOT_LIMIT_MS = 600_000;

const test = suite('the four types of sale to the hammer, by keyboard and by ear, on a phone', {
  limitMs: 300_000,
});

let server: ServerProcess;
let staff: Session;
let rival: Session;
const browser = new Browser();
let context: BrowserContext;
let page: Page;
let ear: ScreenReader;
/** How many times slower than a quiet machine this one is. */
let slower = 1;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  rival = await Session.signIn(server.url, 'buyer2@saleyard.test', DEMO_PASSWORD);
  ({ page, context } = await browser.person(PHONE));
  slower = await signIn(page, server.url, 'buyer@saleyard.test');
});

test.beforeEach(async () => {
  ear = new ScreenReader(page);
  await ear.start();
});
test.afterEach(() => ear.stop());

test.after(async () => {
  await context.close().catch(() => {});
  await browser.close();
  await server.destroy();
});

const status = (words: RegExp) => page.getByTestId('bid-status').filter({ hasText: words }).waitFor();
/** Seconds in which as much can be done as in this many on a quiet machine. */
const seconds = (quiet: number) => Math.ceil(quiet * slower);
const key = (name: string) => page.keyboard.press(name);

/** Opens the room, and its first lot by keys alone: the skip link, the lot, Enter. */
async function enter(number: number): Promise<void> {
  await page.goto(server.url + paths.liveRoom({ searchNumber: number }));
  await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  await page.getByRole('listitem').first().waitFor();
  await key('Tab');
  assert.is(await page.evaluate('document.activeElement.textContent'), 'Skip to the lots');
  await key('Enter');
  await key('Tab');
  await key('Enter');
  await page.getByRole('heading', { name: /^Lot 1 / }).waitFor();
}

/** Bids what the button names, which must be this price, by Enter and Enter. */
async function bid(price: string): Promise<void> {
  await page.locator('button:enabled', { hasText: new RegExp(`^Bid \\${price}`) }).waitFor();
  // As a person would: once the price is read, not within the guard after the bid before, nor as a bounce.
  await page.waitForTimeout(1_100);
  await key('Enter');
  await page.getByRole('button', { name: /^(Confirm|Ok) / }).waitFor();
  await page.waitForTimeout(400);
  await key('Enter');
}

const autoBid = (lot: string, cents: number) =>
  rival.call('PUT', 'users/me/autobids', { autobid: cents, lot, commandId: newId() });

async function soldFor(number: number): Promise<(number | null)[]> {
  const audit = await server.run('audit', String(number), '--json');
  assert.is(audit.code, 0, audit.output);
  const report = JSON.parse(audit.output) as AuditReport;
  return report.lots.map(({ priceCents, result }) => (result === 'sold' ? priceCents : null));
}

test('timed: outbid, 30 s, 10 s and won are announced', async () => {
  const terms = { type: 'simultaneous', durationSeconds: seconds(50), staleTimeSeconds: 5 } as const;
  const sale = await schedule(staff, terms, [steers('1')]);
  await enter(sale.searchNumber);
  await bid('$405.00');
  await status(/You are leading at \$405\.00/);
  await autoBid(sale.lots[0] ?? '', 43_000);
  await ear.hears(/Outbid on Lot 1/);
  await status(/^Outbid/);
  await key('3');
  await bid('$435.00');
  await status(/You are leading at \$435\.00/);
  await ear.hears(/Lot 1: 30 seconds left/, LOT_LIMIT_MS);
  await ear.hears(/Lot 1: 10 seconds left/, LOT_LIMIT_MS);
  await ear.hears(/You won Lot 1/, LOT_LIMIT_MS);
  await page.getByText(`AUCTION NO. ${sale.searchNumber} CLOSED`).waitFor(); // [A245]
  assert.equal(await soldFor(sale.searchNumber), [43_500]);
});

test('sequential: the sheet goes with the sale to its next lot', async () => {
  const terms = {
    type: 'sequential',
    lotOpeningSeconds: seconds(22),
    gapSeconds: 1,
    staleTimeSeconds: 3,
  } as const;
  const sale = await schedule(staff, terms, [steers('1'), steers('2')]);
  await enter(sale.searchNumber);
  await bid('$405.00');
  await status(/You are leading at \$405\.00/);
  await ear.hears(/Lot 1: 10 seconds left/, LOT_LIMIT_MS);
  await ear.hears(/You won Lot 1/, LOT_LIMIT_MS);
  await page.getByRole('heading', { name: /^Lot 2 / }).waitFor();
  await bid('$405.00');
  await status(/You are leading at \$405\.00/);
  await autoBid(sale.lots[1] ?? '', 45_000);
  await ear.hears(/Outbid on Lot 2/);
  await ear.hears(/Lot 2 sold to another bidder/, LOT_LIMIT_MS);
  assert.equal(await soldFor(sale.searchNumber), [40_500, 41_000]);
});

test('interfaced: the clerk opens, takes a bid from the floor, and knocks down', async () => {
  const sale = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0 }, [steers('1')]);
  const lot = sale.lots[0] ?? '';
  await enter(sale.searchNumber);
  await page.waitForTimeout(3_000);
  await command(staff, sale._id, 'openLot', { lot });
  await bid('$405.00');
  await status(/You are leading at \$405\.00/);
  await command(staff, sale._id, 'floorBid', { lot, cents: 41_000 });
  await ear.hears(/Outbid on Lot 1/);
  await bid('$415.00');
  await status(/You are leading at \$415\.00/);
  await command(staff, sale._id, 'knockDown', { lot });
  await ear.hears(/You won Lot 1/);
  assert.equal(await soldFor(sale.searchNumber), [41_500]);
});

test('Helmsman: all lots close at one instant', async () => {
  const terms = { type: 'synchronous', durationSeconds: seconds(25), inactiveSeconds: 4 } as const;
  const sale = await schedule(staff, terms, [steers('1'), steers('2')]);
  await enter(sale.searchNumber);
  await bid('$405.00');
  await status(/You are leading at \$405\.00/);
  await autoBid(sale.lots[1] ?? '', 45_000);
  await ear.hears(/Lot 1: 10 seconds left/, LOT_LIMIT_MS);
  await ear.hears(/You won Lot 1/, LOT_LIMIT_MS);
  await page.getByText(`AUCTION NO. ${sale.searchNumber} CLOSED`).waitFor(); // [A245]
  assert.equal(await soldFor(sale.searchNumber), [40_500, 40_500]);
});

test.run();
