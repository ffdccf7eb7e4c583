import { setTimeout as wait } from 'node:timers/promises';
import { TaskFailed, WorkersBusy } from '@saleyard/platform/workers/worker-pool.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { readPdf } from '../test-support/read-pdf.ts';
import { ANN, LOTS, SECRETS, ServedSales } from '../test-support/served-sales.ts';

const test = suite('printed documents over HTTP', { limitMs: 60_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

/** A file as it is answered. */
async function file(path: string, { as, from = served }: { as?: string; from?: ServedSales } = {}) {
  const headers = {
    'x-saleyard-position': String(await from.lastPosition()),
    ...(as !== undefined && { 'x-test-account': as }),
  };
  const response = await fetch(`${from.base}/${path}`, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name) ?? '';
  return { status: response.status, bytes, header, text: () => new TextDecoder().decode(bytes) };
}
const codeIn = ({ text }: Awaited<ReturnType<typeof file>>): string =>
  (JSON.parse(text()) as { errors: { code: string }[] }).errors[0]?.code ?? '';

test('[B038] [B039] the summary of a catalogue is a PDF with every lot, to be saved or printed', async () => {
  const saved = await file('print/auctions/7/auction-summary?type=pdf');
  assert.is(saved.status, 200);
  assert.is(saved.header('content-type'), 'application/pdf');
  assert.is(saved.header('content-disposition'), 'attachment; filename=catalogue-7.pdf');
  const { title, pages, actions } = await readPdf(saved.bytes);
  assert.is(title, 'Catalogue: Weaners');
  assert.ok(pages.length > 1);
  for (const [index, page] of pages.entries()) {
    assert.match(page, 'Saleyard Catalogue: Weaners', 'the header is on every page');
    assert.match(page, `Page ${index + 1} of ${pages.length}`);
    assert.match(page, 'Listing Head Breed', 'the headings of the table are repeated');
  }
  const all = pages.join(' ');
  assert.match(all, /Withdrawn/);
  assert.is(all.match(/Angus steers/g)?.length, LOTS);
  for (const secret of SECRETS) assert.not.ok(all.includes(secret), secret);
  assert.is(actions, 0);
  const printed = await file('print/auctions/7/auction-summary?type=pdf&mode=print');
  assert.is(printed.header('content-disposition'), 'inline; filename=catalogue-7.pdf');
});

test('the summary as CSV has a row for each lot', async () => {
  const csv = await file('print/auctions/7/auction-summary?type=csv');
  assert.match(csv.header('content-type'), 'text/csv');
  const rows = parse(csv.text(), { columns: true, bom: true }) as Record<string, string>[];
  assert.is(rows.length, LOTS);
  assert.equal(
    [rows[0]?.['Title'], rows[0]?.['Sex'], rows[0]?.['Start price ($)'], rows[0]?.['Average weight (kg)']],
    ['Angus steers', 'Steer(s)', '3.00', '200'],
  );
});

test('[B040] [B041] full details of a catalogue come in parts, each lot on a page of its own', async () => {
  const whole = await file('print/auctions/7/full-details');
  const { pages } = await readPdf(whole.bytes);
  assert.ok(pages.length >= LOTS);
  assert.match(pages[0] ?? '', /Lot 1: Angus steers/);
  for (const secret of SECRETS) assert.not.ok(pages.join(' ').includes(secret), secret);
  assert.is((await file('print/auctions/7/full-details?step=2')).status, 404, 'there is one part');
  assert.is((await file('print/auctions/7/full-details?step=0')).status, 400);
});

test('[B042] [B043] full details of one lot', async () => {
  const lot = await file('print/lots/100/full-details?mode=print');
  assert.is(lot.header('content-disposition'), 'inline; filename=lot-100.pdf');
  const { title, pages } = await readPdf(lot.bytes);
  assert.is(title, 'Lot Details: Weaners');
  assert.match(pages.join(' '), /Lot 1: Angus steers/);
  assert.match(pages.join(' '), /GUNNEDAH, NSW/);
  assert.is((await file('print/lots/999999/full-details')).status, 404);
});

test('the results of a closed sale are its document; those of one that is not over are pending', async () => {
  const results = await file('print/auctions/9/auction-summary?type=pdf');
  const { title, pages } = await readPdf(results.bytes);
  assert.match(title, /^Results: /);
  assert.match(pages.join(' '), /Sex Head Lots Sold No Bids Passed In/);
  assert.match(pages.join(' '), /No Bids/);
  const pending = await file('print/auctions/7/auction-summary?content=result');
  assert.equal([pending.status, codeIn(pending)], [409, 'results-pending']);
  const catalogue = await file('print/auctions/9/auction-summary?content=catalogue');
  assert.match((await readPdf(catalogue.bytes)).title, /^Catalogue: /);
});

test('a hidden sale is found by those who signed in alone', async () => {
  assert.is((await file('print/auctions/8/auction-summary')).status, 404);
  assert.is((await file('print/auctions/8/auction-summary', { as: ANN })).status, 200);
  assert.is((await file('print/lots/200/full-details')).status, 404);
});

test('where too many documents wait it answers 503 and when to come back; a failed one answers once', async () => {
  const failing = await ServedSales.start(undefined, {
    run: async ({ document }) => {
      await wait(1);
      if (document === 'catalogue') throw new WorkersBusy();
      throw new TaskFailed('time-limit', null);
    },
  });
  const busy = await file('print/auctions/7/auction-summary', { from: failing });
  assert.equal([busy.status, codeIn(busy), busy.header('retry-after')], [503, 'busy', '10']);
  const failed = await file('print/lots/100/full-details', { from: failing });
  assert.equal([failed.status, codeIn(failed), failed.header('retry-after')], [503, 'document-failed', '5']);
  await failing.stop();
});

test.run();
