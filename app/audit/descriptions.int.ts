import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import { descriptionHash } from '@saleyard/command-api/listings/description-hash.ts';
import { amendCatalogued } from '@saleyard/command-api/listings/enter-listings.ts';
import { lotTermsOf, scheduleSale } from '@saleyard/command-api/sales/schedule-sale.ts';
import { bid, decided, freshFolder, openScheduling } from '@saleyard/command-api/test-support/engine.ts';
import { lotBody, saleTerms } from '@saleyard/command-api/test-support/example-bodies.ts';
import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { contentOf } from '@saleyard/domain/listing/forms/catalogue.ts';
import { descriptionOf, evolveListing } from '@saleyard/domain/listing/state.ts';
import { sale as saleFacts } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { CHAINED, STREAMS, streamOf, UPCASTERS } from '@saleyard/domain/streams.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, NewEvent, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { LotDocument } from '@saleyard/projections/lots/lots.projection.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auditAuction } from './audit.ts';
import { reportText } from './text.ts';

const test = suite('what lots were described as', { limitMs: 30_000 });
const ends: (() => Promise<void> | void)[] = [];
test.after(async () => {
  for (const end of ends) await end();
});

const NOW = 1_000;
const STAFF = { kind: 'staff', id: 'staff-1' } as const;

/** A sale of two lots, each with a listing, that has not opened. */
async function scheduledSale() {
  const engine = await openScheduling(NOW);
  ends.push(engine.close, engine.remove);
  const reply = await scheduleSale(
    engine.parts,
    {
      details: { title: 'Weaners', kind: 'cattle' },
      terms: saleTerms(NOW),
      lots: [lotBody({ title: 'Steers' }), lotBody({ title: 'Heifers', sex: 'Heifers' })],
    },
    STAFF,
  );
  if (reply.outcome !== 'scheduled') throw new Error(JSON.stringify(reply));
  const { _id: auctionId, lots } = reply.sale;
  return { ...engine, auctionId, lots };
}

/** The same, live and with a bid. */
async function sale() {
  const scheduled = await scheduledSale();
  const { clock, host, auctionId, lots } = scheduled;
  clock.advanceTo(NOW + 130_000);
  decided(await host.submit(bid(auctionId, 'joe', lots[0] ?? '', 101_000)));
  return scheduled;
}

/** The log with a listing's events rewritten. */
function rewritten(
  log: EventLog,
  listing: string,
  change: (events: RecordedEvent[]) => RecordedEvent[],
): EventLog {
  return {
    ...forwardedLog(() => log),
    async *read(stream, options) {
      for await (const events of log.read(stream, options)) {
        yield stream === streamOf(STREAMS.listing, listing) ? change(events) : events;
      }
    },
  };
}

test('a sale is proven with the descriptions of its lots', async () => {
  const { log, auctionId } = await sale();
  const report = await auditAuction({ log, auctionId });
  assert.is(report.difference, null);
  assert.ok(report.proven);
  assert.is(report.described, 2);
  assert.equal(
    report.lots.map(({ title }) => title),
    ['Steers', 'Heifers'],
  );
  assert.match(reportText(report), '2 lots described as catalogued');
});

test('a sale whose listings have personal values in clear, as an earlier version wrote them, is proven', async () => {
  const { log, host, auctionId } = await scheduledSale();
  const content = contentOf('cattle', lotBody({ title: 'Older', vendorName: 'Zulu Pastoral' }));
  const [lot, data] = [newId(), { at: NOW, kind: 'cattle', auction: auctionId, searchNumericId: 9 }];
  const entered = { type: 'ListingEntered', data: { ...data, createdBy: 'vera', content } } as const;
  const meta = { at: NOW, commandId: newId(), actor: STAFF, schema: 2 };
  await log.append(streamOf(STREAMS.listing, lot), -1, [{ id: newId(), ...entered, meta }]);
  const state = evolveListing(null, entered as unknown as ListingEvent);
  assert.ok(state);
  if (state === null) return;
  const hash = descriptionHash(descriptionOf(state));
  assert.is(descriptionOf(state).details['vendorName'], 'Zulu Pastoral');
  const given = { lot, number: '3', searchNumericId: 9, sender: STAFF.id };
  const terms = lotTermsOf(lotBody(), given, {
    kept: 'listing',
    listing: lot,
    revision: 0,
    hash,
    state: 'NSW',
  });
  const body = { type: 'catalogueLots', lots: [terms] } as const;
  const reply = await host.submit({ auction: auctionId, commandId: newId(), actor: STAFF, body });
  assert.is(reply.outcome, 'decided');
  const report = await auditAuction({ log, auctionId });
  assert.is(report.difference, null);
  assert.is(report.described, 3);
});

test('a listing edited after it was catalogued still proves the description shown', async () => {
  const { log, parts, auctionId, lots } = await sale();
  const edited = await handleCommand(parts, STREAMS.listing, {
    id: lots[0] ?? '',
    commandId: 'edit-0001',
    actor: STAFF,
    body: { type: 'edit', by: 'staff', changes: { details: { title: 'Other steers' } } },
  });
  assert.is(edited.outcome, 'accepted');
  const report = await auditAuction({ log, auctionId });
  assert.ok(report.proven);
  assert.is(report.lots[0]?.title, 'Steers');
});

test('a late edit of an open sale: the lot has its new prices and description, and both are proven', async () => {
  const { log, documents, clock, host, parts, auctionId, lots } = await scheduledSale();
  const [id = ''] = lots;
  const stop = new AbortController();
  const projections = startProjections({ log, documents, clock, signal: stop.signal });
  clock.advanceTo(NOW + 70_000);
  const edit = async (commandId: string, body: ListingCommandBody) => {
    const command = { id, commandId, actor: STAFF, body };
    assert.is((await handleCommand(parts, STREAMS.listing, command)).outcome, 'accepted', commandId);
  };
  await edit('edit-0001', { type: 'edit', by: 'staff', changes: { details: { title: 'Other steers' } } });
  const facts = saleFacts({ auction: auctionId, phase: 'open', lateEditUntil: NOW + 90_000 });
  const prices = { startCents: 120_000, reserveCents: 130_000 };
  await edit('late-0001', { type: 'lateEdit', ...prices, sale: facts });
  const amended = await amendCatalogued(parts, id, STAFF);
  assert.equal(await amendCatalogued(parts, id, STAFF), amended, 'the same again is answered the same');
  clock.advanceTo(NOW + 130_000);
  const low = decided(await host.submit(bid(auctionId, 'joe', id, 101_000)));
  assert.is(low.code, 'too-low');
  assert.ok(decided(await host.submit(bid(auctionId, 'joe', id, 121_000))).accepted);
  const late = await amendCatalogued(parts, lots[1] ?? '', STAFF);
  assert.is(late?.outcome === 'decided' && late.code, 'already-scheduled', 'once live it is too late');

  const report = await auditAuction({ log, auctionId });
  assert.is(report.difference, null);
  assert.ok(report.proven);
  assert.is(report.described, 3);
  assert.is(report.lots[0]?.title, 'Other steers');
  const changedAfter = (events: RecordedEvent[]) =>
    events.map((event) => {
      const changes = { details: { title: 'Better steers' } };
      return event.type === 'ListingEdited' ? { ...event, data: { at: NOW, changes } } : event;
    });
  const found = (await auditAuction({ log: rewritten(log, id, changedAfter), auctionId })).difference;
  assert.is(found?.found, 'description');
  assert.match(
    found?.what ?? '',
    `lot 1 was catalogued as listing ${id} at revision 2, which says something`,
  );

  assert.ok(await projections.waitFor(await log.lastPosition(), 60_000));
  stop.abort();
  await projections.stopped;
  const shown = await documents.get<LotDocument>('lots', id);
  assert.is(shown?.publicDetails.title, 'Other steers');
  assert.is(shown?.startPrice, 120_000);
});

test('a description that was changed, lost, or is of another state or kind is found, and its lot named', async () => {
  const { log, auctionId, lots } = await sale();
  const listing = lots[1] ?? '';
  type Entered = { kind: string; content: { details: Record<string, unknown>; media: unknown[] } };
  const data = (change: (entered: Entered) => unknown) => (events: RecordedEvent[]) =>
    events.map((event) => ({ ...event, data: change(structuredClone(event.data as Entered)) }));
  const detail = (name: string, value: unknown) =>
    data((entered) => {
      entered.content.details[name] = value;
      return entered;
    });
  const cases: [change: (events: RecordedEvent[]) => RecordedEvent[], what: RegExp][] = [
    [detail('weightAverageKg', 999), /which says something else now/],
    [detail('vendorName', 'Somebody Else'), /which says something else now/],
    [detail('state', 'QLD'), /which says something else now/],
    [data((entered) => ({ ...entered, kind: 'goat' })), /which says something else now/],
    [() => [], /which the log does not hold/],
  ];
  for (const [change, what] of cases) {
    const report = await auditAuction({ log: rewritten(log, listing, change), auctionId });
    assert.not.ok(report.proven);
    assert.is(report.difference?.found, 'description');
    assert.is(report.difference?.stream, `auction-${auctionId}`);
    assert.is(report.difference?.revision, 1);
    assert.match(report.difference?.what ?? '', what);
    assert.match(report.difference?.what ?? '', `lot 2 was catalogued as listing ${listing} at revision 0`);
    assert.is(report.described, 1, 'the lot before it is proven');
  }
  const priced = data((entered) => ({ ...entered, content: { ...entered.content, startCents: 1 } }));
  assert.ok(
    (await auditAuction({ log: rewritten(log, listing, priced), auctionId })).proven,
    'prices are proven by the terms in the sale',
  );
});

type Fixture = {
  /** Events as the log stored them before there were listings, of the stream auction-a1. */
  events: Omit<RecordedEvent, 'position'>[];
  /** The documents that were then made of them. */
  documents: Record<string, Record<string, Record<string, unknown>>>;
};

/** A sale that was held, recorded and shown before there were listings. */
const before = (): Fixture =>
  JSON.parse(
    readFileSync(new URL('../test-support/sale-before-listings.json', import.meta.url), 'utf8'),
  ) as Fixture;

async function storedBefore() {
  const { folder, remove } = freshFolder();
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log'), upcasters: UPCASTERS });
  ends.push(() => log.close(), remove);
  const { events, documents } = before();
  // Commands are stored one by one, as in the original run.
  for (const [revision, { id, type, data, meta }] of events.entries()) {
    const { prevHash: _prevHash, hash: _hash, ...bare } = meta;
    const event: NewEvent = { id, type, data, meta: bare };
    const stored = await log.append('auction-a1', revision - 1, [event]);
    assert.is(stored.outcome, 'appended');
  }
  return { folder, log, events, documents };
}

test('a sale stored before there were listings is the same to its last hash, and audits', async () => {
  const { log, events } = await storedBefore();
  const asStored: RecordedEvent[] = [];
  for await (const batch of log.read('auction-a1', { asStored: true })) asStored.push(...batch);
  assert.equal(
    asStored.map(({ meta, data }) => [meta.schema, meta.hash, data]),
    events.map(({ meta, data }) => [1, meta.hash, data]),
  );
  const report = await auditAuction({ log, number: 41 });
  assert.is(report.difference, null);
  assert.ok(report.proven);
  assert.is(report.chained, events.length);
  assert.is(report.headHash, events.at(-1)?.meta.hash);
  assert.is(report.described, 0, 'its chain proves what its lots were described as');
  assert.equal(
    report.lots.map(({ title, result }) => [title, result]),
    [
      ['20 Angus Steers', 'sold'],
      ['20 Angus Steers', 'sold'],
      [null, 'withdrawn'],
    ],
  );
});

/** `now` reduced to the members that `then` has, within objects too; members added since are left out. */
function asThen(then: unknown, now: unknown): unknown {
  if (Array.isArray(then) || typeof then !== 'object' || then === null) return now;
  const members = (now ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(then).map(([name, value]) => [name, asThen(value, members[name])]),
  );
}

/** A document with its vendor's name in its present place. */
const vendorKept = ({ vendorName, ...rest }: Record<string, unknown>) =>
  vendorName === undefined ? rest : { ...rest, vendor: { sealed: '', clear: vendorName } };

test('a sale stored before there were listings is shown as it was', async () => {
  const { folder, log, documents: shown } = await storedBefore();
  const clock = new ManualClock(NOW);
  const documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock });
  const stop = new AbortController();
  const projections = startProjections({ log, documents, clock, signal: stop.signal });
  assert.ok(await projections.waitFor(await log.lastPosition(), 60_000));
  for (const [collection, rows] of Object.entries(shown)) {
    for (const [id, stored] of Object.entries(rows)) {
      const document = vendorKept(stored);
      assert.equal(asThen(document, await documents.get(collection, id)), document, `${collection} ${id}`);
    }
  }
  stop.abort();
  await projections.stopped;
  await documents.close();
});

test.run();
