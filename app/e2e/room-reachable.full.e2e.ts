import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { axeFindings, Browser, keepScreens, PHONE, signIn, untilTrue } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('the live room by keyboard, by ear and on paper, in a browser', { limitMs: 240_000 });

const WIDE = { width: 1280, height: 800 };
const LOTS = 40;

let server: ServerProcess;
const browser = new Browser();
let page: Page;
let number: number;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const lots = Array.from({ length: LOTS }, (_, n) => steers(String(n + 1)));
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 1_800 }, lots);
  number = sale.searchNumber;
  ({ page } = await browser.person());
  await signIn(page, server.url, 'buyer@saleyard.test');
});

test.beforeEach(async () => {
  await page.setViewportSize(WIDE);
  await page.goto(server.url + paths.liveRoom({ searchNumber: number }));
  await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  await page.locator('button:enabled', { hasText: /^Bid \$/ }).waitFor();
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

const focused = () => page.evaluate('document.activeElement?.textContent') as Promise<string>;

/** The live regions that a screen reader listens to now: a modal dialog silences those outside of it. */
const regions = () =>
  page.evaluate(`[...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')]
    .filter((one) => one.getAttribute('aria-live') !== 'off')
    .map((one) => one.getAttribute('aria-live') ?? one.getAttribute('role'))`) as Promise<string[]>;

test('the focus stays with the bid, and at most one region speaks politely and one at once', async () => {
  await page.waitForTimeout(1_000);
  await page.locator('button:enabled', { hasText: /^Bid \$405/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Confirm/ }).waitFor();
  await eventually(async () => assert.match(await focused(), /^Confirm \$405\.00/));
  await eventually(async () => assert.equal(await regions(), ['polite', 'assertive']));
  await page.waitForTimeout(400);
  await page.keyboard.press('Enter');
  await page.getByTestId('bid-status').filter({ hasText: 'You are leading' }).waitFor();
  await eventually(async () => assert.match(await focused(), /^Bid \$410\.00/));
  await eventually(async () => assert.equal(await regions(), ['polite', 'assertive']));
  await page.getByRole('button', { name: 'Leave Auction' }).click();
  await page.getByRole('dialog').waitFor();
  await eventually(async () => assert.equal(await regions(), ['polite', 'assertive']));
  await page.getByRole('button', { name: 'No', exact: true }).click();
});

test('the first Tab offers a way past the header and the tabs', async () => {
  await page.locator('#lots [aria-label^="Lot 1,"]').waitFor();
  await page.keyboard.press('Tab');
  await eventually(async () => assert.is(await focused(), 'Skip to the lots'));
  // It is seen while it has the focus, from the next frame on.
  await untilTrue(page, `document.querySelector('button.sy-skip').getBoundingClientRect().top >= 0`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const lot = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
  await eventually(async () => assert.match(String(await lot()), /^Lot 1,/));
});

test('tabs that do not fit scroll: each can be reached by keys, and a shade says that there are more', async () => {
  await page.setViewportSize(PHONE);
  const tabs = page.getByRole('tab');
  await tabs.first().focus();
  const bar = page.getByRole('tablist');
  const count = await tabs.count();
  assert.ok(count > 4);
  const focusedTab = () =>
    page.evaluate('[...document.querySelectorAll("[role=tab]")].indexOf(document.activeElement)');
  for (let n = 0; n < count; n += 1) {
    await eventually(async () => {
      // The tabs of a phone may come a moment after its size, without the focus.
      if (Number(await focusedTab()) < 0) await tabs.nth(Math.max(0, n - 1)).focus();
      if (n > 0 && (await focusedTab()) === n - 1) await page.keyboard.press('ArrowRight');
      const [box, around] = [await tabs.nth(n).boundingBox(), await bar.boundingBox()];
      assert.ok(box && around && box.x >= around.x - 1, `tab ${n} is in sight`);
      assert.ok(box && around && box.x + box.width <= around.x + around.width + 1, `tab ${n} is in sight`);
      assert.is(await tabs.nth(n).getAttribute('aria-selected'), 'true');
    });
  }
  const width = () => page.evaluate('document.documentElement.scrollWidth');
  await eventually(async () => assert.is(await width(), PHONE.width));
  const shade = await page.evaluate(
    `getComputedStyle(document.querySelector('[role=tablist]')).backgroundImage.split('gradient').length - 1`,
  );
  assert.is(shade, 4);
});

test('with the first lot selected the list stays at its top while the screen becomes another', async () => {
  await page.evaluate(`window.scrolled = [];
    addEventListener('scroll', ({ target }) => window.scrolled.push(target.scrollTop ?? scrollY), true)`);
  await keepScreens(page, 'room-first-lot');
  await page.setViewportSize(PHONE);
  await page.getByRole('tab').first().waitFor();
  const away = await page.evaluate('window.scrolled.filter((top) => top > 0)');
  assert.equal(away, []);
});

test('printing prints every lot of the tab, and nothing of the screen', async () => {
  assert.ok((await page.getByRole('listitem').count()) < LOTS, 'the screen holds only lots in sight');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
  await eventually(async () => assert.is(await page.locator('table tbody tr').count(), LOTS));
  assert.match(await page.locator('table tbody tr').last().innerText(), /^40\s.*\$400\.00 \/head/s);
  await page.getByRole('tablist').waitFor({ state: 'hidden' });
  await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
  await page.emulateMedia({ media: 'screen' });
  await page.locator('table').waitFor({ state: 'detached' });
});

test('[A408] under 0.2 Mbps, by our own picture, an overlay says that prices may be late; it goes with it', async () => {
  const slow = page.getByRole('region', { name: 'Slow connection' });
  const network = await page.context().newCDPSession(page);
  /** bytes a second; -1: as fast as it is. */
  const speed = (downloadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput,
    });
  await network.send('Network.enable');
  assert.is(await slow.count(), 0);
  await speed(15_000);
  // It is measured with each time sync, every 20 s.
  await slow.waitFor();
  await keepScreens(page, 'room-slow-connection');
  await page.setViewportSize(PHONE);
  assert.equal(await axeFindings(page), []);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const name = page.getByRole('region', { name: 'Lots of the sale' }).getByText(title, { exact: true });
  // What is below it comes over the slow connection, and moves it when it is there.
  await eventually(async () => {
    const box = await slow.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width, 'it fits on a phone');
    for (const above of [name, page.getByRole('tablist')]) {
      const beside = await above.boundingBox();
      assert.ok(
        beside && beside.y >= 0 && beside.y + beside.height <= box.y,
        JSON.stringify({ box, beside }),
      );
    }
  });
  const tabs = page.getByRole('tab');
  await tabs.nth(1).click();
  await eventually(async () => assert.is(await tabs.nth(1).getAttribute('aria-selected'), 'true'));
  await tabs.first().click();
  await slow.waitFor();
  await slow.getByRole('button', { name: 'Continue' }).click();
  await slow.waitFor({ state: 'detached' });
  await speed(-1);
  await network.detach();
});

test.run();
