import { grossOf } from '@saleyard/domain/listing/gross.ts';
import { formatDollars, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { AuditReport, LotReport } from '../audit/report.ts';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { seededRandom, whole } from '../sample-data/random.ts';
import { Browser, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { schedule, steers } from '../test-support/sales.ts';

/**
 * A sale of two hours in ten minutes in the long run (`SALEYARD_LONG=1`), a small part of it otherwise: lots of five seconds,
 * sold one after another, while the page loses its connection again and again.
 */
const LOTS = process.env.SALEYARD_LONG === '1' ? 110 : 7;
const LOT_SECONDS = 5;
const WEIGHT_KG = 320;

const test = suite('a simulated sale with random disconnects', {
  limitMs: (LOTS * LOT_SECONDS * 4 + 120) * 1_000,
});

let server: ServerProcess;
let staff: Session;
let rival: Session;
let viewer: Session;
const browser = new Browser();
let context: BrowserContext;
let page: Page;
const random = seededRandom(20_260_101);

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  rival = await Session.signIn(server.url, 'buyer2@saleyard.test', DEMO_PASSWORD);
  viewer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  ({ page, context } = await browser.person());
  await signIn(page, server.url, 'buyer@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

/** Every other lot is priced per kg. */
const lots = Array.from({ length: LOTS }, (_, n) =>
  n % 2 === 0
    ? steers(String(n + 1))
    : steers(String(n + 1), { unit: 'kg', startCents: 300, incrementCents: 2 }),
);

type Sale = { _id: string; searchNumber: number; lots: readonly string[] };
type LiveLot = {
  _id: string;
  state: string;
  currentBidCents: number | null;
  startPrice: number;
  bidIncrementCents: number;
};

/** Auto-bids that the other bidder sets on one lot at most: each extends it. */
const RIVAL_BIDS = 2;
/** More than the other bidder bids for a lot, cents. */
const WINNING_CENTS = 200_000;

/** The other bidder: random auto-bids on the lot being sold, until the sale is over. */
async function rivalBids(sale: Sale, over: () => boolean): Promise<void> {
  const made = new Map<string, number>();
  while (!over()) {
    const read = await rival
      .call<{ lots: LiveLot[] }>('GET', `auctions/${sale._id}/lots?mode=live`)
      .catch(() => null);
    const lot = read?.lots.find(({ state }) => state === 'live');
    if (lot && (made.get(lot._id) ?? 0) < RIVAL_BIDS) {
      made.set(lot._id, (made.get(lot._id) ?? 0) + 1);
      const autobid = (lot.currentBidCents ?? lot.startPrice) + whole(random, 1, 3) * lot.bidIncrementCents;
      await rival
        .call('PUT', 'users/me/autobids', { autobid, lot: lot._id, commandId: newId() })
        .catch(() => {});
    }
    await page.waitForTimeout(whole(random, 900, 2_600));
  }
}

/** The page loses its network for up to three seconds, again and again. */
async function disconnects(over: () => boolean): Promise<number> {
  let times = 0;
  while (!over()) {
    await page.waitForTimeout(whole(random, 2_000, 7_000));
    await context.setOffline(true);
    await page.waitForTimeout(whole(random, 300, 3_000));
    await context.setOffline(false);
    times += 1;
  }
  return times;
}

/** The viewer bids by one press now and then, unless the page says that they lead. */
async function presses(over: () => boolean): Promise<void> {
  while (!over()) {
    await page.waitForTimeout(whole(random, 300, 1_000));
    if (await page.locator('[data-place="side"] [data-part="winning"]').isVisible()) continue;
    if (random() < 0.2) await page.keyboard.press(String(whole(random, 1, 3)));
    await page.keyboard.press('Enter');
  }
}

/** Every lot's tile, by its number: what it says of its price and its end. Scrolls through the whole list. */
async function tiles(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  // As text: these run in the page, and tests are not typed for one.
  const list = `document.querySelector('[data-grid="list"]:has(> #lots)')`;
  await page.evaluate(`${list}.scrollTo(0, 0)`);
  for (let round = 0; round < LOTS && found.size < LOTS; round += 1) {
    for (const text of await page.locator('#lots [role="listitem"]').allInnerTexts()) {
      const line = text.replace(/\s+/g, ' ').trim();
      found.set(/^\d+/.exec(line)?.[0] ?? '', line);
    }
    await page.evaluate(`${list}.scrollBy(0, ${list}.clientHeight / 2)`);
    await page.waitForTimeout(100);
  }
  return found;
}

const spaceless = (text: string) => text.replace(/\s+/g, '');

test('after a sale of bids, extensions and disconnects every number on the page is that of the audit', async () => {
  const terms = {
    type: 'sequential',
    lotOpeningSeconds: LOT_SECONDS,
    gapSeconds: 0,
    staleTimeSeconds: 2,
  } as const;
  const sale: Sale = await schedule(staff, terms, lots);
  await page.addInitScript({ content: `localStorage.setItem('saleyard-live-confirm', '"one"')` });
  await page.goto(server.url + paths.liveRoom(sale));
  await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  // However few presses a slow machine lets through, the viewer wins a lot.
  const last = { autobid: WINNING_CENTS, lot: sale.lots.at(-1) };
  await eventually(() => viewer.call('PUT', 'users/me/autobids', { ...last, commandId: newId() }));
  let over = false;
  const closed = page
    .getByText(`AUCTION NO. ${sale.searchNumber} CLOSED`)
    .waitFor({ timeout: LOTS * LOT_SECONDS * 4_000 })
    .finally(() => {
      over = true;
    });
  const [, , away] = await Promise.all([
    closed,
    rivalBids(sale, () => over),
    disconnects(() => over),
    presses(() => over),
  ]);
  assert.ok(away > 2, `${away} disconnects`);
  // Under the dialog that says that the sale is closed.
  await page
    .locator('[role="status"][aria-label^="Connection: Live"], [role="status"][aria-label$="Slow"]')
    .waitFor();

  const audit = await server.run('audit', String(sale.searchNumber), '--json');
  assert.is(audit.code, 0, audit.output);
  const report = JSON.parse(audit.output) as AuditReport;
  assert.ok(report.proven);
  const won = report.lots.filter(({ result, winner }) => result === 'sold' && winner === viewer.id);
  // By presses: on the last lot the auto-bid bids.
  const bids = report.lots
    .slice(0, -1)
    .flatMap(({ ladder }) =>
      ladder.filter(({ bidder, refused }) => bidder === viewer.id && refused === null),
    );
  assert.ok(bids.length > 0, 'the viewer bid');
  assert.ok(won.length > 0, `won with ${bids.length} bids`);

  // The last bid may have failed because the page was offline. Its error may be shown before the sale's end, or after it.
  const failed = page.getByRole('dialog', { name: 'Bid error' });
  await page.addLocatorHandler(failed, () =>
    failed.getByRole('button', { name: 'OK', exact: true }).dispatchEvent('click'),
  );
  const ended = page.getByRole('dialog', { name: `AUCTION NO. ${sale.searchNumber} CLOSED` });
  const dialog = await ended.innerText();
  for (const lot of won)
    assert.ok(spaceless(dialog).includes(spaceless(priceOf(lot))), `${priceOf(lot)} in ${dialog}`);
  const look = ended.getByRole('button', { name: 'Look at the lots' });
  await look.click();
  // A page that could not connect in time reloads, and then shows the dialog once more.
  await page.addLocatorHandler(ended, () => look.click());
  const shown = await tiles();
  assert.is(shown.size, LOTS);
  for (const lot of report.lots) {
    const shownText = shown.get(lot.number) ?? '';
    assert.ok(
      spaceless(shownText).includes(spaceless(priceOf(lot))),
      `Lot ${lot.number}: ${priceOf(lot)} in “${shownText}”`,
    );
    const mine = won.includes(lot);
    assert.is(shownText.includes('You bought this lot'), mine, `Lot ${lot.number}: ${shownText}`);
    if (lot.result === 'noBid') assert.match(shownText, /Closed with no bids/);
  }

  const gross = won.reduce((sum, lot) => sum + grossOfLot(lot), 0);
  const pad = spaceless(await page.getByRole('region', { name: 'Order pad' }).innerText());
  const about = won.some(({ unit }) => unit === 'kg') ? '≈' : '';
  for (const part of [`${won.length}lot`, `${won.length * 10}head`, `${about}${formatDollars(gross)}`])
    assert.ok(pad.includes(part), `${part} in ${pad}`);
  const tab = await page.getByRole('tab', { name: /^Won/ }).innerText();
  assert.is(tab.replace(/\D/g, ''), String(won.length));
});

const priceOf = ({ priceCents, startCents, unit }: LotReport) =>
  formatPriceWithUnit(priceCents ?? startCents, unit);

const grossOfLot = ({ priceCents, unit, count }: LotReport): number =>
  grossOf(priceCents ?? 0, { unit, count, weightKg: WEIGHT_KG })?.cents ?? 0;

test.run();
