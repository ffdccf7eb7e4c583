import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { subjects } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  bid,
  decided,
  type Engine,
  eventsOf,
  freshFolder,
  NODE,
  openEngine,
  scheduled,
  staff,
  until,
} from '../test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '../test-support/sale.ts';
import { MalformedCommand } from './admission.ts';

const test = suite('the auction host', { limitMs: 20_000 });
const folders: { remove(): void }[] = [];
const engines: Engine[] = [];

/** An engine with a live sale `a1` of the lots l1, l2, l3, and what was appended to the log. */
async function liveSale(given: Partial<Parameters<typeof openEngine>[0]> = {}) {
  const { folder, remove } = freshFolder();
  folders.push({ remove });
  const appends: number[] = [];
  const counting = (log: EventLog): EventLog => ({
    ...forwardedLog(() => log),
    append(stream, expected, events) {
      appends.push(events.length);
      return log.append(stream, expected, events);
    },
  });
  const between = (log: EventLog): EventLog => counting(given.between?.(log) ?? log);
  const engine = await openEngine({ folder, now: OPEN_AT - 1, ...given, between });
  engines.push(engine);
  await scheduled(engine.host, 'a1', [lotTerms('l1'), lotTerms('l2'), lotTerms('l3')]);
  engine.clock.advanceTo(LIVE_AT);
  await until(async () => (await eventsOf(engine.log, 'a1')).length === 5);
  appends.length = 0;
  return { ...engine, folder, appends };
}

test.after(async () => {
  for (const engine of engines) await engine.close();
  for (const folder of folders) folder.remove();
});

test('commands that wait while an append is under way are appended together, in order', async () => {
  const { host, log, appends } = await liveSale();
  const first = host.submit(bid('a1', 'joe', 'l1', 11_000));
  await Promise.resolve();
  const rest = Array.from({ length: 200 }, (_, i) =>
    host.submit(bid('a1', `b${i % 7}`, 'l1', 12_000 + i * 1_000)),
  );
  const replies = (await Promise.all([first, ...rest])).map(decided);
  assert.ok(replies.every(({ accepted }) => accepted));
  assert.equal(
    replies.map(({ seq }) => seq),
    Array.from({ length: 201 }, (_, i) => i + 5),
  );
  assert.equal(appends, [1, 200]);
  const events = await eventsOf(log, 'a1');
  // An append returns the position of its last event: a reader up to it sees the whole append.
  const [own, last] = [events[5]?.position, events.at(-1)?.position];
  assert.equal(
    replies.map(({ position }) => position),
    [own, ...rest.map(() => last)],
  );
});

test('[E1] of two equal bids the first sequenced wins', async () => {
  const { host } = await liveSale();
  const both = await Promise.all([
    host.submit(bid('a1', 'joe', 'l1', 11_000)),
    host.submit(bid('a1', 'jane', 'l1', 11_000)),
  ]);
  assert.equal(
    both.map(decided).map(({ accepted, code, leader }) => ({ accepted, code, leader })),
    [
      { accepted: true, code: null, leader: 'joe' },
      { accepted: false, code: 'too-low', leader: 'joe' },
    ],
  );
});

test('[E11] a command sent again gets its answer again: at once, later, and after a restart', async () => {
  const engine = await liveSale();
  const asked = bid('a1', 'joe', 'l1', 11_000, 'command-1');
  const [first, duplicate] = await Promise.all([engine.host.submit(asked), engine.host.submit(asked)]);
  decided(first);
  assert.equal(duplicate, first);
  await engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
  const refused = bid('a1', 'joe', 'l1', 11_000, 'command-2');
  const refusal = await engine.host.submit(refused);
  assert.is(decided(refusal).code, 'too-low');
  const frozen = staff('a1', { type: 'freeze', lot: 'l2', reason: 'a gate is open' }, 'command-3');
  const freeze = await engine.host.submit(frozen);
  const events = (await eventsOf(engine.log, 'a1')).length;
  const again = async (host: Engine['host']): Promise<void> => {
    assert.equal(await host.submit(asked), first);
    assert.equal(await host.submit(refused), refusal);
    assert.equal(await host.submit(frozen), freeze);
  };
  await again(engine.host);
  await engine.close();
  const next = await openEngine({ folder: engine.folder, now: engine.clock.now() });
  engines.push(next);
  await again(next.host);
  assert.is((await eventsOf(next.log, 'a1')).length, events);
});

test('[E11] a commandId used for something else is a conflict, while it is decided and for ever', async () => {
  const { host } = await liveSale();
  const conflict = { outcome: 'duplicate-conflict' };
  const [first, other] = await Promise.all([
    host.submit(bid('a1', 'joe', 'l1', 11_000, 'same')),
    host.submit(bid('a1', 'joe', 'l1', 12_000, 'same')),
  ]);
  assert.ok(decided(first).accepted);
  assert.equal(other, conflict);
  assert.equal(await host.submit(bid('a1', 'joe', 'l2', 11_000, 'same')), conflict);
  assert.equal(await host.submit(bid('a1', 'jane', 'l1', 11_000, 'same')), conflict);
  assert.equal(await host.submit(staff('a1', { type: 'freeze', reason: 'x' }, 'same')), conflict);
});

test('[E15] the bidder is who sent it; who may not bid, by the directory, is refused and leaves nothing in the log', async () => {
  const may = new Set(['guest', 'joe']);
  const { host, log } = await liveSale({
    directory: { mayBid: async (account) => may.has(account), termsDueSince: () => null },
  });
  const claimed = { type: 'bid', lot: 'l1', bidder: 'joe', cents: 11_000, permitted: true } as const;
  const actor = { kind: 'user', id: 'guest' } as const;
  const sent = (commandId: string, body: CommandBody = claimed) =>
    host.submit({ auction: 'a1', commandId, actor, body: { ...body } as CommandBody });
  const first = decided(await sent('c1'));
  assert.ok(first.accepted);
  const events = await eventsOf(log, 'a1');
  const [last] = events.slice(-1) as AuctionEvent[];
  assert.equal(last?.type === 'BidAccepted' && last.data.command, { ...claimed, bidder: 'guest' });
  may.delete('guest');
  for (const body of [
    claimed,
    { type: 'autoBid', lot: 'l1', bidder: 'joe', maxCents: 90_000 },
    { type: 'stopAutoBid', lot: 'l1', bidder: 'joe' },
  ] as const) {
    const refused = decided(await sent(`no-${body.type}`, body));
    assert.equal([refused.accepted, refused.code, refused.lot], [false, 'not-permitted', 'l1'], body.type);
  }
  assert.is((await eventsOf(log, 'a1')).length, events.length);
  assert.equal(await sent('c1'), first, 'what was decided before has the same answer still');
});

test('what is for staff is refused to others and leaves nothing in the log', async () => {
  const { host, log } = await liveSale();
  const events = (await eventsOf(log, 'a1')).length;
  const bodies = [
    { type: 'freeze', reason: 'x' },
    { type: 'knockDown', lot: 'l1' },
    { type: 'floorBid', lot: 'l1', cents: 11_000 },
    { type: 'vendorBid', lot: 'l1', cents: 11_000 },
    { type: 'catalogueLots', lots: [] },
    { type: 'advanceClock' },
  ] as const;
  for (const body of bodies) {
    const actor = { kind: 'user', id: 'joe' } as const;
    const reply = await host.submit({ auction: 'a1', commandId: body.type, actor, body });
    assert.is(decided(reply).code, 'not-permitted', body.type);
  }
  assert.is((await eventsOf(log, 'a1')).length, events);
});

test('an auction that does not exist is not found, and a refused sale leaves no stream', async () => {
  const { host, log } = await liveSale();
  assert.equal(await host.submit(bid('nowhere', 'joe', 'l1', 11_000)), { outcome: 'not-found' });
  const refused = await host.submit(staff('nowhere', schedule('simultaneous', { durationSeconds: 0 })));
  assert.is(decided(refused).code, 'invalid-terms');
  assert.is(await log.lastRevision(auctionStream('nowhere')), -1);
  assert.equal(host.ownedAuctions(), ['a1']);
});

test('what is not a command is thrown back, and the mailbox goes on', async () => {
  const { host } = await liveSale();
  for (const body of [
    undefined,
    { type: 'bid' },
    { type: 'toString' },
    { type: 'bid', lot: 'l1', cents: 'x' },
  ]) {
    const actor = { kind: 'user', id: 'joe' } as const;
    const envelope = { auction: 'a1', commandId: 'c', actor, body } as never;
    const thrown = await host.submit(envelope).catch((error: unknown) => error);
    assert.instance(thrown, MalformedCommand);
  }
  const lots = [{ lot: 'l9' }] as never;
  await host.submit(staff('a1', { type: 'catalogueLots', lots })).catch(() => {});
  assert.ok(decided(await host.submit(bid('a1', 'joe', 'l1', 11_000))).accepted);
});

test('it answers over the bus', async () => {
  const { bus } = await liveSale();
  const asked = bid('a1', 'joe', 'l1', 11_000);
  const reply = await bus.request(subjects.commandsTo(NODE), asked, { timeoutMs: 5_000 });
  assert.is((reply as { accepted: boolean }).accepted, true);
});

test('another writer on the stream costs a fold, not an answer', async () => {
  const { host, log } = await liveSale();
  await host.submit(bid('a1', 'joe', 'l1', 11_000));
  const command = { type: 'bid', lot: 'l1', bidder: 'jane', cents: 20_000, permitted: true } as const;
  const outcome = { currentBidCents: 20_000, leader: 'jane', finishAt: LIVE_AT + 600_000 };
  const steps = [{ rule: 'E3', cents: 20_000, leader: 'jane' }];
  const data = { at: LIVE_AT, command, steps, outcome, extended: false };
  const actor = { kind: 'user', id: 'jane' } as const;
  const meta = { at: LIVE_AT, commandId: 'theirs', actor, schema: 1 };
  await log.append(auctionStream('a1'), 5, [{ id: eventIdOf('theirs', 0), type: 'BidAccepted', data, meta }]);
  const replies = await Promise.all([
    host.submit(bid('a1', 'joe', 'l1', 12_000)),
    host.submit(bid('a1', 'joe', 'l1', 21_000)),
    host.submit(bid('a1', 'jane', 'l1', 20_000, 'theirs')),
  ]);
  assert.equal(
    replies.map(decided).map(({ code, seq, leader }) => ({ code, seq, leader })),
    [
      { code: 'too-low', seq: 7, leader: 'jane' },
      { code: null, seq: 8, leader: 'joe' },
      { code: null, seq: 6, leader: 'jane' },
    ],
  );
  assert.is((await eventsOf(log, 'a1')).length, 9);
});

test('what another node wrote is folded without being asked', async () => {
  const { host, log } = await liveSale();
  const meta = { at: LIVE_AT, commandId: 'x', actor: { kind: 'staff', id: 'clerk' }, schema: 1 } as const;
  const data = { at: LIVE_AT, lot: null, reason: 'storm' };
  await log.append(auctionStream('a1'), 4, [{ id: eventIdOf('x', 0), type: 'Frozen', data, meta }]);
  await until(
    async () => decided(await host.submit(bid('a1', 'joe', 'l1', 11_000))).code === 'auction-frozen',
  );
});

test('[T1] timers do what is due with nobody asking, and a late one changes nothing', async () => {
  const { host, log, clock } = await liveSale();
  await host.submit(bid('a1', 'joe', 'l1', 11_000));
  clock.advanceTo(LIVE_AT + 590_000);
  const late = decided(await host.submit(bid('a1', 'jane', 'l1', 12_000)));
  assert.is(late.finishAt, LIVE_AT + 650_000);
  clock.advanceTo(LIVE_AT + 649_999);
  await until(async () => (await eventsOf(log, 'a1')).some(({ type }) => type === 'LotsClosed'));
  assert.is(host.ownedAuctions().length, 1);
  clock.advanceTo(LIVE_AT + 700_000);
  await until(() => host.ownedAuctions().length === 0);
  const closed = (await eventsOf(log, 'a1')).slice(-2);
  assert.equal(
    closed.map(({ type, data }) => ({ type, at: (data as { at: number }).at })),
    [
      { type: 'LotsClosed', at: LIVE_AT + 650_000 },
      { type: 'AuctionClosed', at: LIVE_AT + 650_000 },
    ],
  );
  assert.is(decided(await host.submit(bid('a1', 'jane', 'l1', 13_000))).code, 'lot-closed');
});

test('sales that nobody asks for keep their time after a restart', async () => {
  const { folder, remove } = freshFolder();
  folders.push({ remove });
  const before = await openEngine({ folder, now: 500_000 });
  await scheduled(before.host, 'a1', [lotTerms('l1')]);
  await scheduled(before.host, 'a2', [lotTerms('l1')], schedule('sequential'));
  await before.close();
  const after = await openEngine({ folder, now: 600_000 });
  engines.push(after);
  assert.equal(after.host.ownedAuctions().sort(), ['a1', 'a2']);
  after.clock.advanceTo(OPEN_AT);
  for (const auction of ['a1', 'a2']) {
    await until(async () => (await eventsOf(after.log, auction)).at(-1)?.type === 'AuctionOpened');
  }
});

test('an index of another log is not believed', async () => {
  const { folder, remove } = freshFolder();
  folders.push({ remove });
  const before = await openEngine({ folder, now: 500_000 });
  await scheduled(before.host, 'a1', [lotTerms('l1')]);
  await before.close();
  rmSync(join(folder, 'log'), { recursive: true });
  const restored = await openEngine({ folder, now: 500_000, documents: await spareDocuments() });
  await scheduled(restored.host, 'a2', [lotTerms('l1')]);
  await scheduled(restored.host, 'a3', [lotTerms('l1')]);
  await restored.close();
  const after = await openEngine({ folder, now: 600_000 });
  engines.push(after);
  assert.equal(after.host.ownedAuctions().sort(), ['a2', 'a3']);
});

/** Documents in another folder. */
async function spareDocuments() {
  const spare = freshFolder();
  folders.push(spare);
  return openLmdbDocuments({ folder: spare.folder, clock: new ManualClock(500_000) });
}

test('a mailbox takes so many, and refuses the next', async () => {
  const { host } = await liveSale({ limits: { waitingCommands: 3 } });
  const replies = await Promise.all(
    [1, 2, 3, 4].map((i) => host.submit(bid('a1', 'joe', 'l1', 10_000 + i * 1_000))),
  );
  assert.equal(
    replies.map(({ outcome }) => outcome),
    ['decided', 'decided', 'decided', 'unavailable'],
  );
  assert.equal(replies[3], { outcome: 'unavailable', code: 'rate-limited', retryAfterMs: 1_000 });
});

test('a node whose clock is off runs no live auction', async () => {
  let skew = 0;
  const between = (log: EventLog): EventLog => ({
    ...forwardedLog(() => log),
    clockSkewMs: async () => skew,
  });
  const { host, clock, log } = await liveSale({ between });
  skew = -2_500;
  clock.advanceBy(10_000);
  await until(async () => (await host.submit(bid('a1', 'joe', 'l1', 11_000))).outcome === 'unavailable');
  const events = (await eventsOf(log, 'a1')).length;
  skew = 100;
  clock.advanceBy(10_000);
  await until(async () => (await host.submit(bid('a1', 'joe', 'l1', 11_000))).outcome === 'decided');
  const types = (await eventsOf(log, 'a1')).slice(events).map(({ type }) => type);
  assert.equal(types[0], 'Frozen', 'nobody could bid for longer than the grace');
});

test('closed auctions are let go when there are too many, and taken up again when asked', async () => {
  const { host, clock } = await liveSale({ limits: { closedKept: 1 } });
  await scheduled(
    host,
    'a2',
    [lotTerms('l1')],
    schedule('simultaneous', { openAt: LIVE_AT + 5, liveAt: LIVE_AT + 10 }),
  );
  clock.advanceTo(LIVE_AT + 700_000);
  await until(() => host.ownedAuctions().length === 0);
  for (const auction of ['a1', 'a2', 'a1']) {
    assert.is(decided(await host.submit(bid(auction, 'joe', 'l1', 11_000))).code, 'lot-closed');
  }
});

test('it closes: what is being appended is answered, the rest is not done', async () => {
  const engine = await liveSale();
  const first = engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await Promise.resolve();
  const second = engine.host.submit(bid('a1', 'joe', 'l1', 12_000));
  await engine.host.close();
  assert.ok(decided(await first).accepted);
  assert.is((await second).outcome, 'unavailable');
  assert.is((await engine.host.submit(bid('a1', 'joe', 'l1', 13_000))).outcome, 'unavailable');
});

test.run();
