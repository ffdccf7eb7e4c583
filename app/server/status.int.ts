import type { Status } from '@saleyard/contract/status.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Refused, type Session } from '../client/session.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';

const test = suite('the public status', { limitMs: 60_000 });

let server: TestServer;
let staff: Session;

test.before(async () => {
  server = await startTestServer();
  staff = await server.signedIn('staff');
});
test.after(() => server.close());

/** As anyone reads it, without a session. */
async function status(): Promise<Status> {
  const response = await fetch(`${server.base}/api/v1/status`);
  assert.is(response.status, 200);
  return ((await response.json()) as { data: Status }).data;
}

const TERMS = { type: 'simultaneous', durationSeconds: 600 } as const;

test('what works is named, by part; mail is off where there is no mail server', async () => {
  const { parts, roles } = await status();
  assert.equal(
    parts.map(({ part, state }) => `${part} ${state}`),
    ['bidding up', 'record up', 'live up', 'reads up', 'mail off'],
  );
  assert.equal(roles, []);
});

test('a public sale that is frozen is shown with its cause, then as ended; a private one never', async () => {
  const sale = await schedule(staff, TERMS, [steers('1'), steers('2')]);
  const hidden = await schedule(staff, { ...TERMS, public: false }, [steers('1')]);
  const [, lot] = sale.lots;
  const freeze = (of: { _id: string }, more: object) =>
    command(staff, of._id, 'freeze', { reason: 'the fuse of shed 4', ...more });
  await freeze(sale, { cause: 'power' });
  await freeze(sale, { lot });
  await freeze(hidden, { cause: 'dispute' });
  const about = ({ lot: number, cause }: { lot: string | null; cause: string | null }) => [number, cause];
  const frozen = await until(async () => {
    const { freezes } = await status();
    return freezes?.now.length === 2 ? freezes.now : null;
  });
  assert.equal(frozen.map(about).map(String).sort(), [',power', '2,']);
  assert.is(frozen[0]?.auction, sale._id);
  await command(staff, sale._id, 'resume', { reason: 'a new fuse' });
  await command(staff, hidden._id, 'resume', { reason: 'settled' });
  const { freezes } = await until(async () => {
    const now = await status();
    return now.freezes?.ended.length === 1 ? now : null;
  });
  assert.equal(freezes?.ended.map(about), [[null, 'power']]);
  assert.ok((freezes?.ended[0]?.until ?? 0) >= (freezes?.ended[0]?.from ?? Number.POSITIVE_INFINITY));
  const text = JSON.stringify(await status());
  for (const secret of [hidden._id, 'fuse', staff.id, 'dispute']) assert.not.match(text, secret);
});

test('a cause that is not on the list is refused, also the one of outages', async () => {
  const sale = await schedule(staff, TERMS, [steers('1')]);
  for (const cause of ['outage', 'the moon']) {
    const body = { type: 'freeze', reason: 'x', cause, commandId: newId() };
    const refused = await staff.call('POST', `staff/auctions/${sale._id}/commands`, body).catch((e) => e);
    assert.ok(refused instanceof Refused && refused.status === 400, cause);
  }
});

test.run();
