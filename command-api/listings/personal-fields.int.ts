import { join } from 'node:path';
import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import { sale } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { CHAINED, STREAMS, sealedIn, UPCASTERS } from '@saleyard/domain/streams.ts';
import { systemClock as clock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { forgetPersonKey } from '../accounts/personal-data.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { freshFolder } from '../test-support/engine.ts';
import { memorySecrets } from '../test-support/running-command-api.ts';
import { handleListing, openPersonal } from './personal-fields.ts';

const test = suite('personal fields of listings', { limitMs: 20_000 });
const { folder, remove } = freshFolder();
const actor = { kind: 'user', id: 'vera' } as const;
const secrets = memorySecrets();
const PHONE = '0412 345 678';
const EMAIL = 'vera@farm.example';

let log: EventLog;
test.before(async () => {
  log = await openLmdbEventLog({ chained: CHAINED, upcasters: UPCASTERS, folder: join(folder, 'log') });
});
test.after(async () => {
  await log.close();
  remove();
});

const start = (details: Record<string, string | null>): ListingCommandBody => ({
  ...{ type: 'start', sale: sale(), searchNumericId: 70, createdBy: 'vera', status: 'approved-seller' },
  changes: { details },
});
const run = (id: string, body: ListingCommandBody, commandId = newId()) =>
  handleListing({ log, clock, secrets }, { id, account: 'vera', kind: 'cattle', commandId, actor, body });

async function eventsOf(id: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of log.read(`listing-${id}`)) events.push(...batch);
  return events;
}

/** What a seller reads of their own listing. */
async function readBack(id: string) {
  const { state } = await loadAggregate({ log }, STREAMS.listing, id);
  if (state === null) throw new Error('there is no listing');
  return { ...state.content.details, ...(await openPersonal(secrets, 'vera', state.content)) };
}

test('what tells of a person is read back, and stands nowhere in the log', async () => {
  const id = newId();
  const started = start({ title: 'Steers', vendorPhone: ` ${PHONE} `, vendorEmail: EMAIL });
  assert.is((await run(id, started)).outcome, 'accepted');
  assert.equal(await readBack(id), { title: 'Steers', vendorPhone: PHONE, vendorEmail: EMAIL });
  const emptied = { vendorPhone: null, agentName: 'Ann Lee' };
  await run(id, { type: 'edit', by: 'seller', changes: { details: emptied } });
  assert.equal(await readBack(id), { title: 'Steers', vendorEmail: EMAIL, agentName: 'Ann Lee' });
  const events = await eventsOf(id);
  for (const secret of [PHONE, EMAIL, 'Ann Lee']) assert.not.match(JSON.stringify(events), secret);
  assert.equal(
    events.map((event) => sealedIn(event.stream, event).length),
    [2, 1],
    'the registry knows where they stand',
  );
});

test('the same command again is answered as it was, and with another number it is a conflict', async () => {
  const id = newId();
  const first = await run(id, start({ vendorPhone: PHONE }), 'c1');
  assert.equal(await run(id, start({ vendorPhone: PHONE }), 'c1'), first);
  const other = await run(id, start({ vendorPhone: '0498 765 432' }), 'c1');
  assert.equal(other, { outcome: 'duplicate-conflict' });
});

test('a value in clear is never stored: one that is wrong or not sealed is refused', async () => {
  const id = newId();
  const wrong = await run(id, start({ vendorEmail: 'no address' }));
  assert.is(wrong.outcome === 'refused' && wrong.refusal.problems[0]?.field, 'vendorEmail');
  const commandId = newId();
  const body = start({ vendorPhone: PHONE });
  const open = await handleCommand({ log, clock }, STREAMS.listing, { id, commandId, actor, body });
  assert.equal(open.outcome === 'refused' && open.refusal.problems, [
    { field: 'vendorPhone', message: 'It is not sealed' },
  ]);
  assert.equal(await eventsOf(id), []);
});

test('a listing from before there were personal values goes on', async () => {
  const id = newId();
  await run(id, start({ title: 'Old' }));
  const [event] = await eventsOf(id);
  const data = event?.data as { content: Record<string, unknown> };
  const { sealed: _none, ...content } = data.content;
  const old = { id: newId(), type: 'ListingStarted', data: { ...data, content } };
  const meta = { at: 1, commandId: newId(), actor, schema: 1 };
  await log.append('listing-old', -1, [{ ...old, meta }]);
  await run('old', { type: 'edit', by: 'seller', changes: { details: { vendorPhone: PHONE } } });
  assert.equal(await readBack('old'), { title: 'Old', vendorPhone: PHONE });
});

test('when the key is gone nobody reads them, and everything else stays', async () => {
  const id = newId();
  await run(id, start({ title: 'Steers', vendorPhone: PHONE }));
  await forgetPersonKey(secrets, 'vera');
  assert.equal(await readBack(id), { title: 'Steers' });
});

test.run();
