import { loadAggregate } from '@saleyard/command-api/handle-command.ts';
import { OPENED_FIRST, SOLD_MEANWHILE } from '@saleyard/command-api/processes/catalogued-listings.ts';
import type { OwnListing, ReofferableListing } from '@saleyard/contract/selling.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { approvedListing, writtenSteers } from '../test-support/listings.ts';
import { command, schedule } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('listings of corrected lots', { limitMs: 30_000 });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SOLD_CENTS = 200_000;
const REASON = 'The wrong lot was written down';

let server: TestServer;
let staff: Session;
let vera: Session;
let buyer: Session;
let other: Session;
let sale: { _id: string };
let next: { _id: string };
/** Two lots that were knocked down to `buyer`. */
let lots: [string, string];
/** A lot that nobody had approved when the sale opened. */
let pending: string;

const listing = async (id: string) => (await loadAggregate(server.stores, STREAMS.listing, id)).state;
const saleState = async (id: string) => (await loadAggregate(server.stores, STREAMS.auction, id)).state;
const lotState = async (auction: string, lot: string) =>
  (await saleState(auction)).lots.find(({ terms }) => terms.lot === lot);
const becomes = (id: string, phase: string) => until(async () => (await listing(id))?.phase === phase);

/** What the seller reads of a listing once all that was written is shown: its phase, and whether it may be reoffered. */
async function readBySeller(id: string): Promise<[phase: string | undefined, isOffered: boolean]> {
  const seen = await server.seen();
  const own = await vera.call<{ lots: OwnListing[] }>('GET', 'lots/submissions?limit=50', undefined, seen);
  const again = await vera.call<{ lots: ReofferableListing[] }>('GET', 'lots/reoffers', undefined, seen);
  return [own.lots.find(({ _id }) => _id === id)?.phase, again.lots.some(({ _id }) => _id === id)];
}

const correct = (lot: string, change: object) =>
  command(staff, sale._id, 'correctSale', { lot, reason: REASON, ...change });
const soldTo = ({ id }: Session) => ({
  outcome: 'sold',
  buyer: id,
  cents: SOLD_CENTS,
  acceptedBy: 'staffRecord',
});

test.before(async () => {
  server = await startTestServer();
  const { signedIn } = server;
  [staff, vera] = [await signedIn('staff'), await signedIn('seller')];
  [buyer, other] = [await signedIn('buyer'), await signedIn('buyer2')];
  const terms = { type: 'sequentialOffline', reopenSeconds: 0 } as const;
  sale = await schedule(staff, { ...terms, liveInMs: HOUR_MS }, []);
  next = await schedule(staff, { ...terms, liveInMs: 10 * DAY_MS }, []);
  lots = [
    await approvedListing(vera, staff, sale._id, writtenSteers()),
    await approvedListing(vera, staff, sale._id, writtenSteers()),
  ];
  await until(async () => (await saleState(sale._id)).lots.length === lots.length);
  const body = { lot: writtenSteers(), commandId: newId() };
  pending = (await vera.call<{ _id: string }>('POST', `auctions/${sale._id}/lots`, body))._id;
  await vera.call('POST', `lots/${pending}/submit`, {});
  server.clock.advanceBy(HOUR_MS);
  await until(async () => (await saleState(sale._id)).phase === 'live');
  for (const lot of lots) {
    await command(staff, sale._id, 'openLot', { lot });
    await command(staff, sale._id, 'floorBid', { lot, cents: SOLD_CENTS });
    await command(staff, sale._id, 'knockDown', { lot, buyer: buyer.id });
  }
  await until(async () => (await saleState(sale._id)).phase === 'closed');
});
test.after(() => server.close());

test('[T16] a lot that nobody had approved is sent back when its sale opens, though no listing changed since', async () => {
  await becomes(pending, 'refused');
  assert.is((await listing(pending))?.reason?.reason, OPENED_FIRST);
});

test('[C3] [C4] a listing follows its lot, corrected to withdrawn, sold to another, annulled and passed in', async () => {
  const [lot] = lots;
  assert.equal(await readBySeller(lot), ['approved', false]);
  await correct(lot, { outcome: 'withdrawn' });
  await becomes(lot, 'withdrawn');
  assert.is((await listing(lot))?.reason?.reason, REASON);
  assert.equal(await readBySeller(lot), ['withdrawn', false]);
  await correct(lot, soldTo(other));
  await becomes(lot, 'approved');
  assert.equal(await readBySeller(lot), ['approved', false], 'what is sold is not offered again');
  await correct(lot, { outcome: 'annulled' });
  assert.equal(await readBySeller(lot), ['approved', true], 'its buyer did not pay');
  await correct(lot, { outcome: 'withdrawn' });
  await becomes(lot, 'withdrawn');
  await correct(lot, { outcome: 'passed' });
  await becomes(lot, 'approved');
  assert.equal(await readBySeller(lot), ['approved', true]);
});

test('[C4] a lot that is corrected to sold withdraws what it was offered again as', async () => {
  const [, lot] = lots;
  await correct(lot, { outcome: 'passed' });
  assert.equal(await readBySeller(lot), ['approved', true]);
  const day = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
  const prices = { startPrice: 100_000, bidIncrementCents: 500, reserveCents: 110_000 };
  const changes = { ...prices, adjustWeight: -1.25, earliestDelivery: day(12), latestDelivery: day(20) };
  const body = { lot: changes, commandId: newId() };
  const path = `auctions/${next._id}/lots/${lot}/reoffer`;
  const { _id: again } = await vera.call<{ _id: string }>('PUT', path, body);
  await staff.call('POST', `staff/listings/${again}/approve`, {});
  await until(() => lotState(next._id, again));
  assert.equal(await readBySeller(lot), ['approved', false]);
  await correct(lot, soldTo(other));
  await becomes(again, 'withdrawn');
  assert.is((await listing(again))?.reason?.reason, SOLD_MEANWHILE);
  assert.equal(await readBySeller(again), ['withdrawn', false]);
  assert.equal(await readBySeller(lot), ['approved', false]);
  await until(async () => (await lotState(next._id, again))?.withdrawn);
});

test('[C3] a listing follows its lot, withdrawn from a sale and put back', async () => {
  const lot = await approvedListing(vera, staff, next._id, writtenSteers());
  await until(() => lotState(next._id, lot));
  await command(staff, next._id, 'withdraw', { lot, reason: REASON });
  await becomes(lot, 'withdrawn');
  await command(staff, next._id, 'reinstateLot', { lot, reason: REASON });
  await becomes(lot, 'approved');
  assert.equal(await readBySeller(lot), ['approved', false]);
});

test.run();
