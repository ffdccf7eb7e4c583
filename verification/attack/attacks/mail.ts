import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import { API } from '@saleyard/contract/operation.ts';
import { ALERT_GATHER_MS, type SavedSearchCommand } from '@saleyard/domain/account/saved-searches.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import type { Answer, Target } from '../target.ts';

const PASSWORD = 'paddock7';
/** ms between two looks at what is awaited. */
const POLL_MS = 50;
const BY = { banner: true, email: true };
const ACTOR = { kind: 'system', id: 'search-alerts' } as const;

const register = (target: Target, email: string, phone: string): Promise<Answer> =>
  target.ask({
    method: 'POST',
    path: `${API}/users`,
    body: {
      user: {
        firstName: 'Ada',
        lastName: 'Probe',
        email,
        phone,
        secondaryPhone: '',
        password: PASSWORD,
        tradingName: 'Probe',
        profession: 'Producer',
        officeAddress: { state: 'NSW', postcode: '2380' },
      },
    },
  });

async function signIn(target: Target, email: string): Promise<string> {
  const basic = Buffer.from(`${email}:${PASSWORD}`).toString('base64');
  const path = `${API}/users/me`;
  const { headers } = await target.ask({ method: 'GET', path, headers: { authorization: `Basic ${basic}` } });
  return headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Sends a manual to somebody. */
const send = (target: Target, cookie: string, recipientName: string, recipientEmail: string) =>
  target.ask({
    method: 'POST',
    path: `${API}/manuals/buying/send-email`,
    cookie,
    body: { manualId: 'buying', data: { recipientName, recipientEmail } },
  });

/** Saves a search of a guest, and has an e-mail of lots that match it decided; resolves when it was sent or left. */
async function alertOf(target: Target, cookie: string, name: string): Promise<void> {
  const search = newId();
  await target.ask({
    method: 'PUT',
    path: `${API}/users/me/saved-searches/${search}`,
    cookie,
    body: { name, criteria: { q: 'angus', filters: {} }, alertBy: BY, isPaused: false },
  });
  const { text } = await target.ask({ method: 'GET', path: `${API}/users/me`, cookie });
  const [, account = ''] = /"_id":"([^"]+)"/.exec(text) ?? [];
  const { log, documents } = target.server.stores;
  const { _id: auction, lots } = target.sale;
  // When the time to gather lots is over.
  const clock = { ...systemClock, now: () => systemClock.now() + 2 * ALERT_GATHER_MS };
  const decide = (at: Clock, body: SavedSearchCommand) =>
    handleCommand({ log, clock: at }, STREAMS.account, {
      id: account,
      commandId: newId(),
      actor: ACTOR,
      body,
    });
  await decide(systemClock, {
    type: 'noteMatches',
    alert: newId(),
    auction,
    searches: [search],
    by: BY,
    lots,
  });
  await decide(clock, { type: 'queueAlertMail' });
  const decided = await log.lastPosition();
  while ((await documents.checkpoint('process-alert-mails')) < decided) await pause(POLL_MS);
}

const mailsOf = async (target: Target) =>
  (await target.server.stores.outbox.read({ page: 1, limit: 100 })).messages;

/** The subject of the only e-mail to an address that is not confirmed. */
const CONFIRM = 'Confirm your e-mail address';

/** A victim's address, another for each use. */
const victim = (n: number): string => `victim-${n}@probe.example`;

const HOSTILE_NAMES = [
  'Dear Victim, you won $5,000! Claim at http://evil.example',
  'claim at evil.example now',
  'jo@evil.example',
  'Jo\r\nBcc: all@evil.example',
  'Jo\u2028Hall',
  'Call 0400 111 222 to claim',
  'x'.repeat(61),
];

const mailWeapon: Attack = {
  name: 'mail-weapon',
  tries:
    'e-mails by a guest who registered a moment ago, to others, to their own address and as an alert of a search, names that are messages, addresses or phone numbers, and e-mails, registrations and changes of e-mail addresses without end',
  holds:
    'a guest whose address is not confirmed reaches nobody, nor that address, no name that is not one is sent, and the sender, the recipient and the network address are limited',
  async run(begin) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const guest = 'weapon-0@probe.example';
    // A machine that is too busy may refuse it (503), and then it is not counted.
    const isRegistered = (await register(target, guest, '0491570200')).status === 201;
    const cookie = await signIn(target, guest);
    const first = await send(target, cookie, 'Robin Hall', victim(0));
    notes.check(
      first.code === 'email-unconfirmed',
      `an unconfirmed guest's e-mail to somebody else was answered ${first.status} ${first.code}`,
    );
    const self = await send(target, cookie, 'Dear Winner. You won', guest);
    notes.check(
      self.code === 'email-unconfirmed',
      `an unconfirmed guest's e-mail to their own address was answered ${self.status} ${self.code}`,
    );
    await alertOf(target, cookie, 'You won $5,000! Claim at http://evil.example');
    const toGuest = (await mailsOf(target)).filter(({ to, subject }) => to === guest && subject !== CONFIRM);
    notes.check(
      toGuest.length === 0,
      `an address that is not confirmed got "${toGuest.map(({ subject }) => subject).join()}"`,
    );
    const { buyer, seller, guest: confirmed } = target.people;
    for (const name of HOSTILE_NAMES) {
      const { status } = await send(target, buyer.cookie, name, victim(1));
      notes.check(status === 400, `the name ${JSON.stringify(name)} was answered ${status}`);
    }
    let sent = 0;
    for (const { cookie: of } of [buyer, seller, confirmed]) {
      let own = 0;
      for (let n = 0; n < 12; n += 1) {
        // All of them are one mailbox.
        const to = victim(2).replace('@', `+${n}@`);
        if ((await send(target, of, 'Jo', to)).status === 200) own += 1;
      }
      notes.check(own <= 10, `one sender sent ${own} e-mails`);
      sent += own;
    }
    notes.check(sent <= 20, `one recipient got ${sent} e-mails`);
    const got = (await mailsOf(target)).filter(({ to }) => to === victim(0) || to === victim(1));
    notes.check(got.length === 0, `${got.length} e-mails reached others`);
    let accounts = isRegistered ? 1 : 0;
    for (let n = 1; n <= 70; n += 1) {
      const phone = `04${String(91_571_000 + n)}`;
      if ((await register(target, `weapon-${n}@probe.example`, phone)).status === 201) accounts += 1;
    }
    notes.check(accounts <= 60, `one network address registered ${accounts} accounts`);
    let confirmations = 0;
    for (let n = 0; n < 5; n += 1) {
      for (const { cookie: of } of Object.values(target.people)) {
        const email = victim(3).replace('@', `+${confirmations}@`);
        const body = { user: { email } };
        const { status } = await target.ask({ method: 'PUT', path: `${API}/users/me`, cookie: of, body });
        if (status === 200) confirmations += 1;
      }
    }
    notes.check(confirmations <= 20, `one mailbox got ${confirmations} e-mails to confirm`);
    await target.close();
    return notes.findings(
      `${sent} e-mails to one recipient, ${accounts} registrations, ${confirmations} changes to one mailbox, then 429`,
    );
  },
};

const phoneRace: Attack = {
  name: 'phone-race',
  tries: 'registrations with one phone at the same moment, and others in turn',
  holds: 'exactly one of them is accepted',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const rounds = scale === 'full' ? 12 : 4;
    for (let round = 0; round < rounds; round += 1) {
      const phone = `04${String(91_572_000 + round)}`;
      const emails = [0, 1, 2, 3].map((n) => `race-${round}-${n}@probe.example`);
      const answers = await Promise.all(emails.map((email) => register(target, email, phone)));
      const taken = answers.filter(({ status }) => status === 201).length;
      notes.check(taken === 1, `${taken} of 4 accounts have one phone`);
    }
    await target.close();
    return notes.findings(`${rounds} phones, 4 registrations each`);
  },
};

const lostReadStore: Attack = {
  name: 'lost-read-store',
  tries: 'a start after the read store was lost, an hour after e-mails were sent',
  holds: 'no e-mail that the server sent by itself is sent again',
  async run(begin, scale) {
    const data = await mkdtemp(path.join(tmpdir(), 'saleyard-attack-'));
    const notes = new Notes();
    const count = scale === 'full' ? 30 : 5;
    const first = await begin({ data, isSteady: true });
    for (let n = 0; n < count; n += 1) {
      await register(first, `lost-${n}@probe.example`, `04${String(91_573_000 + n)}`);
    }
    while ((await mailsOf(first)).length < count) await pause(POLL_MS);
    const last = await first.server.stores.log.lastPosition();
    await first.close();
    await rm(path.join(data, 'read'), { recursive: true });
    const again = await begin({ data, isSteady: true });
    const { documents } = again.server.stores;
    while ((await documents.checkpoint('process-email-confirmations')) < last) await pause(POLL_MS);
    const sent = await mailsOf(again);
    notes.check(sent.length === 0, `${sent.length} e-mails were sent again`);
    await again.close();
    await rm(data, { recursive: true, force: true });
    return notes.findings(`${count} e-mails`);
  },
};

export const MAIL_ATTACKS: readonly Attack[] = [mailWeapon, phoneRace, lostReadStore];
