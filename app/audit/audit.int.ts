import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSnapshot, SNAPSHOTS } from '@saleyard/command-api/engine/snapshot.ts';
import {
  bid,
  decided,
  type Engine,
  eventsOf,
  freshFolder,
  openEngine,
  scheduled,
  staff,
  until,
} from '@saleyard/command-api/test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '@saleyard/command-api/test-support/sale.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { hashOfRun } from '@saleyard/platform/event-log/hash-chain.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { type EventLog, NO_STREAM, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { TransactionFile } from '@saleyard/platform/event-log/test-support/eventstore-wire/transaction-file.ts';
import { WireServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wire-server.ts';
import { withServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wired-log.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type AuditProgress, auditAuction, UnknownAuction } from './audit.ts';
import { lotsText, reportText } from './text.ts';

const test = suite('an audit', { limitMs: 30_000 });
const TYPES: readonly AuctionType[] = ['simultaneous', 'sequential', 'sequentialOffline', 'synchronous'];
const ends: (() => Promise<void> | void)[] = [];

test.after(async () => {
  for (const end of ends) await end();
});

/** A sale of a type that was held from its first bid to its close, with bids, refusals, a freeze and an outage. */
async function heldSale(type: AuctionType = 'simultaneous', number = 41) {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  ends.push(engine.close, remove);
  await hold(engine, 'a1', type, number);
  return { ...engine, folder };
}

async function hold(
  { host, clock, log }: Engine,
  auction: string,
  type: AuctionType,
  number: number,
): Promise<void> {
  const lots = [
    lotTerms('l1', { reserveCents: 20_000, maxVendorBids: 1 }),
    lotTerms('l2', { count: 40 }),
    lotTerms('l3'),
    lotTerms('l4', { unit: 'kg', startCents: 300, incrementCents: 1 }),
  ];
  await scheduled(host, auction, lots, schedule(type, {}, { searchNumber: number }));
  const send = async (body: CommandBody): Promise<void> =>
    void decided(await host.submit(staff(auction, body)));
  const autoBid = (bidder: string, lot: string, maxCents: number): CommandBody => ({
    type: 'autoBid',
    lot,
    bidder,
    maxCents,
  });
  clock.advanceTo(OPEN_AT + 1);
  await send(autoBid('zoe', 'l1', 15_000));
  await send(autoBid('abe', 'l1', 17_000));
  await send({ type: 'schedule', details: {}, terms: {} } as never);
  clock.advanceTo(LIVE_AT + 10);
  for (const lot of ['l1', 'l2', 'l4']) {
    await send({ type: 'openLot', lot });
    if (lot === 'l1') {
      decided(await host.submit(bid(auction, 'joe', lot, 18_000)));
      decided(await host.submit(bid(auction, 'joe', lot, 18_500)));
      await send({ type: 'vendorBid', lot, cents: 19_000 });
      await send({ type: 'freeze', reason: 'storm' });
      decided(await host.submit(bid(auction, 'joe', lot, 20_000)));
      clock.advanceBy(5_000);
      await send({ type: 'resume', reason: 'calm' });
      decided(await host.submit(bid(auction, 'joe', lot, 20_000)));
    }
    if (lot === 'l2') await send({ type: 'withdraw', lot: 'l3', reason: 'lame' });
    if (lot === 'l2') decided(await host.submit(bid(auction, 'jane', lot, 11_000)));
    if (lot === 'l4') decided(await host.submit(bid(auction, 'jim', lot, 301)));
    await send({ type: 'knockDown', lot });
    clock.advanceBy(135_000);
  }
  clock.advanceBy(1_000_000);
  await until(() => log !== undefined && !host.ownedAuctions().includes(auction));
}

for (const type of TYPES) {
  test(`${type}: a sale as it was held is proven`, async () => {
    const { log, documents } = await heldSale(type);
    const progress: AuditProgress[] = [];
    const report = await auditAuction(
      { log, snapshot: await findSnapshot(documents, 'a1'), number: 41 },
      (each) => progress.push(each),
    );
    assert.is(report.difference, null);
    assert.ok(report.proven);
    const events = await eventsOf(log, 'a1');
    assert.is(report.events, events.length);
    assert.is(report.chained, events.length);
    assert.is(report.headHash, events.at(-1)?.meta.hash);
    assert.is(report.commands.decided, new Set(events.map(({ meta }) => meta.commandId)).size);
    assert.ok(report.commands.refused > 1 && report.commands.byTime > 0);
    assert.is(report.auction.phase, 'closed');
    assert.is(report.totals.lots, 4);
    assert.is(report.totals.withdrawn, 1);
    assert.is(report.snapshot, 'none');
    const [l1] = report.lots;
    assert.is(l1?.result, 'sold');
    assert.is(l1?.winner, 'joe');
    assert.is(l1?.priceCents, 20_000);
    assert.ok(l1?.ladder.some(({ steps }) => steps.some(({ rule }) => rule === 'E9')));
    assert.ok(l1?.ladder.some(({ refused }) => refused === 'off-increment'));
    assert.equal([...new Set(progress.map(({ doing }) => doing))].slice(-2), ['verifying', 'deciding']);
    assert.match(reportText(report), 'PROVEN');
    const text = lotsText(report, [report.lots[0] as never]);
    assert.match(text, /Paddle \d+ \(joe, bidder\) bid \$200\.00/);
    assert.match(text, /set an auto-bid of up to \$170\.00 for .+ {2}#/);
    assert.ok(l1?.ladder.some(({ act }) => /^set an auto-bid of up to \$170\.00 for .+$/.test(act)));
  });
}

test('a cancelled sale is proven, and the report shows each lot as withdrawn with the sale', async () => {
  const { folder, remove } = freshFolder();
  const { host, clock, log, close } = await openEngine({ folder, now: OPEN_AT - 1 });
  ends.push(close, remove);
  await scheduled(
    host,
    'a1',
    [lotTerms('l1'), lotTerms('l2')],
    schedule('simultaneous', {}, { searchNumber: 41 }),
  );
  const send = async (body: CommandBody) => decided(await host.submit(staff('a1', body)));
  await send({ type: 'withdraw', lot: 'l2', reason: 'lame' });
  clock.advanceTo(OPEN_AT + 1);
  await send({ type: 'autoBid', bidder: 'abe', lot: 'l1', maxCents: 17_000 });
  assert.ok((await send({ type: 'cancel', reason: 'flood' })).accepted);
  assert.is(
    (await send({ type: 'autoBid', bidder: 'zoe', lot: 'l1', maxCents: 17_000 })).code,
    'lot-withdrawn',
  );
  assert.is((await send({ type: 'cancel', reason: 'again' })).code, 'lot-closed');
  clock.advanceTo(LIVE_AT + 1);
  await until(() => !host.ownedAuctions().includes('a1'));
  const report = await auditAuction({ log, number: 41 });
  assert.ok(report.proven, reportText(report));
  assert.is(report.auction.phase, 'closed');
  assert.equal(
    report.lots.map(({ result, ladder }) => [result, ladder.at(-1)?.note]),
    [
      ['withdrawn', 'withdrawn with the sale, which is cancelled [T20]: flood'],
      ['withdrawn', 'lame [T13]'],
    ],
  );
});

test('lots sold before the auction and after it are proven, and the figures count who bought', async () => {
  const { folder, remove } = freshFolder();
  const { host, clock, log, close } = await openEngine({ folder, now: OPEN_AT - 1 });
  ends.push(close, remove);
  const lots = [lotTerms('l1'), lotTerms('l2', { reserveCents: 90_000 })];
  await scheduled(host, 'a1', lots, schedule('simultaneous', {}, { searchNumber: 41 }));
  const send = async (body: CommandBody) => decided(await host.submit(staff('a1', body)));
  assert.ok((await send({ type: 'sellBefore', lot: 'l1', reason: 'private' })).accepted);
  clock.advanceTo(LIVE_AT + 1);
  decided(await host.submit(bid('a1', 'joe', 'l2', 11_000)));
  const sale: CommandBody = { type: 'sellAfter', lot: 'l2', buyer: 'jane', cents: 60_500 };
  assert.is((await send(sale)).code, 'not-closed');
  clock.advanceBy(1_000_000);
  await until(() => !host.ownedAuctions().includes('a1'));
  assert.ok((await send(sale)).accepted, 'a sale that is over is taken up again');
  assert.is((await send({ ...sale, cents: 60_600 })).code, 'already-so');
  const report = await auditAuction({ log, number: 41 });
  assert.ok(report.proven, reportText(report));
  assert.equal(
    report.lots.map(({ result, winner, priceCents, ladder }) => [
      result,
      winner,
      priceCents,
      ladder.findLast(({ refused }) => refused === null)?.note,
    ]),
    [
      ['soldBeforeAuction', null, null, 'private [T21]'],
      ['soldAfterAuction', 'jane', 60_500, 'it was not sold in the sale [T22]'],
    ],
  );
  const { sold, passed, soldBeforeAuction } = report.totals;
  assert.equal([sold, passed, soldBeforeAuction], [1, 0, 1]);
  assert.match(lotsText(report, [report.lots[1] as never]), 'Sold after the auction to');
});

test('figures: what was sold, for how much, and what by weight', async () => {
  const { log } = await heldSale();
  const { totals } = await auditAuction({ log, number: 41 });
  assert.equal(totals, {
    lots: 4,
    sold: 3,
    passed: 0,
    noBid: 0,
    withdrawn: 1,
    soldBeforeAuction: 0,
    open: 0,
    headSold: 60,
    soldCents: 10 * 20_000 + 40 * 11_000,
    soldByWeight: 1,
  });
});

test('a sale in progress is proven up to its last event', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  engine.clock.advanceTo(LIVE_AT + 5);
  await engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  const report = await auditAuction({ log: engine.log, auctionId: 'a1' });
  assert.ok(report.proven);
  assert.is(report.auction.phase, 'live');
  assert.is(report.totals.open, 1);
});

test('a flipped byte is found and the event named', async () => {
  const engine = await heldSale();
  const events = await eventsOf(engine.log, 'a1');
  const target = events.findIndex(
    ({ type, data }) => type === 'BidAccepted' && JSON.stringify(data).includes('jane'),
  );
  await engine.close();
  const file = join(engine.folder, 'log', 'data.mdb');
  const bytes = readFileSync(file);
  const text = canonicalJson(events[target]?.data);
  let hits = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    bytes.write('9', at + text.indexOf('11000') + 1);
    hits += 1;
  }
  assert.ok(hits > 0);
  writeFileSync(file, bytes);
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(engine.folder, 'log') });
  const report = await auditAuction({ log, auctionId: 'a1' });
  await log.close();
  assert.not.ok(report.proven);
  assert.is(report.difference?.found, 'damaged');
  assert.is(report.difference?.stream, 'auction-a1');
  assert.is(report.difference?.revision, target);
  assert.is(report.difference?.position, events[target]?.position);
  assert.match(reportText(report), `event ${target} of auction-a1`);
});

/** A log with the stored event at a revision replaced, and a matching hash. */
function forged(log: EventLog, revision: number, forge: (data: unknown) => unknown): EventLog {
  return {
    ...forwardedLog(() => log),
    async *read(stream, options) {
      for await (const events of log.read(stream, options)) {
        yield events.map((event): RecordedEvent => {
          if (event.revision !== revision) return event;
          const data = forge(event.data);
          const { hash: _hash, prevHash, ...meta } = event.meta;
          const { id, type } = event;
          const run = `${prevHash}${canonicalJson({ data, id, meta, revision, stream, type })}`;
          return { ...event, data, meta: { ...event.meta, hash: hashOfRun(Buffer.from(run)) } };
        });
      }
    },
  };
}

test('an event changed together with its hash breaks the chain at the next event', async () => {
  const { log } = await heldSale();
  const events = await eventsOf(log, 'a1');
  const target = events.findIndex(({ type }) => type === 'Frozen');
  const changed = forged(log, target, (data) => ({ ...(data as object), reason: 'sunshine' }));
  const { proven, difference } = await auditAuction({ log: changed, auctionId: 'a1' });
  assert.not.ok(proven);
  assert.is(difference?.found, 'chain');
  assert.is(difference?.revision, target + 1);
  assert.is(difference?.what, 'its prevHash is not the hash of the event before it');
});

/** A copy of a server's file with the data of one stored event changed and, where it is `rehashed`, its hash too. */
async function tamperedCopy(server: string, copy: string, revision: number, isRehashed: boolean) {
  const now = () => LIVE_AT;
  const stored = new TransactionFile(server, now);
  const written = new TransactionFile(copy, now);
  for (const event of stored.events) {
    const { stream, type, data: before, metadata: proof } = event;
    let [data, metadata] = [before, proof];
    if (stream === auctionStream('a1') && event.revision === revision) {
      const changed = { ...JSON.parse(Buffer.from(before).toString()), reason: 'sunshine' };
      data = Buffer.from(canonicalJson(changed));
      const { eventId: id, prevHash, hash: _hash, ...meta } = JSON.parse(Buffer.from(proof).toString());
      const run = `${prevHash}${canonicalJson({ data: changed, id, meta, revision, stream, type })}`;
      const hash = hashOfRun(Buffer.from(run));
      if (isRehashed) metadata = Buffer.from(JSON.stringify({ ...meta, eventId: id, prevHash, hash }));
    }
    await written.add(stream, [{ ...event, data, metadata }]);
  }
  await stored.close();
  await written.close();
}

test('on EventStoreDB too, a stored event that was changed is found, with its hash and without', async () => {
  const sale = await heldSale();
  const events = await eventsOf(sale.log, 'a1');
  const target = events.findIndex(({ type }) => type === 'Frozen');
  await withServer(async (wired) => {
    const log = await wired.open();
    const bare = events.map(({ id, type, data, meta: { hash: _, prevHash: __, ...meta } }) => ({
      ...{ id, type, data, meta },
    }));
    await log.append(auctionStream('a1'), NO_STREAM, bare);
    const { proven, headHash } = await auditAuction({ log, auctionId: 'a1' });
    assert.equal([proven, headHash], [true, events.at(-1)?.meta.hash]);
    for (const isRehashed of [false, true]) {
      const copy = join(wired.folder, `${isRehashed}`);
      await tamperedCopy(wired.folder, copy, target, isRehashed);
      const server = await WireServer.start({ folder: copy, now: () => LIVE_AT });
      const changed = await wired.open({}, server.url);
      const report = await auditAuction({ log: changed, auctionId: 'a1' });
      await server.stop();
      const { proven: isProven, difference, chained } = report;
      assert.not.ok(isProven);
      assert.is(difference?.stream, auctionStream('a1'));
      const found = [difference?.found, difference?.revision];
      assert.equal(found, ['damaged', isRehashed ? target + 1 : target]);
      // The event after one with another hash does not continue it. All others are proven.
      assert.is(chained, events.length - 1);
      assert.match(reportText(report), `event ${difference?.revision} of auction-a1`);
    }
  });
});

test('a decision that the engine does not make is found, even with an intact chain', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  engine.clock.advanceTo(LIVE_AT);
  await until(async () => (await eventsOf(engine.log, 'a1')).length === 5);
  await engine.host.submit(bid('a1', 'joe', 'l1', 15_000));
  await engine.host.close();
  const command = { type: 'bid', lot: 'l1', bidder: 'crook', cents: 12_000, permitted: true } as const;
  const outcome = { currentBidCents: 12_000, leader: 'crook', finishAt: LIVE_AT + 600_000 };
  const steps = [{ rule: 'E3', cents: 12_000, leader: 'crook' }];
  const data = { at: LIVE_AT, command, steps, outcome, extended: false };
  const meta = { at: LIVE_AT, commandId: 'forged', actor: { kind: 'user', id: 'crook' }, schema: 1 } as const;
  const stored = await engine.log.append(auctionStream('a1'), 5, [
    { id: eventIdOf('forged', 0), type: 'BidAccepted', data, meta },
  ]);
  assert.is(stored.outcome, 'appended');
  const report = await auditAuction({ log: engine.log, number: 41 });
  assert.is(report.difference?.found, 'decision');
  assert.is(report.difference?.revision, 6);
  assert.is(report.difference?.what, 'for bid the engine decides BidRefused, and BidAccepted is stored');
  assert.is(report.chained, 7, 'its chain is whole');
  assert.is(report.lots[0]?.winner, null);
  assert.is(report.lots[0]?.priceCents, 15_000, 'reported as it was before');
});

test('a command decided twice, a bid in the name of another, and time going back are found', async () => {
  const cases: { change: (event: RecordedEvent) => RecordedEvent; what: RegExp }[] = [
    { change: (event) => withMeta(event, { actor: { kind: 'user', id: 'someone' } }), what: /not someone/ },
    { change: (event) => withMeta(event, { at: 5 }), what: /\[T1\]/ },
  ];
  const { log } = await heldSale();
  const events = await eventsOf(log, 'a1');
  const target = events.findIndex(({ type }) => type === 'BidAccepted');
  const first = events[0]?.meta.commandId ?? '';
  cases.push({ change: (event) => withMeta(event, { commandId: first }), what: /\[E11\]/ });
  for (const { change, what } of cases) {
    const changed: EventLog = {
      ...forwardedLog(() => log),
      async *read(stream, options) {
        for await (const batch of log.read(stream, options)) {
          yield options?.asStored
            ? batch
            : batch.map((event) => (event.revision === target ? change(event) : event));
        }
      },
    };
    const { difference } = await auditAuction({ log: changed, auctionId: 'a1' });
    assert.is(difference?.revision, target);
    assert.match(difference?.what ?? '', what);
  }
});

const withMeta = (event: RecordedEvent, meta: Partial<RecordedEvent['meta']>): RecordedEvent => {
  return { ...event, meta: { ...event.meta, ...meta } };
};

test('a snapshot agrees, or is named when it does not', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1, limits: { snapshotEvery: 5 } });
  ends.push(engine.close, remove);
  await hold(engine, 'a1', 'simultaneous', 41);
  const { log, documents } = engine;
  await until(async () => (await documents.get(SNAPSHOTS, 'a1')) !== undefined);
  assert.is(
    (await auditAuction({ log, snapshot: await findSnapshot(documents, 'a1'), number: 41 })).snapshot,
    'agrees',
  );
  const stored: Record<string, unknown> = { ...(await documents.get(SNAPSHOTS, 'a1')) };
  await documents.upsert(SNAPSHOTS, 'a1', { ...stored, headHash: 'f'.repeat(64) });
  const report = await auditAuction({ log, snapshot: await findSnapshot(documents, 'a1'), number: 41 });
  assert.is(report.difference?.found, 'snapshot');
  assert.is(report.difference?.revision, stored['revision']);
  await documents.upsert(SNAPSHOTS, 'a1', { ...stored, engine: 0 });
  const unusable = await auditAuction({ log, snapshot: await findSnapshot(documents, 'a1'), number: 41 });
  assert.ok(unusable.proven, 'the engine would not use it either');
  assert.is(unusable.snapshot, 'unusable');
});

test('it finds an auction by its number, and reports an unknown number', async () => {
  const engine = await heldSale('simultaneous', 41);
  await scheduled(
    engine.host,
    'a2',
    [lotTerms('l1')],
    schedule(
      'synchronous',
      { openAt: engine.clock.now() + 1, liveAt: engine.clock.now() + 2 },
      { searchNumber: 42 },
    ),
  );
  assert.is((await auditAuction({ log: engine.log, number: 42 })).auction.id, 'a2');
  for (const missing of [{ number: 43 }, { auctionId: 'a3' }]) {
    const thrown = await auditAuction({ log: engine.log, ...missing }).catch((error: unknown) => error);
    assert.instance(thrown, UnknownAuction);
  }
});

test.run();
