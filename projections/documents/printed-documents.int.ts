import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { FileDamaged } from '@saleyard/platform/files/port.ts';
import { TaskFailed, WorkersBusy } from '@saleyard/platform/workers/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { LOTS as LOT_DOCUMENTS } from '../lots/lots.projection.ts';
import { readPdf } from '../test-support/read-pdf.ts';
import {
  ANN,
  BOB,
  HOSTILE,
  LOTS,
  SECRETS,
  ServedSales,
  STAFF,
  UNCONFIRMED,
  VENDOR,
  VERA,
} from '../test-support/served-sales.ts';
import type { PrintTask } from './task.ts';

const test = suite('printed documents over HTTP', { limitMs: 60_000 });

let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
});
test.after(() => served.stop());

/** Downloads a file. */
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
  const printed = await file('print/auctions/7/auction-summary?type=pdf&mode=print'); // [S499]
  assert.is(printed.header('content-disposition'), 'inline; filename=catalogue-7.pdf');
  assert.is((await readPdf(printed.bytes)).title, 'Catalogue: Weaners');
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
  assert.match(pages[0] ?? '', /Sire Wattle Duke/);
  assert.equal(
    pages.flatMap((page) => [...page.matchAll(/Lot (\d+): Angus steers/g)].map(([, lot]) => Number(lot))),
    Array.from({ length: LOTS }, (_, index) => index + 1),
  );
  for (const secret of SECRETS) assert.not.ok(pages.join(' ').includes(secret), secret);
  assert.is((await file('print/auctions/7/full-details?step=2')).status, 404, 'there is one part');
  assert.is((await file('print/auctions/7/full-details?step=0')).status, 400);
});

test('[B041] [B391] the full details of 41 lots are two parts: 40 lots, and the last one', async () => {
  const about = details({ searchNumber: 41, title: 'Many' });
  const liveAt = Date.now() + 24 * 3_600_000;
  const how = terms({ openAt: liveAt, liveAt });
  await served.sell('many', { at: 0, body: { type: 'schedule', details: about, terms: how } });
  const lots = Array.from({ length: 41 }, (_, index) =>
    lot({
      ...{ lot: `many-${index + 1}`, number: String(index + 1), searchNumericId: 4_100 + index },
      description: { kept: 'here', details: { title: 'Angus steers' }, media: [] },
    }),
  );
  await served.sell('many', { at: 0, body: { type: 'catalogueLots', lots } });
  const numbersIn = async (step: number) => {
    const { bytes } = await file(`print/auctions/41/full-details?step=${step}`);
    const all = (await readPdf(bytes)).pages.join(' ');
    return [...all.matchAll(/ID (\d+): /g)].map(([, id]) => Number(id) - 4_099);
  };
  assert.equal(
    await numbersIn(1),
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  assert.equal(await numbersIn(2), [41]);
  assert.is((await file('print/auctions/41/full-details?step=3')).status, 404);
});

test('[B042] [B043] [S498] full details of one lot', async () => {
  const lot = await file('print/lots/100/full-details?mode=print');
  assert.is(lot.header('content-disposition'), 'inline; filename=lot-100.pdf');
  const { title, pages } = await readPdf(lot.bytes);
  assert.is(title, 'Lot Details: Weaners');
  assert.match(pages.join(' '), /Lot 1: Angus steers/);
  assert.match(pages.join(' '), /GUNNEDAH, NSW/);
  for (const detail of [/Head 10/, /Breed Angus/, /Assessed by Agent Assessed/, /Sire Wattle Duke/])
    assert.match(pages.join(' '), detail);
  const saved = await file('print/lots/100/full-details');
  assert.is(saved.header('content-disposition'), 'attachment; filename=lot-100.pdf');
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

test('[S129] [S130] [S496] [S497] my results as PDF and CSV: what I bought, or sold and to where, as they are filtered', async () => {
  const pdf = await file('print/lots/my-result?type=pdf', { as: ANN });
  assert.is(pdf.header('content-disposition'), 'attachment; filename=my-auction-results.pdf');
  const { title, pages } = await readPdf(pdf.bytes);
  assert.is(title, 'My Auction Results: Annabel Lee');
  assert.match(pages.join(' '), /Bought \$5\.00 \/head .*\$55\.00/);
  assert.match(pages.join(' '), /Passed In/);
  const bought = await file('print/lots/my-result?type=pdf&filterType=bought', { as: ANN });
  assert.not.match((await readPdf(bought.bytes)).pages.join(' '), /Passed In/);
  const rows = async (as: string, query = '') =>
    (
      parse((await file(`print/lots/my-result${query}`, { as })).text(), {
        columns: true,
        bom: true,
      }) as Record<string, string>[]
    ).map((row) => [row['Lot'], row['Result'], row['Price ($)'], row['Total ($)'], row['To']]);
  assert.equal(await rows(ANN, '?filterType=bought'), [['2', 'Bought', '5.00', '55.00', 'TAMWORTH, NSW']]);
  const sold = await rows(VERA, '?filterType=sold&from=6&to=7');
  assert.equal(sold, [['2', 'Sold', '5.00', '55.00', 'TAMWORTH, NSW']]);
  assert.is((await file('print/lots/my-result')).status, 401);
  const inside = await file('print/lots/my-result?type=pdf&mode=print', { as: BOB });
  assert.is(inside.header('content-disposition'), 'inline; filename=my-auction-results.pdf');
});

test('a hidden sale is found by those who signed in alone', async () => {
  assert.is((await file('print/auctions/8/auction-summary')).status, 404);
  assert.is((await file('print/auctions/8/auction-summary', { as: ANN })).status, 200);
  assert.is((await file('print/lots/200/full-details')).status, 404);
});

/** Requests that a document is sent. */
async function mail(path: string, body: object, { as = '', commandId = '' } = {}) {
  const response = await fetch(`${served.base}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: served.base,
      ...(as && { 'x-test-account': as }),
      ...(commandId && { 'x-command-id': commandId }),
    },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as {
    data?: { message: string };
    errors?: { code: string; field?: string; message: string }[];
  };
  return { status: response.status, message: data?.message, error: errors?.[0] };
}

const TO_JO = { recipientName: 'Jo', recipientEmail: 'jo@farm.example' };
const sentTo = (address: string) => served.mails.filter(({ to }) => to === address);

test('[B305] [B351] [B352] a catalogue is sent to somebody as a PDF, with a text and a link', async () => {
  const body = { ...TO_JO, docType: 'summary', type: 'catalogue' };
  const answer = await mail('auctions/7/email-info', { data: body }, { as: ANN }); // [B351]
  assert.equal([answer.status, answer.message], [200, 'The e-mail was sent to jo@farm.example.']);
  const [sent] = sentTo('jo@farm.example');
  assert.is(sent?.subject, 'Catalogue: Weaners');
  assert.match(sent?.text ?? '', 'Dear Jo,');
  assert.match(sent?.text ?? '', 'Annabel Lee asked us to send you this');
  assert.match(sent?.text ?? '', 'https://saleyard.example/print/auctions/7/auction-summary');
  assert.not.match(sent?.html ?? '', '<img');
  assert.match(sent?.id ?? '', /^[0-9A-Za-z_-]{1,64}$/, 'an id that addresses of the outbox can hold');
  const [attached] = sent?.attachments ?? [];
  assert.equal([attached?.name, attached?.type], ['catalogue-7.pdf', 'application/pdf']);
  assert.is((await readPdf(attached?.bytes ?? new Uint8Array())).title, 'Catalogue: Weaners');
});

test('a recipient’s name is a name, and a sender whose address is not confirmed sends to nobody', async () => {
  const body = { docType: 'summary', type: 'catalogue', recipientEmail: 'victim@farm.example' };
  const hostile = [
    '<img src=x onerror="alert(1)">\r\nBcc: all@farm.example',
    'Dear Victim, you won! Claim at http://evil.example',
    'x'.repeat(61),
  ];
  for (const recipientName of hostile) {
    const { status, error } = await mail('auctions/7/email-info', { ...body, recipientName }, { as: ANN });
    assert.equal([status, error?.field], [400, 'recipientName']);
  }
  const named = { ...body, recipientName: 'Al' };
  const refused = await mail('auctions/7/email-info', named, { as: UNCONFIRMED });
  assert.equal([refused.status, refused.error?.code], [403, 'email-unconfirmed']);
  assert.equal(sentTo('victim@farm.example'), []);
  const own = { ...named, recipientEmail: `${UNCONFIRMED}@farm.example` };
  assert.is((await mail('auctions/7/email-info', own, { as: UNCONFIRMED })).error?.code, 'email-unconfirmed');
  assert.equal(sentTo(own.recipientEmail), []);
});

test('results, full details and lots are sent too; of a lot the owner alone sends what buyers do not read', async () => {
  const to = (recipientEmail: string) => ({ recipientName: 'Al', recipientEmail });
  const results = { ...to('al@farm.example'), docType: 'summary', type: 'result' };
  assert.is((await mail('auctions/9/email-info', results, { as: ANN })).status, 200);
  assert.is((await mail('auctions/7/email-info', results, { as: ANN })).error?.code, 'results-pending');
  const full = { ...to('al@farm.example'), docType: 'full', type: 'catalogue' };
  assert.is((await mail('auctions/7/email-info', full, { as: ANN })).status, 200);
  const lot = { ...to('al@farm.example'), type: 'upcoming' };
  const sent = await mail('lots/100/email-info', { data: lot }, { as: ANN }); // [B366]
  assert.equal([sent.status, sent.message], [200, 'The e-mail was sent to al@farm.example.']); // [B368]
  assert.match(
    sentTo('al@farm.example').at(-1)?.text ?? '',
    'https://saleyard.example/main/upcoming/Cattle/7/100\n',
  );
  assert.match(sentTo('al@farm.example').at(-1)?.text ?? '', 'Dear Al,'); // [B366]
  const own = { ...to('vera@farm.example'), type: 'submitted' };
  assert.is((await mail('lots/100/email-info', own, { as: ANN })).error?.code, 'forbidden'); // [B367]
  assert.is((await mail('lots/100/email-info', own, { as: VERA })).status, 200); // [B366]
  const other = await mail('lots/100/email-info', { ...own, type: 'draft' }, { as: VERA });
  assert.equal([other.status, other.error?.field], [400, 'type']); // [B366]
  const names = sentTo('al@farm.example').map(({ attachments }) => attachments?.map(({ name }) => name));
  assert.equal(names, [['results-9.pdf'], ['catalogue-7-full-details.pdf'], ['lot-100.pdf']]); // [B351]
  const textOf = async (address: string) => {
    const bytes = sentTo(address).at(-1)?.attachments?.[0]?.bytes ?? new Uint8Array();
    return (await readPdf(bytes)).pages.join(' ');
  };
  assert.not.match(await textOf('al@farm.example'), VENDOR);
  assert.match(await textOf('vera@farm.example'), VENDOR); // [B367]
});

test('[S128] [S488] my results are sent to whom I name, as a PDF', async () => {
  const body = { recipientName: 'Me', recipientEmail: 'me@farm.example', status: 'bought' };
  assert.is((await mail('lots/my-results/email', body)).status, 401);
  assert.is(
    (await mail('lots/my-results/email', body, { as: ANN })).message,
    'The e-mail was sent to me@farm.example.',
  );
  const [sent] = sentTo('me@farm.example');
  assert.is(sent?.subject, 'Auction results: Annabel Lee');
  assert.match(sent?.text ?? '', 'https://saleyard.example/main/manage/my-results');
  const { pages } = await readPdf(sent?.attachments?.[0]?.bytes ?? new Uint8Array());
  assert.match(pages.join(' '), /Bought/);
  assert.not.match(pages.join(' '), /Passed In/);
});

test('a sender’s name that is a message is left out', async () => {
  const body = { recipientName: 'Al', recipientEmail: 'hostile@farm.example', status: 'bought' };
  assert.is((await mail('lots/my-results/email', body, { as: HOSTILE })).status, 200);
  const [sent] = sentTo('hostile@farm.example');
  assert.is(sent?.subject, 'Auction results: A user of Saleyard');
  const { pages } = await readPdf(sent?.attachments?.[0]?.bytes ?? new Uint8Array());
  assert.not.match(`${sent?.text} ${pages.join(' ')}`, 'evil.example');
});

test('[B306] a recipient must have an e-mail address', async () => {
  const catalogue = { recipientName: 'Al', docType: 'summary', type: 'catalogue' };
  for (const recipientEmail of ['', 'al', 'al@farm', 'a@farm.example, b@farm.example']) {
    const { status, error } = await mail(
      'auctions/7/email-info',
      { ...catalogue, recipientEmail },
      { as: ANN },
    );
    const wrong = [400, 'recipientEmail', 'Email is incorrect please check and enter again'];
    assert.equal([status, error?.field, error?.message], wrong);
    const ofLot = await mail(
      'lots/100/email-info',
      { recipientName: 'Al', recipientEmail, type: 'upcoming' },
      { as: ANN },
    );
    assert.equal([ofLot.status, ofLot.error?.field, ofLot.error?.message], wrong);
  }
});

test('who is not signed in sends nothing; one account sends a few an hour', async () => {
  const body = { recipientName: 'Bo', recipientEmail: 'bo@farm.example', type: 'upcoming' };
  assert.is((await mail('lots/100/email-info', body)).status, 401);
  const answers: number[] = [];
  for (let n = 0; n < 11; n += 1) answers.push((await mail('lots/100/email-info', body, { as: BOB })).status);
  assert.equal(answers, [...new Array(10).fill(200), 429]);
  assert.is((await mail('lots/100/email-info', body, { as: STAFF })).status, 200, 'the others go on');
});

test('while the read model of lots is built again, no document says that a sale had none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-behind-'));
  const real = await openLmdbDocuments({ folder, clock: systemClock });
  let isBehind = false;
  const documents = new Proxy<Documents>(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const none = { find: [], count: 0 }[String(name)];
      return async (...asked: unknown[]) =>
        isBehind && none !== undefined && asked[0] === LOT_DOCUMENTS ? none : value.apply(target, asked);
    },
  });
  const behind = await ServedSales.start(async () => documents);
  assert.is((await file('print/auctions/9/auction-summary?type=pdf', { from: behind })).status, 200);
  isBehind = true;
  for (const path of ['auction-summary?type=pdf', 'auction-summary?type=csv', 'full-details']) {
    const answer = await file(`print/auctions/9/${path}`, { from: behind });
    assert.equal([answer.status, codeIn(answer), answer.header('retry-after')], [503, 'busy', '5'], path);
  }
  await behind.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a damaged picture is left out of full details, which are made without it', async () => {
  const tasks: PrintTask[] = [];
  const pool = {
    run: async (task: PrintTask) => {
      tasks.push(task);
      return Buffer.from('%PDF-1.7');
    },
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const damaged = await ServedSales.start(undefined, pool, async () => {
    if (tasks.length > 0) return { svg };
    throw new FileDamaged('lots/a1-lot-1');
  });
  for (const path of ['print/auctions/7/full-details', 'print/lots/100/full-details'])
    assert.is((await file(path, { from: damaged })).status, 200, path);
  const pictures = tasks.map((task) => task.document === 'details' && task.lots[0]?.picture);
  assert.equal(pictures, [null, { svg }]);
  await damaged.stop();
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
