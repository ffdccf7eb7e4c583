import type { WhyOfLot } from '@saleyard/contract/why.ts';
import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import { AUCTION_TYPE_NAMES, AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Refused, type Session } from '../client/session.ts';
import { eventually } from '../test-support/eventually.ts';
import { codeOf } from '../test-support/refusals.ts';
import { cataloguedLots, command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('an account that staff open for a phone bidder', { limitMs: 60_000 });
const EMAIL = 'pat@saleyard.test';
const PASSWORD = 'hunter22';
const PAT = { firstName: 'Pat', lastName: 'Farmer', email: EMAIL, phone: '0491570156' };

let server: TestServer;
let staff: Session;
let account = '';
test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
});
test.after(() => server.close());

/** The tokens of the invitations that were sent to the account, the newest first. */
const tokens = async (): Promise<string[]> => {
  const { messages } = await server.stores.outbox.read({ account, page: 1, limit: 100 });
  return messages.flatMap(({ secrets }) => secrets);
};
const send = async (path: string, body: object): Promise<number> =>
  (
    await fetch(`${server.base}/api/v1/users/${path}`, {
      method: 'POST',
      headers: { origin: server.base, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status;
const signIn = async (password: string): Promise<number> => {
  const authorization = `Basic ${Buffer.from(`${EMAIL}:${password}`).toString('base64')}`;
  return (await fetch(`${server.base}/api/v1/users/me`, { headers: { authorization } })).status;
};

test('[C8] it is invited by e-mail, and staff bid for it from then on', async () => {
  const asked = { ...PAT, status: 'approved-buyer', commandId: newId() };
  const open = () => staff.call<{ _id: string; invited: boolean }>('POST', 'staff/accounts', asked);
  const opened = await open();
  assert.is(opened.invited, true);
  account = opened._id;
  assert.is((await tokens()).length, 1);
  assert.equal(await open(), opened, 'the answer was lost: the same request opens no other account');
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600 }, [steers('1')]);
  const [lot] = sale.lots;
  const note = 'Pat phoned';
  await eventually(() => command(staff, sale._id, 'staffBid', { lot, bidder: account, note, cents: 40_500 }));
  const refused = await staff
    .call('POST', 'staff/accounts', { ...PAT, status: 'approved-buyer' })
    .catch((error: unknown) => error);
  assert.ok(refused instanceof Refused);
});

for (const type of AUCTION_TYPE_NAMES)
  test(`[C8] staff bid for it up to a maximum in a ${type} sale`, async () => {
    const rival = await server.signedIn('buyer2');
    const sale = await schedule(
      staff,
      { type, durationSeconds: 600, lotOpeningSeconds: 600, inactiveSeconds: 600 },
      [steers('1')],
    );
    const [lot] = sale.lots;
    await until(async () => {
      const { auction } = await staff.call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`);
      return auction.state === 'live';
    });
    if (AUCTION_TYPES[type].byClerk) await command(staff, sale._id, 'openLot', { lot });
    const bid = async (bidder: string, amount: { cents: number } | { maxCents: number }) => {
      const asked = { lot, bidder, note: 'rang', ...amount };
      const { leader, currentBidCents } = (await command(staff, sale._id, 'staffBid', asked)) as {
        leader: string;
        currentBidCents: number;
      };
      return [leader, currentBidCents];
    };
    assert.equal(await bid(account, { maxCents: 50_000 }), [account, 40_500]);
    assert.equal(await bid(rival.id, { cents: 42_000 }), [account, 42_500]);
    assert.equal(await bid(rival.id, { maxCents: 45_000 }), [account, 45_500]);
    const read = JSON.stringify(await cataloguedLots(rival, sale._id));
    assert.not.match(read, '50000', 'nobody else reads the maximum');
    assert.equal(await bid(rival.id, { maxCents: 60_000 }), [rival.id, 50_500]);
    assert.is(await codeOf(bid(account, { maxCents: 50_000 })), 'too-low');
    const set = { auction: sale._id, lot, cents: 60_000, active: true, placedBy: 'staff' };
    const autoBids = () => rival.call('GET', `users/me/autobids?auction=${sale._id}`);
    await eventually(async () => assert.equal(await autoBids(), { autobids: [set] }));
    const path = `users/me/auctions/${sale._id}/lots/${lot}/why`;
    const { why } = await rival.call<{ why: WhyOfLot }>('GET', path);
    const explained = 'Staff set an auto-bid of up to $600.00 for you, by phone';
    assert.ok(why.bids.some(({ title }) => title === explained));
  });

test('a link sets the password once; a later link ends the earlier one', async () => {
  const [first = ''] = await tokens();
  await staff.call('POST', `staff/accounts/${account}/invitation`, {});
  const second = await until(async () => (await tokens()).find((token) => token !== first));
  const password = (chosen: string) => ({ password: chosen });
  assert.is(await send(`invitations/${first}`, password(PASSWORD)), 401, 'the earlier link');
  assert.is(await send(`invitations/${second}`, password('x'.repeat(CREDENTIALS.password.most))), 400);
  assert.is(await signIn(PASSWORD), 401);
  assert.is(await send(`invitations/${second}`, password(PASSWORD)), 200);
  assert.is(await send(`invitations/${second}`, password('another22')), 401, 'the link was used');
  assert.is(await signIn(PASSWORD), 200);
});

test('only administrators invite, and nobody who is not there', async () => {
  const buyer = await server.signedIn('buyer');
  for (const [who, whom] of [
    [buyer, account],
    [staff, newId()],
  ] as const) {
    const refused = await who.call('POST', `staff/accounts/${whom}/invitation`, {}).catch((error) => error);
    assert.ok(refused instanceof Refused);
  }
});

test.run();
