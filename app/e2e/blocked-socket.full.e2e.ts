import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, signIn, untilTrue } from '../test-support/browser.ts';
import { bid, bidStatus } from '../test-support/live-room.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('a buyer behind a proxy that blocks WebSockets', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
const browser = new Browser();
let buyer: { context: BrowserContext; page: Page };

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  buyer = await browser.person();
  // What such a proxy does: the upgrade fails.
  await buyer.page.routeWebSocket(/\/realtime/, (socket) => void socket.close({ code: 1011 }));
  await signIn(buyer.page, server.url, 'buyer@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('the room says so, a bid is placed, and a rival bid is seen [A675]', async () => {
  const { page } = buyer;
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [
    steers('1'),
    steers('2'),
  ]);
  const lot = sale.lots[0] ?? '';
  await page.goto(server.url + paths.liveRoom(sale, lot));
  await page.getByRole('status', { name: 'Connection: Basic' }).waitFor();
  await bid(page, '$405.00');
  await bidStatus(page, /You are leading/);
  const rival = await Session.signIn(server.url, 'buyer2@saleyard.test', DEMO_PASSWORD);
  const answer = await rival.call<{ outcome: string; leading: boolean }>('POST', 'users/me/bids', {
    bid: { lot, cents: 41_000 },
    commandId: 'rival-bid-1',
  });
  assert.equal([answer.outcome, answer.leading], ['accepted', true]);
  await bidStatus(page, /outbid/i);
  await untilTrue(page, `document.body.textContent.includes('$410.00')`);
});

test.run();
