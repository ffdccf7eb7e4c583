import { LOTS_PER_FILE } from '@saleyard/domain/listing/lots-file.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Answered } from '../test-support/running-command-api.ts';
import { type Selling, startSelling } from '../test-support/selling.ts';

const test = suite('many lots in one request', { limitMs: 30_000 });

let selling: Selling;
let api: Selling['api'];
test.before(async () => {
  selling = await startSelling();
  ({ api } = selling);
});
test.after(() => api.stop());

const post = (auction: string, cookie: string, body: unknown): Promise<Answered> =>
  api.call('POST', `auctions/${auction}/lots/many`, { cookie, body });
const started = ({ body }: Answered) =>
  ((body['data'] ?? {}) as { lots?: { _id: string; searchNumericId: number; phase: string }[] }).lots ?? [];
const errorsOf = ({ body }: Answered) => (body['errors'] ?? []) as { code: string; field: string }[];
const lot = (title: string, more: object = {}) => ({ details: { title }, count: 40, ...more });

test('each lot is a draft of its own, in the order of the request, with its personal values sealed', async () => {
  const auction = await selling.scheduled();
  const sealed = lot('Two', { details: { title: 'Two', vendorName: 'Hill Pastoral' } });
  const answer = await post(auction, selling.vera, { lots: [lot('One'), sealed] });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const lots = started(answer);
  assert.equal(
    lots.map(({ phase }) => phase),
    ['draft', 'draft'],
  );
  assert.ok((lots[0]?.searchNumericId ?? 0) < (lots[1]?.searchNumericId ?? 0));
  assert.not.match(JSON.stringify(await api.log.read(`listing-${lots[1]?._id}`)), 'Hill Pastoral');
});

test('every problem of every lot is named, and nothing is stored', async () => {
  const auction = await selling.scheduled();
  const before = await api.log.lastPosition();
  const wrong = lot('x'.repeat(121), { adjustWeight: 0.1 });
  const other = lot('Three', { details: { title: 'Three', vendorEmail: 'none' } });
  const answer = await post(auction, selling.vera, { lots: [lot('One'), wrong, other] });
  assert.is(answer.status, 400);
  const fields = errorsOf(answer).map(({ field }) => field);
  for (const field of ['lots[1].title', 'lots[1].adjustWeight', 'lots[2].vendorEmail'])
    assert.ok(fields.includes(field), `${field} of ${fields.join()}`);
  assert.not.ok(fields.some((field) => field.startsWith('lots[0]')));
  assert.is(await api.log.lastPosition(), before);
});

test('the same request again starts what is missing and nothing twice', async () => {
  const auction = await selling.scheduled();
  const commandId = 'many-lots-again';
  const lots = ['One', 'Two', 'Three'].map((title) => lot(title));
  // As if the server had stopped after the first one.
  const first = started(await post(auction, selling.vera, { lots: lots.slice(0, 1), commandId }));
  const all = started(await post(auction, selling.vera, { lots, commandId }));
  assert.is(all.length, 3);
  assert.is(all[0]?._id, first[0]?._id);
  const before = await api.log.lastPosition();
  assert.equal(started(await post(auction, selling.vera, { lots, commandId })), all);
  assert.is(await api.log.lastPosition(), before);
  const other = await post(auction, selling.vera, { lots: [lot('Other'), ...lots], commandId });
  assert.is(errorsOf(other)[0]?.code, 'duplicate-conflict');
});

test('only sellers of a sale that takes lots may, and no more than a file has', async () => {
  const auction = await selling.scheduled();
  assert.is((await post(auction, '', { lots: [lot('One')] })).status, 401);
  const many = Array.from({ length: LOTS_PER_FILE + 1 }, () => lot('One'));
  assert.is((await post(auction, selling.vera, { lots: many })).status, 400);
  assert.is((await post(auction, selling.vera, { lots: [] })).status, 400);
  const cancel = { type: 'cancel', reason: 'Drought', commandId: `many-cancel-${auction}` };
  await api.call('POST', `staff/auctions/${auction}/commands`, { cookie: selling.staff, body: cancel });
  while ((await api.documents.get<{ cancelled?: boolean }>('auctions', auction))?.cancelled !== true)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.is(errorsOf(await post(auction, selling.vera, { lots: [lot('One')] }))[0]?.code, 'sale-closed');
});

test('others are answered while the lots of a file are started', async () => {
  const auction = await selling.scheduled();
  const lots = Array.from({ length: LOTS_PER_FILE }, (_, at) => lot(`Lot ${at + 1}`));
  const ended: string[] = [];
  const many = post(auction, selling.vera, { lots }).then((answer) => {
    ended.push('many');
    return answer;
  });
  for (const turn of ['first', 'second', 'third']) {
    const body = { lot: lot(turn) };
    assert.is(
      (await api.call('POST', `auctions/${auction}/lots`, { cookie: selling.otto, body })).status,
      201,
    );
    ended.push(turn);
  }
  assert.is(started(await many).length, LOTS_PER_FILE);
  assert.equal(ended, ['first', 'second', 'third', 'many']);
});

test.run();
