import type { LotPage } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRight, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('a clerk', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
const browser = new Browser();
let visitor: Page;
let clerk: Page;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  visitor = (await browser.person()).page;
  clerk = (await browser.person()).page;
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('an empty list says so; a scheduled sale appears on it; a wrong address is a 404', async () => {
  await signIn(visitor, server.url, 'buyer@saleyard.test');
  await visitor.getByText('No auctions found').waitFor(); // [B072]
  await schedule(staff, { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 }, [steers('1')]);
  await visitor.getByText('Gunnedah Store Cattle').first().waitFor();
  await looksRight(visitor, 'upcoming');
  await visitor.goto(`${server.url}/no/such/place`);
  await visitor.getByText('404 not found').waitFor(); // [A034]
  await looksRight(visitor, 'not-found');
});

test('the staff pages show a message to accounts that are not staff', async () => {
  await visitor.goto(server.url + paths.staff);
  await visitor
    .getByText(/Only staff|The staff desk is/)
    .first()
    .waitFor();
  await looksRight(visitor, 'staff-refused');
});

test('the clerk runs an interfaced sale by keyboard against an online buyer, while a visitor watches', async () => {
  const sale = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0 }, [
    steers('1'),
    steers('2'),
  ]);
  await signIn(clerk, server.url, 'staff@saleyard.test');
  await clerk.goto(server.url + paths.staff);
  await clerk.getByRole('link', { name: 'Gunnedah Store Cattle' }).first().waitFor();
  await looksRight(clerk, 'staff-desk');
  await clerk.goto(server.url + paths.staffSale(sale));
  await clerk.getByText('Auction is live').first().waitFor();
  await looksRight(clerk, 'staff-sale');

  const watching = (await browser.person()).page;
  await watching.goto(server.url + paths.liveRoom(sale, sale.lots[0]));
  await watching.getByRole('status', { name: 'Connection: Live' }).waitFor();
  await visitor.goto(server.url + paths.liveRoom(sale, sale.lots[0]));
  await visitor.getByRole('status', { name: 'Connection: Live' }).waitFor();

  await clerk.goto(server.url + paths.clerk(sale));
  await clerk.getByText('Lot 1').first().waitFor();
  await clerk.keyboard.press('o');
  await visitor.locator('button:enabled', { hasText: /^Bid \$405/ }).waitFor();
  // A key pressed while an order is on its way does nothing: the clerk's answer and the lot both come first.
  await clerk
    .getByText(/ is open/)
    .first()
    .waitFor();
  await clerk.getByText('Floor bid $405.00').first().waitFor();
  await clerk.keyboard.press('Space');

  const bid = visitor.locator('button:enabled', { hasText: /^Bid \$410/ });
  await bid.waitFor();
  await visitor.waitForTimeout(900);
  await bid.click();
  await visitor.waitForTimeout(400);
  await visitor.getByRole('button', { name: /^Confirm / }).click();
  await visitor.getByTestId('bid-status').filter({ hasText: 'You are leading at $410.00' }).waitFor();
  await clerk.getByText('$410.00').first().waitFor();
  await looksRight(clerk, 'clerk');

  // Twice: the first press arms the hammer, the second one drops it.
  await clerk.keyboard.press('k');
  await clerk.waitForTimeout(300);
  await clerk.keyboard.press('k');
  await visitor.getByText('You bought this lot').first().waitFor();
  await watching.getByText(/Sold/).first().waitFor();
  const audit = await server.run('audit', String(sale.searchNumber));
  assert.is(audit.code, 0, audit.output);

  await command(staff, sale._id, 'withdraw', { lot: sale.lots[1], reason: 'Lame' });
  const over = visitor.getByRole('dialog', { name: /^AUCTION NO\. \d+ CLOSED$/ });
  const bought = over.getByRole('list', { name: 'Lots you bought' }).getByRole('link');
  await bought.waitFor();
  await looksRight(visitor, 'room-closed');
  // A result that is asked for earlier leads to the lot's page in the catalogue.
  await eventually(async () => {
    const { lot } = await staff.call<{ lot: LotPage }>('GET', `lots/${sale.lots[0]}`);
    assert.is(lot.state, 'closed');
  });
  await bought.click();
});

test('from the room that closed to the result of a lot, and on to all results', async () => {
  await visitor.getByRole('heading', { level: 1, name: 'Lot 1, 10 Angus Steers' }).waitFor();
  await visitor.getByText('BOUGHT', { exact: true }).waitFor();
  await visitor.getByText('$4,100.00').waitFor();
  await looksRight(visitor, 'lot-result');
  await visitor.getByRole('link', { name: 'Back to Results' }).press('Enter');
  await visitor.getByRole('table', { name: /^Lots of / }).waitFor();
  await looksRight(visitor, 'auction-results');
  await visitor.getByRole('link', { name: 'Back to All Results' }).click(); // [B213]
  await visitor.getByRole('link', { name: 'View Results' }).waitFor();
  await looksRight(visitor, 'results');
  await visitor.getByRole('link', { name: 'My Auction Results' }).click();
  await visitor.getByRole('link', { name: 'Lot 1, 10 Angus Steers' }).click();
  await visitor.getByRole('link', { name: 'Back to My Auction Results' }).waitFor(); // [B223] [S132] [S133]
});

test('staff schedule a sale by form', async () => {
  await clerk.goto(server.url + paths.newSale);
  await clerk
    .getByRole('heading', { name: /schedule/i })
    .first()
    .waitFor();
  await looksRight(clerk, 'schedule');
});

test.run();
