import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import { vendorMails } from '@saleyard/command-api/processes/vendor-mails.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { ALERT_GATHER_MS } from '@saleyard/domain/account/saved-searches.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { AdvanceableClock } from '@saleyard/platform/clock/test-support/advanceable-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Session } from '../client/session.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { codeOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('e-mails to others', { limitMs: 60_000 });
const SALE = { type: 'simultaneous', durationSeconds: 600, liveInMs: 10 * 24 * 3_600_000 } as const;
const PASSWORD = 'hunter22';

const data = mkdtempSync(path.join(tmpdir(), 'saleyard-mails-'));
let server: TestServer;
let staff: Session;
let sale: { _id: string };

const open = async (): Promise<void> => {
  server = await startTestServer({ data });
};

test.before(async () => {
  await open();
  staff = await server.signedIn('staff');
  sale = await schedule(staff, SALE, []);
});
test.after(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

let registered = 0;
/** A person who registers themselves, signed in. */
async function newGuest(): Promise<Session> {
  registered += 1;
  const email = `guest${registered}@farm.example`;
  const response = await fetch(`${server.base}/api/v1/users`, {
    method: 'POST',
    headers: { origin: server.base, 'content-type': 'application/json' },
    body: JSON.stringify({
      user: {
        ...{
          firstName: 'Gale',
          lastName: 'Newcome',
          email,
          phone: `04${String(registered).padStart(8, '1')}`,
        },
        ...{ password: PASSWORD, tradingName: 'Newcome Farm', profession: 'Producer' },
        officeAddress: { state: 'NSW', postcode: '2380' },
      },
    }),
  });
  assert.is(response.status, 201, await response.text());
  return Session.signIn(server.base, email, PASSWORD);
}

const kept = async (account?: string) =>
  (await server.stores.outbox.read({ ...(account && { account }), page: 1, limit: 100 })).messages;
const me = async (of: Session): Promise<Me> => (await of.call<{ user: Me }>('GET', 'users/me')).user;
const CODE = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/;
/** The code of the newest e-mail that confirms an account's address, once there are `count` of them. */
const codeTo = (account: string, count = 1): Promise<string> =>
  until(async () => {
    const mails = (await kept(account)).filter(({ subject }) => subject === 'Confirm your e-mail address');
    return mails.length === count && CODE.exec(mails[0]?.text ?? '')?.[0];
  });
const sendManual = (as: Session, recipientEmail: string, recipientName = 'Robin Hall') =>
  as.call<{ message: string }>('POST', 'manuals/buying/send-email', {
    manualId: 'buying',
    data: { recipientName, recipientEmail },
  });
/** How sending ended. A busy server makes the document later. */
const sentManual = (as: Session, recipientEmail: string): Promise<string> =>
  until(async () => {
    const code = await codeOf(sendManual(as, recipientEmail));
    return code !== 'busy' && code !== 'document-failed' && code;
  });

test('[A199] a guest sends e-mails once their own address is confirmed, by the code or the link', async () => {
  const guest = await newGuest();
  const { _id, email, isEmailConfirmed } = await me(guest);
  assert.is(isEmailConfirmed, false);
  const code = await codeTo(_id);
  assert.is(await codeOf(sendManual(guest, 'victim@farm.example')), 'email-unconfirmed');
  assert.is(await codeOf(sendManual(guest, email)), 'email-unconfirmed', 'the own address may be another’s');
  assert.is(
    await codeOf(
      guest.call('POST', 'register-interest', {
        ...{ numericId: 1, firstName: 'Gale', lastName: 'Newcome', email, phone: '0412345678' },
      }),
    ),
    'email-unconfirmed',
  );
  assert.is(
    await codeOf(guest.call('POST', 'users/confirm-email', { code: '00000-00000' })),
    'wrong-confirmation-code',
  );
  const typed = code.toLowerCase().replace('-', ' ');
  await guest.call('POST', 'users/confirm-email', { code: typed });
  await guest.call('POST', 'users/confirm-email', { code });
  assert.is((await me(guest)).isEmailConfirmed, true);
  assert.is(await sentManual(guest, 'friend@farm.example'), 'done');
  assert.is(
    await codeOf(
      sendManual(guest, 'victim@farm.example', 'Dear Victim, you won! Claim at http://evil.example'),
    ),
    'invalid-request',
  );
  await guest.call('POST', 'users/me/confirm-email', {});
  assert.is(await codeTo(_id), code, 'a confirmed address gets no other code');
});

test('a new code ends the one before, and a code confirms only the address it was sent to', async () => {
  const guest = await newGuest();
  const { _id } = await me(guest);
  const first = await codeTo(_id);
  await guest.call('POST', 'users/me/confirm-email', {});
  const second = await codeTo(_id, 2);
  assert.is(
    await codeOf(guest.call('POST', 'users/confirm-email', { code: first })),
    'wrong-confirmation-code',
  );
  const other = `victim${registered}@farm.example`;
  await guest.call('PUT', 'users/me', { user: { email: other } });
  assert.is(
    await codeOf(guest.call('POST', 'users/confirm-email', { code: second })),
    'wrong-confirmation-code',
  );
  assert.is((await me(guest)).isEmailConfirmed, false);
  const third = await codeTo(_id, 3);
  await guest.call('POST', 'users/confirm-email', { code: third });
  assert.is((await me(guest)).isEmailConfirmed, true);
  const again = `elsewhere${registered}@farm.example`;
  await guest.call('PUT', 'users/me', { user: { email: again } });
  assert.is((await me(guest)).isEmailConfirmed, false, 'a changed address has to be confirmed');
});

/** Saves a search that matches new lots. */
const saveSearch = (of: Session, name: string, q: string) =>
  of.call('PUT', `users/me/saved-searches/${newId()}`, {
    ...{ name, criteria: { q, filters: {} }, isPaused: false },
    alertBy: { banner: true, email: true },
  });
/** Decides on the e-mail of a person's alerts, and resolves when it was sent or left. */
async function alertMail(of: Session): Promise<void> {
  const { log, documents } = server.stores;
  const alerts = async () => (await of.call<{ alerts: object[] }>('GET', 'users/me/search-alerts')).alerts;
  await until(async () => (await alerts()).length > 0);
  const clock = new AdvanceableClock();
  clock.advanceBy(2 * ALERT_GATHER_MS);
  await handleCommand({ log, clock }, STREAMS.account, {
    id: of.id,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
    body: { type: 'queueAlertMail' },
  });
  const queued = await log.lastPosition();
  await until(async () => (await documents.checkpoint('process-alert-mails')) >= queued);
}

test('an address that is not confirmed gets no alerts and no messages; names of searches are names', async () => {
  const guest = await newGuest();
  const friend = await newGuest();
  await friend.call('POST', 'users/confirm-email', { code: await codeTo(friend.id) });
  for (const one of [guest, friend]) {
    await saveSearch(one, 'You won $5,000! Claim at http://evil.example/x', 'angus');
    await saveSearch(one, 'Black steers', 'angus');
  }
  const { _id, lots } = await schedule(staff, SALE, [steers('1')]);
  const [lot = ''] = lots;
  for (const one of [guest, friend]) {
    await alertMail(one);
    await until(() => one.call('PUT', 'users/me/watchlist2', { lotId: lot }).catch(() => null));
  }
  const readers = () => staff.call<{ people: number }>('GET', `staff/auctions/${_id}/message-readers`);
  await until(async () => (await readers()).people === 2);
  await command(staff, _id, 'messageEveryone', { text: 'Trucks use gate 2.' });
  const { log, documents } = server.stores;
  const messaged = await log.lastPosition();
  await until(async () => (await documents.checkpoint('process-sale-message-mails')) >= messaged);
  const subjects = async (of: Session) => (await kept(of.id)).map(({ subject }) => subject).toSorted();
  assert.equal(await subjects(guest), ['Confirm your e-mail address']);
  const [alert] = (await kept(friend.id)).filter(({ subject }) => subject?.includes('new lot'));
  assert.is(alert?.subject, '1 new lot for your saved search: Black steers');
  assert.not.match(`${alert?.text} ${alert?.html}`, 'evil.example');
  assert.ok((await subjects(friend)).some((subject) => subject?.startsWith('About ')));
});

test('accounts that were there before, and those that staff open, count as confirmed', async () => {
  assert.is((await me(await server.signedIn('guest'))).isEmailConfirmed, true);
});

test('registrations from one network address are limited', async () => {
  const tried = async (n: number): Promise<number> => {
    const response = await fetch(`${server.base}/api/v1/users`, {
      method: 'POST',
      headers: { origin: server.base, 'content-type': 'application/json' },
      body: JSON.stringify({
        user: {
          ...{ firstName: 'Gale', lastName: 'Newcome', email: `many${n}@farm.example` },
          // Taken: what counts is the attempt.
          phone: '0411111111',
          ...{ password: PASSWORD, tradingName: 'Newcome Farm', profession: 'Producer' },
          officeAddress: { state: 'NSW', postcode: '2380' },
        },
      }),
    });
    await response.body?.cancel();
    return response.status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 60; n += 1) statuses.push(await tried(n));
  assert.ok(statuses.includes(429), statuses.join());
  assert.not.ok(statuses.slice(0, 50).includes(429));
});

/** Submits a lot of the seller, to be sent to its vendor; resolves to its id. */
async function submitLot(seller: Session, vendorEmail: string): Promise<string> {
  const written = writtenSteers();
  const lot = { ...written, details: { ...written.details, vendorEmail } };
  const begun = { lot, commandId: newId() };
  const { _id } = await until(() =>
    seller.call<{ _id: string }>('POST', `auctions/${sale._id}/lots`, begun).catch(() => null),
  );
  await seller.call('PUT', `auctions/${sale._id}/lots/${_id}?emailToVendor=true`, { lot: {} });
  await seller.call('POST', `lots/${_id}/submit`, {});
  return _id;
}
const toVendors = async () =>
  (await kept()).filter(({ subject }) => subject?.startsWith('Lot submitted:')).map(({ to }) => to);

test('[S039] the server sends a submitted lot to its vendor, also the twelfth of a morning', async () => {
  const seller = await server.signedIn('seller');
  for (let n = 1; n <= 12; n += 1) await submitLot(seller, `vendor${n}@farm.example`);
  const sent = await until(async () => {
    const found = await toVendors();
    return found.length >= 12 && found;
  });
  const wanted = Array.from({ length: 12 }, (_, n) => `vendor${n + 1}@farm.example`);
  assert.equal(sent.toSorted(), wanted.toSorted());
  assert.is(
    await sentManual(seller, 'friend@farm.example'),
    'done',
    'they do not count with the documents that a person sends',
  );
});

test('a mailbox gets so many e-mails to vendors a day; those above are logged and not recorded as sent', async () => {
  const seller = await server.signedIn('seller');
  const { log, secrets } = server.stores;
  const sent: string[] = [];
  const recorded: string[] = [];
  const warned: string[] = [];
  const manager = vendorMails({
    ...{ log, secrets, directory: server.accounts.directory, siteOrigin: server.base },
    mailer: { send: async ({ to }) => void sent.push(to) },
    messages: {
      async sendOnce({ key }, send) {
        await send();
        recorded.push(key);
      },
    },
    logger: { warn: (_: unknown, text?: string) => void warned.push(text ?? '') },
    letterOf: async () => ({ title: '10 Angus Steers', lines: [] }),
    mailsADay: 2,
  });
  for (const to of [
    'full@farm.example',
    'full+1@farm.example',
    'full+2@farm.example',
    'other@farm.example',
  ]) {
    const lot = await submitLot(seller, to);
    for await (const events of log.read(streamOf(STREAMS.listing, lot)))
      for (const event of events) if (event.type === 'ListingSubmitted') await manager.act(event);
  }
  assert.equal(sent, ['full@farm.example', 'full+1@farm.example', 'other@farm.example']);
  assert.equal(warned, ['an e-mail to a vendor was not sent']);
  assert.is(recorded.length, sent.length);
  // The server, whose limit is higher, sends all of them.
  await until(async () => (await toVendors()).length === 16);
});

test('a lost read store sends no e-mail again', async () => {
  await server.close();
  rmSync(path.join(data, 'read'), { recursive: true });
  await open();
  const { documents, log } = server.stores;
  for (const name of ['vendor-mails', 'email-confirmations'])
    await until(
      async () => (await documents.checkpoint(`process-${name}`)) >= (await log.lastPosition()) - 1,
    );
  const reSent = (await kept()).map(({ subject, to }) => `${subject} to ${to}`);
  assert.equal(reSent, []);
  const seller = await server.signedIn('seller');
  await submitLot(seller, 'vendor13@farm.example');
  await until(async () => (await toVendors()).length > 0);
  assert.equal(await toVendors(), ['vendor13@farm.example']);
});

test('a sign-in link that was asked for as the server stops is sent before its end', async () => {
  const { _id, email } = await me(await newGuest());
  const links = async () => (await kept(_id)).filter(({ secrets }) => secrets.length > 0).length;
  const before = await links();
  const ask = () =>
    fetch(`${server.base}/api/v1/users/magic`, {
      method: 'POST',
      headers: { origin: server.base, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  const asked = await Promise.all(Array.from({ length: 10 }, ask));
  assert.equal(
    asked.map(({ status }) => status),
    Array(10).fill(200),
  );
  await server.close();
  await open();
  assert.is(await links(), before + 10);
});

test.run();
