import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import * as assert from 'uvu/assert';
import { looksRight } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { barSays, formIn, holds, isKeptHere, lotField, lotForms } from '../test-support/lot-form.ts';

const test = suite('nothing typed in the lot form is lost', { limitMs: 400_000 });

const at = lotForms(test);

test('a window that was closed before the save: the text is there again, marked, and saves itself', async () => {
  const form = await formIn(at.context, at.server, at.sale);
  await at.context.setOffline(true);
  await lotField(form, 'Title').fill('Closed too early');
  await barSays(form, /^Not saved: you are offline/);
  await looksRight(form, 'lot-form-offline');
  await isKeptHere(form, 'Closed too early');
  await form.close();
  await at.context.setOffline(false);

  const again = await formIn(at.context, at.server, at.sale);
  await holds(again, 'Title', 'Closed too early');
  await again.getByText(/Typed here at .* brought back/).waitFor();
  await barSays(again, /Saved \d/);
  type Drafts = { lots: { publicDetails: { title: string } }[] };
  // The list of drafts is updated some time after the save.
  await eventually(async () => {
    const { lots } = await at.vendor.call<Drafts>('GET', 'lots/drafts');
    assert.is(lots.filter(({ publicDetails }) => publicDetails.title === 'Closed too early').length, 1);
  });
  await again.close();
});

test('logging out leaves nothing of it on the device', async () => {
  const databases = () =>
    at.page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))');
  await at.page.goto(at.server.url + paths.upcoming);
  assert.ok((await databases()).includes('saleyard-unsent-lots'));
  await at.page.getByRole('link', { name: 'Log Out' }).click();
  await at.page.waitForURL(`**${paths.signIn}`);
  await eventually(async () => assert.not.ok((await databases()).includes('saleyard-unsent-lots')));
});

test.run();
