import type { OwnBids } from '@saleyard/contract/bids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, fits, keepScreens, looksRight, PHONE, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { enterRoom } from '../test-support/live-room.ts';
import { LiveViewer } from '../test-support/live-viewer.ts';
import { command, schedule, steers } from '../test-support/sales.ts';

const test = suite('a dispute, on a phone', { limitMs: 240_000 });

let server: ServerProcess;
const browser = new Browser();
let page: Page;
let staff: Session;
let sale: Awaited<ReturnType<typeof schedule>>;
let lot = '';
/** The lot on which the loser's only bid came too late. */
let lateOn = '';
let loser: Session;
let rival: Session;
let room: LiveViewer;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const session = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  staff = await session('staff');
  loser = await session('buyer');
  rival = await session('buyer2');
  sale = await schedule(staff, { type: 'sequentialOffline', allowAutoBid: true, reopenSeconds: 0 }, [
    steers('1'),
    steers('2'),
    steers('3'),
  ]);
  [lot = '', lateOn = ''] = sale.lots;
  await eventually(() => command(staff, sale._id, 'openLot', { lot }));
  await rival.call('PUT', 'users/me/autobids', { lot, autobid: 45_000 });
  room = new LiveViewer(server.url, loser.cookie);
  await room.ask('join-auction', { _id: sale._id });
  assert.is((await place(lot, 42_000, 40_500))['outcome'], 'accepted');
  assert.is((await place(lot, 41_000, 40_500))['outcome'], 'refused');
  page = (await browser.person(PHONE)).page;
  await signIn(page, server.url, 'buyer@saleyard.test');
});

/** A bid of the loser. */
const place = (on: string, cents: number, seenCents: number | null) =>
  room.ask('bid', {
    bid: { lot: on, cents },
    commandId: `dispute-bid-${cents}`,
    page: { clockOffsetMs: -1_500, seenCents },
  });

test.after(async () => {
  room.ws.close();
  await browser.close();
  await server.destroy();
});

/** Opens the explanation, and reads each of the two bids with its reason. */
async function readsWhy(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Explain my bids on lot 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your bids on lot 1' });
  await dialog.getByText('You bid $410.00').waitFor();
  await dialog.getByText('Yours was $15.00 below that.').waitFor();
  await dialog
    .getByText('Your screen showed $405.00, but the price was $425.00 when it was sequenced.')
    .waitFor();
  await dialog.getByText('You bid $420.00').waitFor();
  await dialog
    .getByText(/had an auto-bid, which answered at once with \$425\.00, \$5\.00 above it/)
    .waitFor();
  await dialog
    .getByText(/1\.5 s behind the server's/)
    .first()
    .waitFor();
  assert.not.match((await dialog.textContent()) ?? '', '450');
  await fits(page);
  await looksRight(page, name);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('in the live room, the loser reads each bid with its reason', async () => {
  await enterRoom(page, server.url, sale.searchNumber, lot);
  await readsWhy('why-room');
});

/** Opens the explanation of the only bid on a lot, and reads that it came too late. */
async function readsLate(): Promise<void> {
  await page.getByRole('button', { name: 'Explain my bids on lot 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your bids on lot 2' });
  await dialog.getByText('You bid $430.00').waitFor();
  await dialog.getByText(/^The lot closed at .* Yours was sequenced .* later\./).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('in the live room, the loser whose only bid on a lot was too late reads that', async () => {
  await command(staff, sale._id, 'knockDown', { lot });
  await eventually(() => command(staff, sale._id, 'openLot', { lot: lateOn }));
  await rival.call('PUT', 'users/me/autobids', { lot: lateOn, autobid: 45_000 });
  await command(staff, sale._id, 'knockDown', { lot: lateOn });
  assert.is((await place(lateOn, 43_000, 40_500))['code'], 'lot-closed');
  // The room reads it as it opens.
  await eventually(async () => {
    const { refused = [] } = await loser.call<OwnBids>('GET', `users/me/bids?auction=${sale._id}`);
    assert.ok(refused.includes(lateOn));
  });
  await enterRoom(page, server.url, sale.searchNumber, lateOn);
  await readsLate();
});

test('in My Auction Results, once the lots are sold, and how the sale was run', async () => {
  await command(staff, sale._id, 'withdraw', { lot: sale.lots[2], reason: 'Lame' });
  await eventually(async () => {
    await page.goto(server.url + paths.myResults);
    await page.getByRole('button', { name: 'Explain my bids on lot 1' }).waitFor({ timeout: 3_000 });
  });
  await keepScreens(page, 'why-results-list');
  await readsWhy('why-results');
  await readsLate();
  await page.goto(`${server.url}${paths.results}/Cattle/${sale.searchNumber}`);
  await page.getByRole('link', { name: 'How this sale was run' }).click();
  await page.getByText('Knocked a lot down').waitFor();
  await fits(page);
  await looksRight(page, 'fairness');
  await keepScreens(page, 'fairness');
});

test.run();
