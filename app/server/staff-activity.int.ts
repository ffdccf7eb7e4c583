import { saleDay } from '@saleyard/domain/days.ts';
import { FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { DEMO_PASSWORD } from '../demo/demo-accounts.ts';
import { statusOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('what staff did, and exports of results', { limitMs: 60_000 });

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let staff: Session;
let auditor: Session;
test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  auditor = await server.signedIn('auditor');
});
test.after(() => server.close());

type Entry = {
  at: number;
  by: { _id: string; name: string };
  act: string;
  area: string;
  sale: { _id: string; title: string } | null;
  lot: { number: string | null } | null;
  lots: number | null;
};
type Activity = { entries: Entry[]; people: { _id: string; name: string }[] };

const activity = (query = '', whose = staff) => whose.call<Activity>('GET', `staff/activity${query}`);

const download = (who: Session, sale: string) =>
  fetch(`${server.base}/api/v1/staff/auctions/${sale}/results.csv`, { headers: { cookie: who.cookie } });

const exporting = (who: Session, sale: string) =>
  who.call<{ contacts: boolean }>('POST', `staff/auctions/${sale}/exports`, { commandId: newId() });

test('an interfaced sale is exported with floor buyers, corrections and formulas quoted; each export is recorded', async () => {
  const seller = await server.signedIn('seller');
  const sale = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0 }, [
    steers('1', { createdBy: seller.id, title: '=HYPERLINK("http://evil.example")', weightCurfewKg: 310 }),
    steers('2', { vendorName: '+61 Vendors' }),
  ]);
  const { _id } = sale;
  const [lot = '', other = ''] = sale.lots;
  assert.is(await statusOf(exporting(staff, _id)), 409, 'no results before it closes');
  await until(() => command(staff, _id, 'openLot', { lot }).catch(() => null));
  await command(staff, _id, 'floorBid', { lot, cents: 435_000 });
  await command(staff, _id, 'knockDown', { lot, buyerNumber: '12' });
  await command(staff, _id, 'openLot', { lot: other });
  await command(staff, _id, 'passIn', { lot: other });
  const pat = { name: 'Pat Floor', pic: 'NA123456', phone: '0412345678' };
  await staff.call('PUT', `staff/auctions/${_id}/floor-buyers/12`, pat);
  const price = { lot, outcome: 'sold', cents: 43_500, buyerNumber: '12', reason: 'A typing error' };
  await until(() => command(staff, _id, 'correctSale', price).catch(() => null));

  assert.is((await download(staff, _id)).status, 403, 'nothing is read that is not recorded');
  await until(async () => (await exporting(staff, _id).catch(() => null))?.contacts === true);
  assert.is((await download(auditor, _id)).status, 403, 'the export of another person does not count');
  assert.is((await exporting(auditor, _id)).contacts, false);
  await until(async () => (await download(auditor, _id)).status === 200);

  const bytes = Buffer.from(await (await download(staff, _id)).arrayBuffer());
  assert.equal([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'UTF-8 as spreadsheets want it');
  const rows = parse(bytes, { columns: true, bom: true }) as Record<string, string>[];
  assert.equal(
    rows.map((row) => [
      row['Lot'],
      row['Result'],
      row['Price ($)'],
      row['Total ($)'],
      row['Buyer'],
      row['Paddle or buyer number'],
    ]),
    [
      ['1', 'Sold', '435.00', '4350.00', 'Pat Floor', '12'],
      ['2', 'No Bids', '', '', '', ''],
    ],
  );
  const [first = {}, second = {}] = rows;
  assert.equal([first['Buyer PIC'], first['Buyer phone']], ['NA123456', '0412 345 678']);
  assert.is(first['Title'], `'=HYPERLINK("http://evil.example")`);
  assert.is(second['Vendor'], "'+61 Vendors");
  assert.match(first['Knocked down as'] ?? '', /^Sold at \$4,350\.00 \/head to the floor$/);
  assert.is(first['Curfew weight (kg)'], '310');
  assert.match(first['Listed by e-mail'] ?? '', /^seller@/);

  const own = parse(Buffer.from(await (await download(auditor, _id)).arrayBuffer()), {
    columns: true,
    bom: true,
  }) as Record<string, string>[];
  const contacts = Object.keys(own[0] ?? {}).filter((name) => /e-mail|phone|address/i.test(name));
  assert.equal(contacts, [], 'an auditor gets no contacts');
  assert.not.match(JSON.stringify(own), /@saleyard/);

  const steps = await staff.call<{ steps: { act: string; actor: { id: string } }[] }>(
    'GET',
    `staff/auctions/${_id}/audit/steps?act=staff`,
  );
  const exports = steps.steps.filter(({ act }) => act.startsWith('exported'));
  assert.equal(
    exports.map(({ act, actor }) => [act, actor.id]),
    [
      ['exported the results with contacts', staff.id],
      ['exported the results without contacts', auditor.id],
    ],
  );
});

test('the activity names who did what, the latest first, by person, area and time', async () => {
  const { entries, people } = await activity();
  assert.equal(
    entries.slice(0, 3).map(({ act, by, sale }) => [act, by._id, sale?.title]),
    [
      ['exportedWithoutContacts', auditor.id, 'Gunnedah Store Cattle'],
      ['exportedWithContacts', staff.id, 'Gunnedah Store Cattle'],
      ['resultCorrected', staff.id, 'Gunnedah Store Cattle'],
    ],
  );
  assert.ok(entries.every(({ at }, n) => n === 0 || at <= (entries[n - 1]?.at ?? 0)));
  const added = entries.find(({ act }) => act === 'lotsAdded');
  assert.is(added?.lots, 2, 'one entry, however many lots');
  const knocked = entries.filter(({ act }) => act === 'knockedDown' || act === 'passedIn');
  assert.equal(
    knocked.map(({ act, lot }) => [act, lot?.number]),
    [
      ['passedIn', '2'],
      ['knockedDown', '1'],
    ],
    'and no close by itself',
  );
  assert.equal(people.map(({ _id }) => _id).sort(), [staff.id, auditor.id].sort());
  assert.ok(people.every(({ name }) => name !== ''));
  assert.ok(
    !JSON.stringify(entries).includes('A typing error'),
    'it holds no text that staff wrote: the audit of the sale has it',
  );

  const register = entries.find(({ act }) => act === 'buyerNumberWritten');
  assert.equal([register?.by._id, register?.sale?.title], [staff.id, 'Gunnedah Store Cattle']);

  const exports = await activity('?area=exports');
  assert.is(exports.entries.length, 2);
  const own = await activity(`?person=${auditor.id}`);
  assert.equal(
    own.entries.map(({ act }) => act),
    ['exportedWithoutContacts'],
  );
  const [last] = entries;
  assert.is((await activity(`?to=${last?.at}`)).entries.length, entries.length - 1);
  assert.equal((await activity(`?from=${(last?.at ?? 0) + 1}`)).entries, []);
  const second = await activity('?limit=1&page=2');
  assert.equal(
    second.entries.map(({ act }) => act),
    ['exportedWithContacts'],
  );
});

test('auditors read the activity, buyers do not', async () => {
  assert.ok((await activity('', auditor)).entries.length > 0);
  const buyer = await server.signedIn('buyer');
  assert.is(await statusOf(activity('', buyer)), 403);
});

test('texts, fees, roles, second factors and closed accounts are acts with their subject', async () => {
  const guest = await server.signedIn('guest');
  const proof = { password: DEMO_PASSWORD };
  const from = saleDay(server.clock.now() + 40 * DAY_MS);
  await staff.call('PUT', 'staff/texts/videos-tips', { version: 1, text: '## Light\n\nIn the morning.' });
  await staff.call('PUT', 'staff/texts/videos-tips', { version: 2, restores: 1 });
  await staff.call('PUT', `staff/fees/${from}`, {
    table: { ...FIRST_FEES, freeReofferDays: { ...FIRST_FEES.freeReofferDays, cattle: 28 } },
    reason: 'Longer',
    seen: 0,
  });
  await staff.call('POST', `staff/fees/${from}/withdraw`, { reason: 'Not yet', seen: 1 });
  await staff.call('POST', `staff/accounts/${guest.id}/role`, { role: 'auditor', reason: 'Audits', proof });
  await staff.call('POST', `staff/accounts/${guest.id}/reset-second-factor`, { reason: 'Lost', proof });
  await staff.call('POST', `staff/accounts/${guest.id}/close`, { proof });
  type Subject = { text: { title: string } | null; day: string | null; account: { _id: string } | null };
  await until(async () => (await activity()).entries[0]?.act === 'accountClosed');
  const entries = (await activity(`?limit=7&person=${staff.id}`)).entries as (Entry & Subject)[];
  assert.equal(
    entries.map(({ act, area, text, day, account }) => [act, area, text?.title ?? day ?? account?._id]),
    [
      ['accountClosed', 'accounts', guest.id],
      ['secondFactorReset', 'accounts', guest.id],
      ['roleChanged', 'accounts', guest.id],
      ['feesWithdrawn', 'settings', from],
      ['feesSet', 'settings', from],
      ['textRestored', 'settings', 'Videos & Tips, below the videos'],
      ['textPublished', 'settings', 'Videos & Tips, below the videos'],
    ],
  );
});

test.run();
