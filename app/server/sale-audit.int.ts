import type { SaleAudit } from '@saleyard/contract/audit.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Refused, type Session } from '../client/session.ts';
import { eventually } from '../test-support/eventually.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer } from '../test-support/test-server.ts';

const test = suite('the audit of a sale for auditors', { limitMs: 60_000 });
/** What the clerk enters for the floor, in cents. */
const FLOOR_CENTS = 45_000;

let server: TestServer;
let staff: Session;
let sale: Awaited<ReturnType<typeof schedule>>;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  sale = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0 }, [steers('1'), steers('2')]);
  const [sold, withdrawn] = sale.lots;
  await eventually(() => command(staff, sale._id, 'openLot', { lot: sold }));
  await command(staff, sale._id, 'floorBid', { lot: sold, cents: FLOOR_CENTS });
  await command(staff, sale._id, 'knockDown', { lot: sold });
  await command(staff, sale._id, 'withdraw', { lot: withdrawn, reason: 'Lame' });
});

test.after(() => server.close());

const audit = (who: Session, query = ''): Promise<SaleAudit> =>
  who.call<SaleAudit>('GET', `staff/auctions/${sale._id}/audit${query}`);

const statusOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 200,
    (error: unknown) => (error instanceof Refused ? error.status : String(error)),
  );

test('an auditor reads the verdict, and which member of staff did what; no contacts', async () => {
  const auditor = await server.signedIn('auditor');
  const summary = await audit(auditor);
  assert.equal([summary.verdict, summary.difference, summary.ladders], ['proven', null, []]);
  assert.equal(
    summary.lots.map(({ number, result, priceCents }) => [number, result, priceCents]),
    [
      ['1', 'sold', FLOOR_CENTS],
      ['2', 'withdrawn', null],
    ],
  );
  const [lot = '', other = ''] = sale.lots;
  const { ladders, people } = await audit(auditor, `?lot=${lot}`);
  assert.equal(
    ladders.map((ladder) => ladder.lot),
    [lot],
  );
  const acts = (ladders[0]?.steps ?? [])
    .filter(({ actor, refused }) => actor.id === staff.id && refused === null)
    .map(({ act }) => act);
  assert.equal(acts, ['opened bidding', 'entered a bid for the floor', 'knocked the lot down']);
  assert.is(people[staff.id]?.role, 'admin');
  assert.ok(people[staff.id]?.name);
  const all = await audit(auditor, '?lot=all');
  assert.equal(
    all.ladders.map((ladder) => ladder.lot),
    [lot, other],
  );
  assert.ok(all.ladders[1]?.steps.some(({ ruling }) => ruling.join().includes('Lame')));
  assert.not.match(JSON.stringify(all), '@saleyard.test');
});

test('what happens next is in the next audit', async () => {
  const before = await audit(staff);
  // The sale is over: it is refused, and that is in the log too.
  assert.is(await statusOf(command(staff, sale._id, 'announce', { text: 'Lunch' })), 400);
  const after = await audit(staff);
  assert.ok(after.chained > before.chained);
  assert.is(after.sale.at(-1)?.act, 'tried to announce');
});

test('a bidder is refused, and a sale that there is not is not found', async () => {
  assert.is(await statusOf(audit(await server.signedIn('buyer'))), 403);
  assert.is(await statusOf(staff.call('GET', 'staff/auctions/999999/audit')), 404);
});

test.run();
