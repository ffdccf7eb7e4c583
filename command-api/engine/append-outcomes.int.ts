import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  answered,
  bid,
  decided,
  eventsOf,
  freshFolder,
  openEngine,
  scheduled,
  staff,
  until,
} from '../test-support/engine.ts';
import { type Fault, faultyLog } from '../test-support/faulty-log.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '../test-support/sale.ts';

const test = suite('what becomes of an append', { limitMs: 20_000 });
const ends: (() => Promise<void> | void)[] = [];

/** An engine with a live sale `a1` of the lots l1 and l2, on a log whose appends can be made to fail. */
async function unluckySale() {
  const { folder, remove } = freshFolder();
  const faults: Fault[] = [];
  let appends: ReturnType<typeof faultyLog>['appends'] = [];
  const between = (log: EventLog): EventLog => {
    const faulty = faultyLog(log, faults, () => {
      const data = { at: LIVE_AT, lot: null, reason: 'theirs' };
      const actor = { kind: 'staff', id: 'them' } as const;
      return {
        id: 'theirs',
        type: 'Paused',
        data,
        meta: { at: LIVE_AT, commandId: 'theirs', actor, schema: 1 },
      };
    });
    appends = faulty.appends;
    return faulty.log;
  };
  const engine = await openEngine({ folder, now: OPEN_AT - 1, between });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1'), lotTerms('l2')]);
  engine.clock.advanceTo(LIVE_AT);
  await until(async () => (await eventsOf(engine.log, 'a1')).length === 5);
  appends.length = 0;
  return { ...engine, faults, appends };
}

const typesOf = async (log: EventLog): Promise<string[]> =>
  (await eventsOf(log, 'a1')).slice(5).map(({ type }) => type);

test.after(async () => {
  for (const end of ends) await end();
});

for (const fault of ['answer-lost', 'never-arrives', 'throws'] as const) {
  test(`${fault}: the same ids at the same revision again, and one decision`, async () => {
    const engine = await unluckySale();
    engine.faults.push(fault, fault);
    const reply = decided(await answered(engine, engine.host.submit(bid('a1', 'joe', 'l1', 11_000))));
    assert.ok(reply.accepted);
    assert.is(reply.seq, 5);
    assert.is(engine.appends.length, 3);
    assert.equal(engine.appends[1], engine.appends[0]);
    assert.equal(engine.appends[2], engine.appends[0]);
    assert.equal(await typesOf(engine.log), ['BidAccepted']);
  });
}

test('nothing is decided on top of an unknown outcome, and what waits is decided after it', async () => {
  const engine = await unluckySale();
  engine.faults.push('never-arrives', 'never-arrives');
  const first = engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await Promise.resolve();
  const second = engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
  await until(() => engine.appends.length === 1);
  const third = engine.host.submit(bid('a1', 'joe', 'l1', 13_000));
  assert.is(engine.appends.length, 1);
  const replies = (await answered(engine, Promise.all([first, second, third]))).map(decided);
  assert.equal(
    replies.map(({ seq, accepted }) => [seq, accepted]),
    [
      [5, true],
      [6, true],
      [7, true],
    ],
  );
  assert.equal(
    engine.appends.map(({ expected, ids }) => [expected, ids.length]),
    [
      [4, 1],
      [4, 1],
      [4, 1],
      [5, 2],
    ],
  );
});

test('an outcome that stays unknown is answered so, commands behind it are not done, and the same command returns the outcome', async () => {
  const engine = await unluckySale();
  engine.faults.push(...Array<Fault>(200).fill('answer-lost'));
  const asked = bid('a1', 'joe', 'l1', 11_000, 'c1');
  const first = engine.host.submit(asked);
  await until(() => engine.appends.length === 1);
  const behind = engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
  assert.equal(await answered(engine, first), { outcome: 'unknown' });
  assert.is((await behind).outcome, 'unavailable');
  assert.is((await engine.host.submit(bid('a1', 'jane', 'l1', 12_000))).outcome, 'unavailable');
  engine.faults.length = 0;
  let settled = await engine.host.submit(asked);
  while (settled.outcome === 'unavailable') settled = await answered(engine, engine.host.submit(asked));
  assert.ok(decided(settled).accepted);
  assert.is(decided(settled).seq, 5);
  assert.equal((await typesOf(engine.log)).filter((type) => type === 'BidAccepted').length, 1);
});

test('a command that was answered as unknown is not decided later', async () => {
  const engine = await unluckySale();
  engine.faults.push(...Array<Fault>(200).fill('never-arrives'));
  const first = engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await until(() => engine.appends.length === 1);
  assert.equal(await answered(engine, first), { outcome: 'unknown' });
  engine.faults.length = 0;
  engine.faults.push('another-writer');
  await until(async () => {
    engine.clock.advanceBy(100);
    return (await typesOf(engine.log)).length > 0;
  });
  const next = bid('a1', 'jane', 'l2', 11_000);
  let reply = await engine.host.submit(next);
  while (reply.outcome !== 'decided') reply = await answered(engine, engine.host.submit(next));
  const types = await typesOf(engine.log);
  assert.equal(types[0], 'Paused');
  assert.not.ok(types.includes('BidAccepted') && !reply.accepted);
  const joes = (await eventsOf(engine.log, 'a1')).filter(({ meta }) => meta.actor.id === 'joe');
  assert.equal(joes, []);
});

test('another writer between deciding and appending: decided again on what they wrote', async () => {
  const engine = await unluckySale();
  engine.faults.push('another-writer');
  const first = engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await Promise.resolve();
  const second = engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
  const replies = (await Promise.all([first, second])).map(decided);
  assert.equal(
    replies.map(({ seq, leader }) => ({ seq, leader })),
    [
      { seq: 6, leader: 'joe' },
      { seq: 7, leader: 'jane' },
    ],
  );
  assert.equal(await typesOf(engine.log), ['Paused', 'BidAccepted', 'BidAccepted']);
});

test('writers that always come first end in unavailable', async () => {
  const { folder, remove } = freshFolder();
  let races = 0;
  const between = (log: EventLog): EventLog => ({
    ...forwardedLog(() => log),
    async append(stream, expected, events) {
      if (events.some(({ type }) => type === 'BidAccepted')) {
        races += 1;
        const data = { at: LIVE_AT, lot: null, reason: 'x' };
        const meta = {
          at: LIVE_AT,
          commandId: `them-${races}`,
          actor: { kind: 'staff', id: 'them' },
          schema: 1,
        } as const;
        const type = races % 2 === 1 ? 'Paused' : 'Unpaused';
        await log.append(stream, expected, [{ id: `them-${races}`, type, data, meta }]);
      }
      return log.append(stream, expected, events);
    },
  });
  const engine = await openEngine({ folder, now: OPEN_AT - 1, between, limits: { conflictsInARow: 3 } });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  engine.clock.advanceTo(LIVE_AT);
  await until(async () => (await eventsOf(engine.log, 'a1')).length === 5);
  const reply = await engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  assert.is(reply.outcome, 'unavailable');
  assert.is(races, 4);
});

for (const fault of ['full', 'too-large'] as const) {
  test(`${fault}: nothing was placed, the state is as before, and it recovers`, async () => {
    const engine = await unluckySale();
    engine.faults.push(fault, fault);
    const first = engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
    await Promise.resolve();
    const second = engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
    const full = { outcome: 'unavailable', code: 'full', retryAfterMs: 1_000 };
    assert.equal(await first, full);
    assert.equal(await second, full);
    const third = decided(await engine.host.submit(bid('a1', 'jane', 'l1', 11_000)));
    assert.ok(third.accepted);
    assert.is(third.seq, 5);
    assert.equal(await typesOf(engine.log), ['BidAccepted']);
  });
}

test('a full disk at the second attempt does not decide the first: it is never answered as surely not placed', async () => {
  const sale = await unluckySale();
  sale.faults.push('late', 'full');
  const reply = decided(await answered(sale, sale.host.submit(bid('a1', 'joe', 'l1', 11_000))));
  assert.is(reply.accepted, true);
  assert.equal(await typesOf(sale.log), ['BidAccepted']);
});

test('a timer that met a full disk tries again', async () => {
  const engine = await unluckySale();
  engine.faults.push('full', 'full');
  engine.clock.advanceTo(LIVE_AT + 600_000);
  await until(() => engine.appends.length === 1);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    engine.clock.advanceBy(0);
  }
  assert.is(engine.appends.length, 1, 'not before the wait is over');
  assert.equal(await typesOf(engine.log), []);
  await until(async () => {
    engine.clock.advanceBy(500);
    return (await typesOf(engine.log)).includes('AuctionClosed');
  });
  assert.equal(await typesOf(engine.log), ['LotsClosed', 'AuctionClosed']);
});

test('a disk that was full for longer than the grace was an outage: frozen as of its beginning', async () => {
  const engine = await unluckySale();
  engine.faults.push(...Array<Fault>(3).fill('full'));
  const outcomes: string[] = [];
  for (let second = 0; second < 8; second += 2) {
    outcomes.push((await engine.host.submit(bid('a1', 'joe', 'l1', 11_000))).outcome);
    engine.clock.advanceBy(2_000);
  }
  assert.equal(outcomes, ['unavailable', 'unavailable', 'unavailable', 'decided']);
  const [frozen, refused] = (await eventsOf(engine.log, 'a1')).slice(5);
  assert.equal(frozen?.data, { at: LIVE_AT, lot: null, reason: 'outage', cause: 'outage' });
  assert.is((refused?.data as { code: string } | undefined)?.code, 'auction-frozen');
  await engine.host.submit(staff('a1', { type: 'resume', reason: 'room again' }));
  const resumed = decided(await engine.host.submit(bid('a1', 'joe', 'l1', 11_000)));
  assert.ok(resumed.accepted);
  assert.is(resumed.finishAt, LIVE_AT + 608_000);
});

test.run();
