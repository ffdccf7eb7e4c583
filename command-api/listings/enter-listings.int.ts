import { join } from 'node:path';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { descriptionOf } from '@saleyard/domain/listing/state.ts';
import { CHAINED, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { loadAggregate } from '../handle-command.ts';
import { type SaleParts, type SaleRequest, scheduleSale } from '../sales/schedule-sale.ts';
import { eventsOf, openScheduling } from '../test-support/engine.ts';
import { lotBody, saleTerms } from '../test-support/example-bodies.ts';
import { descriptionHash } from './description-hash.ts';

const test = suite('listings of a catalogue', { limitMs: 30_000 });

const NOW = 1_000;
const STAFF = { kind: 'staff', id: 'staff-1' } as const;
const ends: (() => Promise<void> | void)[] = [];
test.after(async () => {
  for (const end of ends) await end();
});

async function started() {
  const engine = await openScheduling(NOW);
  ends.push(engine.close, engine.remove);
  return engine;
}

const request = (lots: number): SaleRequest => ({
  details: { title: 'Weaners', kind: 'cattle' },
  terms: saleTerms(NOW),
  lots: Array.from({ length: lots }, (_, n) => lotBody({ title: `Lot of ${n}`, createdBy: 'vera' })),
  commandId: 'schedule-0001',
});

async function cataloguedIn(log: EventLog, auction: string) {
  const events = (await eventsOf(log, auction)).filter(({ type }) => type === 'LotsCatalogued');
  assert.is(events.length, 1);
  return (
    events[0] as RecordedEvent<{ type: string; data: { lots: { lot: string; description: unknown }[] } }>
  ).data.lots;
}

/** Every stream of listings in the log, with its events. */
async function listingsIn(log: EventLog): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const item of log.subscribe({ streams: [STREAMS.listing.prefix] })) {
    if (item.kind === 'caughtUp') break;
    for (const { stream } of item.events) found.set(stream, (found.get(stream) ?? 0) + 1);
  }
  return found;
}

test('each lot is a listing of its own, and the catalogue names it, its revision and what it said', async () => {
  const { log, parts } = await started();
  const reply = await scheduleSale(parts, request(3), STAFF);
  assert.is(reply.outcome, 'scheduled');
  if (reply.outcome !== 'scheduled') return;
  const lots = await cataloguedIn(log, reply.sale._id);
  assert.equal(
    lots.map(({ lot }) => lot),
    [...reply.sale.lots],
  );
  for (const { lot, description } of lots) {
    const { state, revision } = await loadAggregate(parts, STREAMS.listing, lot);
    assert.ok(state);
    if (state === null) return;
    assert.is(state.phase, 'approved');
    assert.is(state.auction, reply.sale._id);
    assert.is(state.createdBy, 'vera');
    const hash = descriptionHash(descriptionOf(state));
    assert.equal(description, { kept: 'listing', listing: lot, revision, hash, state: 'NSW' });
  }
  const catalogue = (await eventsOf(log, reply.sale._id)).find(({ type }) => type === 'LotsCatalogued');
  assert.is(catalogue?.meta.schema, 2);
  assert.not.ok(JSON.stringify(catalogue).includes('Lot of 1'), 'the sale carries no description');
});

test('a crash before the catalogue, and one among the listings, are completed by the same request', async () => {
  const { log, parts } = await started();
  // The catalogue's command is never sent.
  const cut: SaleParts = {
    ...parts,
    submit: (envelope) =>
      envelope.body.type === 'catalogueLots'
        ? Promise.resolve({ outcome: 'unavailable', code: 'unavailable', retryAfterMs: 1 } as never)
        : parts.submit(envelope),
  };
  assert.is((await scheduleSale(cut, request(5), STAFF)).outcome, 'refused');
  assert.is((await listingsIn(log)).size, 5);
  const reply = await scheduleSale(parts, request(5), STAFF);
  assert.is(reply.outcome, 'scheduled');
  if (reply.outcome !== 'scheduled') return;
  assert.is((await cataloguedIn(log, reply.sale._id)).length, 5);
  const after = await listingsIn(log);
  assert.equal([...after.values()], [1, 1, 1, 1, 1], 'nothing is written twice');
  assert.equal(new Set(after.keys()), new Set(reply.sale.lots.map((lot) => streamOf(STREAMS.listing, lot))));
  assert.equal(await scheduleSale(parts, request(5), STAFF), reply, 'and again the same answer');
});

test('a disk that is full half-way leaves what the same request completes', async () => {
  const { log, parts } = await started();
  let room = 2;
  const narrow: EventLog = {
    ...forwardedLog(() => log),
    append: async (stream, expected, events) => {
      if (stream.startsWith(STREAMS.listing.prefix) && room-- <= 0) return { outcome: 'full' };
      return log.append(stream, expected, events);
    },
  };
  const refused = await scheduleSale({ ...parts, log: narrow }, request(5), STAFF);
  assert.is(refused.outcome, 'refused');
  if (refused.outcome === 'refused') assert.is(refused.refusal.errors[0]?.code, 'full');
  assert.is((await listingsIn(log)).size, 2);
  const reply = await scheduleSale(parts, request(5), STAFF);
  assert.is(reply.outcome, 'scheduled');
  assert.is((await listingsIn(log)).size, 5);
});

test('a catalogue of hundreds of lots is read again from disk as it was written', async () => {
  const engine = await started();
  const reply = await scheduleSale(engine.parts, request(700), STAFF);
  assert.is(reply.outcome, 'scheduled');
  if (reply.outcome !== 'scheduled') return;
  await engine.close();
  ends.splice(ends.indexOf(engine.close), 1);
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(engine.folder, 'log') });
  assert.is((await listingsIn(log)).size, 700);
  let lots = 0;
  for await (const events of log.read(auctionStream(reply.sale._id))) {
    for (const { data } of events) lots += (data as { lots?: unknown[] }).lots?.length ?? 0;
  }
  assert.is(lots, 700);
  await log.close();
});

test.run();
