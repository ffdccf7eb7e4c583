import { PART_BYTES, VIDEO_BYTES } from '@saleyard/contract/lot-media.ts';
import { lotFileOperations } from '@saleyard/contract/operations/lot-files.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Selling, startSelling } from '../test-support/selling.ts';
import { quotaChecks } from './account-quotas.ts';
import { personalFolder } from './personal-data.ts';

const test = suite('quotas of an account', { limitMs: 60_000 });

const MIB = 1024 * 1024;
let selling: Selling;
test.before(async () => {
  selling = await startSelling({ quotas: { drafts: 2, megabytes: 100, parts: 1 } });
});
test.after(() => selling.api.stop());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('one more draft than an account may have is refused in a sentence; its drafts are saved, and others begin theirs', async () => {
  const { api, vera, otto, veraId, sale } = selling;
  const begin = (cookie: string, commandId?: string) =>
    api.call('POST', `auctions/${sale}/lots`, { cookie, body: { lot: { count: 10 }, commandId } });
  const drafts: string[] = [];
  const commands = [newId(), newId()];
  const answers: unknown[] = [];
  for (const commandId of commands) {
    const begun = await begin(vera, commandId);
    assert.is(begun.status, 201, JSON.stringify(begun.body));
    answers.push(begun.body['data']);
    drafts.push((begun.body['data'] as { _id: string })._id);
  }
  while ((await api.documents.count('listings', { createdBy: veraId })) < 2) await wait(5);
  const over = await begin(vera);
  assert.is(over.status, 409);
  assert.equal(over.body['errors'], [
    {
      code: 'quota-reached',
      message: 'You have 2 drafts, as many as an account may have. Please delete some first.',
    },
  ]);
  // Repeated, as after a lost answer: the drafts are there.
  for (const [n, commandId] of commands.entries()) {
    const again = await begin(vera, commandId);
    assert.equal([again.status, again.body['data']], [201, answers[n]]);
  }
  // Many at once are counted before the first one.
  const many = (cookie: string, count: number) =>
    api.call('POST', `auctions/${sale}/lots/many`, {
      cookie,
      body: { lots: Array.from({ length: count }, () => ({ count: 10 })) },
    });
  const three = await many(otto, 3);
  assert.equal([three.status, (three.body['errors'] as { code: string }[])[0]?.code], [409, 'quota-reached']);
  assert.match(JSON.stringify(three.body), /You have 0 drafts, and an account may have 2\. Please delete/);
  const [first = ''] = drafts;
  const saved = await api.call('PUT', `auctions/${sale}/lots/${first}`, {
    cookie: vera,
    body: { lot: { count: 12 } },
  });
  assert.is(saved.status, 200, JSON.stringify(saved.body));
  assert.is((await begin(otto)).status, 201);
  assert.is((await api.call('DELETE', `lots/${first}`, { cookie: vera })).status, 200);
  while ((await begin(vera)).status !== 201) await wait(5);
});

test('parts of videos that are not finished, and files, are counted for their account', async () => {
  const { api, vera, sale } = selling;
  const begun = await api.call('POST', `auctions/${sale}/lots`, { cookie: selling.otto, body: { lot: {} } });
  const lot = (begun.body['data'] as { _id: string })._id;
  const part = Buffer.concat([
    Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
    Buffer.alloc(PART_BYTES - 24),
  ]);
  const send = (cookie: string, upload: string) =>
    api.call('PUT', `lots/${lot}/media/parts/${upload}/0`, {
      cookie,
      body: part,
      headers: { 'file-size': String(2 * PART_BYTES) },
    });
  const first = await send(selling.otto, newId());
  assert.is(first.status, 204, JSON.stringify(first.body));
  const over = await send(selling.otto, newId());
  assert.is(over.status, 409);
  assert.match(JSON.stringify(over.body), /only partly uploaded\. Please finish one, or try again tomorrow/);
  // She is refused for another reason: it is not her lot.
  assert.is((await send(vera, newId())).status, 404);
});

test('files are counted again where an account would be refused, and staff are not limited', async () => {
  const { files } = selling.api;
  const clock = new ManualClock(1_000);
  const { reserveQuota, draftQuota } = quotaChecks({
    quotas: { drafts: 1, megabytes: 6, parts: 1 },
    files,
    clock,
    draftsOf: async () => 5,
  });
  const viewer = { _id: newId().toLowerCase(), role: null, status: 'approved-seller' } as const;
  const upload = (bytes: number) => reserveQuota(viewer, lotFileOperations.uploadLotDocument, bytes);
  const letIn = async (bytes: number): Promise<() => void> => {
    const answer = await upload(bytes);
    if (answer.outcome === 'refused') throw new Error(JSON.stringify(answer));
    return answer.release;
  };
  const refused = async (bytes: number) => {
    const answer = await upload(bytes);
    return answer.outcome === 'refused' ? answer.refusal.errors[0] : undefined;
  };
  const ended = await letIn(4 * MIB);
  assert.match((await refused(3 * MIB))?.message ?? '', /^Your files take 6 MB, as much as/);
  // A new count has the upload that is still on its way.
  clock.advanceBy(3_000);
  assert.is((await refused(3 * MIB))?.code, 'quota-reached');
  // The upload that was let in stored nothing.
  ended();
  clock.advanceBy(3_000);
  (await letIn(3 * MIB))();
  await files.put(`${personalFolder(viewer._id)}/one`, Buffer.alloc(5 * MIB));
  clock.advanceBy(61_000);
  assert.is((await refused(2 * MIB))?.code, 'quota-reached');
  await files.delete(`${personalFolder(viewer._id)}/one`);
  clock.advanceBy(3_000);
  (await letIn(2 * MIB))();
  assert.is((await draftQuota(viewer._id, 1))?.errors[0]?.code, 'quota-reached');
  const isLetIn = async (...file: Parameters<typeof reserveQuota>) =>
    (await reserveQuota(...file)).outcome === 'reserved';
  assert.ok(await isLetIn(viewer, sellingOperations.saveListing, VIDEO_BYTES), 'no file');
  const staff = { ...lotMediaOperations.uploadLotMedia, who: 'staff' } as const;
  assert.ok(await isLetIn({ ...viewer, role: 'admin' }, staff, VIDEO_BYTES));
});

test('drafts begun at the same moment are counted together, and counted again where one would be refused', async () => {
  const clock = new ManualClock(1_000);
  let stored = 0;
  const { draftQuota } = quotaChecks({
    quotas: { drafts: 10, megabytes: 6, parts: 1 },
    files: selling.api.files,
    clock,
    draftsOf: async () => stored,
  });
  const lotsAtOnce = (count: number, each: number) =>
    Promise.all(Array.from({ length: count }, () => draftQuota('vera', each)));
  assert.is((await lotsAtOnce(8, 3)).filter((refused) => refused === null).length, 3);
  assert.match(
    (await draftQuota('vera', 2))?.errors[0]?.message ?? '',
    /^You have 9 drafts, and an account may/,
  );
  stored = 5;
  clock.advanceBy(3_000);
  assert.is((await lotsAtOnce(8, 3)).filter((refused) => refused === null).length, 1);
});

test.run();
