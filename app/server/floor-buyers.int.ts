import { randomUUID } from 'node:crypto';
import type { AuditSteps, SaleAudit } from '@saleyard/contract/audit.ts';
import type { OwnBids, OwnResult } from '@saleyard/contract/bids.ts';
import type { FloorBuyersOfSale, OwnFloorClaim } from '@saleyard/contract/floor-buyers.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { WhyOfLot } from '@saleyard/contract/why.ts';
import { STREAMS, sealedIn, streamOf } from '@saleyard/domain/streams.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { eventually } from '../test-support/eventually.ts';
import { codeOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('buyer numbers on the floor', { limitMs: 60_000 });
const PAT = { name: ' Pat\u00a0Farmer\u200b', pic: 'na 123456', phone: '+61 491 570 156' };

let server: TestServer;
let staff: Session;
let buyer: Session;
let other: Session;
let sale: Awaited<ReturnType<typeof schedule>>;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
  buyer = await server.signedIn('buyer');
  other = await server.signedIn('buyer2');
  sale = await schedule(staff, { type: 'sequentialOffline', reopenSeconds: 0 }, [
    steers('1'),
    steers('2'),
    steers('3'),
  ]);
});

test.after(() => server.close());

const place = () => `staff/auctions/${sale._id}/floor-buyers`;
const register = () => staff.call<FloorBuyersOfSale>('GET', place());
const claims = async (who: Session) =>
  (await who.call<{ claims: OwnFloorClaim[] }>('GET', `users/me/floor-claims/${sale._id}`)).claims;
const claim = (who: Session, number: string) =>
  who.call('POST', `users/me/floor-claims/${sale._id}`, { number });
const decide = (number: string, account: string, decision: object) =>
  staff.call('PUT', `${place()}/${number}/claims/${account}`, decision);
const leaders = async () => {
  const { lots } = await staff.call<{ lots: StaffLot[] }>('GET', `staff/auctions/${sale._id}/lots`);
  return lots.map(({ leader }) => leader?.name ?? '');
};
const ownBids = (who: Session) => who.call<OwnBids>('GET', `users/me/bids?auction=${sale._id}`);
const whyOf = (who: Session, lot: string | undefined) =>
  who.call<{ why: WhyOfLot }>('GET', `users/me/auctions/${sale._id}/lots/${lot}/why`);
const results = async (who: Session) => {
  const found = await who.call<OwnResult[]>('GET', `lots/my-results`);
  return found.filter(({ status }) => status === 'bought').map(({ number, price }) => `${number} ${price}`);
};

test('[C7] the desk gives numbers, which are read with what they bought, and nobody else reads them', async () => {
  assert.equal((await register()).buyers, []);
  await staff.call('PUT', `${place()}/214`, PAT);
  assert.is(await codeOf(staff.call('PUT', `${place()}/9`, { ...PAT, phone: '12' })), 'invalid-request');
  assert.is(await codeOf(staff.call('PUT', `${place()}/nine`, PAT)), 'not-found');
  const [first, second] = sale.lots;
  for (const [lot, buyerNumber] of [
    [first, '214'],
    [second, '7'],
  ]) {
    await eventually(() => command(staff, sale._id, 'openLot', { lot }));
    await command(staff, sale._id, 'floorBid', { lot, cents: 41_000 });
    await command(staff, sale._id, 'knockDown', { lot, buyerNumber });
  }
  assert.equal((await register()).buyers, [
    { number: '7', name: '', pic: '', phone: '', account: null, lots: 1 },
    { number: '214', name: 'Pat Farmer', pic: 'NA123456', phone: '0491570156', account: null, lots: 1 },
  ]);
  await until(async () => (await leaders()).join('; ') === 'Pat Farmer, floor buyer 214; Floor, buyer 7; ');
  for (const asking of [buyer.call('GET', place()), buyer.call('PUT', `${place()}/214`, PAT)])
    assert.is(await codeOf(asking), 'forbidden');
});

test('[C9] an account claims a number; once staff approve it, its lots are in the results of the account', async () => {
  await claim(buyer, '214');
  await claim(other, '214');
  assert.equal(
    (await claims(buyer)).map(({ number, state }) => `${number} ${state}`),
    ['214 waits'],
  );
  assert.is((await register()).claims.length, 2);
  assert.is(await codeOf(decide('214', other.id, { approved: false })), 'invalid-request');
  await decide('214', other.id, { approved: false, reason: 'Pat signed for this number.' });
  const [refused] = await claims(other);
  assert.equal([refused?.state, refused?.reason], ['refused', 'Pat signed for this number.']);
  assert.is(await codeOf(decide('214', other.id, { approved: true })), 'already-so');
  await decide('214', buyer.id, { approved: true });
  assert.is((await claims(buyer))[0]?.state, 'approved');
  const [, , third] = sale.lots;
  await command(staff, sale._id, 'openLot', { lot: third });
  await claim(buyer, '9');
  await decide('9', buyer.id, { approved: true });
  await command(staff, sale._id, 'floorBid', { lot: third, cents: 42_000, buyerNumber: '9' });
  await until(async () => (await leaders()).at(-1) === 'Bill Buyer, floor buyer 9');
  await command(staff, sale._id, 'floorBid', { lot: third, cents: 43_000, buyerNumber: '214' });
  await command(staff, sale._id, 'knockDown', { lot: third });
  await until(async () => (await results(buyer)).join() === '1 41000,3 43000');
  assert.equal(await results(other), []);
  const found = (await register()).buyers.find(({ number }) => number === '214');
  assert.equal([found?.account?._id, found?.lots], [buyer.id, 2]);
  await until(async () => (await ownBids(buyer)).byNumber?.join() === third);
  const { why } = await whyOf(buyer, third);
  assert.equal(
    why.bids.map(({ title, fate }) => [title, fate]),
    [
      ['The clerk entered your bid of $430.00 on the floor', 'bought'],
      ['The clerk entered your bid of $420.00 on the floor', 'replaced'],
    ],
  );
  assert.is(await codeOf(whyOf(other, third)), 'not-found');
  const audit = await staff.call<SaleAudit>('GET', `staff/auctions/${sale._id}/audit`);
  assert.is(audit.verdict, 'proven');
  const { steps } = await staff.call<AuditSteps>('GET', `staff/auctions/${sale._id}/audit/steps?lot=all`);
  assert.ok(
    steps.some(({ actor, act }) => actor.id === staff.id && /^assigned the number of buyer 214/.test(act)),
  );
});

test('name, PIC and phone are sealed in the log, and can be erased for ever', async () => {
  const stream = streamOf(STREAMS.floorBuyers, sale._id);
  let stored = '';
  let sealed = 0;
  for await (const events of server.stores.log.read(stream)) {
    for (const event of events) {
      stored += JSON.stringify(event);
      sealed += sealedIn(event.stream, event).length;
    }
  }
  assert.not.match(stored, /Pat|NA123456|0491570156|signed/);
  assert.is(sealed, 2, 'the buyer, and the reason of the refusal');
  await staff.call('DELETE', `${place()}/214`);
  const found = (await register()).buyers.find(({ number }) => number === '214');
  assert.equal([found?.name, found?.phone, found?.lots], ['', '', 2]);
});

test('[C7] a number that another desk gave meanwhile is not given again, and who has it stays', async () => {
  const given = { ...PAT, isNew: true, commandId: randomUUID() };
  for (const _ of ['sent', 'and sent again since the answer was lost'])
    await staff.call('PUT', `${place()}/300`, given);
  const sam = { ...PAT, name: 'Sam Stockman', isNew: true };
  assert.is(await codeOf(staff.call('PUT', `${place()}/300`, sam)), 'number-taken');
  const found = async () => (await register()).buyers.find(({ number }) => number === '300');
  assert.is((await found())?.name, 'Pat Farmer');
  await staff.call('PUT', `${place()}/300`, { ...PAT, name: 'Pat Farmer-Lee' });
  assert.is((await found())?.name, 'Pat Farmer-Lee');
});

test.run();
