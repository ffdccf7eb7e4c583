import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
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
import { ENGINE } from './auction-index.ts';
import { LIVENESS } from './liveness.ts';

const test = suite('an outage', { limitMs: 20_000 });
const ends: (() => Promise<void> | void)[] = [];

test.after(async () => {
  for (const end of ends) await end();
});

/**
 * A sale `a1` of the lots l1 (first to finish) and l2, that ran until `stoppedAt` and restarts at `backAt`, with
 * `between` wrapping its log.
 */
async function outOver(
  stoppedAt: number,
  backAt: number,
  change: (engine: Engine) => Promise<unknown> = async () => {},
  between: (log: EventLog) => EventLog = (log) => log,
) {
  const { folder, remove } = freshFolder();
  const before = await openEngine({ folder, now: OPEN_AT - 10_000 });
  await scheduled(
    before.host,
    'a1',
    [lotTerms('l1'), lotTerms('l2')],
    schedule('simultaneous', { staggerSeconds: 60 }),
  );
  before.clock.advanceTo(stoppedAt);
  await before.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await change(before);
  await before.close();
  const after = await openEngine({ folder, now: backAt, between });
  ends.push(after.close, remove);
  return after;
}

/** Waits until this is the last message. */
const lastly = (engine: Engine, what: string): Promise<void> =>
  until(async () => (await recordedTypes(engine)).at(-1) === what);

const recordedTypes = async ({ log }: Engine): Promise<string[]> =>
  (await eventsOf(log, 'a1'))
    .slice(2)
    .map(({ type, data }) => `${type} ${(data as { at: number }).at - LIVE_AT}`);

test('longer than the grace: a live sale comes back frozen as of its beginning, and staff resume it', async () => {
  const engine = await outOver(LIVE_AT + 599_000, LIVE_AT + 700_000);
  await lastly(engine, 'Frozen 599000');
  assert.equal((await recordedTypes(engine)).slice(-2), ['BidAccepted 599000', 'Frozen 599000']);
  const [frozen] = (await eventsOf(engine.log, 'a1')).slice(-1);
  assert.equal(frozen?.data, { at: LIVE_AT + 599_000, lot: null, reason: 'outage', cause: 'outage' });
  assert.equal(frozen?.meta.actor, { kind: 'system', id: 'engine' });
  assert.is(decided(await engine.host.submit(bid('a1', 'jane', 'l1', 12_000))).code, 'auction-frozen');
  engine.clock.advanceBy(100_000);
  await engine.host.submit(staff('a1', { type: 'resume', reason: 'back' }));
  const reply = decided(await engine.host.submit(bid('a1', 'jane', 'l1', 12_000)));
  assert.ok(reply.accepted);
  assert.is(reply.finishAt, LIVE_AT + 659_000 + 201_000, 'the time left is what was left');
  engine.clock.advanceBy(400_000);
  await until(async () => (await recordedTypes(engine)).includes('AuctionClosed 861000'));
});

test('within the grace it goes on, and what was due happens at its own time', async () => {
  const engine = await outOver(LIVE_AT + 656_000, LIVE_AT + 660_500);
  await lastly(engine, 'AuctionClosed 660000');
  assert.equal((await recordedTypes(engine)).slice(-4), [
    'LotsClosed 600000',
    'BidRefused 656000',
    'LotsClosed 660000',
    'AuctionClosed 660000',
  ]);
});

test('[T9] closed stays closed', async () => {
  const engine = await outOver(LIVE_AT + 620_000, LIVE_AT + 900_000);
  await lastly(engine, 'Frozen 620000');
  await engine.host.submit(staff('a1', { type: 'resume', reason: 'back' }));
  assert.is(decided(await engine.host.submit(bid('a1', 'jane', 'l1', 12_000))).code, 'lot-closed');
  assert.ok(decided(await engine.host.submit(bid('a1', 'jane', 'l2', 12_000))).accepted);
});

test('a sale whose time to go live passed meanwhile goes live then, and is frozen from there', async () => {
  const engine = await outOver(LIVE_AT - 60_000, LIVE_AT + 60_000);
  await lastly(engine, 'Frozen 0');
  assert.equal((await recordedTypes(engine)).slice(-3), ['AuctionWentLive 0', 'LotsWentLive 0', 'Frozen 0']);
  await engine.host.submit(staff('a1', { type: 'resume', reason: 'back' }));
  const reply = decided(await engine.host.submit(bid('a1', 'jane', 'l1', 11_000)));
  assert.is(reply.finishAt, LIVE_AT + 660_000, 'it has its ten minutes');
});

test('a sale that went live only just now goes on', async () => {
  const engine = await outOver(LIVE_AT - 60_000, LIVE_AT + 3_000);
  await lastly(engine, 'LotsWentLive 0');
  assert.ok(decided(await engine.host.submit(bid('a1', 'jane', 'l1', 11_000))).accepted);
});

test('a sale that is not live has no outage', async () => {
  const engine = await outOver(OPEN_AT - 5_000, OPEN_AT + 500_000);
  await lastly(engine, `AuctionOpened ${OPEN_AT - LIVE_AT}`);
});

test('a sale frozen before stays as it was, and is not frozen again when it is resumed', async () => {
  const freeze = ({ host }: Engine): Promise<unknown> =>
    host.submit(staff('a1', { type: 'freeze', reason: 'storm' }));
  const engine = await outOver(LIVE_AT + 10_000, LIVE_AT + 90_000, freeze);
  await lastly(engine, 'Frozen 10000');
  await engine.host.submit(staff('a1', { type: 'resume', reason: 'calm' }));
  assert.ok(decided(await engine.host.submit(bid('a1', 'jane', 'l1', 12_000))).accepted);
  engine.clock.advanceBy(30_000);
  assert.ok(decided(await engine.host.submit(bid('a1', 'joe', 'l1', 13_000))).accepted);
  assert.not.ok((await recordedTypes(engine)).includes('Frozen 90000'));
});

test('without a mark of liveness it counts from the last event', async () => {
  const engine = await outOver(LIVE_AT + 50_000, LIVE_AT + 300_000, async (before) => {
    before.clock.advanceBy(30_000);
    await before.host.close();
    await before.documents.deleteOne(LIVENESS, NODE);
    await before.documents.deleteOne(ENGINE, 'open-auctions');
  });
  await lastly(engine, 'Frozen 50000');
});

test('a quiet sale is alive by its marks, not by its events', async () => {
  const engine = await outOver(LIVE_AT + 50_000, LIVE_AT + 300_000, async (before) => {
    before.clock.advanceBy(100_000);
  });
  await lastly(engine, 'Frozen 150000');
});

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
const turns = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await turn();
};

/** A log whose disk is full, and which reports that once allowed; until it has space again. */
function fullLog({ mayReport }: { mayReport: Promise<void> }) {
  const disk = { appends: 0, hasSpace: false };
  const between = (log: EventLog): EventLog => ({
    ...forwardedLog(() => log),
    async append(...args) {
      if (disk.hasSpace) return log.append(...args);
      disk.appends += 1;
      await mayReport;
      await turn();
      return { outcome: 'full' };
    },
  });
  return { disk, between };
}

const nothing = async (): Promise<void> => {};

test('[T12] a freeze that finds a full disk is decided again, also when somebody bids before that is known', async () => {
  let hear = (): void => {};
  const mayReport = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const { disk, between } = fullLog({ mayReport });
  const engine = await outOver(LIVE_AT + 599_000, LIVE_AT + 700_000, nothing, between);
  await until(() => disk.appends === 1);
  const meanwhile = engine.host.submit(bid('a1', 'jane', 'l1', 12_000));
  await turns();
  hear();
  assert.equal(await meanwhile, { outcome: 'unavailable', code: 'full', retryAfterMs: 1_000 });
  disk.hasSpace = true;
  engine.clock.advanceBy(1_000);
  await lastly(engine, 'Frozen 599000');
});

test('a freeze that finds a full disk is tried again after a while, not at once', async () => {
  const { disk, between } = fullLog({ mayReport: Promise.resolve() });
  const engine = await outOver(LIVE_AT + 599_000, LIVE_AT + 700_000, nothing, between);
  await until(() => disk.appends > 0);
  await turns();
  assert.is(disk.appends, 1);
  engine.clock.advanceBy(1_000);
  await until(() => disk.appends === 2);
  await turns();
  assert.is(disk.appends, 2);
  disk.hasSpace = true;
  engine.clock.advanceBy(1_000);
  await lastly(engine, 'Frozen 599000');
});

/** A clock that jumps like one of a machine that slept: no timer runs meanwhile. */
class SleepyClock extends ManualClock {
  #slept = 0;

  sleep(ms: number): void {
    this.#slept += ms;
  }

  override now(): number {
    return super.now() + this.#slept;
  }
}

/** A clock whose monotonic time has fractions of a ms, like a real one. */
class FractionalClock extends ManualClock {
  override monotonic(): number {
    return super.monotonic() + ((super.monotonic() * 7) % 10) / 16;
  }
}

test('events after an outage are at whole ms, though the monotonic clock has fractions', async () => {
  const { folder, remove } = freshFolder();
  const clock = new FractionalClock(OPEN_AT - 1_000);
  const before = await openEngine({ folder, clock });
  await scheduled(before.host, 'a1', [lotTerms('l1')]);
  clock.advanceTo(LIVE_AT);
  await lastly(before, 'LotsWentLive 0');
  clock.advanceBy(5_003);
  await before.host.submit(bid('a1', 'joe', 'l1', 11_000));
  clock.advanceBy(2_008);
  await before.close();
  const after = await openEngine({ folder, clock: new FractionalClock(LIVE_AT + 100_000) });
  ends.push(after.close, remove);
  await until(async () => (await recordedTypes(after)).at(-1)?.startsWith('Frozen') === true);
  await after.host.submit(staff('a1', { type: 'resume', reason: 'back' }));
  const reply = decided(await after.host.submit(bid('a1', 'jane', 'l1', 12_000)));
  assert.ok(Number.isInteger(reply.finishAt), `${reply.finishAt}`);
  for (const { type, data, meta } of await eventsOf(after.log, 'a1')) {
    assert.ok(Number.isInteger(meta.at) && Number.isInteger((data as { at: number }).at), type);
  }
});

test('a machine that slept finds out by itself', async () => {
  const { folder, remove } = freshFolder();
  const clock = new SleepyClock(OPEN_AT - 1_000);
  const engine = await openEngine({ folder, clock });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  clock.advanceTo(LIVE_AT);
  await lastly(engine, 'LotsWentLive 0');
  clock.advanceBy(5_000);
  clock.sleep(30_000);
  clock.advanceBy(1_000);
  await lastly(engine, 'Frozen 5000');
});

test('a machine that slept while an append was under way finds out as well', async () => {
  const { folder, remove } = freshFolder();
  const clock = new SleepyClock(OPEN_AT - 1_000);
  const disk = { answers: Promise.resolve(), asked: 0 };
  const between = (log: EventLog): EventLog => ({
    ...forwardedLog(() => log),
    async append(...args) {
      disk.asked += 1;
      await disk.answers;
      return log.append(...args);
    },
  });
  const engine = await openEngine({ folder, clock, between });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  clock.advanceTo(LIVE_AT);
  await lastly(engine, 'LotsWentLive 0');
  clock.advanceBy(5_000);
  let wakeUp = (): void => {};
  disk.answers = new Promise((resolve) => {
    wakeUp = resolve;
  });
  const before = disk.asked;
  const sent = engine.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await until(() => disk.asked > before);
  clock.sleep(30_000);
  wakeUp();
  assert.ok(decided(await sent).accepted);
  clock.advanceBy(1_000);
  await lastly(engine, 'Frozen 5000');
});

/** Advances time second by second, with turns of the event loop between for the work of timers. */
async function pass(engine: Engine, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    engine.clock.advanceBy(1_000);
    await turn();
  }
}

const HOURS_11 = 11 * 3_600_000;

/** A sale of one lot on a clock that can be set, live for five seconds. */
async function liveOnSettableClock(options: Partial<Parameters<typeof openEngine>[0]> = {}) {
  const { folder, remove } = freshFolder();
  const clock = new SleepyClock(OPEN_AT - 1_000);
  const engine = await openEngine({ folder, clock, ...options });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  clock.advanceTo(LIVE_AT);
  await lastly(engine, 'LotsWentLive 0');
  await pass(engine, 5);
  return { engine, clock };
}

const resume = staff('a1', { type: 'resume', reason: 'back' });

test('[N14] a clock that jumps 11 h ahead for 13 s freezes a live sale, and moves nothing by hours', async () => {
  const { engine, clock } = await liveOnSettableClock();
  clock.sleep(HOURS_11);
  await pass(engine, 2);
  await lastly(engine, 'Frozen 5000');
  assert.is((await engine.host.submit(resume)).outcome, 'unavailable');
  assert.is(engine.host.health().why, 'clock-off');
  await pass(engine, 11);
  clock.sleep(-HOURS_11);
  await pass(engine, 2);
  assert.is(engine.host.health().why, null);
  await engine.host.submit({ ...resume, commandId: 'resume-2' });
  const reply = decided(await engine.host.submit(bid('a1', 'jane', 'l1', 12_000)));
  const late = (reply.finishAt ?? 0) - (LIVE_AT + 600_000);
  assert.ok(late >= 13_000 && late <= 16_000, `moved by ${late} ms`);
  await pass(engine, 620);
  await until(async () => (await recordedTypes(engine)).at(-1)?.startsWith('AuctionClosed') === true);
});

test('[N14] a clock that jumps while the marks are read dates no outage in the future', async () => {
  const { disk, between } = fullLog({ mayReport: Promise.resolve() });
  disk.hasSpace = true;
  // The same mailbox must go on: claiming auctions with a wrong clock would give the sale back first.
  const { engine, clock } = await liveOnSettableClock({ between, limits: { claimEveryMs: 1_000_000 } });
  const { documents } = engine;
  const find = documents.find.bind(documents);
  let isAsked = false;
  let answer = (): void => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  documents.find = async (collection, ...query) => {
    if (collection === LIVENESS) {
      isAsked = true;
      await mayAnswer;
    }
    return find(collection, ...query);
  };
  disk.hasSpace = false;
  assert.is((await engine.host.submit(bid('a1', 'joe', 'l1', 11_000))).outcome, 'unavailable');
  for (let second = 0; second < 10 && !isAsked; second += 1) await pass(engine, 1);
  assert.ok(isAsked);
  clock.sleep(HOURS_11);
  answer();
  await turns();
  disk.hasSpace = true;
  await pass(engine, 2);
  await lastly(engine, 'Frozen 5000');
});

/** Sets the clock ahead and back: nothing is decided meanwhile, and the sale goes live on time afterwards. */
async function jumpsAheadAndBack(engine: Engine, clock: SleepyClock): Promise<void> {
  const before = await recordedTypes(engine);
  clock.sleep(HOURS_11);
  await pass(engine, 13);
  assert.equal(await recordedTypes(engine), before);
  clock.sleep(-HOURS_11);
  await pass(engine, 2);
  clock.advanceTo(LIVE_AT);
  await lastly(engine, 'LotsWentLive 0');
}

test('[N14] a clock that jumps ahead lets no sale go live, and one that goes live later is on time', async () => {
  const { folder, remove } = freshFolder();
  const clock = new SleepyClock(OPEN_AT - 1_000);
  const engine = await openEngine({ folder, clock });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  await pass(engine, 3);
  await lastly(engine, `AuctionOpened ${OPEN_AT - LIVE_AT}`);
  await jumpsAheadAndBack(engine, clock);
});

test('[N14] a clock that jumps before it was ever compared with the log server lets no sale go live', async () => {
  const { folder, remove } = freshFolder();
  const clock = new SleepyClock(OPEN_AT - 1_000);
  let isReachable = false;
  const engine = await openEngine({
    folder,
    clock,
    between: (log) => ({
      ...forwardedLog(() => log),
      async clockSkewMs() {
        if (!isReachable) throw new Error('no answer');
        return log.clockSkewMs();
      },
    }),
  });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  await pass(engine, 3);
  await lastly(engine, `AuctionOpened ${OPEN_AT - LIVE_AT}`);
  isReachable = true;
  await jumpsAheadAndBack(engine, clock);
});

test('[N14] a clock that jumps back delays nothing once it is corrected', async () => {
  const { folder, remove } = freshFolder();
  const clock = new SleepyClock(OPEN_AT - 100_000);
  // It must notice the jumps when it compares the clocks, not by accident when it claims auctions.
  const engine = await openEngine({ folder, clock, limits: { claimEveryMs: 1_000_000 } });
  ends.push(engine.close, remove);
  await scheduled(engine.host, 'a1', [lotTerms('l1')]);
  clock.sleep(-HOURS_11);
  // A command makes the engine check the deadline by the wrong clock.
  assert.is((await engine.host.submit(bid('a1', 'joe', 'l1', 11_000))).outcome, 'unavailable');
  await pass(engine, 13);
  clock.sleep(HOURS_11);
  await pass(engine, 90);
  await lastly(engine, `AuctionOpened ${OPEN_AT - LIVE_AT}`);
});

test('[T19] a jump that was believed and is corrected later does not lengthen a sale', async () => {
  const { engine, clock } = await liveOnSettableClock();
  clock.sleep(HOURS_11);
  await pass(engine, 65);
  await engine.host.submit(resume);
  assert.ok(decided(await engine.host.submit(bid('a1', 'joe', 'l1', 11_000))).accepted);
  clock.sleep(-HOURS_11);
  // Nobody could bid while the time was uncertain, so it is frozen again.
  await pass(engine, 65);
  await until(async () => (await recordedTypes(engine)).at(-1)?.startsWith('Frozen') === true);
  await engine.host.submit({ ...resume, commandId: 'resume-2' });
  assert.ok(decided(await engine.host.submit(bid('a1', 'jane', 'l1', 12_000))).accepted);
  await pass(engine, 500);
  assert.not.ok((await recordedTypes(engine)).at(-1)?.startsWith('AuctionClosed'), 'it has its whole time');
  await pass(engine, 120);
  await until(async () => (await recordedTypes(engine)).at(-1)?.startsWith('AuctionClosed') === true);
});

test.run();
