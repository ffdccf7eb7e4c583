import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

const test = suite('changing a password', { limitMs: 20_000 });

let api: Awaited<ReturnType<typeof startCommandApi>>;
test.before(async () => {
  api = await startCommandApi();
});
test.after(() => api.stop());

const errorOf = (body: Record<string, unknown>) => (body['errors'] as { code: string; message: string }[])[0];

async function eventsOf(account: string): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const events of api.log.read(`account-${account}`)) found.push(...events);
  return found;
}

/** A person who is registered and signed in. */
async function registered(email: string): Promise<{ cookie: string; account: string }> {
  const account = await api.register(email);
  return { cookie: await api.signIn(email), account };
}

test('[A618] a password is changed: the old one is asked for, other sessions end, this one gets a new id', async () => {
  const { cookie, account } = await registered('oli@farm.example');
  const other = await api.signIn('oli@farm.example');
  const put = (user: unknown, by = cookie) =>
    api.call('PUT', 'users/me/change-password', { cookie: by, body: { user } });
  const WRONG_PASSWORD = /^Wrong Password\. Password you entered is not valid$/;
  const cases: [Record<string, string>, number, RegExp][] = [
    [{ oldPassword: '', newPassword: 'hunter33' }, 400, /^Please Enter Password$/], // [A427]
    [{ oldPassword: 'hunter22', newPassword: '' }, 400, /^Please Enter Password$/],
    [{ oldPassword: 'hunter22', newPassword: 'with space7' }, 400, /^Please Enter New Password min/], // [A428]
    [{ oldPassword: 'hunter22', newPassword: `a${'7'.repeat(50)}` }, 400, /^Please Enter New Password/], // [A428]
    // [B310]
    ...['hunt3', '1234567', 'hunters'].map((newPassword): [Record<string, string>, number, RegExp] => [
      { oldPassword: 'hunter22', newPassword, confirmPassword: newPassword },
      400,
      newPassword === 'hunt3'
        ? /^Please Enter New Password min\. 6 characters/
        : /at least one letter and one digit/,
    ]),
    [
      { oldPassword: 'hunter22', newPassword: 'hunter33', confirmPassword: 'hunter34' },
      400,
      /^Passwords must match$/, // [B311]
    ],
    [{ oldPassword: 'hunter21', newPassword: 'hunter33' }, 404, WRONG_PASSWORD], // [A721] [B379]
  ];
  for (const [user, status, words] of cases) {
    const answer = await put(user);
    assert.is(answer.status, status, JSON.stringify(user));
    assert.match(errorOf(answer.body)?.message ?? '', words);
    for (const password of Object.values(user).filter((one) => one !== ''))
      assert.not.ok(JSON.stringify(answer.body).includes(password)); // [A269]
  }
  const done = await put({ oldPassword: 'hunter22', newPassword: 'hunter33', confirmPassword: 'hunter33' });
  assert.is(done.status, 200, JSON.stringify(done.body));
  assert.not.match(JSON.stringify(done.body), /hunter/); // [A269]
  assert.is.not(done.cookie, cookie);
  const seen = async (by: string) => (await api.call('GET', 'users/me', { cookie: by })).status;
  assert.equal([await seen(done.cookie), await seen(cookie), await seen(other)], [200, 401, 401]);
  await api.signIn('oli@farm.example', 'hunter33');
  const last = (await eventsOf(account)).at(-1);
  assert.equal([last?.type, last?.meta.actor.id], ['PasswordChanged', account]);
});

test('a change of the password that is sent again is answered as before, and uses up no try', async () => {
  const { cookie, account } = await registered('quin@farm.example');
  const put = (by: string, user: object, commandId?: string) =>
    api.call('PUT', 'users/me/change-password', { cookie: by, body: { user, commandId } });
  const user = { oldPassword: 'hunter22', newPassword: 'hunter33' };
  const first = await put(cookie, user, 'password-0001');
  assert.is(first.status, 200, JSON.stringify(first.body));
  let by = first.cookie;
  for (let n = 0; n < 11; n += 1) {
    const again = await put(by, user, 'password-0001');
    assert.equal([again.status, again.body], [200, first.body]);
    by = again.cookie;
  }
  const changes = (await eventsOf(account)).filter(({ type }) => type === 'PasswordChanged');
  assert.is(changes.length, 1);
  await api.signIn('quin@farm.example', 'hunter33');
  const notSo: [object, string][] = [
    [user, 'password-0002'],
    [{ ...user, newPassword: 'hunter44' }, 'password-0001'],
  ];
  for (const [other, commandId] of notSo) {
    const answer = await put(by, other, commandId);
    assert.equal([answer.status, errorOf(answer.body)?.code], [404, 'wrong-password'], commandId);
  }
});

test('the old password cannot be guessed with a session', async () => {
  const { cookie } = await registered('pam@farm.example');
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const body = { user: { oldPassword: `hunter0${n}`, newPassword: 'hunter33' } };
    statuses.push((await api.call('PUT', 'users/me/change-password', { cookie, body })).status);
  }
  assert.equal(statuses, [...Array.from({ length: 10 }, () => 404), 429]);
});

test.run();
