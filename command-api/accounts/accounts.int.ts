import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { changedProfile, EMPTY_PROFILE } from '@saleyard/domain/account/profile.ts';
import { CHAINED, STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { AdvanceableClock } from '@saleyard/platform/clock/test-support/advanceable-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { openFolderFiles } from '@saleyard/platform/files/folder-files.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import type { Projections } from '@saleyard/projections/runner/projection-runner.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { handleCommand } from '../handle-command.ts';
import { memorySecrets, registrationOf } from '../test-support/running-command-api.ts';
import { createAccounts } from './accounts.ts';
import { createNumbers } from './numbers.ts';
import { createPasswords } from './passwords.ts';
import { openPerson, sealPerson } from './personal-data.ts';

const test = suite('accounts', { limitMs: 20_000 });
const clock = systemClock;
const logger = createLogger({ level: 'error' });
const TESTER = { kind: 'system', id: 'test' } as const;

let folder: string;
let log: EventLog;
let documents: Documents;
let files: Files;
let projections: Projections;
const ending = new AbortController();
const secrets = memorySecrets();
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saleyard-'));
  log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock });
  files = await openFolderFiles({ folder: join(folder, 'files') });
  projections = startProjections({ log, documents, clock, signal: ending.signal });
});
test.after(async () => {
  ending.abort();
  await projections.stopped;
  await documents.close();
  await log.close();
  await rm(folder, { recursive: true });
});

const opened = (readModel = accountsReadModel(documents), clock: Clock = systemClock) =>
  createAccounts({ log, secrets, files, clock, logger, readModel });

async function wholeLog(): Promise<string> {
  const all: unknown[] = [];
  for await (const item of log.subscribe()) {
    if (item.kind === 'caughtUp') break;
    all.push(...item.events);
  }
  return JSON.stringify(all);
}

test('an account is known by its address, its id and its short id, also after a restart', async () => {
  const first = await opened();
  const reply = await first.register(registrationOf('Ann@Farm.example'), TESTER);
  if (reply.outcome !== 'registered') throw new Error(reply.outcome);
  await first.directory.reached(reply.position, 60_000);
  await first.stop();
  const again = await opened();
  const { directory } = again;
  const account = await directory.byEmail('ann@FARM.example');
  assert.is(account?._id, reply.account);
  assert.ok(await projections.waitFor(reply.position, 60_000));
  assert.is((await directory.byShortId(account?.shortId ?? ''))?._id, reply.account);
  assert.is((await directory.personOf(reply.account))?.email, 'Ann@Farm.example');
  assert.is(directory.mayBid(reply.account), true, 'at once, since it was asked for before');
  assert.is(await directory.mayBid('nobody'), false);
  await again.stop();
});

test('an account is as the log has it, however far the read model is behind, or whose it is', async () => {
  const accounts = await opened();
  const reply = await accounts.register(registrationOf('pat@farm.example'), TESTER);
  if (reply.outcome !== 'registered') throw new Error(reply.outcome);
  const { account: id } = reply;
  assert.ok(await projections.waitFor(reply.position, 60_000));
  const shown = await accountsReadModel(documents).find(id);
  assert.is(shown?.revision, 0);
  const change = { type: 'changeStatus', status: 'approved-seller' } as const;
  const command = { id, commandId: newId(), actor: TESTER, body: change };
  const changed = await handleCommand({ log, clock }, STREAMS.account, command);
  const fresh = (await accounts.directory.account(id))?.numericId;
  const readModels = {
    behind: async () => shown,
    lost: async () => undefined,
    away: () => Promise.reject(new Error('the read store is away')),
    'of another log': async () => shown && { ...shown, revision: 7 },
  };
  for (const [name, find] of Object.entries(readModels)) {
    const other = await opened({ find, findByShortId: async () => undefined });
    const found = await other.directory.account(id);
    assert.is(found?.status, 'approved-seller', name);
    assert.is(found?.numericId, fresh, name);
    assert.is(await other.directory.mayBid(id), false, name);
    await other.stop();
  }
  assert.is(changed.outcome, 'accepted');
  await accounts.stop();
});

test('an account that is kept follows the log', async () => {
  const accounts = await opened();
  const { directory } = accounts;
  const reply = await accounts.register(registrationOf('quin@farm.example'), TESTER);
  if (reply.outcome !== 'registered') throw new Error(reply.outcome);
  const { account: id } = reply;
  await directory.reached(reply.position, 60_000);
  assert.is(await directory.mayBid(id), true);
  assert.is(directory.mayBid(id), true, 'it is kept');
  assert.is(
    (await directory.byShortId((await directory.account(id))?.shortId ?? ''))?._id,
    id,
    'a new short id',
  );
  const body = { type: 'changeStatus', status: 'registered' } as const;
  const command = { id, commandId: newId(), actor: TESTER, body };
  const changed = await handleCommand({ log, clock }, STREAMS.account, command);
  if (changed.outcome !== 'accepted') throw new Error(changed.outcome);
  assert.ok(await directory.reached(changed.position, 60_000));
  assert.is(directory.mayBid(id), false);
  await accounts.stop();
});

test('nothing personal and no password is in the log', async () => {
  const accounts = await opened();
  await accounts.register(registrationOf('bea@farm.example', { password: 'correcthorse' }), TESTER);
  const text = await wholeLog();
  assert.ok(text.includes('AccountRegistered'));
  for (const word of ['bea@', 'Jane', '0400000000', 'GUNNEDAH', 'correcthorse', 'argon2']) {
    assert.not.ok(text.includes(word), `${word} is in the log`);
  }
  const hashes = [...secrets.all].filter(([name]) => name.startsWith('password-')).map(([, value]) => value);
  assert.ok(hashes.length > 0);
  for (const hash of hashes) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.not.ok([...secrets.all.keys()].join().includes('bea@'), 'nor in the names of secrets');
  await accounts.stop();
});

test('a password is compared with a hash of the same cost where there is no account', async () => {
  const compared: string[] = [];
  const passwords = await createPasswords(memorySecrets(), async (hash) => {
    compared.push(String(hash));
    return false;
  });
  await passwords.set('somebody', 'hunter22');
  for (const account of ['somebody', 'without-a-password', null]) {
    assert.is(await passwords.verify(account, 'hunter23'), 'wrong');
  }
  assert.is(compared.length, 3);
  for (const hash of compared) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a forgotten person is unreadable for ever, cannot sign in, and may register again', async () => {
  const accounts = await opened();
  const { directory } = accounts;
  const reply = await accounts.register(registrationOf('cat@farm.example'), TESTER);
  if (reply.outcome !== 'registered') throw new Error(reply.outcome);
  await directory.reached(reply.position, 60_000);
  await accounts.forget(reply.account, TESTER);
  assert.is(await directory.personOf(reply.account), null);
  assert.is(await directory.byEmail('cat@farm.example'), null);
  assert.is(await accounts.passwords.verify(reply.account, 'hunter22'), 'wrong');
  assert.ok(await directory.account(reply.account), 'what the account did stays');
  const again = await accounts.register(registrationOf('cat@farm.example'), TESTER);
  assert.is(again.outcome, 'registered');
  await accounts.stop();
});

test('one address gets one account, however many ask at once', async () => {
  const one = await opened();
  const two = await opened();
  const replies = await Promise.all(
    [one, two, one, two].map((accounts) => accounts.register(registrationOf('dan@farm.example'), TESTER)),
  );
  assert.is(replies.filter(({ outcome }) => outcome === 'registered').length, 1);
  const ids = replies.map((reply) => ('account' in reply ? reply.account : ''));
  assert.is(new Set(ids).size, 1);
  await Promise.all([one.stop(), two.stop()]);
});

test('a registration cut short is finished by the next try', async () => {
  const accounts = await opened();
  const { account: claimed } = await accounts.emails.claim('eve@farm.example', 'an-id-of-before');
  const reply = await accounts.register(registrationOf('eve@farm.example'), TESTER);
  assert.is(reply.outcome, 'registered');
  assert.is('account' in reply && reply.account, claimed);
  await accounts.stop();
});

const withPhone = (name: string, phone: string) => {
  const asked = registrationOf(`${name}@farm.example`);
  return { ...asked, person: { ...asked.person, phone } };
};
const OWN_PHONE = { ownPhone: true };

test('of registrations with one phone at the same moment exactly one is taken', async () => {
  const one = await opened();
  const two = await opened();
  const replies = await Promise.all(
    [one, two, one, two].map((accounts, n) =>
      accounts.register(withPhone(`phone${n}`, '0491570150'), 'self', newId(), OWN_PHONE),
    ),
  );
  const outcomes = replies.map(({ outcome }) => outcome).toSorted();
  assert.equal(outcomes, ['phone-taken', 'phone-taken', 'phone-taken', 'registered']);
  const taken = replies.map((reply) => ('account' in reply ? reply.account : ''));
  assert.is(new Set(taken).size, 1, 'all name the account that has it');
  await Promise.all([one.stop(), two.stop()]);
});

test('a claim of a registration that did not end is free after a minute, for one of those who ask', async () => {
  const clock = new AdvanceableClock();
  const one = await opened(undefined, clock);
  const two = await opened(undefined, clock);
  await one.phones.claim('0491570151', newId());
  const register = (accounts: typeof one, name: string) =>
    accounts.register(withPhone(name, '0491570151'), 'self', newId(), OWN_PHONE);
  assert.is((await register(one, 'early')).outcome, 'unavailable');
  clock.advanceBy(61_000);
  const replies = await Promise.all(
    [one, two, one, two].map((accounts, n) => register(accounts, `late${n}`)),
  );
  const outcomes = replies.map(({ outcome }) => outcome).toSorted();
  assert.equal(outcomes, ['phone-taken', 'phone-taken', 'phone-taken', 'registered']);
  const again = await register(one, 'later');
  assert.is(again.outcome, 'phone-taken');
  await Promise.all([one.stop(), two.stop()]);
});

test('a take-over that comes late does not bring back a claim that was released meanwhile', async () => {
  const accounts = await opened();
  const phone = '0491570153';
  const { phones } = accounts;
  const seen = await phones.claim(phone, 'unfinished');
  assert.is((await phones.takeOver(phone, seen, 'first')).account, 'first');
  assert.is((await phones.takeOver(phone, seen, 'second')).account, 'first');
  await phones.release(phone, 'first');
  assert.is((await phones.takeOver(phone, seen, 'second')).account, 'second');
  assert.is(await phones.find(phone), 'second');
  await phones.release(phone, 'second');
  const later = await phones.claim(phone, 'third');
  assert.is((await phones.takeOver(phone, seen, 'second')).account, 'third');
  assert.equal(await phones.claim(phone, 'fourth'), later);
  await accounts.stop();
});

test('claims of earlier versions count, and an account of staff may share a phone without claiming it', async () => {
  const accounts = await opened();
  const first = await accounts.register(withPhone('old1', '0491570152'), TESTER);
  if (first.outcome !== 'registered') throw new Error(first.outcome);
  await secrets.put(`phone-${accounts.phones.hashOf('0491570152')}`, first.account);
  assert.is(await accounts.phones.find('0491570152'), first.account);
  const shared = await accounts.register(withPhone('old2', '0491570152'), TESTER);
  assert.is(shared.outcome, 'registered');
  assert.is(await accounts.phones.find('0491570152'), first.account);
  const refused = await accounts.register(withPhone('old3', '0491570152'), 'self', newId(), OWN_PHONE);
  assert.is(refused.outcome, 'phone-taken');
  await accounts.stop();
});

test('a registration sent again answers the same account, and is a conflict with anything else in it', async () => {
  const accounts = await opened();
  const asked = registrationOf('ida@farm.example');
  const commandId = newId();
  const first = await accounts.register(asked, TESTER, commandId);
  assert.is(first.outcome, 'registered');
  const before = await log.lastPosition();
  assert.equal(await accounts.register(asked, TESTER, commandId), first);
  assert.is(await log.lastPosition(), before, 'nothing is stored for it');
  const others = [
    registrationOf('other-ida@farm.example'),
    registrationOf('ida@farm.example', { status: 'registered' }),
    registrationOf('ida@farm.example', { password: 'hunter23' }),
    registrationOf('ida@farm.example', { person: { ...asked.person, phone: '0400000001' } }),
  ];
  for (const other of others) {
    assert.equal(await accounts.register(other, TESTER, commandId), { outcome: 'duplicate-conflict' });
  }
  assert.is((await accounts.register(asked, TESTER)).outcome, 'email-taken');
  await accounts.stop();
});

test('numbers are given once, in order, to any caller', async () => {
  const takers = [createNumbers({ log, clock }), createNumbers({ log, clock })];
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (takers[i % 2] ?? createNumbers({ log, clock })).take('lots', newId(), 1 + (i % 3)),
    ),
  );
  const numbers = taken.flatMap((from, i) => Array.from({ length: 1 + (i % 3) }, (_, n) => from + n));
  assert.is(new Set(numbers).size, numbers.length);
  assert.equal(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: numbers.length }, (_, i) => 30_001 + i),
  );
});

test('commands at the same moment all count', async () => {
  const accounts = await opened();
  const reply = await accounts.register(registrationOf('flo@farm.example'), TESTER);
  if (reply.outcome !== 'registered') throw new Error(reply.outcome);
  const run = (body: AccountCommandBody) => {
    const command = { id: reply.account, commandId: newId(), actor: TESTER, body };
    return handleCommand({ log, clock }, STREAMS.account, command);
  };
  const watched = await Promise.all(
    ['l1', 'l2', 'l3', 'l1'].map((lot) => run({ type: 'watchLot', lot, auction: 'a1' })),
  );
  assert.ok(watched.every(({ outcome }) => outcome === 'accepted'));
  const last = await run({ type: 'unwatchLot', lot: 'l2' });
  assert.equal(last.outcome === 'accepted' && last.state?.watchList.map(({ lot }) => lot).toSorted(), [
    'l1',
    'l3',
  ]);
  await accounts.stop();
});

test('a sealed person opens with their own key only, and not when a bit was changed', async () => {
  const person = changedProfile(EMPTY_PROFILE, registrationOf('gus@farm.example').person);
  const sealed = await sealPerson(secrets, 'gus', person);
  assert.equal(await openPerson(secrets, 'gus', sealed), person);
  assert.is.not(await sealPerson(secrets, 'gus', person), sealed, 'the same twice does not look the same');
  await sealPerson(secrets, 'hal', person);
  const fails = async (account: string, blob: string) =>
    openPerson(secrets, account, blob).then(
      () => false,
      () => true,
    );
  assert.ok(await fails('hal', sealed));
  for (const at of [1, 14, 40]) {
    const changed = Buffer.from(sealed, 'base64');
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.ok(await fails('gus', changed.toString('base64')), `byte ${at}`);
  }
});

test.run();
