import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Refused, Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('an auditor', { limitMs: 240_000 });

/** What the winner bids, in cents. */
const PRICE_CENTS = 45_000;

let server: ServerProcess;
const browser = new Browser();
let page: Page;
/** A sale that is over: lot 1 was sold to a buyer on the floor, lot 2 withdrawn. */
let played: Awaited<ReturnType<typeof schedule>>;
let auditor: Session;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const session = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  const staff = await session('staff');
  auditor = await session('auditor');
  // Long enough before it opens for its reserve to be changed.
  played = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0, liveInMs: 8_000 }, [
    steers('1', { reserveCents: 41_000 }),
    steers('2'),
  ]);
  const [sold, withdrawn] = played.lots;
  const { revision } = await staff.call<SaleSchedule>('GET', `staff/auctions/${played._id}/schedule`);
  await staff.call('PUT', `staff/auctions/${played._id}/lots/${sold}`, {
    lot: { reserveCents: 42_000 },
    revision,
  });
  // Orders that are refused are steps too: none is sent before the sale is live.
  await eventually(async () => {
    const { auction } = await staff.call<{ auction: { state: string } }>('GET', `auctions/${played._id}`);
    assert.is(auction.state, 'live');
  });
  await eventually(() => command(staff, played._id, 'openLot', { lot: sold }));
  await command(staff, played._id, 'floorBid', { lot: sold, cents: PRICE_CENTS });
  await command(staff, played._id, 'knockDown', { lot: sold });
  await command(staff, played._id, 'withdraw', { lot: withdrawn, reason: 'Lame' });
  page = (await browser.person()).page;
  await signIn(page, server.url, 'auditor@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('reads in the staff pages what staff read, the reserve too', async () => {
  await page.goto(server.url + paths.staffSale(played));
  await page.getByText('$420.00').first().waitFor();
  await page.getByText('$450.00').first().waitFor();
});

test('changes nothing: the pages and the calls for it are refused', async () => {
  await page.goto(server.url + paths.newSale);
  await page.getByText('Only staff open this page.').first().waitFor();
  const refused = await command(auditor, played._id, 'announce', { text: 'Audited' }).catch((error) => error);
  assert.instance(refused, Refused);
  assert.is((refused as Refused).status, 403);
});

test('finds who changed the reserve, who knocked down, and what the clerk entered for the floor, without a shell', async () => {
  const [sold = ''] = played.lots;
  await page.goto(server.url + paths.audits);
  await page.getByLabel('Find by sale, lot or person').fill(String(played.searchNumber));
  await page.getByRole('row', { name: /Not audited yet/ }).waitFor();
  await page.getByRole('link', { name: 'Gunnedah Store Cattle' }).click();
  await page.getByText('Proven', { exact: true }).waitFor();
  const steps = page.getByRole('listitem');
  const shows = async (act: string, what: RegExp) => {
    await page.getByLabel('Act').selectOption(act);
    await steps.filter({ hasText: what }).first().waitFor();
  };
  await page.getByRole('link', { name: 'The sale and every lot' }).click();
  await shows('Reserves and terms', /\(staff\) changed lot 1Reserve \$410\.00 → \$420\.00/i);
  await shows('Bids entered by staff', /\(staff\) entered a bid for the floor.*\$450\.00/);
  await shows('Acts of staff', /Lot 1.*\(staff\) knocked the lot down/);
  await page.goto(`${server.url}${paths.audit(played)}?lot=${sold}`);
  await page
    .getByText(/Sold to the floor at \$450\.00/)
    .first()
    .waitFor();
  await page.goto(server.url + paths.audits);
  await page
    .getByRole('row', { name: /Proven/ })
    .first()
    .waitFor();
  assert.not.match((await page.textContent('main')) ?? '', '@saleyard.test');
});

test('proves the sale: every decision is made again, and each lot has the price of its page', async () => {
  const { code, output } = await server.run('audit', String(played.searchNumber), '--json');
  assert.is(code, 0, output);
  type Lot = { number: string; result: string; priceCents: number | null };
  const report = JSON.parse(output.slice(output.indexOf('{'))) as { proven: boolean; lots: Lot[] };
  assert.ok(report.proven);
  assert.equal(
    report.lots.map(({ number, result, priceCents }) => [number, result, priceCents]),
    [
      ['1', 'sold', PRICE_CENTS],
      ['2', 'withdrawn', null],
    ],
  );
});

test.run();
