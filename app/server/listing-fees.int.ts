import type { DatedFees, StaffFees } from '@saleyard/contract/fees.ts';
import type { ListingFeeRow, SaleFeeRow } from '@saleyard/contract/selling.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import { type FeeTable, FIRST_FEES } from '@saleyard/domain/fees/fee-tables.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { approvedListing, writtenLot, writtenSteers } from '../test-support/listings.ts';
import { codeOf } from '../test-support/refusals.ts';
import { schedule } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('listing fees of a seller', { limitMs: 90_000 });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let server: TestServer;
let staff: Session;
let vera: Session;
let other: Session;
/** Sales that are over: by the published fees, with a fee of its own, and with a fee of nothing. */
let published: { _id: string };
let own: { _id: string };
let free: { _id: string };

type PublishedFees = { inForce: DatedFees; upcoming: readonly DatedFees[] };
type Fees = { lots: readonly ListingFeeRow[]; totalCents: number };

/** The fees once everything that was written is shown. */
async function feesOf(of: Session, query = ''): Promise<Fees> {
  const asked = await server.seen();
  return of.call<Fees>('GET', `lots/listing${query}`, undefined, asked);
}

/** The fees of a sale as staff read them. */
const feesOfSale = ({ _id }: { _id: string }) =>
  staff.call<{ lots: readonly SaleFeeRow[] }>('GET', `staff/auctions/${_id}/listing-fees`);

/** A lot in the catalogue of a sale. */
function catalogued(auction: string, sex: string, count: number, seller = vera): Promise<string> {
  const { details, ...steers } = writtenSteers();
  return approvedListing(seller, staff, auction, { ...steers, count, details: { ...details, sex } });
}

const auctionOf = async (id: string) =>
  (
    await staff.call<{
      auction: { state: string; lotCount: number; listingFee: number | null; liveAt: number };
    }>('GET', `auctions/${id}`)
  ).auction;

/** A sale that begins in an hour. */
const scheduled = (
  settings: { listingFee?: number; studSale?: boolean } = {},
  more: { kind?: KindType; public?: boolean } = {},
) => schedule(staff, { type: 'simultaneous', durationSeconds: 1, liveInMs: HOUR_MS, settings, ...more }, []);

/**
 * Resolves when sales are over that begin within this time; by default when the last of them goes live. One step: a sale
 * that is live takes one for an outage, as it does when it should have been live for long.
 */
async function closed(sales: readonly { _id: string }[], within?: number): Promise<void> {
  const lives = await Promise.all(sales.map(async ({ _id }) => (await auctionOf(_id)).liveAt));
  const withinMs = within ?? Math.max(...lives) - server.clock.now();
  server.clock.advanceBy(withinMs);
  // Sessions may have ended meanwhile.
  const { signedIn } = server;
  if (withinMs > HOUR_MS) [staff, vera] = [await signedIn('staff'), await signedIn('seller')];
  for (const { _id } of sales) await until(async () => (await auctionOf(_id)).state === 'closed');
}

let steers = '';
let withdrawn = '';
test.before(async () => {
  server = await startTestServer();
  const { signedIn } = server;
  [staff, vera, other] = [await signedIn('staff'), await signedIn('seller'), await signedIn('both')];
  published = await scheduled();
  own = await scheduled({ listingFee: 550 });
  free = await scheduled({ listingFee: 0 });
  steers = await catalogued(published._id, 'Steers', 150);
  await catalogued(published._id, 'Heifers', 60);
  await catalogued(published._id, 'Bulls', 2);
  withdrawn = await catalogued(published._id, 'Steers', 500);
  await catalogued(published._id, 'Steers', 195, other);
  await catalogued(own._id, 'Bulls', 3);
  await catalogued(own._id, 'Steers', 10);
  await catalogued(free._id, 'Steers', 5);
  await until(async () => (await auctionOf(published._id)).lotCount === 5);
  await vera.call('POST', `lots/${withdrawn}/withdraw`, {});
  await until(async () => (await auctionOf(own._id)).lotCount === 2);
  await until(async () => (await auctionOf(free._id)).lotCount === 1);
  await closed([published, own, free]);
});
test.after(() => server.close());

test('[S489] an auction and the fees of its lots carry the fee of the auction', async () => {
  assert.equal((await auctionOf(own._id)).listingFee, 550);
  assert.equal((await auctionOf(published._id)).listingFee, null);
  const { lots } = await feesOf(vera);
  const [mine] = lots.filter(({ auctionData }) => auctionData._id === own._id);
  assert.is(mine?.auctionData.listingFee, 550);
  assert.ok(mine?.auctionData.closedAt);
});

test('[A780] [S489] [S546] lots in the catalogues of closed auctions cost their fee; withdrawn ones are left out of it and of the tier', async () => {
  const { lots, totalCents } = await feesOf(vera);
  const rows = lots.map(({ auctionData, count, price, total }) => [
    auctionData.listingFee,
    count,
    price,
    total,
  ]);
  assert.equal(
    rows.toSorted((a, b) => Number(a[1]) - Number(b[1])),
    [
      [null, 2, 4_000, 8_000],
      // [S549] also of steers, which cost the price of their kind elsewhere
      [550, 3, 550, 1_650],
      [0, 5, 0, 0],
      [550, 10, 550, 5_500],
      // 210 head of the vendor are of the second tier.
      [null, 60, 900, 54_000],
      [null, 150, 900, 135_000],
    ],
  );
  assert.is(totalCents, 8_000 + 1_650 + 5_500 + 54_000 + 135_000);
  const [row] = lots.filter(({ _id }) => _id === steers);
  assert.equal([row?.status, row?.kindData.title, row?.isFreeReoffer], ['noBid', 'Cattle', false]);
  const second = await feesOf(vera, '?limit=1&page=2');
  assert.equal([second.lots.length, second.totalCents], [1, totalCents]);
  const others = await feesOf(other);
  // 195 head at the price of the kind: [S548]
  assert.equal([others.lots.length, others.totalCents], [1, 195_000], 'fees are for their seller alone');
});

test('tiers of a sale count the head of each seller alone, also under one name of a vendor', async () => {
  const { lots } = await feesOfSale(published);
  assert.equal(
    lots.map((one) => [one.number, one.vendorName, one.count, one.price, one.isFreeReoffer]),
    [
      ['1', 'Wattle Park Pastoral', 150, 900, false],
      ['2', 'Wattle Park Pastoral', 60, 900, false],
      ['3', 'Wattle Park Pastoral', 2, 4_000, false],
      // With the 210 head of the other seller this would be of the third tier.
      ['5', 'Wattle Park Pastoral', 195, 1_000, false],
    ],
  );
  assert.is(new Set(lots.map(({ seller }) => seller)).size, 2);
});

test('[S221] a row says all that it has to say, also that staff recorded its fee as paid, or took that back', async () => {
  const [row] = (await feesOf(vera)).lots.filter(({ _id }) => _id === steers);
  const { date, number, title, kindData, price, total, paid, count, status, auctionData } = row ?? {};
  const { liveAt } = await auctionOf(published._id);
  assert.equal([date, number, title], [liveAt, '1', '40 Angus Steers']);
  assert.equal([kindData?.title, price, total, paid, count], ['Cattle', 900, 135_000, false, 150]);
  assert.equal([status, auctionData?.listingFee], ['noBid', null]);
  const ofOwnSale = (await feesOf(vera)).lots.filter(({ price }) => price === 550);
  assert.equal(
    ofOwnSale.map((one) => one.auctionData.listingFee),
    [550, 550],
  );
  const paidOnes = async () => (await feesOf(vera)).lots.filter((one) => one.paid).map(({ _id }) => _id);
  const record = (of: Session, lot: string, isPaid: boolean, commandId: string = newId()) =>
    of.call('PUT', `staff/listings/${lot}/fee`, { paid: isPaid, commandId });
  const [commandId, before] = [newId(), await server.stores.log.lastPosition()];
  const recorded = await record(staff, steers, true, commandId);
  assert.ok((await server.stores.log.lastPosition()) > before);
  assert.equal(await paidOnes(), [steers]);
  const { lots } = await feesOfSale(published);
  assert.equal(
    lots.map((one) => [one.number, one.count, one.total, one.paid]),
    [
      ['1', 150, 135_000, true],
      ['2', 60, 54_000, false],
      ['3', 2, 8_000, false],
      ['5', 195, 195_000, false],
    ],
  );
  assert.ok(lots[0]?.seller);
  await record(staff, steers, false);
  assert.equal(await record(staff, steers, true, commandId), recorded, 'the same again is answered the same');
  assert.equal(await paidOnes(), [], 'and nothing is done again');
  const refusedTo = async (of: Session, lot: string) =>
    (
      (await record(of, lot, true).catch((error: unknown) => error as { status: number })) as {
        status: number;
      }
    ).status;
  assert.equal(
    [await refusedTo(vera, steers), await refusedTo(staff, withdrawn), await refusedTo(staff, 'nothing')],
    [403, 409, 404],
  );
});

type Charge = readonly [kind: KindType, sex: string, head: number, cents: number];
/** Each lot is the only one of its vendor in the sale, so that its head alone decide its tier. Cents without GST. */
const CHARGES: Readonly<Record<'any' | 'stud or private', readonly Charge[]>> = {
  any: [
    ['cattle', 'Steer(s)', 1, 1_000],
    ['cattle', 'Steer(s)', 200, 200_000], // [A781] [S550]
    ['cattle', 'Heifer(s)', 201, 180_900],
    ['cattle', 'Steer(s)', 400, 360_000], // [A782] [S551]
    ['cattle', 'Steer(s)', 401, 320_800],
    ['cattle', 'Cow(s)', 600, 480_000], // [A783] [S552]
    ['cattle', 'Steer(s)', 601, 420_700], // [A784] [S553]
    ['cattle', 'Bull(s)', 300, 1_200_000], // [A785] [S554]
    ...(['sheep', 'goat'] as const).flatMap((kind): Charge[] => {
      const [sex, sire] = kind === 'sheep' ? ['Ewe(s)', 'Ram(s)'] : ['Doe(s)', 'Buck(s)'];
      return [
        [kind, sex, 1, 100], // [A787] [S555]
        [kind, sex, 1_250, 125_000], // [A787] [S555]
        [kind, sex, 1_251, 112_590],
        [kind, sex, 2_250, 202_500], // [A788] [S556]
        [kind, sex, 2_251, 180_080],
        [kind, sex, 3_250, 260_000], // [A789] [S557]
        [kind, sex, 3_251, 227_570], // [A790] [S558]
        [kind, sire, 10, 20_000], // [A791] [S559]
      ];
    }),
  ],
  'stud or private': [
    ...['Heifer(s)', 'Cow(s)', 'Bull(s)'].map((sex): Charge => ['cattle', sex, 300, 390_000]), // [A793] [S560]
    // Other stock costs what it costs in any sale.
    ['cattle', 'Steer(s)', 10, 10_000],
    ['sheep', 'Wether(s)', 10, 1_000],
    ['sheep', 'Ewe(s)', 1_300, 910_000], // [A794] [S561]
    ['sheep', 'Ram(s)', 10, 7_000],
    ['goat', 'Doe(s)', 10, 7_000],
    ['goat', 'Buck(s)', 10, 7_000],
  ],
};

/** A fifth of the sheep weighed, which their form requires. */
const weighed = (count: number) => ({
  countWeighed: Math.ceil(count / 5),
  heads: Array.from({ length: Math.ceil(count / 5) }, () => ({ weightLive: 41, fatScore: 3 })),
});

test('[S548] each kind and tier is charged by the published fees, breeding stock of stud and private sales by their own', async () => {
  const cases = [
    { charges: CHARGES.any, of: {}, more: {} },
    { charges: CHARGES['stud or private'], of: { studSale: true }, more: {} },
    { charges: CHARGES['stud or private'], of: {}, more: { public: false } },
  ].flatMap(({ charges, of, more }) =>
    (['cattle', 'sheep', 'goat'] as const).map((kind) => ({
      own: charges.filter(([one]) => one === kind),
      schedule: () => scheduled(of, { ...more, kind }),
    })),
  );
  const sales = await Promise.all(cases.map(({ schedule }) => schedule()));
  for (const [n, { own }] of cases.entries()) {
    const sale = sales[n] ?? { _id: '' };
    for (const [at, [kind, sex, count]] of own.entries()) {
      const { details, ...lot } = writtenLot(kind);
      const named = { ...details, sex, vendorName: `Vendor ${at}` };
      await approvedListing(vera, staff, sale._id, {
        ...lot,
        count,
        details: named,
        ...(kind === 'sheep' && weighed(count)),
      });
    }
    await until(async () => (await auctionOf(sale._id)).lotCount === own.length);
  }
  await closed(sales);
  for (const [at, sale] of sales.entries())
    assert.equal(
      (await feesOfSale(sale)).lots.map(({ count, total }) => [count, total]),
      cases[at]?.own.map(([, , head, cents]) => [head, cents]),
    );
  const { kinds } = await staff.call<{ kinds: { type: string; listingPriceCents: number }[] }>(
    'GET',
    'kinds',
  );
  for (const kind of ['cattle', 'sheep', 'goat']) {
    const [, , head = 0, cents = 0] = CHARGES.any.find(([one]) => one === kind) ?? [];
    assert.is(kinds.find(({ type }) => type === kind)?.listingPriceCents, cents / head, kind); // [S548]
  }
});

test('a lot that is offered again within the free days costs nothing in the later sale', async () => {
  const next = await scheduled();
  const day = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
  const lot = {
    adjustWeight: 0,
    startPrice: 100_000,
    bidIncrementCents: 500,
    reserveCents: 110_000,
    earliestDelivery: day(12),
    latestDelivery: day(20),
  };
  const { _id: again } = await vera.call<{ _id: string }>(
    'PUT',
    `auctions/${next._id}/lots/${steers}/reoffer`,
    {
      lot,
      commandId: newId(),
    },
  );
  await staff.call('POST', `staff/listings/${again}/approve`, {});
  await until(async () => (await auctionOf(next._id)).lotCount === 1);
  await closed([next]);
  const { lots } = await feesOf(vera);
  assert.is(lots[0]?._id, again, 'the auction that closed last comes first');
  assert.equal([lots[0]?.isFreeReoffer, lots[0]?.price, lots[0]?.total], [true, 0, 0]);
  assert.is(lots.find(({ _id }) => _id === steers)?.price, 900, 'its first listing was charged');
  const [row] = (await feesOfSale(next)).lots;
  assert.equal([row?._id, row?.isFreeReoffer, row?.total], [again, true, 0], 'for staff, too');
});

test('a sale is charged by the fees of the day it opens, and nothing set later changes what it was charged', async () => {
  const day = (days: number) => saleDay(server.clock.now() + days * DAY_MS);
  const tableWith = (sireCentsPerHead: number): FeeTable => ({
    ...FIRST_FEES,
    cattle: { ...FIRST_FEES.cattle, sireCentsPerHead },
  });
  const read = () => staff.call<StaffFees>('GET', 'staff/fees');
  const set = async (from: string, table: FeeTable, seen: number, as = staff) =>
    as.call<StaffFees>('PUT', `staff/fees/${from}`, { table, seen, reason: 'Dearer', commandId: newId() });
  const early = await scheduled();
  await catalogued(early._id, 'Bulls', 2);
  await until(async () => (await auctionOf(early._id)).lotCount === 1);
  await closed([early]);
  const before = await feesOfSale(early);
  assert.is(before.lots[0]?.price, 4_000);

  assert.is(await codeOf(set(day(0), tableWith(1), 0)), 'fees-in-force', 'today is too early');
  assert.is(await codeOf(set(day(2), tableWith(1), 0, vera)), 'forbidden');
  const wrong = {
    ...FIRST_FEES,
    cattle: { ...FIRST_FEES.cattle, tiers: [{ fromHead: 2, centsPerHead: 1 }] },
  };
  assert.is(await codeOf(set(day(2), wrong, 0)), 'invalid-request');
  const { seen } = await set(day(2), tableWith(4_500), 0);
  assert.is(
    await codeOf(set(day(3), tableWith(5_000), 0)),
    'fees-changed',
    'it did not see the first change',
  );
  await set(day(30), tableWith(9_900), seen);
  await staff.call('POST', `staff/fees/${day(30)}/withdraw`, { reason: 'Typed twice', seen: 2 });
  const { tables, changes } = await read();
  assert.equal(
    tables.map(({ from, table }) => [from, table.cattle.sireCentsPerHead]),
    [
      [null, 4_000],
      [day(2), 4_500],
    ],
  );
  assert.equal(
    changes.map(({ act, reason, by }) => [act, reason, by !== '']),
    [
      ['withdrawn', 'Typed twice', true],
      ['set', 'Dearer', true],
      ['set', 'Dearer', true],
    ],
  );
  const shown = await staff.call<PublishedFees>('GET', 'listing-fees', undefined, await server.seen());
  assert.equal([shown.inForce.from, shown.upcoming.map(({ from }) => from)], [null, [day(2)]]);

  server.clock.advanceBy(3 * DAY_MS);
  // Sessions have ended meanwhile.
  [staff, vera] = [await server.signedIn('staff'), await server.signedIn('seller')];
  const late = await scheduled();
  await catalogued(late._id, 'Bulls', 2);
  await until(async () => (await auctionOf(late._id)).lotCount === 1);
  await closed([late]);
  assert.is((await feesOfSale(late)).lots[0]?.price, 4_500);
  assert.equal(await feesOfSale(early), before);
  assert.ok((await staff.call<PublishedFees>('GET', 'listing-fees')).inForce.from);
});

test('[S565] [S566] [S567] [S568] a reoffer is free for 21 days of cattle, 7 of lambs, 14 of sheep and of goats, and not a day longer', async () => {
  const free: readonly [kind: KindType, stockCategory: string | null, days: number][] = [
    ['cattle', null, 21], // [A773] [S565]
    ['sheep', 'Lambs', 7], // [A774] [S566]
    ['sheep', 'Prime Lambs', 7], // [A774] [S566]
    ['sheep', 'Mutton', 14], // [A775] [S567]
    ['goat', null, 14], // [A776] [S568]
  ];
  const now = () => server.clock.now();
  // Noon in Sydney, or an hour later: whole days apart are days apart there, too.
  const noon = (Math.floor(now() / DAY_MS) + 1) * DAY_MS + 2 * HOUR_MS;
  const saleAt = (kind: KindType, days: number) =>
    schedule(
      staff,
      { type: 'simultaneous', durationSeconds: 1, kind, liveInMs: noon + days * DAY_MS - now() },
      [],
    );
  const cases = [];
  for (const [kind, stockCategory, days] of free)
    for (const later of [days, days + 1]) {
      const { details, ...lot } = writtenLot(kind);
      const written = {
        ...lot,
        details: { ...details, ...(stockCategory && { stockCategory, haveWeaned: 'No' }) },
        // All prime lambs are weighed.
        ...(stockCategory === 'Prime Lambs' && { count: lot.countWeighed }),
      };
      const first = await saleAt(kind, 0);
      const listed = await approvedListing(vera, staff, first._id, written);
      cases.push({ kind, stockCategory, first, listed, later });
    }
  for (const { first } of cases) await until(async () => (await auctionOf(first._id)).lotCount === 1);
  await closed(
    cases.map(({ first }) => first),
    noon - now(),
  );
  const day = (days: number) => new Date(now() + days * DAY_MS).toISOString().slice(0, 10);
  const changes = { adjustWeight: 0, startPrice: 100_000, bidIncrementCents: 500, reserveCents: 110_000 };
  const delivery = { earliestDelivery: day(25), latestDelivery: day(30) };
  const reoffers = [];
  for (const one of cases) {
    const next = await saleAt(one.kind, one.later);
    const path = `auctions/${next._id}/lots/${one.listed}/reoffer`;
    const body = { lot: { ...changes, ...delivery }, commandId: newId() };
    const { _id: again } = await vera.call<{ _id: string }>('PUT', path, body);
    await staff.call('POST', `staff/listings/${again}/approve`, {});
    reoffers.push({ ...one, next, again });
  }
  for (const { next } of reoffers) await until(async () => (await auctionOf(next._id)).lotCount === 1);
  // A sale freezes that should have been live for long: time stops just before each.
  for (const days of [7, 8, 14, 15, 21, 22])
    await closed(
      reoffers.filter(({ later }) => later === days).map(({ next }) => next),
      noon + days * DAY_MS - now(),
    );
  const { lots } = await feesOf(vera, '?limit=50');
  const isFree = (id: string) => {
    const row = lots.find(({ _id }) => _id === id);
    return [row?.isFreeReoffer, row?.total === 0];
  };
  assert.equal(
    reoffers.map(({ kind, stockCategory, later, again }) => [kind, stockCategory, later, ...isFree(again)]),
    free.flatMap(([kind, category, days]) => [
      [kind, category, days, true, true],
      [kind, category, days + 1, false, false],
    ]),
  );
});

test.run();
