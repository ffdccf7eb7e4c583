import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { saleTerms } from '../test-support/example-bodies.ts';
import { startCommandApi } from '../test-support/running-command-api.ts';

const test = suite('kinds of stock that are taken', { limitMs: 20_000 });

let api: Awaited<ReturnType<typeof startCommandApi>>;
let cookie: string;
test.before(async () => {
  api = await startCommandApi();
  await api.register('staff@saleyard.example', { role: 'admin' });
  cookie = await api.signIn('staff@saleyard.example');
});
test.after(() => api.stop());

const change = (kind: string, body: object) => api.call('PUT', `kinds/${kind}`, { cookie, body });
const schedule = (kind: string) =>
  api.call('POST', 'staff/auctions', {
    cookie,
    body: { details: { title: 'Dubbo', kind }, terms: saleTerms(api.clock.now()) },
  });
const messageOf = (body: Record<string, unknown>) =>
  (body['errors'] as { message: string; field?: string }[] | undefined)?.[0];

test('no sale of a kind that staff stopped is begun, until they take it again', async () => {
  assert.is((await change('llama', { isTaken: false, reason: 'x' })).status, 404);
  assert.is(messageOf((await change('goat', { isTaken: false })).body)?.field, 'reason');
  const stopped = await change('goat', { isTaken: false, reason: 'footrot' });
  assert.equal([stopped.status, stopped.body], [200, { data: { stopped: ['goat'] } }]);
  const refused = await schedule('goat');
  assert.equal(
    [refused.status, messageOf(refused.body)?.field, messageOf(refused.body)?.message],
    [400, 'details.kind', 'Goat is not taken at the moment.'],
  );
  assert.is((await schedule('cattle')).status, 201);
  assert.equal((await change('goat', { isTaken: true })).body, { data: { stopped: [] } });
  assert.is((await schedule('goat')).status, 201);
});

test('only staff stop a kind', async () => {
  await api.register('ann@farm.example');
  const ann = await api.signIn('ann@farm.example');
  const answer = await api.call('PUT', 'kinds/goat', { cookie: ann, body: { isTaken: false, reason: 'x' } });
  assert.is(answer.status, 403);
});

test.run();
