import { type RemindedSale, saleReminders } from '@saleyard/command-api/processes/sale-reminders.ts';
import { createSentMessages } from '@saleyard/command-api/processes/sent-messages.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { type Sms, SmsUnavailable } from '@saleyard/platform/sms/port.ts';
import { remindedOf } from '@saleyard/projections/accounts/reminders.queries.ts';
import { auctionsToGoLive } from '@saleyard/projections/sales/auctions.queries.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('text reminders', { limitMs: 60_000 });
const logger = createLogger({ level: 'fatal' });
const SALE = { type: 'simultaneous', durationSeconds: 600 } as const;

const EWES: RemindedSale = {
  auction: 'ewes',
  title: 'Ewes',
  searchNumber: 7,
  kind: 'sheep-abblamb',
  public: true,
  allowAutoBid: true,
};

let server: TestServer;
let staff: Session;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
});
test.after(() => server.close());

const off = { AuctionOpenReminder: false, OneDayReminder: false, TenDaysReminder: false };

/** Switches reminders on for one kind of stock, the others off; answers the account's id. */
async function switchOn(email: string, kind: 'cattle' | 'sheep' | 'goat', on: Partial<typeof off>) {
  const session = await Session.signIn(server.base, email, DEMO_PASSWORD);
  const smsRemindersPermissions = { cattle: off, sheep: off, goat: off, [kind]: { ...off, ...on } };
  const { user } = await session.call<{ user: { _id: string } }>('PUT', 'users/me', {
    user: { settings: { smsRemindersPermissions } },
  });
  return user._id;
}

async function messagesTo(account: string) {
  const { messages } = await server.stores.outbox.read({ account, page: 1, limit: 100 });
  return messages.filter(({ channel }) => channel === 'sms').map(({ text }) => text);
}

test('those who switched them on are reminded when auto-bids open and when a sale goes live', async () => {
  const both = await switchOn('buyer@saleyard.test', 'cattle', {
    AuctionOpenReminder: true,
    OneDayReminder: true,
  });
  const live = await switchOn('seller@saleyard.test', 'cattle', { OneDayReminder: true });
  const sheep = await switchOn('both@saleyard.test', 'sheep', {
    AuctionOpenReminder: true,
    OneDayReminder: true,
  });
  const sale = await schedule(staff, { ...SALE, allowAutoBid: true }, [steers('1')]);
  const without = await schedule(staff, { ...SALE, allowAutoBid: false }, [steers('1')]);
  while ((await messagesTo(both)).length < 3 || (await messagesTo(live)).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const said = (what: string, { searchNumber: n }: { searchNumber: number }) =>
    `${what}: Gunnedah Store Cattle, auction no. ${n}. http://localhost:0/auction-live/${n}`;
  assert.equal(
    (await messagesTo(both)).toSorted(),
    [
      said('Auction is Live', sale),
      said('Auction is Live', without),
      said('Auto-Bids are Open', sale),
    ].toSorted(),
  );
  assert.equal(
    (await messagesTo(live)).toSorted(),
    [said('Auction is Live', sale), said('Auction is Live', without)].toSorted(),
  );
  assert.equal(await messagesTo(sheep), []);
});

test('a repetition sends nothing twice, a failed one goes on, and old news are not sent', async () => {
  const account = await switchOn('buyer@saleyard.test', 'cattle', { OneDayReminder: true });
  const { documents, log } = server.stores;
  const sale = await schedule(staff, { ...SALE, liveInMs: 1_500 }, [steers('1')]);
  let event: RecordedEvent | undefined;
  while (event === undefined) {
    for await (const events of log.read(auctionStream(sale._id)))
      event ??= events.find(({ type }) => type === 'AuctionWentLive');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const sent: Sms[] = [];
  let fails = 1;
  const reminders = saleReminders({
    messages: createSentMessages({ log: server.stores.log, clock: server.clock }),
    clock: server.clock,
    logger,
    siteOrigin: 'https://saleyard.example',
    directory: server.accounts.directory,
    sms: {
      async send(sms) {
        fails -= 1;
        if (fails >= 0) throw new SmsUnavailable();
        sent.push(sms);
      },
      close: async () => {},
    },
    // The server itself reminds of a cattle sale; this one is as another node would see a sheep sale.
    saleOf: async () => EWES,
    salesToGoLive: async () => [],
    reminded: (kind, reminder) => remindedOf(documents, kind === 'sheep' ? 'cattle' : 'goat', reminder),
  });
  const other = { ...event, id: `${event.id}-again` };
  const failed = await reminders.act(other).catch((error: unknown) => error);
  assert.instance(failed, SmsUnavailable);
  for (let n = 0; n < 2; n += 1) await reminders.act(other);
  assert.equal(
    sent.filter((one) => one.account === account).map(({ text }) => text),
    ['Auction is Live: Ewes, auction no. 7. https://saleyard.example/auction-live/7'],
  );
  assert.is(new Set(sent.map(({ id }) => id)).size, sent.length);
  assert.is(reminders.concerns(event, Date.now()), true);
  const old = { ...event, meta: { ...event.meta, at: event.meta.at - 31 * 60_000 } };
  assert.is(reminders.concerns(old, Date.now()), false);
});

test('ten days before a sale those who want it are reminded, once, by one node', async () => {
  const account = await switchOn('buyer@saleyard.test', 'goat', { TenDaysReminder: true });
  const { documents } = server.stores;
  const TEN_DAYS = 10 * 24 * 3_600_000;
  const asked: [number, number][] = [];
  const sent: Sms[] = [];
  const reminders = saleReminders({
    messages: createSentMessages({ log: server.stores.log, clock: server.clock }),
    clock: server.clock,
    logger,
    siteOrigin: 'https://saleyard.example',
    directory: server.accounts.directory,
    sms: { send: async (sms) => void sent.push(sms), close: async () => {} },
    saleOf: async () => null,
    salesToGoLive: async (from, to) => {
      asked.push([from, to]);
      return [{ ...EWES, title: 'Boer Goats', kind: 'goat' }];
    },
    reminded: (kind, reminder) => remindedOf(documents, kind, reminder),
  });
  while (sent.length === 0) {
    // The read model follows what was switched on.
    await reminders.remindOfSalesToCome();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await reminders.remindOfSalesToCome();
  assert.equal(
    sent.map((sms) => [sms.account, sms.text]),
    [[account, 'Auction in 10 days: Boer Goats, auction no. 7. https://saleyard.example/auction-live/7']],
  );
  const [from, to] = asked[0] ?? [0, 0];
  assert.ok(Math.abs(to - TEN_DAYS - server.clock.now()) < 60_000);
  assert.is(to - from, 30 * 60_000);
});

test('the sales that go live in ten days are found, those before, after and cancelled are not', async () => {
  const { documents } = server.stores;
  const [days, now] = [24 * 3_600_000, server.clock.now()];
  const sales: { _id: string }[] = [];
  for (const liveInMs of [10 * days - 60_000, 10 * days - 120_000, 9 * days, 11 * days])
    sales.push(await schedule(staff, { ...SALE, liveInMs }, [steers('1')]));
  await command(staff, sales[1]?._id ?? '', 'cancel', { reason: 'Rain' });
  const found = async (fromDays: number, toDays: number): Promise<string[]> =>
    (await auctionsToGoLive(documents, now + fromDays * days, now + toDays * days))
      .map(({ _id }) => _id)
      .sort();
  const [due, , before, after] = sales.map(({ _id }) => _id);
  // The read model follows: the cancelled sale and the later ones may still be on their way.
  const follows = async (
    fromDays: number,
    toDays: number,
    expected: (string | undefined)[],
  ): Promise<void> => {
    while (JSON.stringify(await found(fromDays, toDays)) !== JSON.stringify([...expected].sort()))
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await follows(0, 12, [due, before, after]);
  await follows(9.5, 10, [due]);
});

test.run();
