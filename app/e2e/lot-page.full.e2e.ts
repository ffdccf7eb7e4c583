import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, fits, looksRight, PHONE, signIn } from '../test-support/browser.ts';
import { bid, bidStatus } from '../test-support/live-room.ts';
import { cataloguedLots, schedule, steers } from '../test-support/sales.ts';

const test = suite('the page of a lot', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
const browser = new Browser();
let bill: Page;
let beth: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  bill = (await browser.person()).page;
  beth = (await browser.person(PHONE)).page;
  await signIn(bill, server.url, 'buyer@saleyard.test');
  await signIn(beth, server.url, 'buyer2@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('two buyers bid on a lot’s page, by hand and by auto-bid; its prices and those of the catalogue are live', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = (await cataloguedLots(staff, sale._id)).find(({ number }) => number === '1');
  assert.ok(lot);
  const of = { searchNumber: sale.searchNumber, kindData: { title: 'Cattle' } };
  const address = `${server.url}${paths.lot(of, lot)}`;
  const catalogue = (await browser.person()).page;
  await signIn(catalogue, server.url, 'seller@saleyard.test');
  await Promise.all([
    bill.goto(address),
    beth.goto(address),
    catalogue.goto(`${server.url}${paths.catalogue(of)}`),
  ]);
  await bid(bill, '$405.00');
  await bidStatus(bill, /You are leading at \$405\.00/);
  // On the phone, without a press.
  await beth.locator('[data-standing]').getByText('$405.00').waitFor();
  await catalogue.locator('[data-standing]').first().getByText('$405.00').waitFor();

  await bid(beth, '$410.00');
  await bidStatus(beth, /You are leading at \$410\.00/);
  await bill.locator('[data-standing]').getByText('$410.00').waitFor();

  await bill.getByRole('textbox', { name: /^Auto-bid/ }).fill('450');
  await bill.getByRole('button', { name: 'Set Auto Bid' }).click();
  await bill.getByRole('button', { name: 'OK', exact: true }).click();
  await bill
    .getByText(/Your Auto Bid was set to \$450\.00/)
    .first()
    .waitFor();
  await beth.locator('[data-standing]').getByText('$415.00').waitFor();
  await fits(beth);
  await looksRight(beth, 'lot-live-phone');
  await looksRight(bill, 'lot-live');

  // The card with the bid fits on a screen that is lower than it is: what is below its edge is scrolled to.
  await bill.setViewportSize({ width: 1280, height: 500 });
  await bill.evaluate('scrollTo(0, 400)');
  await bill.getByRole('button', { name: 'Download Lot Details' }).hover();
  assert.ok((await bill.evaluate<number>('scrollY')) < 450, 'the page itself stays');
  await bill.setViewportSize({ width: 1280, height: 800 });

  // The next lot is a press away, and its bid is its own.
  await bill.getByRole('link', { name: 'Next: Lot 2' }).click();
  await bill.getByRole('heading', { level: 1, name: /^Lot 2/ }).waitFor();
  await bill.getByRole('button', { name: /^Bid \$405\.00/ }).waitFor();
  const audit = await server.run('audit', String(sale.searchNumber), '--json');
  assert.is(audit.code, 0, audit.output);
});

test.run();
