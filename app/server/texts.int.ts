import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { scheduleWithLead } from '../client/schedule-with-lead.ts';
import type { Session } from '../client/session.ts';
import { codeOf } from '../test-support/refusals.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('texts that administrators publish', { limitMs: 60_000 });
let server: TestServer;
let staff: Session;
let buyer: Session;
test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  buyer = await server.signedIn('buyer');
});
test.after(() => server.close());

type Version = {
  version: number;
  by: string;
  note: string;
  restores: number | null;
  publishedAt: number | null;
};

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${server.base}/api/v1/${path}`, { headers: await server.seen() });
  return ((await response.json()) as { data: T }).data;
}
const publish = (id: string, version: number, more: Record<string, unknown>) =>
  staff.call<{ version: number }>('PUT', `staff/texts/${id}`, { version, ...more });
const faqs = async () =>
  (await read<{ faqs: { categoryName: string; questions: { question: string; html?: string }[] }[] }>('faqs'))
    .faqs;

test('a published text is in force at once, sanitised, with its versions and who made them; an older one is restored', async () => {
  const shipped = await faqs();
  assert.is(shipped.length, 3);
  const text = '## Freight (for buyers)\n\n### Who pays?\n\n**You** do. <script>x</script>';
  assert.equal(await publish('faqs', 1, { text, note: 'Only freight' }), { version: 2 });
  const [only, ...others] = await faqs();
  assert.is(others.length, 0);
  assert.is(only?.categoryName, 'Freight');
  assert.is(only?.questions[0]?.html, '<p><strong>You</strong> do. </p>');
  assert.is(await codeOf(publish('faqs', 1, { text: `${text}.` })), 'text-changed');
  assert.is(await codeOf(publish('faqs', 2, { text: 'no heading' })), 'invalid-request');
  assert.is(await codeOf(publish('faqs', 2, { text, mustAccept: true })), 'invalid-request');
  assert.is(await codeOf(publish('faqs', 2, { restores: 9 })), 'invalid-request');
  assert.is(await codeOf(publish('nothing', 1, { text })), 'not-found');
  assert.equal(await publish('faqs', 2, { restores: 1 }), { version: 3 });
  assert.equal(await faqs(), shipped);
  const { versions } = await staff.call<{ versions: Version[] }>('GET', 'staff/texts/faqs/versions');
  assert.equal(
    versions.map(({ version, note, restores, by }) => [version, note, restores, by !== '']),
    [
      [3, '', 1, true],
      [2, 'Only freight', null, true],
      [1, '', null, false],
    ],
  );
  const old = await staff.call<{ text: { text: string; inForce: number } }>(
    'GET',
    'staff/texts/faqs?version=2',
  );
  assert.equal([old.text.text, old.text.inForce], [text, 3]);
  const preview = await staff.call<{ parts: { heading: string; html: string }[] }>(
    'POST',
    'staff/texts/faqs/preview',
    { text },
  );
  assert.equal(
    preview.parts.map(({ heading, html }) => [heading, html]),
    [
      ['Freight (for buyers)', ''],
      ['Who pays?', only?.questions[0]?.html],
    ],
  );
});

test('auditors read texts and publish none; nobody else reads their versions', async () => {
  const auditor = await server.signedIn('auditor');
  const { texts } = await auditor.call<{ texts: { _id: string }[] }>('GET', 'staff/texts');
  assert.ok(texts.some(({ _id }) => _id === 'terms'));
  const text = '## A\n\nx';
  assert.is(await codeOf(auditor.call('PUT', 'staff/texts/terms', { version: 1, text })), 'forbidden');
  assert.is(await codeOf(buyer.call('GET', 'staff/texts', undefined)), 'forbidden');
});

test('the support phone is the published one in contacts, pages and messages', async () => {
  const text = [
    'Calls: 02 5550 9999',
    'Texts: 0491 570 156',
    'E-mail: help@saleyard.example',
    'Second e-mail: sales@saleyard.example',
  ].join('\n');
  await publish('contacts', 1, { text });
  assert.is((await read<{ callPhone: string }>('contacts/main')).callPhone, '02 5550 9999');
  const state = await until(async () => {
    const found = await read<{ supportPhone?: string }>('checkServer');
    return found.supportPhone === '02 5550 9999' ? found : null;
  });
  assert.ok(state);
  const page = await (await fetch(`${server.base}/`, { headers: { accept: 'text/html' } })).text();
  assert.match(page, /02 5550 9999/, 'the page of a built web');
  const interest = {
    numericId: 1,
    firstName: 'Bo',
    lastName: 'Buyer',
    email: 'b@c.example',
    phone: '0491570156',
  };
  await buyer.call('POST', 'register-interest', interest);
  const mails = await server.stores.outbox.read({ page: 1, limit: 100 });
  const sent = mails.messages.filter(({ to }) => to === 'help@saleyard.example');
  assert.is(sent.length, 1);
});

const stateOf = async (id: string) =>
  (
    await staff
      .call<{ auction?: { state: string } }>('GET', `auctions/${id}`)
      .catch(() => ({ auction: undefined }))
  ).auction?.state;

type Me = { acceptedNewVersionTerms: boolean };

test('new terms are accepted before the next bid; what was placed stays, and a sale that was live goes on', async () => {
  const terms = { type: 'simultaneous', durationSeconds: 3_600, allowAutoBid: true } as const;
  const running = await schedule(staff, terms, [steers('1'), steers('2')]);
  const details = { title: 'Next sale', kind: 'cattle', public: true } as const;
  const next = await scheduleWithLead(
    staff,
    { details, terms, lots: [steers('1'), steers('2')] },
    { leadMs: 3_600_000, openMs: 3_597_000 },
  );
  const autoBid = (lot: string | undefined) =>
    buyer.call('PUT', 'users/me/autobids', { lot, autobid: 50_000 });
  const bid = (lot: string | undefined) =>
    buyer.call<{ outcome: string }>('POST', 'users/me/bids', {
      bid: { lot, cents: 40_500 },
      commandId: newId(),
    });
  await until(async () => (await stateOf(running._id)) === 'live');
  assert.is((await bid(running.lots[0])).outcome, 'accepted');
  await until(async () => (await stateOf(next._id)) === 'open');
  await autoBid(next.lots[0]);
  await publish('terms', 1, { text: '## Bidding\n\nA bid is an offer.', mustAccept: true });
  const me = async () => (await buyer.call<{ user: Me }>('GET', 'users/me')).user;
  await until(async () => !(await me()).acceptedNewVersionTerms);
  assert.is(await codeOf(autoBid(next.lots[1])), 'terms-not-accepted'); // [A090]
  assert.is((await bid(running.lots[1])).outcome, 'accepted', 'it was live when the terms were published');
  const { autobids } = await buyer.call<{ autobids: { lot: string; active: boolean }[] }>(
    'GET',
    'users/me/autobids',
  );
  assert.equal(
    autobids.map(({ lot, active }) => [lot, active]),
    [[next.lots[0], true]],
  );
  const accept = (version: string) =>
    buyer.call('PUT', 'users/me', {
      user: { acceptedNewVersionTerms: true, currentVersionAcceptedTo: version },
    });
  assert.is(await codeOf(accept('1')), 'invalid-request');
  assert.is(await codeOf(accept('3')), 'invalid-request');
  await accept('2');
  assert.ok((await me()).acceptedNewVersionTerms); // [A341]
  await until(async () => (await codeOf(autoBid(next.lots[1]))) === 'done');
});

test.run();
