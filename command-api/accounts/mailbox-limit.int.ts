import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { startCommandApi } from '../test-support/running-command-api.ts';

const test = suite('e-mails to one mailbox', { limitMs: 60_000 });

let api: Awaited<ReturnType<typeof startCommandApi>>;
test.before(async () => {
  api = await startCommandApi();
});
test.after(() => api.stop());

const errorOf = (body: Record<string, unknown>) =>
  (body['errors'] as { code: string; message: string; field?: string }[])[0];

let phones = 491_570_300;
const form = (email: string) => {
  phones += 1;
  return {
    user: {
      firstName: 'Ann',
      lastName: 'Archer',
      email,
      phone: `0${phones}`,
      password: 'hunter22',
      tradingName: 'Archer Pastoral',
      profession: 'Producer',
      officeAddress: { state: 'NSW', postcode: '2380' },
    },
  };
};

const post = (path: string, body: unknown, cookie = '') => api.call('POST', path, { body, cookie });
const register = async (email: string) => (await post('users', form(email))).status;
const change = (cookie: string, user: Record<string, unknown>) =>
  api.call('PUT', 'users/me', { cookie, body: { user } });

test('one mailbox gets the e-mails of twenty registrations an hour, with and without a plus', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 21; n += 1) answers.push(await register(`victim+${n}@farm.example`));
  assert.equal(answers, [...Array(20).fill(201), 429]);
  assert.is(await register('VICTIM@farm.example'), 429);
  assert.is(await register('victim2@farm.example'), 201);
});

test('e-mails to all addresses of one mailbox are limited together', async () => {
  const people = ['a', 'b', 'c', 'd'].map((name) => `many-${name}@farm.example`);
  const cookies: string[] = [];
  for (const email of people) {
    await api.register(email);
    cookies.push(await api.signIn(email));
  }
  const codes: string[] = [];
  const victim = (n: number): string => `Victim+${n}@town.example`;
  const count = async ({ status }: { status: number }) => codes.push(String(status));
  for (const [n, cookie] of cookies.entries())
    for (let m = 0; m < 5; m += 1) await count(await change(cookie, { email: victim(5 * n + m) }));
  assert.equal(new Set(codes), new Set(['200']), '20 changes');
  const body = { email: victim(0) };
  const [first = ''] = cookies;
  for (const answer of [
    await post('users', form(victim(90))),
    await post('users/forgot', body),
    await post('users/magic', body),
    await post('users/magic', { email: victim(91) }),
    await post('users/me/confirm-email', {}, first),
  ])
    assert.equal([answer.status, errorOf(answer.body)?.code], [429, 'rate-limited']);
  assert.is((await post('users/magic', { email: 'victim@village.example' })).status, 200, 'others go on');
});

test('changes of e-mail addresses from one network address are limited', async () => {
  const other = await startCommandApi();
  try {
    const answers: number[] = [];
    for (let n = 0; n < 13; n += 1) {
      await other.register(`mover-${n}@farm.example`);
      const cookie = await other.signIn(`mover-${n}@farm.example`);
      for (let m = 0; m < 5; m += 1) {
        const body = { user: { email: `moved-${n}-${m}@farm.example` } };
        answers.push((await other.call('PUT', 'users/me', { cookie, body })).status);
      }
    }
    assert.equal(
      answers,
      Array.from({ length: 65 }, (_, n) => (n < 60 ? 200 : 429)),
    );
  } finally {
    await other.stop();
  }
});

test.run();
