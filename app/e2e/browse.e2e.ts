import type { LotBody } from '@saleyard/contract/lots.ts';
import type { SaleScheduled } from '@saleyard/contract/staff.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { pictureAddress } from '../sample-data/pictures/picture-address.ts';
import { Browser, fits, looksRight, PHONE, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('browsing', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
let buyer: Session;
const browser = new Browser();
let visitor: Page;
/** A sale to come with 14 lots, of which one is of Brahmans. */
let coming: SaleScheduled;

const sale = (searchNumber: number) => ({ searchNumber, kindData: { title: 'Cattle' } });
const picture = (number: number) => {
  const url = pictureAddress('cattle', 'black', number);
  return { thumbnail: url, url, title: `View ${number}` };
};
const HOUR_MS = 3_600_000;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  visitor = (await browser.person()).page;
  await signIn(visitor, server.url, 'buyer@saleyard.test');
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

type AuditedLot = {
  number: string;
  unit: 'head' | 'kg';
  count: number;
  result: string;
  priceCents: number | null;
  paddle: string | null;
};
type Audit = { proven: boolean; lots: AuditedLot[]; totals: { soldCents: number; lots: number } };
type Result = { number: string; status: string | null; closedPrice: number | null; winner: string | null };

/** An amount as the screens word it. */
const money = (cents: number, unit: 'head' | 'kg'): string =>
  unit === 'kg'
    ? `${cents}¢ /kg`
    : `$${(cents / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 })} /head`;

test('the results of a closed sale agree with the log, to the cent', async () => {
  const perKg = (number: string): LotBody =>
    steers(number, { unit: 'kg', startCents: 331, incrementCents: 1, weightCurfewKg: 317.5 });
  const lots = [
    steers('1'),
    steers('2', { count: 7, startCents: 123_500, sex: 'Heifers' }),
    steers('3', { reserveCents: 99_000 }),
    steers('4'),
    perKg('5'),
    steers('6', { count: 3 }),
  ];
  const closing = await schedule(staff, { type: 'simultaneous', durationSeconds: 20, liveInMs: 4_000 }, lots);
  const [one, two, three, , five, six] = closing.lots;
  const offer = (lot: string | undefined, autobid: number) =>
    buyer.call('PUT', 'users/me/autobids', { lot, autobid, commandId: newId() });
  await command(staff, closing._id, 'withdraw', { lot: six, reason: 'Lame' });
  // The read side shows a new sale a moment later.
  const stateNow = () =>
    buyer.call<{ auction: { state: string } }>('GET', `auctions/${closing._id}`).then(
      ({ auction }) => auction.state,
      () => 'unknown',
    );
  while ((await stateNow()) !== 'live') await visitor.waitForTimeout(100);
  await Promise.all([offer(one, 45_000), offer(two, 140_000), offer(three, 60_000), offer(five, 347)]);
  await visitor.goto(server.url + paths.auctionResults(sale(closing.searchNumber))); // [B030]
  await visitor.getByRole('table', { name: /^Lots of / }).waitFor();

  const audited = await server.run('audit', String(closing.searchNumber), '--json');
  assert.is(audited.code, 0, audited.output);
  const log = JSON.parse(audited.output.slice(audited.output.indexOf('{'))) as Audit;
  assert.ok(log.proven);
  assert.equal(
    log.lots.map(({ result }) => result),
    ['sold', 'sold', 'passed', 'noBid', 'sold', 'withdrawn'],
  );
  const priceOf = ({ result, priceCents }: AuditedLot) =>
    result === 'sold' || result === 'passed' ? priceCents : null;
  await eventually(async () => {
    const read = await buyer.call<{ lots: Result[] }>('GET', `auctions/${closing._id}/lots?state=closed`);
    assert.equal(
      read.lots.map(({ number, status, closedPrice, winner }) => [number, status, closedPrice, winner]),
      log.lots.map((lot) => [
        lot.number,
        lot.result === 'withdrawn' ? null : lot.result,
        priceOf(lot),
        lot.paddle,
      ]),
    );
  });
  const RESULTS: Record<string, string> = {
    sold: 'BOUGHT',
    passed: 'Passed In',
    noBid: 'No Bids',
    withdrawn: 'Withdrawn',
  };
  for (const lot of log.lots) {
    const row = visitor
      .getByRole('row')
      .filter({ has: visitor.getByRole('rowheader', { name: `Lot ${lot.number}`, exact: true }) });
    const price = priceOf(lot);
    await eventually(async () => {
      const text = (await row.textContent()) ?? '';
      assert.ok(text.includes(RESULTS[lot.result] ?? ''), `${lot.number}: ${text}`);
      assert.ok(price === null || text.includes(money(price, lot.unit)), `${lot.number}: ${text}`);
    });
  }
  // What the buyer owes: per head as audited, per kg by the curfew weight.
  const perKgLot = log.lots[4];
  const owed = log.totals.soldCents + Math.round((perKgLot?.priceCents ?? 0) * 317.5 * 10);
  type Own = { sales: { bought: { grossCents: number; lots: number } }[] };
  const { sales } = await buyer.call<Own>('GET', `users/me/sales?auction=${closing._id}`);
  assert.equal([sales[0]?.bought.lots, sales[0]?.bought.grossCents], [3, owed]);

  // Filters of the results keep to the same lots.
  await visitor.locator('summary', { hasText: 'Sex' }).click();
  await visitor.getByRole('checkbox', { name: 'Heifers' }).click(); // [B202]
  await visitor.getByRole('rowheader', { name: 'Lot 1', exact: true }).waitFor({ state: 'detached' });
  await visitor.getByRole('rowheader', { name: 'Lot 2', exact: true }).waitFor();
  await visitor.keyboard.press('Escape');
  await looksRight(visitor, 'browse-results');
  await visitor.setViewportSize(PHONE);
  await fits(visitor);
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visitor.getByRole('link', { name: /Lot 2/ }).first().click();
  await visitor.getByText('BOUGHT', { exact: true }).waitFor();
  await visitor.waitForURL('**/main/results/Cattle/*/*'); // [B032]
  await visitor.getByRole('link', { name: 'Back to Results' }).click();
  await visitor.getByRole('link', { name: 'Back to All Results' }).click();
  await visitor.waitForURL('**/main/results'); // [B029]
});

test('a visitor filters to one lot and comes back with everything restored', async () => {
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
  // Filters are kept a moment after they changed.
  await visitor.waitForTimeout(600);
  await cards.nth(9).scrollIntoViewIfNeeded();
  await last.waitFor();
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

test('lots are compared side by side, on a phone too', async () => {
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visitor.goto(server.url + paths.catalogue(sale(coming.searchNumber)));
  await visitor
    .getByRole('button', { name: /^Compare ID/ })
    .first()
    .click();
  await visitor
    .getByRole('button', { name: /^Compare ID/ })
    .nth(1)
    .click();
  await visitor.getByRole('link', { name: 'Compare', exact: true }).click();
  await visitor.getByRole('table', { name: /side by side$/ }).waitFor();
  await looksRight(visitor, 'browse-comparison');
  await visitor.setViewportSize(PHONE);
  await fits(visitor);
  await visitor.getByRole('link', { name: 'Back to Catalogue' }).click();
  await visitor.getByText('2 lots to compare').waitFor();
  await fits(visitor);
});

test('staff cancel a sale: it is marked where people look for it', async () => {
  const off = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: HOUR_MS }, [
    steers('1'),
  ]);
  const office = (await browser.person()).page;
  await signIn(office, server.url, 'staff@saleyard.test');
  await office.goto(server.url + paths.staffSale(off));
  await office.getByRole('button', { name: 'Cancel sale' }).click();
  const dialog = office.getByRole('dialog', { name: 'Cancel the sale?' });
  await dialog.getByLabel('Reason').fill('Flood at the yards');
  await looksRight(office, 'browse-cancel');
  await dialog.getByRole('button', { name: 'Cancel the sale' }).click();
  await office.getByText('Cancelled', { exact: true }).first().waitFor();
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visitor.goto(server.url + paths.upcoming);
  const row = visitor.getByRole('listitem').filter({ hasText: `No. ${off.searchNumber}` });
  await row.getByText('Cancelled').waitFor(); // [B071]
  assert.is(await row.getByRole('link').count(), 0);
});

test('the watch list on a phone, and a link that watches a lot', async () => {
  const [first = ''] = coming.lots;
  await visitor.goto(`${server.url}${paths.catalogue(sale(coming.searchNumber))}?lot-watch-id=${first}`); // [B037]
  await visitor
    .getByRole('button', { name: /^Watching / })
    .first()
    .waitFor();
  await visitor.setViewportSize(PHONE);
  await visitor.goto(server.url + paths.watchList); // [B028]
  await visitor.getByRole('article').first().waitFor();
  await fits(visitor);
  await looksRight(visitor, 'browse-watch-list');
});

test.run();
