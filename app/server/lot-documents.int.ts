import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DOCUMENT_BYTES } from '@saleyard/contract/lot-files.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { startWithDrafts } from '../test-support/lot-drafts.ts';
import { until } from '../test-support/test-server.ts';

const test = suite('documents of lots', { limitMs: 90_000 });
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const { server, staff, vera, other, buyer, sale, begin, own, get, show, statusOf } = await startWithDrafts();
test.after(() => server.close());

type Sent = {
  status: number;
  code: string;
  message: string;
  key: string;
  uri: string;
  revision: number;
  document: unknown;
};
async function send(
  lot: string,
  bytes: string | Uint8Array = PDF,
  { as = vera, name = 'Vet report.pdf', description = '', commandId = newId() } = {},
): Promise<Sent> {
  const response = await fetch(`${server.base}/api/v1/lots/${lot}/documents`, {
    method: 'POST',
    headers: {
      origin: server.base,
      cookie: as.cookie,
      'content-type': 'application/pdf',
      'x-command-id': commandId,
      'file-name': encodeURIComponent(name),
      'file-description': encodeURIComponent(description),
    },
    body: bytes,
  });
  const { data, errors } = (await response.json()) as {
    data?: { document: { key: string; uri: string }; revision: number };
    errors?: { code: string; message: string }[];
  };
  const { key = '', uri = '' } = data?.document ?? {};
  const { code = '', message = '' } = errors?.[0] ?? {};
  const { document, revision = -1 } = data ?? {};
  return { status: response.status, code, message, key, uri, revision, document };
}

const NOT_A_DOCUMENT = 'Please choose a PDF, Word, Excel, JPEG or PNG file.';
const UNREADABLE = 'This picture cannot be read. Please choose another one.';

const filesOf = async (as: Session): Promise<string[]> =>
  readdir(path.join(server.folder, 'files', 'accounts', as.id, 'lots')).catch(() => []);

test('[B044] [S210] [S472] a document goes from the draft to approval and to buyers, each as they may see the lot', async () => {
  const lot = await begin();
  const name = 'Bericht über „Kühe“: <final>.pdf';
  const sent = await send(lot, PDF, { name, description: '  Two\nlines ' });
  assert.is(sent.status, 201, sent.message);
  const [first] = (await own(lot)).content.documents;
  const fileName = 'Bericht über „Kühe“ final.pdf';
  assert.equal(first, {
    ...{ key: sent.key, uri: sent.uri, name: fileName, description: 'Two lines' },
    ...{ mimeType: 'application/pdf', order: 0, isNew: false },
  });
  assert.equal(sent.document, first); // [S472]
  assert.match(sent.key, /^[0-9a-f]{32}$/);
  assert.is(sent.uri, `/api/v1/download-file/${sent.key}?${new URLSearchParams({ fileName })}`);

  // A draft is its seller's and the staff's.
  const answer = await get(sent.uri, vera);
  assert.is(answer.status, 200);
  assert.is(await answer.text(), PDF);
  assert.is(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename=.*\.pdf/);
  assert.is(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.is(answer.headers.get('cache-control'), 'no-store');
  const [bare = ''] = sent.uri.split('?');
  const named = await get(`${bare}?${new URLSearchParams({ fileName: '..\\"x\r\n.exe' })}`, vera);
  assert.is(named.headers.get('content-disposition'), 'attachment; filename=x.exe.pdf');
  const renamed = await get(`${bare}?fileName=Vet.pdf`, vera);
  assert.is(renamed.headers.get('content-disposition'), 'attachment; filename=Vet.pdf');
  assert.is(await statusOf(sent.uri, staff), 200);
  for (const stranger of [other, buyer, null]) assert.is(await statusOf(sent.uri, stranger), 404);

  await vera.call('POST', `lots/${lot}/submit`, {});
  type ForStaff = { lot: WholeListing };
  const waiting = await show<ForStaff>(`staff/listings/${lot}`, staff);
  assert.is(waiting.lot.content.documents[0]?.uri, sent.uri);
  assert.is(await statusOf(sent.uri, buyer), 404);
  await staff.call('POST', `staff/listings/${lot}/approve`, {});
  await until(async () => (await statusOf(sent.uri, buyer)) === 200);
  type Shown = { lot: { documents: { name: string; uri: string }[] } };
  const page = await show<Shown>(`lots/${lot}`, buyer);
  assert.is(page.lot.documents[0]?.uri, sent.uri);
  for (const anyone of [other, buyer, null]) assert.is(await statusOf(sent.uri, anyone), 200);
});

test('a file of another type, too large, or one too many is refused with a reason, and nothing of it is kept', async () => {
  const lot = await begin();
  const before = await filesOf(vera);
  for (const [bytes, name, message] of [
    ['<html><script>1</script>', 'report.pdf', NOT_A_DOCUMENT],
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'broken.png', UNREADABLE],
    ['MZ\u0090\u0000', 'report.pdf', NOT_A_DOCUMENT],
    ['plain', 'notes.txt', NOT_A_DOCUMENT],
  ] as const) {
    const refused = await send(lot, bytes, { name });
    assert.equal([refused.status, refused.code, refused.message], [400, 'unfit-file', message]);
  }
  assert.is((await send(lot, Buffer.alloc(DOCUMENT_BYTES + 1, PDF))).status, 413);
  assert.equal(await filesOf(vera), before);

  // [S386] six documents
  for (let n = 0; n < 6; n += 1) assert.is((await send(lot)).status, 201);
  const seventh = await send(lot);
  assert.equal([seventh.status, seventh.message], [400, 'At most 6 documents can be added']);
  assert.is((await filesOf(vera)).length, before.length + 6);
});

test('an Excel file is read by those who may see the lot, under its own type and name', async () => {
  const lot = await begin();
  const xls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const sent = await send(lot, xls, { name: 'Weights.xls' });
  assert.is(sent.status, 201, sent.message);
  const [first] = (await own(lot)).content.documents;
  assert.equal([first?.name, first?.mimeType], ['Weights.xls', 'application/vnd.ms-excel']);
  const answer = await get(sent.uri, vera);
  assert.is(answer.headers.get('content-type'), 'application/vnd.ms-excel');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="?Weights\.xls"?$/);
  assert.equal(Buffer.from(await answer.arrayBuffer()), xls);
});

test('nobody adds to the lot of another person, nor to one that is submitted', async () => {
  const lot = await begin();
  assert.is((await send(lot, PDF, { as: other })).status, 404);
  assert.is((await send(lot, PDF, { as: buyer })).status, 404);
  assert.is((await send('nothing')).status, 404);
  await vera.call('POST', `lots/${lot}/submit`, {});
  assert.equal(Object.values(await send(lot)).slice(0, 2), [409, 'not-editable']);
  assert.equal(await filesOf(other), []);
});

test('[S268] [S269] a save orders documents, describes them and deletes them; it adds none', async () => {
  const lot = await begin({ details: { title: 'Steers' } });
  const commandId = newId();
  const first = await send(lot, PDF, { commandId });
  assert.equal(await send(lot, PDF, { commandId }), first, 'the same request again adds nothing');
  const second = await send(lot, PDF, { name: 'second.pdf' });
  const before = await filesOf(vera);
  const save = (documents: object[], revision?: number) =>
    vera.call('PUT', `auctions/${sale._id}/lots/${lot}`, { lot: { documents }, revision });
  await save([
    { key: second.key, description: 'Scales' },
    { key: first.key, description: '' },
  ]);
  const said = async () =>
    (await own(lot)).content.documents.map(({ name, description }) => [name, description]);
  assert.equal(await said(), [
    ['second.pdf', 'Scales'],
    ['Vet report.pdf', ''],
  ]);
  assert.equal(
    (await own(lot)).content.documents.map(({ order }) => order),
    [0, 1],
  ); // [S210]
  await save([{ key: second.key, description: 'Scales' }]);
  assert.equal(await said(), [['second.pdf', 'Scales']]);
  assert.is(await statusOf(first.uri, vera), 404);
  assert.equal((await filesOf(vera)).length, before.length - 1, 'its file is deleted');

  // A key of somebody else's document, or of none.
  const foreign = await send(await begin());
  for (const key of [foreign.key, first.key, 'f'.repeat(32)]) {
    const refused = await save([{ key, description: '' }]).catch((error: unknown) => String(error));
    assert.match(String(refused), /400 invalid-request.*no such document/);
  }
  await vera.call('DELETE', `lots/${lot}`);
  assert.is(await statusOf(second.uri, vera), 404);
  assert.equal((await filesOf(vera)).length, before.length - 1, 'one gone with the draft, one is foreign');
});

test('[S474] [S475] a document is described and deleted by its own calls, by its seller alone', async () => {
  const lot = await begin();
  const [first, second] = [await send(lot), await send(lot, PDF, { name: 'second.pdf' })];
  const before = await filesOf(vera);
  const at = (key: string) => `lots/${lot}/documents/${key}`;
  const document = { description: 'Scales' };
  for (const as of [other, buyer]) {
    for (const [method, body] of [
      ['PUT', { document }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await as.call(method, at(first.key), body).catch((error: unknown) => String(error));
      assert.match(String(refused), /404 not-found/);
    }
  }
  const commandId = newId();
  const put = () => vera.call<{ revision: number }>('PUT', at(second.key), { document, commandId });
  const { revision } = await put();
  assert.equal(await put(), { revision }, 'the same request again changes nothing');
  const said = async () =>
    (await own(lot)).content.documents.map(({ name, description }) => [name, description]);
  assert.equal(await said(), [
    ['Vet report.pdf', ''],
    ['second.pdf', 'Scales'],
  ]);
  assert.is((await own(lot)).revision, revision);
  const long = { document: { description: 'x'.repeat(201) } };
  const refused = await vera.call('PUT', at(first.key), long).catch((error: unknown) => String(error));
  assert.match(String(refused), /400 invalid-request/);

  await vera.call('DELETE', at(first.key));
  assert.equal(await said(), [['second.pdf', 'Scales']]);
  assert.is(await statusOf(first.uri, vera), 404);
  assert.is((await filesOf(vera)).length, before.length - 1, 'its file is deleted');
  const gone = await vera.call('DELETE', at(first.key)).catch((error: unknown) => String(error));
  assert.match(String(gone), /404 not-found/);
  await vera.call('POST', `lots/${lot}/submit`, {});
  const late = await vera.call('DELETE', at(second.key)).catch((error: unknown) => String(error));
  assert.match(String(late), /409 not-editable/);
});

type SentPdf = {
  newPdfFile?: WholeListing['content']['usefulLinks'][number];
  revision?: number;
  code?: string;
  message?: string;
};
async function sendUsefulPdf(
  lot: string,
  { as = vera, bytes = PDF as string | Uint8Array<ArrayBuffer>, description = '', commandId = newId() } = {},
): Promise<SentPdf & { status: number }> {
  const response = await fetch(`${server.base}/api/v1/lots/${lot}/usefulPdfs`, {
    method: 'POST',
    headers: {
      origin: server.base,
      cookie: as.cookie,
      'content-type': 'application/pdf',
      'x-command-id': commandId,
      'file-description': encodeURIComponent(description),
    },
    body: bytes,
  });
  const { data, errors } = (await response.json()) as { data?: SentPdf; errors?: SentPdf[] };
  return { status: response.status, ...data, ...errors?.[0] };
}

test('[S211] [S473] a PDF is sent as a useful link, and read by anyone who may see the lot', async () => {
  const web = { url: 'https://farm.example', description: 'Our farm', isPdf: false };
  const lot = await begin({ ...writtenSteers(), usefulLinks: [{ ...web, url: 'farm.example' }] });
  const before = await filesOf(vera);
  for (const as of [other, buyer]) assert.is((await sendUsefulPdf(lot, { as })).status, 404);
  const html = await sendUsefulPdf(lot, { bytes: '<html>' });
  assert.equal([html.status, html.code], [400, 'unfit-file']);
  assert.equal(await filesOf(vera), before, 'nothing of it is kept');

  const commandId = newId();
  // No text, as most PDFs: every byte there is.
  const bytes = Uint8Array.from(
    Buffer.concat([Buffer.from(PDF), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]),
  );
  const sent = await sendUsefulPdf(lot, { bytes, description: 'Bull sires', commandId });
  assert.is(sent.status, 201, sent.message);
  const link = sent.newPdfFile;
  assert.match(link?.key ?? '', /^[0-9a-f]{32}$/);
  assert.equal(link, {
    key: link?.key,
    url: `/api/v1/download-file/${link?.key}?fileName=Useful+link.pdf`,
    description: 'Bull sires',
    order: 1,
    isPdf: true,
  });
  const again = await sendUsefulPdf(lot, { bytes, description: 'Bull sires', commandId });
  assert.equal(again.newPdfFile, link);
  const links = async () => (await own(lot)).content.usefulLinks;
  assert.equal(await links(), [{ key: '', order: 0, ...web }, link]); // [S355]

  // A draft is its seller's and the staff's.
  const url = link?.url ?? '';
  const answer = await get(url, vera);
  assert.equal(new Uint8Array(await answer.arrayBuffer()), bytes);
  assert.is(answer.headers.get('content-type'), 'application/pdf');
  assert.is(await statusOf(url, staff), 200);
  for (const stranger of [other, buyer, null]) assert.is(await statusOf(url, stranger), 404);

  // A save keeps it by its address, and cannot name the file of another lot.
  const save = (usefulLinks: object[], to = lot) =>
    vera.call('PUT', `auctions/${sale._id}/lots/${to}`, { lot: { usefulLinks } });
  const { key: _key, order: _order, ...kept } = link as NonNullable<typeof link>;
  await save([{ ...kept, description: 'Sires' }, web]);
  assert.equal(
    (await links()).map(({ description, order }) => [description, order]),
    [
      ['Sires', 0],
      ['Our farm', 1],
    ],
  );
  const stranger = await save([kept], await begin()).catch((error: unknown) => String(error));
  assert.match(String(stranger), /400 invalid-request.*URL should be valid/);

  await vera.call('POST', `lots/${lot}/submit`, {});
  assert.is(await statusOf(url, buyer), 404);
  assert.is((await sendUsefulPdf(lot)).code, 'not-editable');
  await staff.call('POST', `staff/listings/${lot}/approve`, {});
  await until(async () => (await statusOf(url, buyer)) === 200);
  for (const anyone of [other, buyer, null]) assert.is(await statusOf(url, anyone), 200);
  type Shown = { lot: { usefulLinks: object[] } };
  const page = await show<Shown>(`lots/${lot}`, null);
  assert.equal(page.lot.usefulLinks, await links());

  // What a draft links no more is deleted, and of a seventh link nothing is kept.
  const draft = await begin({ usefulLinks: Array(5).fill(web) });
  const files = await filesOf(vera);
  assert.is((await sendUsefulPdf(draft)).status, 201);
  const seventh = await sendUsefulPdf(draft);
  assert.equal([seventh.status, seventh.message], [400, 'At most 6 useful links can be added']);
  assert.is((await filesOf(vera)).length, files.length + 1);
  await save([], draft);
  assert.equal(await filesOf(vera), files);
});

test.run();
