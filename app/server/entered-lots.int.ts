import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { ListingFeeRow, OwnListing, SaleFeeRow } from '@saleyard/contract/selling.ts';
import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('lots that staff enter for a vendor or an agent', { limitMs: 30_000 });
const HOUR_MS = 3_600_000;
const SOLD_CENTS = 45_000;

let server: TestServer;
let staff: Session;
let vendor: Session;
let agent: Session;
let buyer: Session;
let sale: { _id: string };
/** Lots by who owns them: entered with the sale for the vendor, added later for the agent, and with no owner. */
let lots: { vendor: string; agent: string; office: string };

const phaseOf = async () =>
  (await staff.call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`)).auction.state;

test.before(async () => {
  server = await startTestServer();
  const { signedIn } = server;
  [staff, vendor] = [await signedIn('staff'), await signedIn('seller')];
  [agent, buyer] = [await signedIn('both'), await signedIn('buyer')];
  const terms = { type: 'sequentialOffline', reopenSeconds: 0, liveInMs: HOUR_MS } as const;
  const made = await schedule(staff, terms, [steers('1', { createdBy: vendor.id }), steers('3')]);
  sale = made;
  const [first = '', third = ''] = made.lots;
  const more = { lots: [steers('2', { createdBy: agent.id })], commandId: newId() };
  const added = await staff.call<{ lots: string[] }>('POST', `staff/auctions/${sale._id}/lots`, more);
  lots = { vendor: first, agent: added.lots[0] ?? '', office: third };
  const { revision } = await staff.call<SaleSchedule>('GET', `staff/auctions/${sale._id}/schedule`);
  await staff.call('PUT', `staff/auctions/${sale._id}/lots/${lots.agent}`, { lot: { count: 9 }, revision });
  server.clock.advanceBy(HOUR_MS);
  await until(async () => (await phaseOf()) === 'live');
  for (const lot of [lots.vendor, lots.agent, lots.office]) {
    await command(staff, sale._id, 'openLot', { lot });
    await command(staff, sale._id, 'floorBid', { lot, cents: SOLD_CENTS });
    await command(staff, sale._id, 'knockDown', { lot, buyer: buyer.id });
  }
  await until(async () => (await phaseOf()) === 'closed');
});
test.after(() => server.close());

/** The owners that lots are entered for, and the lot of each. */
const owned = (): [owner: Session, lot: string][] => [
  [vendor, lots.vendor],
  [agent, lots.agent],
];

test('the owner pays the listing fee', async () => {
  const seen = await server.seen();
  for (const [owner, lot] of owned()) {
    const fees = await owner.call<{ lots: ListingFeeRow[] }>('GET', 'lots/listing', undefined, seen);
    assert.equal(
      fees.lots.map(({ _id }) => _id),
      [lot],
    );
  }
  const all = await staff.call<{ lots: SaleFeeRow[] }>('GET', `staff/auctions/${sale._id}/listing-fees`);
  assert.equal(
    all.lots.map(({ number, seller }) => [number, seller]),
    [
      ['1', 'Sally Seller'],
      ['3', 'Stan Staff'],
      ['2', 'Bobby Both'],
    ],
  );
});

test('the owner finds the lot in My Submitted Lots and its result in My Auction Results', async () => {
  const seen = await server.seen();
  for (const [owner, lot] of owned()) {
    const own = await owner.call<{ lots: OwnListing[] }>('GET', 'lots/submissions', undefined, seen);
    assert.equal(
      own.lots.map(({ _id, phase }) => [_id, phase]),
      [[lot, 'approved']],
    );
    const results = await owner.call<OwnResult[]>('GET', 'lots/my-results', undefined, seen);
    assert.equal(
      results.map(({ _id, status, price }) => [_id, status, price]),
      [[lot, 'sold', SOLD_CENTS]],
    );
  }
});

test('e-mails about the lot go to its owner, not to the staff who entered it', async () => {
  for (const [, lot] of owned())
    await command(staff, sale._id, 'correctSale', { lot, outcome: 'withdrawn', reason: 'Sick' });
  const mailsTo = async (account: string) =>
    (await server.stores.outbox.read({ account, page: 1, limit: 100 })).messages
      .filter(({ channel }) => channel === 'mail')
      .map(({ subject }) => subject);
  const corrected = (number: string) => `Lot ${number} of Gunnedah Store Cattle: the result was corrected`;
  await until(async () => (await mailsTo(vendor.id)).includes(corrected('1')));
  await until(async () => (await mailsTo(agent.id)).includes(corrected('2')));
  assert.equal((await mailsTo(vendor.id)).length, 1);
  assert.equal((await mailsTo(agent.id)).length, 2, 'of the change, and of the correction');
  assert.equal(await mailsTo(staff.id), []);
});

test.run();
