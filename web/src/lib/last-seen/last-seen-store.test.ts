import 'fake-indexeddb/auto';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LAST_SEEN_LIMITS, LastSeenStore, type SeenAnswer, type SeenPerson } from './last-seen-store.ts';

const test = suite('what was last seen, kept');
const NOW = 1_700_000_000_000;
const { ageMs, answers: MOST, characters, charactersOfOne } = LAST_SEEN_LIMITS;

const person = (_id: string) => ({ _id, lastName: _id }) as SeenPerson;
const answer = (n: number, data: unknown = n, seenAt = NOW - 1_000 + n): SeenAnswer => ({
  hash: String(n),
  queryKey: ['lot', 'page', n],
  data,
  seenAt,
});
const hashes = async (store: LastSeenStore, account?: string) =>
  (await store.read(NOW, account))?.answers.map(({ hash }) => hash).sort() ?? null;

test.beforeEach(async () => {
  const store = new LastSeenStore();
  await store.claim(person('nobody'));
  await store.claim(person('ada'));
  await store.close();
});

test('an account gets back what it kept, and who it is', async () => {
  const store = new LastSeenStore();
  await store.keep('ada', [answer(1, { title: 'Steers' }), answer(2)], NOW);
  const seen = await store.read(NOW, 'ada');
  assert.is(seen?.person.lastName, 'ada');
  assert.equal(seen?.answers[0]?.data, { title: 'Steers' });
  assert.equal(await hashes(store), ['1', '2']);
  await store.close();
});

test('another account that signs in removes what was kept, and is not shown it', async () => {
  const store = new LastSeenStore();
  await store.keep('ada', [answer(1)], NOW);
  assert.is(await hashes(store, 'bill'), null);
  await store.claim(person('bill'));
  assert.is(await hashes(store), null);
  await store.close();
});

test('a page that does not know that its session is over keeps nothing', async () => {
  const [old, current] = [new LastSeenStore(), new LastSeenStore()];
  await current.claim(person('bill'));
  await old.keep('ada', [answer(1)], NOW);
  assert.is(await hashes(current), null);
  await current.keep('bill', [answer(2)], NOW);
  assert.equal(await hashes(current), ['2']);
  await Promise.all([old.close(), current.close()]);
});

test('removing the database is not held up by a page that has it open, whose late answers are dropped', async () => {
  const store = new LastSeenStore();
  await store.keep('ada', [answer(1)], NOW);
  await new Promise<void>((resolve, reject) => {
    const removing = indexedDB.deleteDatabase('saleyard-last-seen');
    removing.onsuccess = () => resolve();
    removing.onerror = () => reject(removing.error);
  });
  await store.keep('ada', [answer(2)], NOW);
  assert.is(await hashes(store), null);
  await store.close();
});

test('what is older than a week is neither shown nor kept', async () => {
  const store = new LastSeenStore();
  await store.keep('ada', [answer(1, 'old', NOW - ageMs - 1), answer(2)], NOW);
  assert.equal(await hashes(store), ['2']);
  assert.is(await store.read(NOW + ageMs + 1), null, 'though nothing was written since');
  await store.keep('ada', [answer(3, 3, NOW + ageMs)], NOW + ageMs);
  assert.equal(
    (await store.read(NOW + ageMs))?.answers.map(({ hash }) => hash),
    ['3'],
  );
  await store.close();
});

test('no more answers are kept than the limit: the oldest go', async () => {
  const store = new LastSeenStore();
  const many = Array.from({ length: MOST + 3 }, (_, n) => answer(n));
  await store.keep('ada', many.slice(3), NOW);
  await store.keep('ada', many.slice(0, 3), NOW);
  const found = (await store.read(NOW))?.answers ?? [];
  assert.is(found.length, MOST);
  assert.not.ok(found.some(({ hash }) => Number(hash) < 3));
  await store.close();
});

test('no more is kept than the limit of characters; one answer that is too large is not kept at all', async () => {
  const store = new LastSeenStore();
  await store.keep('ada', [answer(1), answer(2, 'x'.repeat(charactersOfOne))], NOW);
  assert.equal(await hashes(store), ['1']);
  const large = 'x'.repeat(charactersOfOne - 2);
  const fitting = Math.floor(characters / charactersOfOne);
  await store.keep(
    'ada',
    Array.from({ length: fitting + 2 }, (_, n) => answer(n + 10, large)),
    NOW,
  );
  const found = await hashes(store);
  assert.is(found?.length, fitting);
  assert.not.ok(found?.includes('1') || found?.includes('10') || found?.includes('11'));
  await store.close();
});

test('an answer that came again replaces the one before', async () => {
  const store = new LastSeenStore();
  await store.keep('ada', [answer(1, 'then')], NOW);
  await store.keep('ada', [answer(1, 'now', NOW)], NOW);
  assert.equal(
    (await store.read(NOW))?.answers.map(({ data }) => data),
    ['now'],
  );
  await store.close();
});

test.run();
