import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { codeOf } from '../test-support/refusals.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('what staff show to everybody', { limitMs: 60_000 });
let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after(() => server.close());

type Shown = { _id: string; text: string; tone: string; until: number | null; endedAt?: number | null };
const signedIn = (name: string) => server.signedIn(name);

/** The notifications that a visitor reads, once the read side has seen all that is written. */
async function shownNow(): Promise<Shown[]> {
  const position = String(await server.stores.log.lastPosition());
  const headers = { 'x-saleyard-position': position };
  const response = await fetch(`${server.base}/api/v1/notifications`, { headers });
  return ((await response.json()) as { data: { notifications: Shown[] } }).data.notifications;
}

test('staff show a notification, everybody reads it, and it is over when they end it', async () => {
  const staff = await signedIn('staff');
  assert.equal(await shownNow(), []);
  const first = { text: '  Phones are down.  ', tone: 'warning', commandId: 'banner-first' };
  const { _id } = await staff.call<{ _id: string }>('POST', 'staff/notifications', first);
  await staff.call('POST', 'staff/notifications', { text: 'Yard closed on Friday.', tone: 'info' });
  assert.equal(
    (await shownNow()).map(({ text, tone, until }) => [text, tone, until]),
    [
      ['Yard closed on Friday.', 'info', null],
      ['Phones are down.', 'warning', null],
    ],
    'the newest first',
  );
  assert.equal(await staff.call('POST', 'staff/notifications', first), { _id }, 'the same again is the same');
  assert.is((await shownNow()).length, 2);
  const other = staff.call('POST', 'staff/notifications', { ...first, text: 'Other' });
  assert.is(await codeOf(other), 'duplicate-conflict');
  await staff.call('POST', `staff/notifications/${_id}/end`, {});
  await staff.call('POST', `staff/notifications/${_id}/end`, {});
  assert.equal(
    (await shownNow()).map(({ text }) => text),
    ['Yard closed on Friday.'],
  );
  const auditor = await signedIn('auditor');
  const all = await auditor.call<{ notifications: Shown[] }>('GET', 'staff/notifications');
  assert.equal(
    all.notifications.map(({ text, endedAt }) => [text, typeof endedAt]),
    [
      ['Yard closed on Friday.', 'object'],
      ['Phones are down.', 'number'],
    ],
  );
  const [ended] = await server.stores.log
    .read(`notification-${_id}`, { direction: 'backwards' })
    [Symbol.asyncIterator]()
    .next()
    .then(({ value }) => value ?? []);
  assert.equal([ended?.type, ended?.meta.actor], ['NotificationEnded', { kind: 'staff', id: staff.id }]);
});

test('one with an end is over by itself, and an end that is past is refused', async () => {
  const staff = await signedIn('staff');
  const now = async () => (await staff.call<{ serverTime: number }>('GET', 'server-time')).serverTime;
  const soon = { text: 'Back in a moment.', tone: 'info' };
  const isShown = async () => (await shownNow()).some(({ text }) => text === soon.text);
  // Where the machine was too slow to see it before it was over, it is shown for longer.
  for (let shownMs = 1_500; ; shownMs *= 2) {
    const until = (await now()) + shownMs;
    const code = await codeOf(staff.call('POST', 'staff/notifications', { ...soon, until }));
    if (code === 'done' && (await isShown())) break;
    assert.ok((await now()) >= until, `${code}: it is not over yet`);
  }
  while (await isShown()) await new Promise((resolve) => setTimeout(resolve, 100));
  const past = staff.call('POST', 'staff/notifications', { ...soon, until: (await now()) - 1 });
  assert.is(await codeOf(past), 'invalid-request');
  for (const text of ['', '   ', 'x'.repeat(301)])
    assert.is(
      await codeOf(staff.call('POST', 'staff/notifications', { text, tone: 'info' })),
      'invalid-request',
    );
  assert.is(await codeOf(staff.call('POST', 'staff/notifications/never-was/end', {})), 'not-found');
});

test('only staff show and end them', async () => {
  const asked = { text: 'Buy my steers.', tone: 'info' };
  for (const name of ['buyer', 'seller', 'auditor']) {
    const session = await signedIn(name);
    assert.is(await codeOf(session.call('POST', 'staff/notifications', asked)), 'forbidden', name);
    assert.is(await codeOf(session.call('POST', 'staff/notifications/any/end', {})), 'forbidden', name);
  }
});

test('[A631] administrators add a profession, which everybody can choose at once', async () => {
  type Answer = { professions: { name: string }[] };
  const staff = await signedIn('staff');
  const { professions } = await staff.call<Answer>('POST', 'professions', { name: ' Shearer ' });
  assert.equal(professions.slice(-2), [{ name: 'Shearer' }, { name: 'Other (Specify)' }]);
  const again = await staff.call<Answer>('POST', 'professions', { name: 'SHEARER' });
  assert.equal(again.professions, professions);
  const headers = await server.seen();
  const response = await fetch(`${server.base}/api/v1/professions`, { headers });
  assert.equal(((await response.json()) as { data: Answer }).data.professions, professions);
  assert.is(await codeOf(staff.call('POST', 'professions', { name: '<b>' })), 'invalid-request');
  for (const name of ['buyer', 'auditor']) {
    const other = await signedIn(name);
    assert.is(await codeOf(other.call('POST', 'professions', { name: 'Shearer' })), 'forbidden');
  }
});

test.run();
