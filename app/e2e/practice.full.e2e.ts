import type { PracticeAnswer } from '@saleyard/contract/practice.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { axeFindings, Browser, keepScreens, PHONE, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';

const test = suite('somebody who may buy nothing yet practises', { limitMs: 480_000 });

let server: ServerProcess;
const browser = new Browser();
let page: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  ({ page } = await browser.person());
});
test.after(async () => {
  await browser.close();
  await server.destroy();
});

const bidButton = () => page.locator('button:enabled', { hasText: /^Bid \$/ });
const panelSays = (words: string) =>
  page.locator('[data-place="side"]').getByText(words, { exact: true }).first().isVisible();
const guide = () => page.getByRole('region', { name: 'How bidding works' });

/** Starts a practice sale against keen bidders, and waits until its room is followed live. */
async function enterRoom(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Keen' }).click();
  const refused = page.getByRole('status').filter({ hasText: /again/ });
  const isLive = page.getByRole('status', { name: 'Connection: Live' });
  // A busy machine answers that the call must be retried.
  do {
    await page.getByRole('button', { name: 'Start practising' }).click();
    await refused.or(isLive).first().waitFor();
  } while (!(await isLive.isVisible()));
}

/** Clicks an element that may be gone by then, because the price moves. The result is checked afterwards. */
const click = (what: Locator): Promise<void> => what.click({ timeout: 3_000 }).catch(() => {});

const OVER = ['You bought this lot', 'Sold to another bidder', 'Passed In', 'Closed with no bids'];
const isLotOver = async () => (await Promise.all(OVER.map(panelSays))).some(Boolean);

/** Bids a little until a simulated bidder answers, then more than they would pay, until a lot is bought. */
async function beOutbidAndWin(): Promise<void> {
  const confirm = page.getByRole('button', { name: /^(Confirm|Ok) / });
  let isOutbid = false;
  let hasWon = false;
  while (!isOutbid || !hasWon) {
    assert.not(await page.getByRole('dialog', { name: 'Practice over' }).isVisible(), 'there is time for it');
    isOutbid ||= await panelSays('Losing');
    hasWon ||= await panelSays('You bought this lot');
    if (await confirm.isVisible()) await click(confirm);
    else if (await isLotOver()) await page.keyboard.press('j');
    else if (!(await panelSays('Winning')) && (await bidButton().isVisible())) {
      if (isOutbid) await click(page.getByText('+10', { exact: true }));
      // As a person would: once the price is read, not within the guard after the bid before.
      await page.waitForTimeout(500);
      await click(bidButton());
    }
    await page.waitForTimeout(400);
  }
}

test('from sign-in to the summary: bids, is outbid, wins a lot, stops, and nothing of it stays', async () => {
  await signIn(page, server.url, 'guest@saleyard.test');
  await page.goto(server.url + paths.practice);
  assert.equal(await axeFindings(page), []);
  await keepScreens(page, 'practice-start');
  await enterRoom(page);

  await page.getByText('nothing here is real').waitFor();
  await guide().waitFor();
  await page.getByRole('button', { name: 'Close the guide' }).click();
  await eventually(async () => assert.match(await page.title(), /Practice, nothing here is real/));
  await beOutbidAndWin();
  assert.equal(await axeFindings(page), []);
  await keepScreens(page, 'practice-room');
  await page.getByRole('button', { name: 'Stop' }).click();

  await page.waitForURL(`**${paths.practice}`);
  await page.getByText('How your last one went').waitFor();
  await page.getByText(/You won [1-3] lots? of [1-5] for practice/).waitFor();
  await page
    .getByText(/The others would have stopped at/)
    .first()
    .waitFor();
  assert.equal(await axeFindings(page), []);
  await keepScreens(page, 'practice-over');
  await page.goto(server.url + paths.results, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.is(await page.getByText('Practice Sale').count(), 0, 'in no results');
  const guest = await Session.signIn(server.url, 'guest@saleyard.test', DEMO_PASSWORD);
  const { practice } = await guest.call<PracticeAnswer>('GET', 'practice');
  const audit = await server.run('audit', practice?.auction._id ?? '', '--json');
  assert.is(audit.code, 0, audit.output);
});

test('again, on a phone: it is marked in the lot’s sheet too, and can be left at any time', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(server.url + paths.practice);
  await enterRoom(page);
  assert.not(await guide().isVisible(), 'the guide is for the first time');
  await page.locator('[data-lot]').first().click();
  await page.locator('[data-place="sheet"]').waitFor();
  await page.getByText('nothing here is real').waitFor();
  const strip = await page.getByRole('complementary', { name: 'Practice' }).boundingBox();
  const sheet = await page.locator('[data-place="sheet"]').boundingBox();
  assert.ok(strip && sheet && strip.y === 0 && sheet.y >= strip.height, 'the sheet leaves the strip free');
  assert.equal(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForURL(`**${paths.practice}`);
  await page.getByText('It was stopped before a lot was sold.').waitFor();
  await page.goto(server.url + paths.practiceRoom);
  await page.waitForURL(`**${paths.practice}`);
});

test('without an account as well', async () => {
  const visitor = (await browser.person()).page;
  await visitor.goto(server.url + paths.practice);
  await enterRoom(visitor);
  await visitor
    .locator('button:enabled', { hasText: /^Bid \$/ })
    .first()
    .waitFor();
  await visitor.getByRole('button', { name: 'Stop' }).click();
  await visitor.getByText('It was stopped before a lot was sold.').waitFor();
});

test.run();
