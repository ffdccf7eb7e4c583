import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

const test = suite('outbox endpoints', { limitMs: 20_000 });

type Api = Awaited<ReturnType<typeof startCommandApi>>;
type Shown = { to: string; subject: string | null; text: string; html: string | null };

const messagesIn = (body: Record<string, unknown>) => (body['data'] as { messages: Shown[] }).messages;

async function withKeptMail(api: Api): Promise<void> {
  const account = await api.register('jane@farm.example');
  await api.outbox.mailer.send({
    id: 'mail-1',
    account,
    to: 'jane@farm.example',
    subject: 'Your code 12345',
    secrets: ['12345'],
    text: 'Your code is 12345.',
    html: '<p>Your code is <b>12345</b>.</p>',
  });
}

test('staff read what was kept, without the codes and links that open an account', async () => {
  const api = await startCommandApi();
  await withKeptMail(api);
  await api.register('staff@yard.example', { role: 'admin' });
  await api.register('auditor@yard.example', { role: 'auditor' });
  const cookie = await api.signIn('staff@yard.example');
  const { body, headers } = await api.call('GET', 'staff/outbox', { cookie });
  const [mail] = messagesIn(body);
  assert.equal([mail?.to, headers.get('x-total-pages')], ['jane@farm.example', '1']);
  assert.equal(
    [mail?.subject, mail?.text, mail?.html],
    ['Your code •••••', 'Your code is •••••.', '<p>Your code is <b>•••••</b>.</p>'],
  );
  assert.not.match(JSON.stringify(body), '12345');
  const auditor = await api.signIn('auditor@yard.example');
  assert.is((await api.call('GET', 'staff/outbox', { cookie: auditor })).status, 403, 'mails are contacts');
  const own = await api.signIn('jane@farm.example');
  assert.is((await api.call('GET', 'staff/outbox', { cookie: own })).status, 403);
  assert.is((await api.call('GET', 'staff/outbox')).status, 401);
  await api.stop();
});

test('only a demo shows what was kept for an address, with its codes', async () => {
  const real = await startCommandApi();
  await withKeptMail(real);
  assert.is((await real.call('GET', 'demo/outbox?email=jane%40farm.example')).status, 404);
  await real.stop();
  const demo = await startCommandApi({ isDemo: true });
  await withKeptMail(demo);
  const { body } = await demo.call('GET', 'demo/outbox?email=jane%40farm.example');
  assert.equal(
    messagesIn(body).map(({ text }) => text),
    ['Your code is 12345.'],
  );
  assert.equal(messagesIn((await demo.call('GET', 'demo/outbox?email=jo%40farm.example')).body), []);
  await demo.stop();
});

test('[A633] [B074] [B353] the office is notified of people who wait for sales, a few times an hour from each account', async () => {
  const api = await startCommandApi();
  await api.register('jane@farm.example');
  await api.register('staff@yard.example', { role: 'admin' });
  const cookie = await api.signIn('jane@farm.example');
  const body = {
    numericId: 12,
    firstName: 'Jane',
    lastName: '<b>Doe</b>\nBcc: x@y.example',
    email: 'jane@farm.example',
    phone: '0491570156',
  };
  const register = (headers = {}) => api.call('POST', 'register-interest', { cookie, body, headers });
  const first = await register({ 'x-command-id': 'interest-0001' });
  assert.is(first.status, 200);
  assert.match(String((first.body['data'] as { message: string }).message), /^Thank you for registering/);
  const again = await register({ 'x-command-id': 'interest-0001' });
  assert.equal([again.status, again.body], [200, first.body]);
  const { body: outbox } = await api.call('GET', 'staff/outbox', {
    cookie: await api.signIn('staff@yard.example'),
  });
  const [mail, ...others] = messagesIn(outbox);
  assert.is(others.length, 0, 'the same request again is the same mail');
  assert.is(mail?.to, 'support@saleyard.example');
  for (const said of ['12', 'Jane', 'Doe', 'jane@farm.example', '0491570156'])
    assert.match(mail?.text ?? '', said);
  assert.not.match(mail?.html ?? '', '<b>Doe');
  assert.is((await register()).status, 200);
  assert.is((await register()).status, 429);
  assert.is((await api.call('POST', 'register-interest', { body })).status, 401);
  await api.stop();
});

test.run();
