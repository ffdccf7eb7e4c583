import { suite } from '@saleyard/testing/suite.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, keepScreens, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { bid, bidButton, bidStatus, enterRoom } from '../test-support/live-room.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('a buyer in the live room', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
/** How many times slower than a quiet machine this one is. */
let slower = 1;
const browser = new Browser();
let bill: { context: BrowserContext; page: Page };
let beth: { context: BrowserContext; page: Page };

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  bill = await browser.person();
  beth = await browser.person();
  await signIn(bill.page, server.url, 'buyer@saleyard.test');
  slower = await signIn(beth.page, server.url, 'buyer2@saleyard.test');
});

test.afterEach(() => bill.context.setOffline(false));

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('they bid against each other to the hammer, one with an auto-bid, and the audit proves it', async () => {
  const sale = await schedule(
    staff,
    { type: 'simultaneous', durationSeconds: Math.ceil(30 * slower), staleTimeSeconds: 5 },
    [steers('1')],
  );
  const lot = sale.lots[0] ?? '';
  await Promise.all([
    enterRoom(bill.page, server.url, sale.searchNumber, lot),
    enterRoom(beth.page, server.url, sale.searchNumber, lot),
  ]);

  await bid(bill.page, '$405.00');
  await bidStatus(bill.page, /You are leading at \$405\.00/);

  await beth.page.getByRole('textbox', { name: /^Auto-bid/ }).fill('450');
  await beth.page.getByRole('button', { name: 'Set Auto Bid' }).click();
  await beth.page.getByText('Are you sure you want to set Auto Bid?').waitFor(); // [A561]
  await beth.page.getByRole('button', { name: 'OK', exact: true }).click();
  await beth.page
    .getByText(/Your Auto Bid was set to \$450\.00/)
    .first()
    .waitFor(); // [A563]

  // Beth leads at 410 by her auto-bid, which answers Bill at once.
  await bid(bill.page, '$415.00');
  await bidStatus(bill.page, /Outbid at once by an auto-bid/);
  // The button is re-armed at the price that beats the answer.
  await bidButton(bill.page).filter({ hasText: '$425.00' }).waitFor();
  await keepScreens(bill.page, 'live-room');

  await Promise.all(
    // [A245]
    [bill, beth].map(({ page }) =>
      page.getByText(`AUCTION NO. ${sale.searchNumber} CLOSED`).waitFor({ timeout: 600_000 }),
    ),
  );
  await beth.page.getByText(/You bought 1 lot/).waitFor();
  await bill.page.getByText('You bought nothing in this auction.').waitFor();
  await keepScreens(beth.page, 'closed');

  const audit = await server.run('audit', String(sale.searchNumber), '--json');
  assert.is(audit.code, 0, audit.output);
});

test('one goes offline, misses bids, comes back to the truth, and what was pressed meanwhile was never sent', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await Promise.all([
    enterRoom(bill.page, server.url, sale.searchNumber, lot),
    enterRoom(beth.page, server.url, sale.searchNumber, lot),
  ]);
  await bidButton(bill.page).waitFor();

  await bill.context.setOffline(true);
  await bill.page.getByText('No Network Available').first().waitFor(); // [A406]
  await bidButton(bill.page)
    .click({ force: true, timeout: 2_000 })
    .catch(() => {});
  await eventually(async () =>
    assert.ok(await bidButton(bill.page).isDisabled(), 'offline, the button is off'),
  );

  await bid(beth.page, '$405.00');
  await bidStatus(beth.page, /You are leading at \$405\.00/);
  // Beth leads already: the room confirms that she means to bid against herself.
  await bid(beth.page, '$410.00');
  await bidStatus(beth.page, /You are leading at \$410\.00/);

  await bill.context.setOffline(false);
  await bill.page.getByRole('status', { name: 'Connection: Live' }).waitFor();
  await bidButton(bill.page).filter({ hasText: '$415.00' }).waitFor();
  const { bids } = await (await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD)).call<{
    bids: unknown[];
  }>('GET', `users/me/bids?auction=${sale._id}`);
  assert.equal(bids, [], 'nothing of what was pressed offline reached the sale');
});

test('the server is killed in mid-sale and started again: the room recovers by itself', async () => {
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 900 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await enterRoom(bill.page, server.url, sale.searchNumber, lot);
  await bid(bill.page, '$405.00');
  await bidStatus(bill.page, /You are leading at \$405\.00/);

  await server.end('SIGKILL');
  await bill.page.getByRole('status', { name: /Connection: (Reconnecting|Offline)/ }).waitFor();
  await server.start();
  await bill.page.getByRole('status', { name: 'Connection: Live' }).waitFor();

  // Away for longer than the grace the sale comes back frozen, and staff resume it.
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  await command(staff, sale._id, 'resume', { reason: 'the server is back' }).catch(() => {});
  await bid(bill.page, '$410.00');
  await bidStatus(bill.page, /You are leading at \$410\.00/);
  const audit = await server.run('audit', String(sale.searchNumber), '--json');
  assert.is(audit.code, 0, audit.output);
});

test.run();
