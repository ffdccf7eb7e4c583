import { readFile } from 'node:fs/promises';
import { readPdf } from '@saleyard/projections/test-support/read-pdf.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { paths } from '@saleyard/web/src/config/paths.ts';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../client/server-process.ts';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { Browser, looksRight, send, signIn } from '../test-support/browser.ts';
import { cataloguedLots, schedule, steers } from '../test-support/sales.ts';

const test = suite('documents', { limitMs: 240_000 });

const FORMULA = '=HYPERLINK("https://bad.example";"Press")';
const MARKUP = '<img src=x onerror="document.title=1">';

let server: ServerProcess;
let sale: Awaited<ReturnType<typeof schedule>>;
let page: Page;
const browser = new Browser();

test.before(async () => {
  server = await ServerProcess.withAccounts();
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const terms = { type: 'simultaneous', durationSeconds: 600, liveInMs: 3_600_000 } as const;
  sale = await schedule(staff, terms, [
    { ...steers('1'), title: FORMULA, agentComment: '@SUM(A1:A9)' },
    { ...steers('2'), title: MARKUP, agentComment: MARKUP },
  ]);
  page = (await browser.person()).page;
  await signIn(page, server.url, 'buyer@saleyard.test');
});
test.after(async () => {
  await browser.close();
  await server.destroy();
});

const address = () => paths.catalogue({ searchNumber: sale.searchNumber, kindData: { title: 'Cattle' } });

/** What the browser saves once a button of the open dialog is pressed. */
async function saved(button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

type Mail = { to: string; html: string; text: string; attachments: { name: string }[] };

/** The e-mail that was sent to an address, as staff see it. */
async function mailTo(address: string): Promise<Mail> {
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const { messages } = await staff.call<{ messages: Mail[] }>('GET', 'staff/outbox');
  const mail = messages.find(({ to }) => to === address);
  if (mail === undefined) throw new Error(`nothing was sent to ${address}`);
  return mail;
}

test('[B064] [B075] [B076] [B077] upcoming auctions have the catalogue to be sent, saved and printed', async () => {
  await page.goto(server.url + paths.upcoming);
  await page.getByRole('button', { name: 'Email Catalogue' }).first().waitFor();
  await page.getByLabel('More documents').first().click();
  for (const name of ['Download', 'Print'])
    await page.getByRole('button', { name, exact: true }).first().waitFor();
});

test('[B093] a buyer watches a lot and saves the catalogue; what vendors wrote is inert in it', async () => {
  await page.goto(server.url + address());
  await page.getByText(FORMULA).first().waitFor();
  await page.getByText(MARKUP).first().waitFor();
  assert.is(await page.locator('img[src="x"]').count(), 0);
  await page
    .getByRole('button', { name: /^Watch/ })
    .first()
    .click();
  await page.getByLabel('More documents').click();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('dialog', { name: 'Download Catalogue' }).waitFor();
  await looksRight(page, 'documents-download');
  const pdf = await saved('Summary (PDF)');
  assert.is(pdf.name, `catalogue-${sale.searchNumber}.pdf`);
  const { pages, actions } = await readPdf(pdf.bytes);
  const said = pages.join(' ').replace(/\s/g, '');
  for (const hostile of [FORMULA, MARKUP]) assert.ok(said.includes(hostile.replace(/\s/g, '')), hostile);
  assert.is(actions, 0);
  const csv = await saved('Summary (CSV)');
  const rows = parse(csv.bytes, { columns: true, bom: true }) as Record<string, string>[];
  assert.equal(
    rows.map((row) => [row['Title'], row['Agent comment']]),
    [
      [`'${FORMULA}`, "'@SUM(A1:A9)"],
      [MARKUP, MARKUP],
    ],
  );
  const details = await saved('Full Details (PDF)');
  assert.match((await readPdf(details.bytes)).pages.join(' '), 'Saleyard');
  await page.getByRole('button', { name: 'Close' }).click();
});

test('what vendors wrote is inert on every page that shows the lot, and in what is sent of it', async () => {
  const buyer = await Session.signIn(server.url, 'buyer@saleyard.test', DEMO_PASSWORD);
  const lots = await cataloguedLots(buyer, sale._id);
  const number = (title: string) =>
    lots.find((lot) => lot.publicDetails.title === title)?.searchNumericId ?? 0;
  const [formula, markup] = [number(FORMULA), number(MARKUP)];
  const own = { searchNumber: sale.searchNumber, kindData: { title: 'Cattle' } };
  for (const path of [
    paths.lot(own, { searchNumericId: markup }),
    paths.comparison(own, [formula, markup]),
    paths.searchFor('src'),
  ]) {
    await page.goto(server.url + path);
    await page.getByText(MARKUP).first().waitFor();
    assert.is(await page.locator('img[src="x"]').count(), 0, path);
    assert.not.equal(await page.title(), '1');
  }
  const head = await (await fetch(server.url + paths.lot(own, { searchNumericId: markup }))).text();
  assert.match(head, '<meta property="og:title"');
  assert.not.match(head, MARKUP);

  await page.goto(server.url + paths.lot(own, { searchNumericId: markup }));
  await page.getByRole('button', { name: 'Email Lot Details' }).click();
  await page.getByLabel('Recipient name').fill('Al');
  await page.getByLabel('Recipient email').fill('al@farm.example');
  await send(page, 'al@farm.example');
  await page.getByRole('button', { name: 'OK' }).click();
  const mail = await mailTo('al@farm.example');
  assert.match(mail.html, '&lt;img src=x');
  assert.not.match(mail.html, '<img src=x');
  assert.match(mail.text, '<img src=x');
});

test('results of lots that begin like formulas are quoted in CSV', async () => {
  const staff = await Session.signIn(server.url, 'staff@saleyard.test', DEMO_PASSWORD);
  const titles = ['=1+1', '+61 steers', '-5 heifers', '@SUM(A1:A9)'];
  const short = { type: 'simultaneous', durationSeconds: 1 } as const;
  const over = await schedule(
    staff,
    short,
    titles.map((title, index) => ({ ...steers(String(index + 1)), title })),
  );
  const stateOf = async () =>
    (await staff.call<{ auction: { state: string } }>('GET', `auctions/${over._id}`)).auction.state;
  while ((await stateOf()) !== 'closed') await page.waitForTimeout(200);
  await page.goto(
    server.url + paths.auctionResults({ searchNumber: over.searchNumber, kindData: { title: 'Cattle' } }),
  );
  for (const title of titles) await page.getByRole('link', { name: title }).waitFor();
  await page.getByRole('button', { name: 'Download Results' }).click();
  const csv = await saved('Results (CSV)');
  const rows = parse(csv.bytes, { columns: true, bom: true }) as Record<string, string>[];
  assert.equal(
    rows.map((row) => row['Title']),
    titles.map((title) => `'${title}`),
  );
  const pdf = await readPdf((await saved('Results (PDF)')).bytes);
  for (const title of titles) assert.match(pdf.pages.join(' '), title);
  assert.is(pdf.actions, 0);
  await page.getByRole('button', { name: 'Close' }).click();
});

test('[B305] [B306] [B351] a catalogue is sent by e-mail; what was attached is the catalogue', async () => {
  await page.goto(server.url + address());
  await page.getByRole('button', { name: 'Email Catalogue' }).click(); // [B092]
  await page.getByLabel('Recipient name').fill('Jo & Ng');
  await page.getByLabel('Recipient email').fill('nobody');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Email is incorrect please check and enter again').waitFor();
  await looksRight(page, 'documents-email');
  await page.getByLabel('Recipient email').fill('jo@farm.example');
  await send(page, 'jo@farm.example'); // [B352]
  await page.getByRole('button', { name: 'OK' }).click();
  const mail = await mailTo('jo@farm.example');
  assert.match(mail.html, 'Jo &amp; Ng');
  assert.is(mail.attachments[0]?.name, `catalogue-${sale.searchNumber}.pdf`);
  const staff = (await browser.person()).page;
  await signIn(staff, server.url, 'staff@saleyard.test');
  await staff.goto(server.url + paths.outbox);
  const [download] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('link', { name: `catalogue-${sale.searchNumber}.pdf` }).click(),
  ]);
  const { title, pages } = await readPdf(await readFile(await download.path()));
  assert.match(title, /^Catalogue: /);
  const written = pages.join(' ').replace(/\s/g, '');
  for (const hostile of [FORMULA, MARKUP]) assert.ok(written.includes(hostile.replace(/\s/g, '')), hostile);
});

test('[B094] the catalogue is printed by a page of ours: every lot, without the buttons', async () => {
  await page.goto(server.url + address());
  await page.getByLabel('More documents').click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const link = page.getByRole('link', { name: 'Summary' });
  assert.match(
    (await link.getAttribute('href')) ?? '',
    /\/print\/auctions\/\d+\/auction-summary\?mode=print$/,
  );
  await page.goto(`${server.url}/print/auctions/${sale.searchNumber}/auction-summary`);
  await page.getByRole('table').waitFor();
  await looksRight(page, 'print-summary');
  const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
  const paper = pages.join(' ').replace(/\s/g, '');
  for (const hostile of [FORMULA, MARKUP]) assert.ok(paper.includes(hostile.replace(/\s/g, '')), hostile);
});

test.run();
