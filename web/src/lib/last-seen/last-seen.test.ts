import 'fake-indexeddb/auto';
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createQueryClient } from '@/lib/query-client.ts';
import { forgetLastSeen, forgetPerson, isLastSeen, meQuery } from '@/lib/session.ts';
import { person } from '@/test-support/example-person.ts';
import { dropLastSeen, keepLastSeen, restoreLastSeen } from './last-seen.ts';
import { isKeptKey, shownOf, withoutPrivate } from './what-is-kept.ts';

const test = suite('what was last seen');

const ada: Me = person({ _id: 'ada', firstName: 'Ada', lastName: 'Miller', email: 'ada@farm.test' });
const LOT = ['lot', 'page', '7'];

/** A page of a person, which reads these answers and is then left. */
async function visit(me: Me | null, answers: readonly [readonly unknown[], unknown][]): Promise<void> {
  const client = createQueryClient();
  const stop = keepLastSeen(client);
  client.setQueryData(meQuery.queryKey, me);
  for (const [key, data] of answers) client.setQueryData(key, data);
  await stop();
}

/** Waits until nothing is kept: the browser removes it once no page has it open. */
async function forgotten(): Promise<void> {
  for (let tries = 0; (await restoreLastSeen(createQueryClient())) !== null; tries += 1) {
    assert.ok(tries < 2_000, 'it is still kept');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test.beforeEach(() => {
  forgetLastSeen();
  return forgotten();
});

test('answers of pages for browsing come back with their times; others are not kept', async () => {
  await visit(ada, [
    [LOT, { title: 'Steers' }],
    [['results', 'mine', {}], { secret: true }],
    [['results', 'own-sale', 's'], { paddle: 'B12' }],
    [['auctions', '1', 'own'], { live: true }],
    [['users', 'me', 'passkeys'], []],
    [['staff', 'accounts'], []],
  ]);
  const client = createQueryClient();
  const seen = await restoreLastSeen(client);
  assert.ok(isLastSeen(seen));
  assert.equal(client.getQueryData(LOT), { title: 'Steers' });
  assert.is(seen?.lastSeenAt, client.getQueryState(LOT)?.dataUpdatedAt);
  assert.is(client.getQueryCache().getAll().length, 1);
});

test('nothing comes back for another account, after log-out, or for a visitor', async () => {
  await visit(ada, [[LOT, { title: 'Steers' }]]);
  const client = createQueryClient();
  assert.is(await restoreLastSeen(client, 'bill'), null);
  assert.is(client.getQueryData(LOT), undefined);
  await visit(person({ _id: 'bill' }), [[['watch-list', 'all', {}], []]]);
  assert.is(await restoreLastSeen(client, 'ada'), null);
  assert.is((await restoreLastSeen(client))?._id, 'bill');
  assert.is(client.getQueryData(LOT), undefined);
  forgetPerson(client);
  await forgotten();
  await visit(ada, [[LOT, 1]]);
  assert.is((await restoreLastSeen(createQueryClient()))?._id, 'ada');
  await visit(null, [[LOT, 2]]);
  await forgotten();
});

test('a newer answer is not replaced; with a connection, what no page shows is dropped', async () => {
  await visit(ada, [[LOT, 'then']]);
  const client = createQueryClient();
  client.setQueryData(LOT, 'now', { updatedAt: Date.now() + 1_000 });
  await restoreLastSeen(client);
  assert.is(client.getQueryData(LOT), 'now');
  dropLastSeen(client);
  assert.is(client.getQueryData(LOT), undefined);
});

test('a person who is only known from before does not claim the store', async () => {
  await visit(ada, [[LOT, 'seen']]);
  const client = createQueryClient();
  const seen = await restoreLastSeen(client);
  forgetLastSeen();
  await forgotten();
  await visit(seen, [[LOT, 'again']]);
  assert.is(await restoreLastSeen(createQueryClient()), null);
});

test('of a person, only what the pages show is kept', () => {
  const shown = shownOf({
    ...ada,
    phone: '0400000000',
    bank: { accountName: 'A', BSB: '1', accountNumber: '2' },
  });
  assert.is(shown.firstName, 'A');
  assert.is(shown.lastName, 'Miller');
  assert.is(shown.email, '');
  assert.is(shown.phone, '');
  assert.equal(shown.bank, { accountName: '', BSB: '', accountNumber: '' });
  assert.equal(Object.keys(shown).sort(), Object.keys(ada).sort());
});

test('no maximum, reserve or name of a party is kept, however deep it stands, nor details for the owner alone', () => {
  const field = (title: string, isPublic: boolean) => ({ title, value: 1, isPublic });
  const kept = withoutPrivate({
    pages: [
      { lots: [{ title: 'Steers', reserveCents: 1, leader: { name: 'x' }, bids: [{ maxBidCents: 2 }] }] },
    ],
    details: { values: [{ values: [field('Breed', true), field('Reserve', false)] }] },
    createdBy: 'ada',
    vendorName: 'Hillview',
  });
  assert.equal(kept, {
    pages: [{ lots: [{ title: 'Steers', bids: [{}] }] }],
    details: { values: [{ values: [field('Breed', true)] }] },
  });
});

test('keys are compared part by part', () => {
  assert.ok(isKeptKey(['catalogue', 'lots', 'sale', {}]));
  assert.not.ok(isKeptKey(['catalogue']));
  assert.not.ok(isKeptKey(['results', 'all-lots', 'sale']));
});

test.run();
