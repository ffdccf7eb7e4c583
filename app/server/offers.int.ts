import type { AuditSteps, SaleAudit } from '@saleyard/contract/audit.ts';
import type { OwnOffer } from '@saleyard/contract/bids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { eventually } from '../test-support/eventually.ts';
import { codeOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('a corrected lot that is offered to an account', { limitMs: 60_000 });
const SOLD_CENTS = 45_000;
const OFFERED_CENTS = 42_000;

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
  sale = await schedule(staff, { type: 'sequentialOffline' }, [steers('1'), steers('2'), steers('3')]);
  for (const [index, lot] of sale.lots.entries()) {
    await eventually(() => command(staff, sale._id, 'openLot', { lot }));
    await command(staff, sale._id, 'floorBid', { lot, cents: SOLD_CENTS });
    await command(staff, sale._id, 'knockDown', { lot, ...(index < 2 && { buyer: other.id }) });
  }
});

test.after(() => server.close());

const offersOf = async (who: Session): Promise<OwnOffer[]> =>
  (await who.call<{ offers: OwnOffer[] }>('GET', 'users/me/offers', undefined)).offers;
const offer = (lot: string | undefined, cents: number) =>
  command(staff, sale._id, 'correctSale', {
    lot,
    outcome: 'sold',
    buyer: buyer.id,
    cents,
    reason: 'The first buyer did not pay.',
  });
const answer = (who: Session, lot: string | undefined, accepts: boolean, cents: number) =>
  who.call('PUT', `users/me/offers/${lot}`, { accepts, cents, commandId: newId() });
const mailsTo = async (account: string) =>
  (await server.stores.outbox.read({ account, page: 1, limit: 100 })).messages;
const mailTo = (account: string, subject: RegExp) =>
  until(async () => (await mailsTo(account)).find((mail) => subject.test(mail.subject ?? '')));

/** The link of an e-mail to its lot. */
const toItsResult = /Lot \d, .*: https?:\/\/\S+\/main\/results\/Cattle\/\d+\/\d+$/m;

test('[C5] it is mailed, read and accepted by that account alone, at the price that it saw', async () => {
  const [lot] = sale.lots;
  assert.equal(await offersOf(buyer), []);
  await offer(lot, OFFERED_CENTS + 500);
  const { awaits } = (await offer(lot, OFFERED_CENTS)) as { awaits?: string };
  assert.is(awaits, 'buyer');
  const offered = await until(async () => {
    const found = await offersOf(buyer);
    return found.length === 1 && found[0]?.cents === OFFERED_CENTS ? found[0] : null;
  });
  assert.equal(
    [offered.number, offered.grossCents, offered.highestBidCents, offered.reason],
    ['1', OFFERED_CENTS * 10, null, 'The first buyer did not pay.'],
  );
  assert.equal(await offersOf(other), []);
  const { text } = await mailTo(buyer.id, /^Lot 1 of Gunnedah Store Cattle is offered to you at \$420\.00/);
  assert.match(text, '/main/manage/my-results');
  assert.match(text, toItsResult);
  assert.is(await codeOf(answer(other, lot, true, OFFERED_CENTS)), 'no-proposal');
  assert.is(await codeOf(answer(buyer, lot, true, OFFERED_CENTS + 500)), 'no-proposal');
  assert.is(await codeOf(answer(buyer, lot, true, OFFERED_CENTS)), 'done');
  assert.equal(await until(async () => ((await offersOf(buyer)).length === 0 ? [] : null)), []);
});

test('a correction is mailed to the vendor, to the former buyer and to the new one, and names none of them', async () => {
  const corrected = /^Lot 1 of Gunnedah Store Cattle: the result was corrected/;
  const says = [
    [staff.id, 'You listed this lot.'],
    [other.id, 'You are no longer the buyer of this lot.'],
    [buyer.id, 'You are now the buyer of this lot.'],
  ] as const;
  for (const [account, said] of says) {
    const { text } = await mailTo(account, corrected);
    for (const part of [said, 'Before: sold at $450.00', 'Now: sold at $420.00', 'did not pay'])
      assert.match(text, part);
    assert.match(text, toItsResult);
    assert.not.match(text, /B(?:ill|eth) Buyer|saleyard\.test/);
  }
});

test('[C5] a lot that is declined stays as it was; the audit proves both answers', async () => {
  const [, lot] = sale.lots;
  await offer(lot, OFFERED_CENTS);
  await until(async () => (await offersOf(buyer)).length === 1);
  assert.is(await codeOf(answer(buyer, lot, false, OFFERED_CENTS)), 'done');
  await until(async () => (await offersOf(buyer)).length === 0);
  const audit = await staff.call<SaleAudit>('GET', `staff/auctions/${sale._id}/audit`);
  assert.is(audit.verdict, 'proven');
  assert.equal(
    audit.lots.map(({ number, priceCents }) => [number, priceCents]),
    [
      ['1', OFFERED_CENTS],
      ['2', SOLD_CENTS],
      ['3', SOLD_CENTS],
    ],
  );
  const { steps } = await staff.call<AuditSteps>(
    'GET',
    `staff/auctions/${sale._id}/audit/steps?lot=all&person=${buyer.id}&act=corrections`,
  );
  assert.equal(
    steps.filter(({ actor }) => actor.id === buyer.id).map(({ act }) => act),
    ['accepted the lot', 'declined the lot'],
  );
});

test('[C5] an offer that staff end, or that ends because another person buys the lot, is mailed to its account', async () => {
  const [, , lot] = sale.lots;
  const endings = [
    () => command(staff, sale._id, 'declineCorrection', { lot, reason: 'The first buyer paid after all.' }),
    () => command(staff, sale._id, 'nameFloorBuyer', { lot, buyer: other.id }),
    () => command(staff, sale._id, 'correctSale', { lot, outcome: 'passed', reason: 'The vendor keeps it.' }),
  ];
  for (const [before, end] of endings.entries()) {
    await offer(lot, OFFERED_CENTS);
    await end();
    const mails = await until(async () => {
      const found = (await mailsTo(buyer.id)).filter(
        ({ subject }) => subject === 'Lot 3 of Gunnedah Store Cattle is no longer offered to you',
      );
      return found.length > before && found;
    });
    assert.is(mails.length, before + 1);
    for (const { text } of mails) {
      assert.match(text, 'at $420.00 /head has ended');
      assert.match(text, toItsResult);
    }
  }
  assert.not.ok(
    (await mailsTo(buyer.id)).some(({ subject }) => /^Lot [12] .* no longer offered/.test(subject ?? '')),
  );
});

test('[C4] a price is corrected though the buyer was suspended since; such an account is no new buyer', async () => {
  const [first, second] = sale.lots;
  await staff.call('POST', `staff/accounts/${other.id}/suspend`, { reason: 'Did not pay.' });
  const corrected = (lot: string | undefined, cents: number) =>
    codeOf(
      command(staff, sale._id, 'correctSale', {
        lot,
        outcome: 'sold',
        buyer: other.id,
        cents,
        reason: 'A typing error.',
      }),
    );
  assert.is(await corrected(second, SOLD_CENTS - 500), 'done');
  assert.is(await corrected(first, SOLD_CENTS), 'not-permitted');
});

test.run();
