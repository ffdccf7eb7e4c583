import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DOCUMENT_BYTES } from '@saleyard/contract/lot-files.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { startWithDrafts } from '../test-support/lot-drafts.ts';
import { until } from '../test-support/test-server.ts';

const test = suite('documents of lots', { limitMs: 90_000 });
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const { server, staff, vera, other, buyer, sale, begin, own, get, show, statusOf } = await startWithDrafts();
test.after(() => server.close());

type Sent = { status: number; code: string; message: string; key: string; uri: string; revision: number };
async function send(
  lot: string,
  bytes: string | Uint8Array = PDF,
  { as = vera, name = 'Vet report.pdf', description = '', commandId = newId() } = {},
): Promise<Sent> {
  const response = await fetch(`${server.base}/api/v1/lots/${lot}/documents`, {
    method: 'POST',
    headers: {
      ...{
        origin: server.base,
        cookie: as.cookie,
        'content-type': 'application/pdf',
        'x-command-id': commandId,
      },
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
  return { status: response.status, code, message, key, uri, revision: data?.revision ?? -1 };
}

const filesOf = async (as: Session): Promise<string[]> =>
  readdir(path.join(server.folder, 'files', 'accounts', as.id, 'lots')).catch(() => []);

test('[B044] [S472] a document goes from the draft to approval and to buyers, each as they may see the lot', async () => {
  const lot = await begin();
  const name = 'Bericht über „Kühe“: <final>.pdf';
  const sent = await send(lot, PDF, { name, description: '  Two\nlines ' });
  assert.is(sent.status, 201, sent.message);
  const [first] = (await own(lot)).content.documents;
  assert.equal(
    [first?.key, first?.name, first?.description, first?.mimeType, first?.order],
    [sent.key, 'Bericht über „Kühe“ final.pdf', 'Two lines', 'application/pdf', 0],
  );

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

test('what is no PDF, too large, or one too many is refused in words, and nothing of it is kept', async () => {
  const lot = await begin();
  const before = await filesOf(vera);
  for (const [bytes, name] of [
    ['<html><script>1</script>', 'report.pdf'],
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'report.pdf'],
    ['MZ\u0090\u0000', 'report.pdf'],
    ['plain', 'notes.txt'],
  ] as const) {
    const refused = await send(lot, bytes, { name });
    assert.equal(
      [refused.status, refused.code, refused.message],
      [400, 'unfit-file', 'This is no PDF. Please choose a PDF file.'],
    );
  }
  assert.is((await send(lot, Buffer.alloc(DOCUMENT_BYTES + 1, PDF))).status, 413);
  assert.equal(await filesOf(vera), before);

  // [S386] six documents
  for (let n = 0; n < 6; n += 1) assert.is((await send(lot)).status, 201);
  const seventh = await send(lot);
  assert.equal([seventh.status, seventh.message], [400, 'At most 6 documents can be added']);
  assert.is((await filesOf(vera)).length, before.length + 6);
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

test.run();
