import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { pictureAddress } from '../sample-data/pictures/picture-address.ts';
import { Browser, fits, looksRight, PHONE, signIn, submitSignIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('a visitor', { limitMs: 240_000 });

let server: ServerProcess;
const browser = new Browser();
let visitor: Page;
/** An upcoming sale with 14 lots, of which one is of Brahmans. */
let coming: SaleScheduled;

const sale = (searchNumber: number) => ({ searchNumber, kindData: { title: 'Cattle' } });
const picture = (number: number) => {
  const url = pictureAddress('cattle', 'black', number);
  return { thumbnail: url, url, title: `View ${number}` };
};
const HOUR_MS = 3_600_000;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  visitor = (await browser.person()).page;
  const lots = Array.from({ length: 14 }, (_, n) =>
    steers(String(n + 1), {
      media: [picture(n + 1), picture(n + 101)],
      ...(n === 12 && { breed: 'Brahman', title: '10 Brahman Steers' }),
    }),
  );
  coming = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: HOUR_MS }, lots);
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

/** How far down a page is scrolled, px. */
const scrolled = (page: Page): Promise<number> => page.evaluate<number>('Math.round(window.scrollY)');

/** Waits until a page is scrolled as it should be. */
async function reaches(page: Page, isThere: (down: number) => boolean): Promise<void> {
  while (!isThere(await scrolled(page))) await page.waitForTimeout(50);
}

test('a visitor signs in; a wrong password and an unknown e-mail get the same words', async () => {
  await visitor.goto(server.url + paths.upcoming);
  await visitor.waitForURL(`**${paths.signIn}`);
  await looksRight(visitor, 'sign-in');
  for (const email of ['buyer@saleyard.test', 'nobody@saleyard.test']) {
    await submitSignIn(visitor, email, 'wrong-one1');
    await visitor.getByText('Sorry incorrect password. Try again or click Forgot Password? below.').waitFor(); // [A716]
    await visitor.keyboard.press('Escape');
  }
});

test('[B001] a visitor who is not signed in watches a public auction', async () => {
  await visitor.goto(`${server.url}/auction-live/${coming.searchNumber}`);
  await visitor.getByText('10 Angus Steers').first().waitFor();
  assert.is(new URL(visitor.url()).pathname, `/auction-live/${coming.searchNumber}`);
});

test('a visitor filters to one lot and comes back with everything restored', async () => {
  await signIn(visitor, server.url, 'buyer@saleyard.test');
  await visitor.goto(`${server.url}/main/upcoming/no/such/place/there`);
  await visitor.waitForURL('**/main/upcoming'); // [B016] [B017]
  await visitor.getByRole('heading', { level: 1, name: 'Upcoming Auctions' }).waitFor(); // [B045]
  await visitor
    .getByText(/^\w+ \d+ \w+ \d{4} - \d+\.\d\d [AP]M Sydney$/)
    .first()
    .waitFor(); // [B046]
  await looksRight(visitor, 'browse-upcoming');
  await visitor.goto(server.url + paths.catalogue(sale(coming.searchNumber))); // [B020]
  await visitor.getByRole('button', { name: 'Grid' }).click();
  await visitor.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Breed' });
  await visitor.locator('summary', { hasText: 'Breed' }).click();
  await visitor.getByRole('checkbox', { name: 'Brahman' }).click();
  await visitor.keyboard.press('Escape');
  const cards = visitor.getByRole('article');
  await cards.filter({ hasText: '10 Angus Steers' }).first().waitFor({ state: 'detached' });
  await cards.filter({ hasText: '10 Brahman Steers' }).waitFor();
  await eventually(async () => assert.is(await cards.count(), 1));
  const address = visitor.url();
  for (const part of ['breed=Brahman', 'show=grid', 'sort=majorBreed'])
    assert.ok(address.includes(part), part);
  await looksRight(visitor, 'browse-catalogue');
  // One lot fits a screen: on a low one the page is scrolled.
  await visitor.setViewportSize({ width: 1280, height: 420 });
  await visitor.mouse.move(640, 300);
  await visitor.mouse.wheel(0, 240);
  await reaches(visitor, (down) => down > 200);
  const details = visitor.getByRole('link', { name: /^View Details/ });
  await details.scrollIntoViewIfNeeded();
  const left = await scrolled(visitor);
  await details.click();
  await visitor.getByRole('heading', { level: 1, name: /10 Brahman Steers/ }).waitFor(); // [B023]
  await visitor.goBack();
  await reaches(visitor, (down) => Math.abs(down - left) < 2);
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await cards.filter({ hasText: '10 Brahman Steers' }).waitFor();
  assert.is(visitor.url(), address);
  await eventually(async () => assert.is(await cards.count(), 1));
  await visitor.getByRole('button', { name: 'Grid', pressed: true }).waitFor();
  await eventually(async () =>
    assert.is(await visitor.getByRole('combobox', { name: 'Sort by' }).inputValue(), 'majorBreed'),
  );
  // By the page's own link the filters come back from the person's account.
  await visitor.getByRole('link', { name: /^View Details/ }).click();
  await visitor.getByRole('link', { name: 'Back to Catalogue' }).click();
  await visitor.waitForURL(/breed=Brahman/);
  await cards.filter({ hasText: '10 Brahman Steers' }).waitFor();
  await cards.filter({ hasText: '10 Angus Steers' }).first().waitFor({ state: 'detached' });
  await eventually(async () => assert.is(await cards.count(), 1));
});

test('a lot further down is found again where it was left', async () => {
  await visitor.getByRole('button', { name: 'Clear All' }).click();
  const cards = visitor.getByRole('article');
  const last = visitor.getByRole('article', { name: /^ID \d+, 10 Brahman Steers$/ });
  await cards.filter({ hasText: '10 Angus Steers' }).first().waitFor();
  await cards.nth(9).scrollIntoViewIfNeeded();
  await last.waitFor(); // [B103]
  const details = last.getByRole('link', { name: /^View Details/ });
  await details.scrollIntoViewIfNeeded();
  const left = await scrolled(visitor);
  assert.ok(left > 600);
  await details.click();
  await visitor.getByRole('link', { name: 'Back to Catalogue' }).click();
  await last.waitFor();
  await eventually(async () => assert.is(await cards.count(), 14));
  await reaches(visitor, (down) => Math.abs(down - left) < 40);
});

test('pictures are enlarged and turned over by keys, and put away by Escape', async () => {
  await visitor.setViewportSize(PHONE);
  await visitor.goto(server.url + paths.catalogue(sale(coming.searchNumber)));
  await visitor
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click();
  const enlarge = visitor.getByRole('button', { name: /^Enlarge / });
  await enlarge.waitFor();
  await fits(visitor);
  await enlarge.focus();
  await visitor.keyboard.press('Enter');
  const box = visitor.getByRole('dialog', { name: /^Pictures of / });
  await box.getByText('1 of 2').waitFor();
  await visitor.keyboard.press('ArrowRight');
  await box.getByText('2 of 2').waitFor();
  await looksRight(visitor, 'browse-lightbox');
  await visitor.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await eventually(async () =>
    assert.is(await visitor.evaluate('document.activeElement?.closest("figure") !== null'), true),
  );
  await visitor.getByText(/\d+ views?$/).waitFor();
  await looksRight(visitor, 'browse-lot');
});

test.run();
