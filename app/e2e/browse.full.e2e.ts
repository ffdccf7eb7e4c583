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
import { Browser, fits, looksRight, PHONE, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('browsing', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
let buyer: Session;
const browser = new Browser();
let visitor: Page;
/** An upcoming sale. */
let coming: SaleScheduled;

const sale = (searchNumber: number) => ({ searchNumber, kindData: { title: 'Cattle' } });
const HOUR_MS = 3_600_000;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  visitor = (await browser.person()).page;
  await signIn(visitor, server.url, 'buyer@saleyard.test');
  const lots = ['1', '2', '3'].map((number) => steers(number));
  coming = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: HOUR_MS }, lots);
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

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
  await visitor.goto(`${server.url}/main/watchlist`); // [B028]
  await visitor.getByRole('article').first().waitFor();
  await fits(visitor);
  await looksRight(visitor, 'browse-watch-list');
});

test.run();
