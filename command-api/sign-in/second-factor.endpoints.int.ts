import { errorsOf, type Operation } from '@saleyard/contract/operation.ts';
import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import { bodyCheck } from '@saleyard/http/validation.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { generate } from 'otplib';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';
import { VirtualAuthenticator } from '../test-support/virtual-authenticator.ts';

type Api = Awaited<ReturnType<typeof startCommandApi>>;
type Answered = Awaited<ReturnType<Api['call']>>;

const test = suite('second factor', { limitMs: 30_000 });

const codeOf = ({ status, body }: Answered) =>
  `${status} ${(body['errors'] as { code: string }[] | undefined)?.[0]?.code ?? ''}`.trim();
const dataOf = <T>({ body }: Answered) => body['data'] as T;

/** Asserts that an answer has its documented shape, and a refusal its documented code. */
function documented(path: string, answered: Answered): void {
  const operation: Operation | undefined = [...Object.values(secondFactorOperations)].find(
    (one: Operation) => one.method === 'post' && one.path === `/api/v1/${path}`,
  );
  if (operation?.answer === undefined) return;
  if (answered.status === 200) {
    const checked = bodyCheck(operation.answer)(answered.body['data']);
    assert.is(checked.outcome, 'valid', `${path}: ${JSON.stringify(checked)}`);
  } else {
    const known: readonly string[] = errorsOf(operation);
    const [, code = ''] = codeOf(answered).split(' ');
    assert.ok(known.includes(code), `${path}: ${code}`);
  }
}

const ADMIN = 'admin@yard.example';

/** An API with an administrator who has no exemption. */
async function withAdministrator() {
  const api = await startCommandApi();
  const id = await api.register(ADMIN, { role: 'admin' }, false);
  const signIn = (password = 'hunter22') =>
    api.call('GET', 'users/me', { headers: api.basic(ADMIN, password) });
  const post = async (path: string, cookie: string, body?: unknown) => {
    const answered = await api.call('POST', path, { cookie, ...(body !== undefined && { body }) });
    documented(path, answered);
    return answered;
  };
  /** A code is valid once, so each next one is for a later half minute. */
  let later = 0;
  const newCode = (secret: string) => {
    const epoch = Math.floor(api.clock.now() / 1_000) + 30 * later - 30;
    later += 1;
    return generate({ secret, epoch });
  };
  return { api, id, signIn, post, newCode };
}

test('an administrator without a second factor sets one up half way through signing in', async () => {
  const { api, id, signIn, post, newCode } = await withAdministrator();
  const first = await signIn();
  assert.is(codeOf(first), '403 second-factor-setup');
  const cookie = first.cookie;
  assert.is((await api.call('GET', 'users/me', { cookie })).status, 401, 'nobody is signed in');
  assert.is((await api.call('GET', 'staff/outbox', { cookie })).status, 401);
  assert.is((await post('users/me/totp', '')).status, 401);
  const { secret, uri } = dataOf<{ secret: string; uri: string }>(await post('users/me/totp', cookie));
  assert.match(uri, /^otpauth:\/\/totp\/Saleyard:admin%40yard\.example\?/);
  assert.is(
    codeOf(await post('users/me/totp/confirm', cookie, { code: '000000' })),
    '400 wrong-second-factor',
  );
  const done = await post('users/me/totp/confirm', cookie, { code: await newCode(secret) });
  const { recoveryCodes, user } = dataOf<{ recoveryCodes: string[]; user: { _id: string } }>(done);
  assert.equal([recoveryCodes.length, user._id], [10, id]);
  assert.is.not(done.cookie.split(';')[0], cookie.split(';')[0], 'under a new session id');
  assert.is((await api.call('GET', 'staff/outbox', { cookie: done.cookie })).status, 200);
  assert.is((await api.call('GET', 'users/me', { cookie })).status, 401);
  const kept = [...api.secrets.all].filter(([name]) => !name.startsWith('second-factor-')).join();
  for (const code of recoveryCodes) assert.not.match(kept, code.replace('-', ''));

  const again = await signIn();
  assert.is(codeOf(again), '403 second-factor-required');
  assert.is(codeOf(await post('users/me/totp', again.cookie)), '403 second-factor-required');
  const code = await newCode(secret);
  const entered = await post('users/me/second-factor', again.cookie, { code });
  assert.is(entered.status, 200);
  const third = await signIn();
  assert.is(codeOf(await post('users/me/second-factor', third.cookie, { code })), '400 wrong-second-factor');
  const removed = await post('users/me/totp/remove', entered.cookie, { code: await newCode(secret) });
  assert.is(codeOf(removed), '403 second-factor-demanded');
  await api.stop();
});

test('a recovery code works once, and guessing is limited', async () => {
  const { api, signIn, post, newCode } = await withAdministrator();
  const first = await signIn();
  const { secret } = dataOf<{ secret: string }>(await post('users/me/totp', first.cookie));
  const done = await post('users/me/totp/confirm', first.cookie, { code: await newCode(secret) });
  const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(done);
  const [code = '', other = ''] = recoveryCodes;
  const half = await signIn();
  const tries = await Promise.all(
    Array.from({ length: 3 }, async () => post('users/me/second-factor', (await signIn()).cookie, { code })),
  );
  assert.is(tries.filter(({ status }) => status === 200).length, 1);
  const status = await api.call('GET', 'users/me/second-factor', { cookie: done.cookie });
  assert.equal(dataOf(status), { totp: true, recoveryCodesLeft: 9, demanded: true, passkeys: [] });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1)
    statuses.push((await post('users/me/second-factor', half.cookie, { code: '000000' })).status);
  assert.ok(statuses.includes(429) && statuses[0] === 400, statuses.join());
  assert.is((await post('users/me/second-factor', half.cookie, { code: other })).status, 429);
  await api.stop();
});

test('a sign-in link does not replace the second factor', async () => {
  const { api, id, post } = await withAdministrator();
  await api.call('POST', 'users/magic', { body: { email: ADMIN } });
  let token = '';
  while (token === '') {
    const { messages } = await api.outbox.read({ account: id, page: 1, limit: 1 });
    token = messages[0]?.secrets[0] ?? '';
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const headers = { authorization: `Bearer ${token}` };
  const entered = await api.call('POST', 'users/magic/me', { headers });
  assert.is(codeOf(entered), '403 second-factor-setup');
  assert.is((await post('users/me/totp', entered.cookie)).status, 200);
  await api.stop();
});

test('anyone may have a second factor, which then is demanded, and may remove it', async () => {
  const { api, post, newCode } = await withAdministrator();
  await api.register('jane@farm.example');
  const cookie = await api.signIn('jane@farm.example');
  const { secret } = dataOf<{ secret: string }>(await post('users/me/totp', cookie));
  await api.signIn('jane@farm.example');
  assert.is((await post('users/me/totp/confirm', cookie, { code: await newCode(secret) })).status, 200);
  const half = await api.call('GET', 'users/me', { headers: api.basic('jane@farm.example', 'hunter22') });
  assert.is(codeOf(half), '403 second-factor-required');
  assert.is((await post('users/me/totp/remove', cookie, { code: await newCode(secret) })).status, 200);
  await api.signIn('jane@farm.example');
  await api.stop();
});

test('a passkey signs in with both factors, an administrator too', async () => {
  const { api, id, signIn, post, newCode } = await withAdministrator();
  const first = await signIn();
  const { secret } = dataOf<{ secret: string }>(await post('users/me/totp', first.cookie));
  const { cookie } = await post('users/me/totp/confirm', first.cookie, { code: await newCode(secret) });
  const device = new VirtualAuthenticator(api.origin);
  const optionsOf = (answered: Answered) => dataOf<{ options: never }>(answered).options;
  const creation = optionsOf(await post('users/me/passkeys/options', cookie));
  const made = { name: 'Phone', credential: device.create(creation) };
  const added = await post('users/me/passkeys', cookie, made);
  const { passkey } = dataOf<{ passkey: { _id: string; name: string } }>(added);
  assert.is(passkey.name, 'Phone');
  assert.is(
    codeOf(await post('users/me/passkeys', cookie, made)),
    '400 wrong-passkey',
    'a challenge works once',
  );

  const asked = await post('users/passkey/options', '');
  const signedIn = await post('users/passkey', asked.cookie, { credential: device.get(optionsOf(asked)) });
  assert.equal([signedIn.status, dataOf<{ user: { _id: string } }>(signedIn).user._id], [200, id]);
  assert.is((await api.call('GET', 'staff/outbox', { cookie: signedIn.cookie })).status, 200);

  const refused = async (using: VirtualAuthenticator) => {
    const again = await post('users/passkey/options', '');
    return codeOf(await post('users/passkey', again.cookie, { credential: using.get(optionsOf(again)) }));
  };
  assert.is(await refused(new VirtualAuthenticator(api.origin)), '400 wrong-passkey', 'another device');
  device.isVerified = false;
  assert.is(await refused(device), '400 wrong-passkey', 'one that has not checked who uses it');
  device.isVerified = true;
  const answeredOnce = await post('users/passkey/options', '');
  const credential = device.get(optionsOf(answeredOnce));
  assert.is((await post('users/passkey', answeredOnce.cookie, { credential })).status, 200);
  assert.is(codeOf(await post('users/passkey', answeredOnce.cookie, { credential })), '400 wrong-passkey');
  for (const nonsense of [{}, { id: 1 }, { id: 'a', response: { userHandle: 'a' } }]) {
    const one = await post('users/passkey/options', '');
    assert.is(codeOf(await post('users/passkey', one.cookie, { credential: nonsense })), '400 wrong-passkey');
  }
  const removed = await api.call('DELETE', `users/me/passkeys/${passkey._id}`, { cookie });
  assert.is(removed.status, 200);
  assert.is(await refused(device), '400 wrong-passkey', 'one that was removed');
  await api.stop();
});

test('a passkey of another site is refused', async () => {
  const { api, post } = await withAdministrator();
  await api.register('jane@farm.example');
  const cookie = await api.signIn('jane@farm.example');
  const { options } = dataOf<{ options: never }>(await post('users/me/passkeys/options', cookie));
  const credential = new VirtualAuthenticator('https://saleyard.evil.example').create(options);
  assert.is(codeOf(await post('users/me/passkeys', cookie, { name: 'x', credential })), '400 wrong-passkey');
  await api.stop();
});

test.run();
