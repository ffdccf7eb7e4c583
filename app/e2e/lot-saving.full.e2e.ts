import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { Browser, looksRight } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import {
  barSays,
  formIn,
  holds,
  isKeptHere,
  lotField,
  saleForLots,
  sellerIn,
} from '../test-support/lot-form.ts';

const test = suite('nothing typed in the lot form is lost', { limitMs: 400_000 });

let at: Awaited<ReturnType<typeof saleForLots>>;
const browser = new Browser();
let context: BrowserContext;
let page: Page;

test.before(async () => {
  at = await saleForLots();
  ({ context, page } = await sellerIn(browser, at.server));
});
test.after(async () => {
  await browser.close();
  await at.server.destroy();
});

test('a window that was closed before the save: the text is there again, marked, and saves itself', async () => {
  const form = await formIn(context, at.server, at.sale);
  await context.setOffline(true);
  await lotField(form, 'Title').fill('Closed too early');
  await barSays(form, /^Not saved: you are offline/);
  await looksRight(form, 'lot-form-offline');
  await isKeptHere(form, 'Closed too early');
  await form.close();
  await context.setOffline(false);

  const again = await formIn(context, at.server, at.sale);
  await holds(again, 'Title', 'Closed too early');
  await again.getByText(/Typed here at .* brought back/).waitFor();
  await barSays(again, /Saved \d/);
  const { lots } = await at.vendor.call<{ lots: { publicDetails: { title: string } }[] }>(
    'GET',
    'lots/drafts',
  );
  assert.is(lots.filter(({ publicDetails }) => publicDetails.title === 'Closed too early').length, 1);
  await again.close();
});

test('logging out leaves nothing of it on the device', async () => {
  const databases = () =>
    page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))');
  await page.goto(at.server.url + paths.upcoming);
  assert.ok((await databases()).includes('saleyard-unsent-lots'));
  await page.getByRole('link', { name: 'Log Out' }).click();
  await page.waitForURL(`**${paths.signIn}`);
  await eventually(async () => assert.not.ok((await databases()).includes('saleyard-unsent-lots')));
});

test.run();
