import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { statusOf } from '../test-support/refusals.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('messages to everyone of a sale', { limitMs: 60_000 });
const TEXT = 'The yard opens at 7 am. Trucks use gate 2.';

let server: TestServer;
let staff: Session;
test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
});
test.after(() => server.close());

async function mailsTo({ id: account }: Session) {
  const { messages } = await server.stores.outbox.read({ account, page: 1, limit: 100 });
  return messages.filter(({ channel, subject }) => channel === 'mail' && subject?.startsWith('About '));
}

test('[T26] sellers, bidders and watchers get it once, by e-mail and in the room; others do not', async () => {
  const [seller, buyer, watcher, other] = [
    await server.signedIn('seller'),
    await server.signedIn('buyer'),
    await server.signedIn('both'),
    await server.signedIn('buyer2'),
  ];
  const sale = await schedule(staff, { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true }, [
    steers('1', { createdBy: seller.id }),
    steers('2', { createdBy: seller.id }),
  ]);
  const { _id } = sale;
  const [lot = ''] = sale.lots;
  for (const each of sale.lots) await watcher.call('PUT', 'users/me/watchlist2', { lotId: each });
  const bid = { lot, bidder: buyer.id, cents: 41_000, note: 'By phone' };
  await until(() => command(staff, _id, 'staffBid', bid).catch(() => null));
  const readers = () => staff.call<{ people: number }>('GET', `staff/auctions/${_id}/message-readers`);
  await until(async () => (await readers()).people === 3);

  const empty = await statusOf(command(staff, _id, 'messageEveryone', { text: ' ' }));
  assert.is(empty, 400);
  await command(staff, _id, 'messageEveryone', { text: TEXT });
  const again = await statusOf(command(staff, _id, 'messageEveryone', { text: TEXT }));
  assert.is(again, 409, 'the same text is not sent twice');

  for (const one of [seller, watcher, buyer]) await until(async () => (await mailsTo(one)).length === 1);
  const [mail] = await mailsTo(seller);
  assert.match(mail?.text ?? '', TEXT);
  assert.equal(await mailsTo(other), [], 'nobody else gets one');
  assert.equal(await mailsTo(staff), [], 'nor its sender');
  const announced = async () =>
    (await other.call<{ auction: { notification: string | null } }>('GET', `auctions/${_id}`)).auction
      .notification;
  // The read model may be behind the mails.
  assert.is(await until(announced), TEXT);

  const { entries } = await staff.call<{ entries: { act: string; by: { _id: string } }[] }>(
    'GET',
    'staff/activity?area=messages',
  );
  assert.equal(
    entries.map(({ act, by }) => [act, by._id]),
    [['messaged', staff.id]],
  );
});

test.run();
