import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { Browser, looksRight, signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { schedule, steers } from '../test-support/sales.ts';

const test = suite('saved searches in the browser', { limitMs: 240_000 });

let server: ServerProcess;
let staff: Session;
let buyer: Page;
const browser = new Browser();
const SALE = { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 } as const;

test.before(async () => {
  server = await ServerProcess.withAccounts();
  staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  buyer = (await browser.person()).page;
  await signIn(buyer, server.url, 'buyer@saleyard.test');
});

test.after(async () => {
  await browser.close();
  await server.destroy();
});

test('a search is saved where one searches, and is found, renamed, paused, deleted and brought back in My Admin', async () => {
  await buyer.goto(`${server.url}${paths.savedSearches}`);
  await buyer.getByText('You have not saved a search.').waitFor();
  await buyer.goto(`${server.url}${paths.searchFor('angus')}&weightFrom=300`);
  await buyer.getByRole('button', { name: 'Save this search' }).click();
  await buyer.getByRole('textbox', { name: 'Name' }).fill('Black steers');
  await buyer.getByRole('button', { name: 'Save', exact: true }).click();
  await buyer.getByRole('heading', { name: 'Search saved' }).waitFor();
  await buyer.getByRole('link', { name: 'Saved Searches' }).click();
  await buyer.getByText('angus · from 300 kg').waitFor();
  await buyer.getByRole('button', { name: 'Rename Black steers' }).click();
  await buyer.getByRole('textbox', { name: 'Name' }).fill('Angus over 300');
  await buyer.getByRole('button', { name: 'Save name' }).click();
  await buyer.getByRole('heading', { name: 'Angus over 300' }).waitFor();
  await looksRight(buyer, 'saved-searches');
  await buyer.getByRole('switch', { name: 'Paused' }).click();
  await buyer.getByRole('switch', { name: 'Paused', checked: true }).waitFor();
  await buyer.reload();
  await buyer.getByRole('switch', { name: 'Paused', checked: true }).waitFor();
  await buyer.getByRole('switch', { name: 'Paused' }).click();
  await buyer.getByRole('switch', { name: 'Paused', checked: false }).waitFor();
  await buyer.getByRole('button', { name: 'Delete Angus over 300' }).click();
  await buyer.getByText('You have not saved a search.').waitFor();
  await buyer.getByRole('button', { name: 'Undo' }).click();
  await buyer.getByRole('heading', { name: 'Angus over 300' }).waitFor();
});

test('a lot that matches is reported at once, without a reload, until the banner is closed', async () => {
  await buyer.goto(`${server.url}${paths.upcoming}`);
  await buyer.getByRole('heading', { level: 1 }).waitFor();
  const sale = await schedule(staff, SALE, [
    steers('1'),
    steers('2', { breed: 'Hereford', title: 'Hereford Heifers' }),
  ]);
  const banners = buyer.getByRole('list', { name: 'New lots for you' });
  await eventually(async () =>
    assert.match(
      (await banners.textContent()) ?? '',
      '1 new lot for “Angus over 300” in Gunnedah Store Cattle: Lot 1',
    ),
  );
  await looksRight(buyer, 'search-alert');
  await banners.getByRole('link', { name: /^Lot 1/ }).click();
  await buyer.waitForURL(new RegExp(`/main/upcoming/Cattle/${sale.searchNumber}/\\d+$`));
  await buyer.reload();
  await banners.getByRole('button', { name: /^Close/ }).click();
  await banners.waitFor({ state: 'detached' });
  await buyer.reload();
  await buyer.getByRole('heading', { level: 1 }).waitFor();
  await buyer.waitForTimeout(500);
  assert.is(await banners.count(), 0);
});

test('without a valid link nobody’s e-mails are stopped', async () => {
  const visitor = (await browser.person()).page;
  await visitor.goto(`${server.url}${paths.stopSearchMails('nobody~x')}`);
  await visitor.getByRole('button', { name: 'Stop e-mails' }).click();
  await visitor.getByRole('alert').waitFor();
  await looksRight(visitor, 'stop-search-mails');
});

test.run();
