import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { startWithDrafts } from '../test-support/lot-drafts.ts';

const test = suite('files of a draft that two people change', { limitMs: 120_000 });

const { server, vera, sale, begin, own, statusOf } = await startWithDrafts();
test.after(() => server.close());

type Answer = { status: number; code: string; url: string; media?: { key: string }; revision?: number };
async function send(
  method: string,
  target: string,
  body: Uint8Array | object | null = null,
  commandId = newId(),
): Promise<Answer> {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(`${server.base}/api/v1/${target}`, {
    method,
    headers: {
      origin: server.base,
      cookie: vera.cookie,
      'x-command-id': commandId,
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const { data, errors } = (await response.json()) as { data?: Answer; errors?: { code: string }[] };
  return { ...data, status: response.status, code: errors?.[0]?.code ?? '', url: data?.url ?? '' };
}

const photo = (red: number) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: red, g: 120, b: 30 } } })
    .png()
    .toBuffer();
const [A, B, C] = [await photo(1), await photo(2), await photo(3)];
const add = async (lot: string, bytes: Uint8Array): Promise<string> => {
  const { status, media } = await send('POST', `lots/${lot}/media`, bytes);
  assert.is(status, 201);
  return media?.key ?? '';
};
const keysOf = async (lot: string) => (await own(lot)).content.media.map(({ key }) => key);

test('a save that names a picture which was removed elsewhere is refused as changed elsewhere', async () => {
  const lot = await begin();
  const [a, b] = [await add(lot, A), await add(lot, B)];
  const { revision } = await own(lot);
  assert.is((await send('DELETE', `lots/${lot}/media/${a}`)).status, 200);
  const body = { lot: { newMedia: [{ key: b }, { key: a }] }, revision, commandId: newId() };
  const saved = await send('PUT', `auctions/${sale._id}/lots/${lot}`, body);
  assert.equal([saved.status, saved.code], [409, 'changed-elsewhere']);
  assert.equal(await keysOf(lot), [b]);
});

test('a change of one picture at a revision that is gone is refused', async () => {
  const lot = await begin();
  const [a, b] = [await add(lot, A), await add(lot, B)];
  const { revision } = await own(lot);
  assert.is((await send('PUT', `lots/${lot}/media/${b}/main?revision=${revision}`)).status, 200);
  for (const [method, target] of [
    ['PUT', `lots/${lot}/media/${a}/main`],
    ['DELETE', `lots/${lot}/media/${a}`],
  ] as const) {
    const { status, code } = await send(method, `${target}?revision=${revision}`);
    assert.equal([status, code], [409, 'changed-elsewhere']);
  }
  assert.equal(await keysOf(lot), [b, a]);
});

test('changes at the same time lose no picture, and bring none back', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lot = await begin();
    const [a, b] = [await add(lot, A), await add(lot, B)];
    const [removed, main, added] = await Promise.all([
      send('DELETE', `lots/${lot}/media/${a}`),
      send('PUT', `lots/${lot}/media/${b}/main`),
      send('POST', `lots/${lot}/media`, C),
    ]);
    for (const { status, code } of [removed, main])
      assert.ok(status === 200 || code === 'changed-elsewhere', `${status} ${code}`);
    assert.is(added.status, 201);
    const keys = await keysOf(lot);
    assert.is(keys.includes(a), removed.status !== 200, 'removed');
    assert.ok(keys.includes(b) && keys.includes(added.media?.key ?? ''), 'kept and added');
  }
});

test('two documents that are removed at the same time are removed, or said to be changed elsewhere', async () => {
  const lot = await begin();
  const file = (text: string) => Buffer.from(`%PDF-1.4\n%${text}\n%%EOF\n`);
  for (const text of ['one', 'two'])
    assert.is((await send('POST', `lots/${lot}/documents`, file(text))).status, 201);
  const { documents } = (await own(lot)).content;
  const answers = await Promise.all(
    documents.map(({ key }) => send('DELETE', `lots/${lot}/documents/${key}`)),
  );
  for (const { status, code } of answers)
    assert.ok(status === 200 || code === 'changed-elsewhere', `${status} ${code}`);
  const left = (await own(lot)).content.documents.length;
  assert.is(left, answers.filter(({ status }) => status !== 200).length);
});

test('a removal that is sent again is answered as before, and removes nothing else', async () => {
  const lot = await begin();
  const [a, b, c] = [await add(lot, A), await add(lot, B), await add(lot, C)];
  const file = Buffer.from('%PDF-1.4\n%one\n%%EOF\n');
  assert.is((await send('POST', `lots/${lot}/documents`, file)).status, 201);
  const [document] = (await own(lot)).content.documents;
  const sent = [
    ['PUT', `lots/${lot}/media/${c}/main`],
    ['DELETE', `lots/${lot}/media/${a}`],
    ['DELETE', `lots/${lot}/documents/${document?.key}`],
  ] as const;
  const ids = sent.map(() => newId());
  const all = async () => {
    const answers: Answer[] = [];
    for (const [index, [method, target]] of sent.entries())
      answers.push(await send(method, target, null, ids[index]));
    return answers;
  };
  const first = await all();
  assert.equal(
    first.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(await all(), first);
  assert.equal(await keysOf(lot), [c, b]);
  assert.is((await send('DELETE', `lots/${lot}/media/${a}`)).status, 404, 'a new command');
  assert.is((await send('DELETE', `lots/${lot}/media/${b}`, null, ids[1])).code, 'duplicate-conflict');
});

test('a signature that is sent again deletes no later one', async () => {
  const lot = await begin();
  const first = newId();
  const one = await send('POST', `lots/${lot}/signatures/agent`, A, first);
  const two = await send('POST', `lots/${lot}/signatures/agent`, B);
  const again = await send('POST', `lots/${lot}/signatures/agent`, A, first);
  assert.equal([again.status, again.url, again.revision], [201, one.url, one.revision]);
  assert.equal((await own(lot)).content.agentSignature, { url: two.url });
  assert.is(await statusOf(two.url, vera), 200);
});

test.run();
