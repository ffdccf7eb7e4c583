import { join } from 'node:path';
import { documentAddress } from '@saleyard/contract/lot-attachments.ts';
import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { DAYS, fullContent, sale, source } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { CHAINED, STREAMS, sealedIn, UPCASTERS } from '@saleyard/domain/streams.ts';
import { systemClock as clock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { forgetPersonKey, openText, sealerOf } from '../accounts/personal-data.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { freshFolder } from '../test-support/engine.ts';
import { memorySecrets } from '../test-support/running-command-api.ts';
import { describedAs, sealedDocument } from './lot-files.ts';
import { handleListing, openPersonal } from './personal-fields.ts';

const test = suite('personal fields of listings', { limitMs: 20_000 });
const { folder, remove } = freshFolder();
const actor = { kind: 'user', id: 'vera' } as const;
const secrets = memorySecrets();
const PHONE = '0412345678';
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
  type: 'start',
  sale: sale(),
  searchNumericId: 70,
  createdBy: 'vera',
  status: 'approved-seller',
  changes: { details },
});
const run = (id: string, body: ListingCommandBody, commandId = newId()) =>
  handleListing({ log, clock, secrets }, { id, account: 'vera', kind: 'cattle', commandId, actor, body });

async function eventsOf(id: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of log.read(`listing-${id}`)) events.push(...batch);
  return events;
}

/** A seller's view of their own listing. */
async function readBack(id: string) {
  const { state } = await loadAggregate({ log }, STREAMS.listing, id);
  if (state === null) throw new Error('there is no listing');
  const personal = Object.entries(await openPersonal(secrets, 'vera', state.content));
  const said = personal.flatMap(([name, { value }]) => (value === '' ? [] : [[name, value] as const]));
  return { ...state.content.details, ...Object.fromEntries(said) };
}

const stateOf = async (id: string) => {
  const { state } = await loadAggregate({ log }, STREAMS.listing, id);
  if (state === null) throw new Error('there is no listing');
  return state;
};

/** Appends a listing's first event as an earlier version wrote it: only phones, addresses and names encrypted. */
async function olderListing(id: string, details: Record<string, string>): Promise<void> {
  const content = { ...emptyContent(1), details };
  const { kind, auction } = sale();
  const data = {
    at: 1,
    kind,
    auction,
    searchNumericId: 70,
    createdBy: 'vera',
    origin: { how: 'new' },
    content,
  };
  const meta = { at: 1, commandId: newId(), actor, schema: 2 };
  await log.append(`listing-${id}`, -1, [{ id: newId(), type: 'ListingStarted', data, meta }]);
}

test('personal values are read back, and stands nowhere in the log', async () => {
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
    'the registry lists their places',
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

test("a vendor's name, PIC and agency stand nowhere in the log, and are checked at the submission", async () => {
  const id = newId();
  const vendor = { vendorName: 'Zulu Pastoral', vendorPic: ' nz654321 ', agencyName: 'Zulu Agency' };
  const { details, ...content } = fullContent();
  const changes = { ...content, details: { ...details, ...vendor } };
  await run(id, { ...start({}), changes } as ListingCommandBody);
  const kept = { ...vendor, vendorPic: 'NZ654321' };
  const read = await readBack(id);
  assert.equal([read.vendorName, read.vendorPic, read.agencyName], Object.values(kept), '[S351]');
  const text = JSON.stringify(await eventsOf(id));
  for (const secret of ['Zulu', '654321']) assert.not.match(text, secret);
  const submit: ListingCommandBody = { type: 'submit', sale: sale(), days: DAYS };
  const submitted = async (commandId: string) => {
    const { content } = await stateOf(id);
    return handleListing(
      { log, clock, secrets },
      { id, account: 'vera', kind: 'cattle', commandId, actor, content, body: submit },
    );
  };
  const wrong = await submitted(newId());
  assert.is(
    wrong.outcome === 'refused' && wrong.refusal.problems[0]?.message,
    'Please Enter correct Vendor PIC. It must be N, a letter A–K, 6 digits (NSW).',
  );
  await run(id, { type: 'edit', by: 'seller', changes: { details: { vendorPic: 'NA654321' } } });
  assert.is((await submitted(newId())).outcome, 'accepted');
  assert.not.match(JSON.stringify(await eventsOf(id)), '654321', 'a submission stores none of them');
});

test('a value that is saved again as it was changes nothing', async () => {
  const id = newId();
  await run(id, start({ vendorName: 'Zulu Pastoral' }));
  const { content } = await stateOf(id);
  const changes = { details: { vendorName: 'Zulu Pastoral ' } };
  const body: ListingCommandBody = { type: 'edit', by: 'seller', changes };
  const command = { id, account: 'vera', kind: 'cattle', commandId: newId(), actor, content, body } as const;
  assert.is((await handleListing({ log, clock, secrets }, command)).outcome, 'accepted');
  assert.is((await eventsOf(id)).length, 1);
});

test('names of documents are nowhere in the log, and can be changed', async () => {
  const id = newId();
  await run(id, start({ title: 'Steers' }));
  const uri = documentAddress('a'.repeat(32), 'Zulu.pdf');
  const seal = await sealerOf(secrets, 'vera');
  const document = sealedDocument(seal, { uri, name: 'Zulu.pdf', description: 'Of Zulu' });
  assert.is((await run(id, { type: 'attach', document })).outcome, 'accepted');
  const [kept] = (await stateOf(id)).content.documents;
  if (kept === undefined) throw new Error('there is no document');
  assert.is(await describedAs(secrets, 'vera', kept, 'Of Zulu'), kept, 'as before it stays as it is sealed');
  const anew = await describedAs(secrets, 'vera', kept, 'Of Xhosa');
  await run(id, { type: 'edit', by: 'seller', changes: { documents: [anew] } });
  const said = await openText(secrets, 'vera', (await stateOf(id)).content.documents[0]?.sealed ?? '');
  assert.equal(JSON.parse(said ?? ''), { name: 'Zulu.pdf', description: 'Of Xhosa' });
  const events = await eventsOf(id);
  for (const secret of ['Zulu', 'Xhosa']) assert.not.match(JSON.stringify(events), secret);
  assert.equal(
    events.map((event) => sealedIn(event.stream, event).length),
    [0, 1, 1],
  );
});

/** A listing that staff can send back. */
async function submittedListing(): Promise<string> {
  const id = newId();
  await run(id, { ...start({}), changes: fullContent() } as ListingCommandBody);
  const { content } = await stateOf(id);
  const command = { id, account: 'vera', kind: 'cattle', commandId: newId(), actor, content } as const;
  const body: ListingCommandBody = { type: 'submit', sale: sale(), days: DAYS };
  assert.is((await handleListing({ log, clock, secrets }, { ...command, body })).outcome, 'accepted');
  return id;
}

const REASONS: readonly ListingCommandBody[] = [
  { type: 'refuse', reason: 'Ask Zulu for the PIC' },
  { type: 'withdraw', by: 'seller', reason: 'Sold to Zulu at home' },
];

for (const body of REASONS) {
  if (body.type !== 'refuse' && body.type !== 'withdraw') continue;
  test(`${body.type}: the reason is read back, and stands nowhere in the log`, async () => {
    const id = await submittedListing();
    assert.is((await run(id, body, `${body.type}-1`)).outcome, 'accepted');
    const { reason } = await stateOf(id);
    assert.is(reason?.reason, '');
    assert.is(await openText(secrets, 'vera', reason?.sealed ?? ''), body.reason);
    const events = await eventsOf(id);
    assert.not.match(JSON.stringify(events), 'Zulu');
    assert.equal(
      events.slice(-1).map((event) => sealedIn(event.stream, event)),
      [[reason?.sealed]],
      'the registry lists its place',
    );
    assert.is((await run(id, body, `${body.type}-1`)).outcome, 'accepted', 'the same again');
    const other = await run(id, { ...body, reason: 'Of Xhosa' }, `${body.type}-1`);
    assert.equal(other, { outcome: 'duplicate-conflict' });
  });

  test(`${body.type}: a reason that an earlier version stored in clear folds as it did`, async () => {
    const id = await submittedListing();
    const type = body.type === 'refuse' ? 'ListingRefused' : 'ListingWithdrawn';
    const meta = { at: 1, commandId: newId(), actor, schema: 1 };
    const { length } = await eventsOf(id);
    await log.append(`listing-${id}`, length - 1, [
      { id: newId(), type, data: { at: 1, reason: body.reason }, meta },
    ]);
    assert.equal((await stateOf(id)).reason, { reason: body.reason, sealed: '' });
  });
}

test('a copy of a listing of an earlier version seals what that one has in clear', async () => {
  const old = newId();
  await olderListing(old, { title: 'Old', vendorName: 'Zulu Pastoral', vendorPic: 'NA654321' });
  const uri = documentAddress('b'.repeat(32), 'Zulu.pdf');
  const open = { documents: [{ name: 'Zulu.pdf', uri, description: 'Of Zulu' }] };
  await run(old, { type: 'edit', by: 'staff', changes: open });
  const { kind, createdBy, content } = await stateOf(old);
  assert.is(content.details['vendorName'], 'Zulu Pastoral', 'it is read as it was written');
  const from = source(content, { listing: old, kind, createdBy, phase: 'withdrawn' });
  const id = newId();
  const { changes: _, ...beginning } = start({}) as Extract<ListingCommandBody, { type: 'start' }>;
  assert.is((await run(id, { ...beginning, type: 'copy', from })).outcome, 'accepted');
  assert.equal(await readBack(id), { title: 'Old', vendorName: 'Zulu Pastoral', vendorPic: 'NA654321' });
  for (const secret of ['Zulu', '654321']) assert.not.match(JSON.stringify(await eventsOf(id)), secret);
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
