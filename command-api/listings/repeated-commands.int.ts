import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Answered } from '../test-support/running-command-api.ts';
import { DAY_MS, type Selling, startSelling } from '../test-support/selling.ts';

const test = suite('commands for listings that are sent again', { limitMs: 30_000 });

/** How far ahead of the machine's clock the endpoints are. */
let aheadMs = 0;
let selling: Selling;
let api: Selling['api'];
test.before(async () => {
  selling = await startSelling({
    endpointsClock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  });
  ({ api } = selling);
});
test.after(() => api.stop());

const dataOf = ({ body }: Answered) => (body['data'] ?? {}) as Record<string, unknown>;
const codeOf = ({ status, body }: Answered) =>
  `${status} ${(body['errors'] as { code: string }[] | undefined)?.[0]?.code ?? ''}`.trim();

test('a command that is sent again a day later is answered as before', async () => {
  const { staff, vera, otto } = selling;
  const post = (path: string, cookie: string, body: unknown = {}) => api.call('POST', path, { cookie, body });
  const own = await selling.scheduled({ settings: { editLotDisabledAt: api.clock.now() + 10 * DAY_MS } });
  const other = await selling.scheduled();
  const once = (commandId: string, body: object = {}) => ({ ...body, commandId });
  const sent: [name: string, send: () => Promise<Answered>, answer: Answered][] = [];
  const first = async (name: string, send: () => Promise<Answered>): Promise<Record<string, unknown>> => {
    const answer = await send();
    assert.ok(answer.status < 300, `${name}: ${JSON.stringify(answer.body)}`);
    sent.push([name, send, answer]);
    return dataOf(answer);
  };
  const begun = await first('start', () =>
    post(`auctions/${other}/lots`, vera, once('again-start', { lot: selling.full() })),
  );
  const lot = String(begun['_id']);
  await first('save', () =>
    api.call('PUT', `auctions/${own}/lots/${lot}`, {
      cookie: vera,
      body: once('again-save-01', { lot: {}, revision: 0 }),
    }),
  );
  await first('submit', () => post(`lots/${lot}/submit`, vera, once('again-submit', { revision: 1 })));
  await first('refuse', () =>
    post(`staff/listings/${lot}/refuse`, staff, once('again-refuse', { reason: 'Whose?' })),
  );
  assert.is((await post(`lots/${lot}/submit`, vera)).status, 200);
  await first('approve', () => post(`staff/listings/${lot}/approve`, staff, once('again-approve')));
  await first('late edit', () =>
    api.call('PUT', `lots/${lot}/late-edit`, {
      cookie: vera,
      body: once('again-late-edit', { lot: { startPrice: 130_000, reserveCents: null } }),
    }),
  );
  await first('withdraw', () => post(`lots/${lot}/withdraw`, vera, once('again-withdraw')));
  const copy = await first('copy', () => post(`lots/${lot}/${other}/copy`, vera, once('again-copy-01')));
  await first('delete', () =>
    api.call('DELETE', `lots/${copy['_id']}?commandId=again-delete`, { cookie: vera }),
  );
  for (const auction of [own, other]) {
    const cancel = { type: 'cancel', reason: 'Drought', commandId: `again-cancel-${auction}` };
    assert.is((await post(`staff/auctions/${auction}/commands`, staff, cancel)).status, 200);
    while ((await api.documents.get<{ cancelled?: boolean }>('auctions', auction))?.cancelled !== true)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const before = await api.log.lastPosition();
  aheadMs = DAY_MS;
  for (const [name, send, answer] of sent) {
    const again = await send();
    assert.equal([again.status, again.body], [answer.status, answer.body], name);
  }
  aheadMs = 0;
  assert.is(await api.log.lastPosition(), before, 'nothing is done again');
  assert.is(
    codeOf(await post(`lots/${lot}/submit`, vera, once('again-submit', { revision: 2 }))),
    '409 duplicate-conflict',
  );
  assert.is(codeOf(await post(`lots/${lot}/submit`, otto, once('again-submit'))), '404 not-found');
  assert.is(
    codeOf(await api.call('DELETE', `lots/${copy['_id']}?commandId=again-delete`, { cookie: otto })),
    '404 not-found',
  );
});

test.run();
