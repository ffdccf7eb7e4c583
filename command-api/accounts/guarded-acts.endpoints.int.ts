import { suite } from '@saleyard/testing/suite.ts';
import { generate } from 'otplib';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

type Answered = Awaited<ReturnType<Awaited<ReturnType<typeof startCommandApi>>['call']>>;

const test = suite('what administrators do with a fresh second factor', { limitMs: 30_000 });
const ADMIN = 'admin@yard.example';

const codeOf = ({ status, body }: Answered) =>
  `${status} ${(body['errors'] as { code: string }[] | undefined)?.[0]?.code ?? ''}`.trim();

/** An administrator with an authenticator app, signed in, and a person. */
async function given() {
  const api = await startCommandApi();
  const admin = await api.register(ADMIN, { role: 'admin' }, false);
  const person = await api.register('jane@farm.example');
  const half = await api.call('GET', 'users/me', { headers: api.basic(ADMIN, 'hunter22') });
  const begun = await api.call('POST', 'users/me/totp', { cookie: half.cookie });
  const { secret } = begun.body['data'] as { secret: string };
  let later = 0;
  // A code is valid once, so each next one is for a later half minute.
  const newCode = () => {
    later += 1;
    return generate({ secret, epoch: Math.floor(api.clock.now() / 1_000) + 30 * (later - 2) });
  };
  const code = await newCode();
  const { cookie } = await api.call('POST', 'users/me/totp/confirm', { cookie: half.cookie, body: { code } });
  const act = (account: string, what: string, body: object, as = cookie) =>
    api.call('POST', `staff/accounts/${account}/${what}`, { cookie: as, body: { reason: 'Asked', ...body } });
  return { api, admin, person, act, newCode };
}

test('a role needs a code of that moment, is recorded with its reason, and ends the sessions', async () => {
  const { api, person, act, newCode } = await given();
  const janes = await api.signIn('jane@farm.example');
  const role = { role: 'auditor' };
  assert.is(codeOf(await act(person, 'role', role)), '400 invalid-request');
  assert.is(codeOf(await act(person, 'role', { ...role, proof: {} })), '403 second-factor-required');
  const password = { proof: { password: 'hunter22' } };
  assert.is(codeOf(await act(person, 'role', { ...role, ...password })), '403 second-factor-required');
  const wrong = { proof: { code: '000000' } };
  assert.is(codeOf(await act(person, 'role', { ...role, ...wrong })), '400 wrong-second-factor');
  assert.is((await api.call('GET', 'users/me', { cookie: janes })).status, 200);
  const code = await newCode();
  assert.is(codeOf(await act(person, 'role', { ...role, proof: { code } })), '200');
  assert.is(
    codeOf(await act(person, 'role', { role: null, proof: { code } })),
    '400 wrong-second-factor',
    'once',
  );
  assert.is((await api.call('GET', 'users/me', { cookie: janes })).status, 401);
  const again = await api.signIn('jane@farm.example');
  const asAuditor = await act(person, 'role', { role: 'admin', proof: { code: await newCode() } }, again);
  assert.is(codeOf(asAuditor), '403 forbidden');
  const history = await api.call('GET', `staff/accounts/${person}/history`, { cookie: again });
  const { entries } = history.body['data'] as { entries: { type: string; reason: string; detail: string }[] };
  assert.equal(
    entries.slice(0, 1).map(({ type, reason, detail }) => [type, reason, detail]),
    [['RoleChanged', 'Asked', 'auditor']],
  );
  await api.stop();
});

test('[B379] an administrator without a second factor gives the password, and reads where it is not theirs', async () => {
  const api = await startCommandApi();
  await api.register(ADMIN, { role: 'admin' });
  const person = await api.register('jane@farm.example');
  const cookie = await api.signIn(ADMIN);
  const act = (password: string) =>
    api.call('POST', `staff/accounts/${person}/role`, {
      cookie,
      body: { reason: 'Asked', role: 'auditor', proof: { password } },
    });
  const wrong = await act('hunter21');
  assert.is(codeOf(wrong), '404 wrong-password');
  const [error] = wrong.body['errors'] as { message: string }[];
  assert.is(error?.message, 'Wrong Password. Password you entered is not valid');
  assert.is(codeOf(await act('hunter22')), '200');
  await api.stop();
});

test('a reset removes what the person lost, and an account that is closed is forgotten', async () => {
  const { api, person, act, newCode } = await given();
  const janes = await api.signIn('jane@farm.example');
  const begun = await api.call('POST', 'users/me/totp', { cookie: janes });
  const { secret } = begun.body['data'] as { secret: string };
  const code = await generate({ secret, epoch: Math.floor(api.clock.now() / 1_000) });
  await api.call('POST', 'users/me/totp/confirm', { cookie: janes, body: { code } });
  const signIn = () => api.call('GET', 'users/me', { headers: api.basic('jane@farm.example', 'hunter22') });
  assert.is(codeOf(await signIn()), '403 second-factor-required');
  const reset = await act(person, 'reset-second-factor', { proof: { code: await newCode() } });
  assert.is(codeOf(reset), '200');
  assert.is(codeOf(await signIn()), '200', 'the password is enough again');
  assert.is(codeOf(await act(person, 'close', { proof: { code: await newCode() } })), '200');
  assert.is(codeOf(await signIn()), '401 wrong-credentials');
  const mails = (await api.outbox.read({ page: 1, limit: 50 })).messages;
  assert.is(mails.length, 0, 'what was mailed is forgotten with the person');
  await api.stop();
});

test('nobody acts on their own account, so an administrator remains', async () => {
  const { api, admin, act, newCode } = await given();
  for (const [what, more] of [
    ['role', { role: null }],
    ['reset-second-factor', {}],
    ['close', {}],
  ] as const) {
    const answered = await act(admin, what, { ...more, proof: { code: await newCode() } });
    assert.is(codeOf(answered), '400 own-account', what);
  }
  await api.stop();
});

test.run();
