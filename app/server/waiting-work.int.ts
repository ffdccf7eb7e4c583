import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { writtenSteers } from '../test-support/listings.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('what waits for staff', { limitMs: 60_000 });
const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let staff: Session;
let buyer: Session;
test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  buyer = await server.signedIn('buyer');
});
test.after(() => server.close());

type Sale = { _id: string; lots: number };
type Work = Record<'lots' | 'accounts', number> &
  Record<'frozen' | 'floorBuyers' | 'floorClaims' | 'corrections', Sale[]>;
const waiting = () => staff.call<Work>('GET', 'staff/waiting');
const idsOf = (sales: Sale[]) => sales.map(({ _id, lots }) => `${_id} ${lots}`);

test('lots and accounts to decide, frozen sales, floor buyers to name and corrections to confirm', async () => {
  const before = await waiting();
  assert.equal([before.lots, before.frozen, before.floorBuyers], [0, [], []]);

  const later = await schedule(
    staff,
    { type: 'simultaneous', durationSeconds: 600, liveInMs: 20 * DAY_MS },
    [],
  );
  const seller = await server.signedIn('seller');
  const { _id } = await seller.call<{ _id: string }>('POST', `auctions/${later._id}/lots`, {
    lot: writtenSteers(),
  });
  await seller.call('POST', `lots/${_id}/submit`, {});
  await until(async () => (await waiting()).lots === 1);
  await command(staff, later._id, 'freeze', { reason: 'Storm' });
  await until(async () => idsOf((await waiting()).frozen).join() === `${later._id} 0`);
  await command(staff, later._id, 'resume', { reason: 'Over' });
  await until(async () => (await waiting()).frozen.length === 0);

  const floor = await schedule(
    staff,
    { type: 'sequentialOffline', reopenSeconds: 0, secondPersonAboveCents: 0 },
    [steers('1'), steers('2')],
  );
  const [lot = '', other = ''] = floor.lots;
  await until(() => command(staff, floor._id, 'openLot', { lot }).catch(() => null));
  await command(staff, floor._id, 'floorBid', { lot, cents: 41_000 });
  assert.equal((await waiting()).floorBuyers, [], 'the floor leads a lot on which bidding goes on');
  await command(staff, floor._id, 'knockDown', { lot });
  await until(async () => idsOf((await waiting()).floorBuyers).join() === `${floor._id} 1`);
  await command(staff, floor._id, 'nameFloorBuyer', { lot, buyerNumber: '12' });
  assert.equal(idsOf((await waiting()).floorBuyers), [`${floor._id} 1`], 'nobody has the number yet');
  await staff.call('PUT', `staff/auctions/${floor._id}/floor-buyers/12`, {
    name: 'Pat Farmer',
    pic: 'NA123456',
    phone: '0491570156',
  });
  await until(async () => (await waiting()).floorBuyers.length === 0);
  await buyer.call('POST', `users/me/floor-claims/${floor._id}`, { number: '12' });
  await until(async () => idsOf((await waiting()).floorClaims).join() === `${floor._id} 1`);

  await command(staff, floor._id, 'openLot', { lot: other });
  await command(staff, floor._id, 'floorBid', { lot: other, cents: 41_000 });
  await command(staff, floor._id, 'knockDown', { lot: other });
  const sold = { lot, outcome: 'sold', cents: 42_000, buyerNumber: '12', reason: 'A typing error' };
  const { awaits } = (await command(staff, floor._id, 'correctSale', sold)) as { awaits?: string };
  assert.is(awaits, 'secondPerson');
  await until(async () => idsOf((await waiting()).corrections).join() === `${floor._id} 1`);
});

test('auditors read it, others do not', async () => {
  const auditor = await server.signedIn('auditor');
  assert.is((await auditor.call<Work>('GET', 'staff/waiting')).lots, 1);
  const refused = await buyer
    .call('GET', 'staff/waiting')
    .catch((error: { status?: number }) => error.status);
  assert.is(refused, 403);
});

test('corrections, floor buyers and claims wait however long ago their sale closed', async () => {
  const [sale] = (await waiting()).corrections;
  assert.ok(sale);
  await until(async () => {
    const { auction } = await staff.call<{ auction: { state: string } }>('GET', `staff/auctions/${sale._id}`);
    return auction.state === 'closed';
  });
  server.clock.advanceBy(31 * DAY_MS);
  staff = await server.signedIn('staff');
  const { corrections, floorBuyers, floorClaims } = await waiting();
  assert.equal([corrections, floorBuyers, floorClaims].map(idsOf), [
    [`${sale._id} 1`],
    [`${sale._id} 1`],
    [`${sale._id} 1`],
  ]);
});

test.run();
