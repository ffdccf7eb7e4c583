import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';
import { SIGN_IN_LIMITS } from './sign-in-limiter.ts';

type Api = Awaited<ReturnType<typeof startCommandApi>>;

const test = suite('signing in', { limitMs: 40_000 });

const errorOf = (body: Record<string, unknown>) =>
  (body['errors'] as { code: string; title?: string; message: string; field?: string }[])[0];
const userOf = (body: Record<string, unknown>) => (body['data'] as { user: Record<string, unknown> }).user;
const cookieNamed = (headers: Headers, name: string): string =>
  headers.getSetCookie().find((one) => one.startsWith(`${name}=`)) ?? '';

/** The newest mail to an account, once there are `count` of them. */
async function newestMail(api: Api, account: string, count = 1) {
  for (;;) {
    const { messages, total } = await api.outbox.read({ account, page: 1, limit: 1 });
    if (total >= count && messages[0]) return messages[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const tried = (api: Api, email: string, password: string, headers: Record<string, string> = {}) =>
  api.call('GET', 'users/me', { headers: { ...api.basic(email, password), ...headers } });

test('a password from before the rule of letters and digits still signs in', async () => {
  const api = await startCommandApi();
  await api.register('old@farm.example', { password: 'lettersonly' });
  assert.is((await tried(api, 'old@farm.example', 'lettersonly')).status, 200);
  await api.stop();
});

test('a security code is sent, works once, and ends every session', async () => {
  const api = await startCommandApi();
  const jane = await api.register('jane@farm.example');
  const cookie = await api.signIn('jane@farm.example');
  // [A619]
  const asked = await api.call('POST', 'users/forgot', { body: { email: 'Jane@farm.example' } });
  assert.equal([asked.status, asked.body], [200, { data: {} }]);
  const { to, secrets, text } = await newestMail(api, jane);
  const [code = ''] = secrets;
  assert.is(to, 'jane@farm.example');
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  assert.match(text, code);
  assert.match(text, 'https://saleyard.example/forgot/change-password');
  for await (const document of api.documents.dump('one-time-codes')) {
    assert.not.match(JSON.stringify(document), code.replace('-', ''));
  }
  const reset = (typed: string, password = 'another-1') =>
    api.call('POST', `users/reset/${typed}`, {
      body: { password },
      headers: { 'x-command-id': 'reset-0001' },
    });
  const wrong = await reset('00000-00000');
  // [A722] [B380]
  assert.equal(
    [wrong.status, errorOf(wrong.body)],
    [
      404,
      {
        code: 'wrong-security-code',
        title: 'Wrong Security Code',
        message: 'Security Code you entered is not valid, please check it and try again',
        field: 'token',
      },
    ],
  );
  const unfit = await reset(code, 'short');
  assert.is(unfit.status, 400);
  assert.match(errorOf(unfit.body)?.message ?? '', /^Sorry, invalid password\. It must be 6 to 50/); // [A422]
  for (const password of ['1234567', 'hunters']) {
    const { status, body } = await reset(code, password);
    const rule = 'The password must have at least one letter and one digit'; // [B310]
    assert.equal([status, errorOf(body)?.message], [400, rule], password);
  }
  const typed = code.toLowerCase().replace('-', '').replaceAll('0', 'o').replaceAll('1', 'l');
  assert.is((await reset(typed)).status, 200); // [A620]
  const changes: string[] = [];
  for await (const batch of api.log.read(`account-${jane}`))
    for (const { type, meta } of batch) if (type === 'PasswordChanged') changes.push(meta.commandId);
  assert.equal(changes, ['reset-0001'], 'recorded under the id of the request');
  assert.is((await reset(code)).status, 404, 'it works once');
  assert.is((await api.call('GET', 'users/me', { cookie })).status, 401, 'every session ended');
  assert.is((await tried(api, 'jane@farm.example', 'hunter22')).status, 401);
  assert.is((await tried(api, 'jane@farm.example', 'another-1')).status, 200);
  assert.is((await newestMail(api, jane, 2)).subject, 'Your password was changed');
  await api.stop();
});

test('an e-mail of nobody is answered in the words of the specification, and a new code ends the one before', async () => {
  const api = await startCommandApi();
  const jane = await api.register('jane@farm.example');
  const unknown = await api.call('POST', 'users/forgot', { body: { email: 'nobody@farm.example' } });
  // [A723] [B381]
  assert.equal(
    [unknown.status, errorOf(unknown.body)],
    [
      404,
      {
        code: 'unknown-email',
        title: 'Wrong Email',
        message: 'Email you entered does not belong to any account, please check it and try again',
        field: 'email',
      },
    ],
  );
  const empty = await api.call('POST', 'users/forgot', { body: { email: '' } });
  assert.is(errorOf(empty.body)?.message, 'Please Enter Email'); // [A416]
  await api.call('POST', 'users/forgot', { body: { email: 'jane@farm.example' } });
  const [first = ''] = (await newestMail(api, jane)).secrets;
  await api.call('POST', 'users/forgot', { body: { email: 'jane@farm.example' } });
  await newestMail(api, jane, 2);
  const { status } = await api.call('POST', `users/reset/${first}`, { body: { password: 'another-1' } });
  assert.is(status, 404);
  await api.stop();
});

test('a sign-in link survives being looked at, signs in once, and not twice at a time', async () => {
  const api = await startCommandApi();
  const jane = await api.register('jane@farm.example');
  await api.call('POST', 'users/magic', { body: { email: 'jane@farm.example' } });
  const [token = ''] = (await newestMail(api, jane)).secrets;
  assert.ok(token.length > 15); // [A053]
  const headers = { authorization: `Bearer ${token}` };
  for (let n = 0; n < 3; n += 1) {
    const looked = await api.call('GET', 'users/magic/me', { headers }); // [A612]
    assert.equal([looked.status, userOf(looked.body)['_id'], looked.cookie], [200, jane, '']);
  }
  const redeemed = await Promise.all(
    Array.from({ length: 5 }, () => api.call('POST', 'users/magic/me', { headers })),
  );
  assert.equal(redeemed.map(({ status }) => status).toSorted(), [200, 401, 401, 401, 401]);
  const [signedIn] = redeemed.filter(({ status }) => status === 200);
  const { cookie = '' } = signedIn ?? {};
  assert.is(userOf((await api.call('GET', 'users/magic/me', { cookie })).body)['_id'], jane);
  const again = await api.call('GET', 'users/magic/me', { headers });
  assert.equal([again.status, errorOf(again.body)?.message], [401, 'Invalid Link']); // [A728]
  for (const pressed of [
    await api.call('POST', 'users/magic/me', { headers }),
    await api.call('POST', 'users/magic/me'),
  ])
    assert.equal([pressed.status, errorOf(pressed.body)?.message], [401, 'Invalid Link']); // [A728]
  await api.stop();
});

test('asking for a sign-in link says nothing of who has an account', async () => {
  const api = await startCommandApi();
  const jane = await api.register('jane@farm.example');
  const ask = (email: string) => api.call('POST', 'users/magic', { body: { email } });
  const [known, unknown] = [await ask('jane@farm.example'), await ask('nobody@farm.example')];
  assert.equal([known.status, known.body], [unknown.status, unknown.body]);
  await newestMail(api, jane);
  const statuses = async (email: string) => {
    const found: number[] = [];
    for (let n = 0; n < 20; n += 1) found.push((await ask(email)).status);
    return found;
  };
  const expected = [...Array(19).fill(200), 429];
  assert.equal(await statuses('jane@farm.example'), expected);
  assert.equal(await statuses('nobody@farm.example'), expected);
  await api.stop();
});

test('nobody waits for a sign-in link to be sent but the end of the process', async () => {
  const asked: string[] = [];
  const sent: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const send = async ({ to }: { to: string }) => {
    asked.push(to);
    await answered;
    sent.push(to);
  };
  const mailer = { send, close: async () => {} };
  const api = await startCommandApi({ mailer });
  await api.register('jane@farm.example');
  const { status } = await api.call('POST', 'users/magic', { body: { email: 'jane@farm.example' } });
  assert.is(status, 200, 'the time of the answer shows nothing');
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const stopped = api.stop().then(() => sent.length);
  const first = await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]);
  answer();
  assert.equal([first, await stopped], ['waits', 1]);
});

test('people at one address go on when others there open old links and mistype codes', async () => {
  const api = await startCommandApi();
  const jane = await api.register('jane@farm.example');
  const link = async (count: number) => {
    await api.call('POST', 'users/magic', { body: { email: 'jane@farm.example' } });
    return (await newestMail(api, jane, count)).secrets[0] ?? '';
  };
  const redeem = async (token: string) =>
    (await api.call('POST', 'users/magic/me', { headers: { authorization: `Bearer ${token}` } })).status;
  for (let n = 0; n < 60; n += 1) {
    const body = { password: 'hunter22' };
    assert.is((await api.call('POST', `users/reset/AAAAA-${10_000 + n}`, { body })).status, 404);
  }
  const used = await link(1);
  assert.is(await redeem(used), 200);
  assert.is(await redeem(used), 401);
  assert.is(await redeem(await link(2)), 200);
  await api.stop();
});

test('a used, replaced or expired code or link is no guess', async () => {
  const limits = { ...SIGN_IN_LIMITS, wrongCodesPerAddress: 3 };
  const api = await startCommandApi({ signInLimits: limits });
  const jane = await api.register('jane@farm.example');
  const redeem = async (token: string) =>
    (await api.call('POST', 'users/magic/me', { headers: { authorization: `Bearer ${token}` } })).status;
  const sent: string[] = [];
  for (let n = 1; n <= 3; n += 1) {
    await api.call('POST', 'users/magic', { body: { email: 'jane@farm.example' } });
    sent.push((await newestMail(api, jane, n)).secrets[0] ?? '');
  }
  const [, replaced = '', newest = ''] = sent;
  assert.is(await redeem(newest), 200);
  for (let n = 0; n < 5; n += 1) for (const old of [replaced, newest]) assert.is(await redeem(old), 401);
  const made = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(32));
  const statuses: number[] = [];
  for (const token of made) statuses.push(await redeem(token));
  assert.equal(statuses, [401, 401, 401, 429, 429]);
  await api.stop();
});

test('guessing codes is limited by the network address, also at one moment', async () => {
  const api = await startCommandApi({ signInLimits: { ...SIGN_IN_LIMITS, wrongCodesPerAddress: 20 } });
  const guesses = await Promise.all(
    Array.from({ length: 25 }, (_, n) =>
      api.call('POST', `users/reset/AAAAA-${10_000 + n}`, { body: { password: 'hunter22' } }),
    ),
  );
  const statuses = guesses.map(({ status }) => status).toSorted();
  assert.equal(statuses, [...Array(20).fill(404), ...Array(5).fill(429)]);
  await api.stop();
});

test('a right code or link is accepted at an address with any number of wrong ones', async () => {
  const api = await startCommandApi({ signInLimits: { ...SIGN_IN_LIMITS, wrongCodesPerAddress: 2 } });
  const jane = await api.register('jane@farm.example', { isEmailUnconfirmed: true });
  const cookie = await api.signIn('jane@farm.example');
  const ask = async (path: string, count: number, options: object): Promise<string> => {
    assert.is((await api.call('POST', path, options)).status, 200);
    return (await newestMail(api, jane, count)).secrets[0] ?? '';
  };
  const body = { email: 'jane@farm.example' };
  const link = await ask('users/magic', 1, { body });
  const confirmation = await ask('users/me/confirm-email', 2, { cookie });
  const code = await ask('users/forgot', 3, { body });
  const redeem = (token: string) =>
    api.call('POST', 'users/magic/me', { headers: { authorization: `Bearer ${token}` } });
  const confirm = (typed: string) => api.call('POST', 'users/confirm-email', { body: { code: typed } });
  const reset = (typed: string) =>
    api.call('POST', `users/reset/${typed}`, { body: { password: 'another-1' } });
  for (let n = 0; n < 5; n += 1) {
    await redeem(`${n}`.repeat(32));
    await confirm(`AAAAA-${10_000 + n}`);
    await reset(`AAAAA-${10_000 + n}`);
  }
  const wrong = await Promise.all([redeem('x'.repeat(32)), confirm('AAAAA-20000'), reset('AAAAA-20000')]);
  assert.equal(
    wrong.map(({ status }) => status),
    [429, 429, 429],
  );
  const right = [await redeem(link), await confirm(confirmation), await reset(code)];
  assert.equal(
    right.map(({ status }) => status),
    [200, 200, 200],
  );
  await api.stop();
});

test('codes and links that others ask for at one address leave an owner on an own device theirs', async () => {
  const api = await startCommandApi({});
  const jane = await api.register('jane@farm.example');
  const signedIn = await tried(api, 'jane@farm.example', 'hunter22');
  const device = cookieNamed(signedIn.headers, 'saleyard-device').split(';')[0] ?? '';
  const ask = async (path: string, email: string, headers: Record<string, string> = {}) =>
    (await api.call('POST', path, { body: { email }, headers })).status;
  let asked = 0;
  for (; asked < 1_000; asked += 1)
    if ((await ask('users/magic', `nobody${asked}@farm.example`)) === 429) break;
  assert.is(asked, 300, 'as many as the visitors of a yard');
  assert.is(await ask('users/magic', 'jane@farm.example'), 429, 'elsewhere in that address');
  for (const path of ['users/magic', 'users/forgot'])
    assert.is(await ask(path, 'jane@farm.example', { cookie: device }), 200, path);
  await newestMail(api, jane, 2);
  // The device is known for Jane, and opens nothing for others.
  assert.is(await ask('users/magic', 'john@farm.example', { cookie: device }), 429);
  await api.stop();
});

test('sign-ins by passkey that others begin at one address leave a known device its own', async () => {
  const api = await startCommandApi({});
  await api.register('jane@farm.example');
  const signedIn = await tried(api, 'jane@farm.example', 'hunter22');
  const device = cookieNamed(signedIn.headers, 'saleyard-device').split(';')[0] ?? '';
  const begin = async (cookie?: string) =>
    (await api.call('POST', 'users/passkey/options', { headers: cookie === undefined ? {} : { cookie } }))
      .status;
  const begun: number[] = [];
  while (begun.length < 150) begun.push(await begin());
  assert.equal(new Set(begun.slice(0, 100)), new Set([200]));
  assert.equal(new Set(begun.slice(100)), new Set([429]));
  assert.is(await begin(device), 200);
  assert.is(await begin(`${device}x`), 429, 'a changed cookie is nobody’s');
  await api.stop();
});

const STRICT = { ...SIGN_IN_LIMITS, slowAfter: 100, slowAddressAfter: 1_000 };

test('50 wrong passwords lock out neither the owner’s own device nor the sign-in link', async () => {
  const api = await startCommandApi({ signInLimits: STRICT });
  const jane = await api.register('jane@farm.example');
  const first = await tried(api, 'jane@farm.example', 'hunter22');
  const device = cookieNamed(first.headers, 'saleyard-device').split(';')[0] ?? '';
  for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) {
    assert.match(cookieNamed(first.headers, 'saleyard-device'), flag);
  }
  // One address has ten attempts for an e-mail; five addresses exhaust the e-mail's fifty.
  for (let n = 0; n < 10; n += 1) await tried(api, 'jane@farm.example', 'hunter00');
  assert.is((await tried(api, 'jane@farm.example', 'hunter22')).status, 429);
  assert.is((await tried(api, 'jane@farm.example', 'hunter22', { cookie: device })).status, 200);
  // Another account's device does not count, nor does a changed cookie.
  await api.register('john@farm.example');
  const johns = cookieNamed((await tried(api, 'john@farm.example', 'hunter22')).headers, 'saleyard-device');
  assert.is(
    (await tried(api, 'jane@farm.example', 'hunter22', { cookie: johns.split(';')[0] ?? '' })).status,
    429,
  );
  assert.is((await tried(api, 'jane@farm.example', 'hunter22', { cookie: `${device}x` })).status, 429);
  await api.call('POST', 'users/magic', { body: { email: 'jane@farm.example' } });
  const mails = await newestMail(api, jane, 2);
  const [token = ''] = mails.secrets;
  assert.is(
    (await api.call('POST', 'users/magic/me', { headers: { authorization: `Bearer ${token}` } })).status,
    200,
  );
  await api.stop();
});

test('the owner is notified of ten failures by e-mail, and a known device has its own limit', async () => {
  const api = await startCommandApi({ signInLimits: { ...STRICT, perKnownDevice: 3 } });
  const jane = await api.register('jane@farm.example');
  const device = cookieNamed((await tried(api, 'jane@farm.example', 'hunter22')).headers, 'saleyard-device');
  const cookie = device.split(';')[0] ?? '';
  for (let n = 0; n < 10; n += 1) await tried(api, 'jane@farm.example', 'hunter00');
  assert.is((await newestMail(api, jane)).subject, 'Somebody tried to sign in to your account');
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1)
    statuses.push((await tried(api, 'jane@farm.example', 'hunter00', { cookie })).status);
  assert.equal(statuses, [401, 401, 401, 429]);
  assert.is((await api.outbox.read({ account: jane, page: 1, limit: 10 })).total, 1, 'once');
  await api.stop();
});

test('a changed password ends codes and other sessions, and the owner is notified', async () => {
  const api = await startCommandApi();
  const jane = await api.register('jane@farm.example');
  const cookie = await api.signIn('jane@farm.example');
  const elsewhere = await api.signIn('jane@farm.example');
  await api.call('POST', 'users/forgot', { body: { email: 'jane@farm.example' } });
  const [code = ''] = (await newestMail(api, jane)).secrets;
  const user = { oldPassword: 'hunter22', newPassword: 'another-1', confirmPassword: 'another-1' };
  const changed = await api.call('PUT', 'users/me/change-password', { cookie, body: { user } });
  assert.is(changed.status, 200);
  assert.is((await api.call('GET', 'users/me', { cookie: elsewhere })).status, 401);
  assert.is((await api.call('POST', `users/reset/${code}`, { body: { password: 'another-2' } })).status, 404);
  assert.is((await newestMail(api, jane, 2)).subject, 'Your password was changed');
  await api.stop();
});

test('a new password forgets the failures', async () => {
  const api = await startCommandApi({ signInLimits: { ...STRICT, perEmailAndAddress: 2 } });
  const jane = await api.register('jane@farm.example');
  for (let n = 0; n < 3; n += 1) await tried(api, 'jane@farm.example', 'hunter00');
  assert.is((await tried(api, 'jane@farm.example', 'hunter22')).status, 429);
  await api.call('POST', 'users/forgot', { body: { email: 'jane@farm.example' } });
  const [code = ''] = (await newestMail(api, jane)).secrets;
  await api.call('POST', `users/reset/${code}`, { body: { password: 'another-1' } });
  assert.is((await tried(api, 'jane@farm.example', 'another-1')).status, 200);
  await api.stop();
});

test('tries at one moment do not pass a limit together, and successes are not limited', async () => {
  const api = await startCommandApi({ signInLimits: { ...STRICT, perAddress: 8 } });
  await api.register('john@farm.example');
  for (let n = 0; n < 12; n += 1) {
    assert.is((await tried(api, 'john@farm.example', 'hunter22')).status, 200);
  }
  const statuses = await Promise.all(
    Array.from(
      { length: 12 },
      async (_, n) => (await tried(api, `nobody${n}@farm.example`, 'hunter00')).status,
    ),
  );
  assert.is(statuses.filter((status) => status === 429).length, 4);
  await api.stop();
});

test('failures are logged without the password and without a whole address', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const api = await startCommandApi({ logger });
  await api.register('jane@farm.example');
  await tried(api, 'jane@farm.example', 'hunter00');
  await tried(api, 'nobody@farm.example', 'hunter00');
  await api.stop();
  const failed = lines.filter((line) => line.includes('a sign-in failed'));
  assert.is(failed.length, 2);
  assert.match(failed[0] ?? '', '"from":"127.0.0.0/24"');
  assert.not.match(failed.join(), /hunter00|jane|nobody@|127\.0\.0\.1/);
});

test.run();
