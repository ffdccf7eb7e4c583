import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { signIn } from '../test-support/browser.ts';
import { eventually } from '../test-support/eventually.ts';
import { barSays, formIn, holds, lotField, lotForms } from '../test-support/lot-form.ts';

const test = suite('the lot form keeps what is typed, and reads the files that people have', {
  limitMs: 400_000,
});

const at = lotForms(test);

type Written = { details: Record<string, unknown>; heads: Record<string, unknown>[]; count: number };

/** The form of a lot that was begun with a title. */
async function begun(title: string) {
  const form = await formIn(at.context, at.server, at.sale);
  await lotField(form, 'Title').fill(title);
  await form.waitForURL(/\/\d+\/\d+$/);
  await barSays(form, /Saved \d/);
  const number = form.url().split('/').at(-1);
  const written = async () =>
    (await at.vendor.call<{ lot: { content: Written } }>('GET', `lots/${number}/own`)).lot.content;
  return { form, written };
}
const titlesOfDrafts = async (): Promise<string[]> => {
  type Drafts = { lots: { publicDetails: { title: string } }[] };
  const { lots } = await at.vendor.call<Drafts>('GET', 'lots/drafts?limit=50');
  return lots.map(({ publicDetails }) => publicDetails.title);
};
const csvOf = (text: string) => ({
  ...{ name: 'lots.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') },
});

test('a field that may not be kept holds back only itself, and the bar names it', async () => {
  const { form, written } = await begun('One bad field');
  await lotField(form, 'Vendor Email').fill('nobody');
  await lotField(form, 'Sire').fill('Duke');
  await barSays(form, /^Not saved: fix Vendor Email\. Everything else is saved/);
  await eventually(async () => assert.is((await written()).details['sire'], 'Duke'));
  await lotField(form, 'Vendor Email').fill('jo@farm.example');
  await barSays(form, /Saved \d/);
  await form.close();
});

test('what means the same is saved, and what means nothing is said to be wrong', async () => {
  const { form, written } = await begun('Typed as people type');
  await lotField(form, 'Vendor Phone').fill('+61 412 345 678');
  await lotField(form, 'Vendor PIC').fill('NA 123 456');
  await lotField(form, 'Number of Head').fill('10.0');
  await lotField(form, 'Live Weight').fill('412,5');
  await eventually(async () => {
    const { details, heads, count } = await written();
    assert.equal(
      [details['vendorPhone'], details['vendorPic'], count, heads[0]?.['weightLive']],
      ['0412345678', 'NA123456', 10, 412.5],
    );
  });
  await lotField(form, 'Age from').fill('1.5');
  await barSays(form, /^Not saved: fix Age from/);
  await holds(form, 'Age from', '1.5');
  await form.close();
});

/** Waits until the focus is in a group of fields that shows this text. */
const isIn = (form: Page, text: string) =>
  eventually(async () => {
    const focus = await form.evaluate<string>("document.activeElement.closest('fieldset')?.innerText ?? ''");
    assert.match(focus, text);
  });

test('Enter submits nothing: it goes to the next field and head, and stops at a fat score of 7', async () => {
  const { form } = await begun('Typed with Enter');
  await lotField(form, 'Title').press('Enter');
  await lotField(form, 'Number of Head').fill('2');
  await lotField(form, 'Number of Head Weighed').fill('2');
  await lotField(form, 'Live Weight').fill('400');
  await lotField(form, 'Live Weight').press('Enter');
  await isIn(form, 'Head 1 of 2');
  await lotField(form, 'Fat Score').fill('7');
  await form.getByRole('button', { name: 'Next', exact: true }).click();
  const dialog = form.getByRole('dialog', { name: 'Assessment' });
  await dialog.getByText('Fat Score must be a whole number from 1 to 5').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await lotField(form, 'Fat Score').fill('3');
  await lotField(form, 'Fat Score').press('Enter');
  await isIn(form, 'Head 2 of 2');
  await barSays(form, /Saved \d/);
  assert.ok((await titlesOfDrafts()).includes('Typed with Enter'), 'it is still a draft');
  await form.close();
});

test('another way of bidding clears prices', async () => {
  const { form } = await begun('Priced twice');
  await lotField(form, 'Bidding').selectOption('head');
  await lotField(form, 'Start Price').fill('420');
  await lotField(form, 'Bidding').selectOption('kg');
  await holds(form, 'Start Price', '');
  await form.close();
});

test('Delete waits for a save that runs, and the draft does not return', async () => {
  const { form } = await begun('Deleted while it is saved');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let saves = 0;
  await form.route('**/api/v1/auctions/*/lots/*', async (route) => {
    saves += 1;
    await released;
    await route.continue();
  });
  await lotField(form, 'Sire').fill('Duke');
  await eventually(async () => assert.is(saves, 1));
  await form.getByRole('button', { name: 'Back', exact: true }).first().click();
  const prompt = form.getByRole('dialog', { name: 'Please Save Changes' });
  await prompt.getByRole('button', { name: 'Delete' }).click();
  const question = form.getByRole('dialog', { name: 'Delete', exact: true });
  await question.getByRole('button', { name: 'Delete' }).click();
  release();
  await form.waitForURL((url) => !url.pathname.startsWith('/main/add/'));
  await eventually(async () => assert.not.ok((await titlesOfDrafts()).includes('Deleted while it is saved')));
  await form.close();
});

test('a spreadsheet of lots in Windows-1252: good rows become drafts, a wrong one is named', async () => {
  const page = await at.context.newPage();
  await page.goto(at.server.url + paths.lotsSheet(at.sale));
  const rows = ['Title;Head;Vendor', 'O\u0092Brien steers;40;O\u0092Brien', 'Cows;4.5;Smith'];
  await page.getByLabel('A spreadsheet and pictures').setInputFiles(csvOf(rows.join('\r\n')));
  const problem = page.getByRole('table', { name: /Problems/ }).getByRole('row', { name: /4\.5/ });
  assert.match(await problem.innerText(), /must be a whole number/);
  await page.getByRole('button', { name: 'Make 1 draft' }).click();
  await page.getByText('1 draft was made').waitFor();
  await eventually(async () => assert.ok((await titlesOfDrafts()).includes('O’Brien steers')));
  await page.close();
});

test('a catalogue as Excel saves it keeps the apostrophe of O’Brien', async () => {
  const { page } = await at.browser.person();
  await signIn(page, at.server.url, 'staff@saleyard.test');
  await page.goto(at.server.url + paths.staffSale(at.sale));
  await page.getByRole('button', { name: 'Add lots' }).click();
  await page.getByRole('radio', { name: 'From a CSV file' }).check();
  const rows = [
    'number;unit;count;startCents;incrementCents;vendorName;title;town;state;postcode;breed;sex;stockCategory',
    '1;head;40;40000;500;O\u0092Brien;O\u0092Brien cows;GUNNEDAH;NSW;2380;Angus;Cows;Feeder',
  ];
  await page
    .getByLabel('Choose a CSV file or a spreadsheet')
    .setInputFiles(csvOf(`sep=;\r\n${rows.join('\r\n')}\r\n`));
  await page.getByText('1 lot read').waitFor();
  await page.getByRole('button', { name: 'Add 1 lot' }).click();
  await page.getByRole('row', { name: /O’Brien cows/ }).waitFor();
});

test.run();
