import type { Me } from '@saleyard/contract/accounts.ts';
import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('e-mails about a changed schedule', { limitMs: 60_000 });
const DAY_MS = 24 * 3_600_000;
const SALE = { type: 'simultaneous', durationSeconds: 600, liveInMs: 10 * DAY_MS } as const;

let server: TestServer;
let staff: Session;
const idOf = async (session: Session) => (await session.call<{ user: Me }>('GET', 'users/me')).user._id;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
});
test.after(() => server.close());

async function mailsTo(account: string) {
  const { messages } = await server.stores.outbox.read({ account, page: 1, limit: 100 });
  return messages.filter(({ channel }) => channel === 'mail');
}

test('[T24] sellers and watchers read that a sale moved; a seller what of their lot was changed', async () => {
  const [seller, buyer, other] = [
    await server.signedIn('seller'),
    await server.signedIn('buyer'),
    await server.signedIn('both'),
  ];
  const [sellerId, buyerId, otherId] = [await idOf(seller), await idOf(buyer), await idOf(other)];
  const sale = await schedule(staff, SALE, [steers('1', { createdBy: sellerId }), steers('2')]);
  const [own = '', second = ''] = sale.lots;
  for (const lot of sale.lots) await buyer.call('PUT', 'users/me/watchlist2', { lotId: lot });
  const read = await staff.call<SaleSchedule>('GET', `staff/auctions/${sale._id}/schedule`);
  const { details, terms, revision } = read;
  const later = { ...terms, openAt: terms.openAt + DAY_MS, liveAt: terms.liveAt + DAY_MS };
  const lots = [
    { _id: second, number: '1' },
    { _id: own, number: '2' },
  ];
  await staff.call('PUT', `staff/auctions/${sale._id}`, { details, terms: later, lots, revision });
  const [moved] = await until(async () => {
    const found = await mailsTo(sellerId);
    return found.length > 0 && found;
  });
  assert.match(moved?.text ?? '', 'It now goes live on');
  assert.match(moved?.text ?? '', '10 Angus Steers: lot 1 is now lot 2.');
  assert.match(moved?.text ?? '', `/api/v1/auctions/${sale.searchNumber}/calendar`);
  const [watching] = await until(async () => {
    const found = await mailsTo(buyerId);
    return found.length > 0 && found;
  });
  assert.match(watching?.subject ?? '', 'New time: Gunnedah Store Cattle');
  assert.not.match(watching?.text ?? '', 'is now lot');

  const { revision: now } = await staff.call<SaleSchedule>('GET', `staff/auctions/${sale._id}/schedule`);
  const changes = {
    ...{ count: 9, title: '9 Angus Steers', vendorName: 'R Hall', weightAverageKg: 305, euAccredited: true },
  };
  const change = { lot: changes, revision: now };
  await staff.call('PUT', `staff/auctions/${sale._id}/lots/${own}`, change);
  const mails = await until(async () => {
    const found = await mailsTo(sellerId);
    return found.length > 1 && found;
  });
  const changed = mails.find(({ subject }) => subject?.startsWith('Your lot was changed'));
  for (const line of [
    ...['Head: 9 (was 10)', 'Title: 9 Angus Steers (was 10 Angus Steers)'],
    ...['Average weight: 305 kg per head (was 320 kg per head)', 'EU Accredited: Yes (was none)'],
  ])
    assert.match(changed?.text ?? '', line);
  assert.match(changed?.text ?? '', /\(ID \d+\)/, 'lot numbers are hidden before the sale opens');
  assert.not.match(changed?.text ?? '', 'R Hall');
  const after = await staff.call<SaleSchedule>('GET', `staff/auctions/${sale._id}/schedule`);
  const address = 'https://yard.example/steers.jpg';
  const media = [{ thumbnail: address, url: address, title: 'Steers' }];
  await staff.call('PUT', `staff/auctions/${sale._id}/lots/${own}`, {
    lot: { media },
    revision: after.revision,
  });
  const withMedia = await until(async () => {
    const found = await mailsTo(sellerId);
    return found.length > 2 && found;
  });
  assert.ok(withMedia.some(({ text }) => text.includes('Photos and videos were changed')));
  assert.is((await mailsTo(buyerId)).length, 1, 'a watcher gets one mail for two lots, and none of a lot');
  assert.equal(await mailsTo(otherId), [], 'nobody else gets one');
});

test('[T24] a seller whose lot still waits for approval reads that the sale moved', async () => {
  const [seller, other] = [await server.signedIn('seller'), await server.signedIn('both')];
  const [sellerId, otherId] = [await idOf(seller), await idOf(other)];
  const { _id } = await schedule(staff, SALE, []);
  await until(() => staff.call('GET', `auctions/${_id}`).catch(() => null));
  const begin = async (who: Session) => {
    const body = { lot: writtenSteers(), commandId: newId() };
    return (await who.call<{ _id: string }>('POST', `auctions/${_id}/lots`, body))._id;
  };
  await seller.call('POST', `lots/${await begin(seller)}/submit`, {});
  await begin(other);
  const before = (await mailsTo(sellerId)).length;
  const { details, terms, revision } = await staff.call<SaleSchedule>(
    'GET',
    `staff/auctions/${_id}/schedule`,
  );
  const retitled = { ...details, title: 'Gunnedah Weaner Sale' };
  await staff.call('PUT', `staff/auctions/${_id}`, { details: retitled, terms, revision });
  const later = { ...terms, openAt: terms.openAt + DAY_MS, liveAt: terms.liveAt + DAY_MS };
  const change = { details: retitled, terms: later, revision: revision + 1 };
  await staff.call('PUT', `staff/auctions/${_id}`, change);
  const mails = await until(async () => {
    const found = await mailsTo(sellerId);
    return found.length > before && found;
  });
  assert.is(mails.length, before + 1, 'a change of the title is mailed to nobody');
  const moved = mails.find(({ subject }) => subject === 'New time: Gunnedah Weaner Sale');
  assert.match(moved?.text ?? '', 'It now goes live on');
  assert.match(moved?.text ?? '', 'because you entered a lot in this sale');
  assert.equal(await mailsTo(otherId), [], 'a draft is in no sale yet');
});

test.run();
