import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { type Fault, faultyLog } from './faulty-log.ts';
import { LIVE_AT, lotTerms, schedule } from './sale.ts';

/** A log that the suite's tests share, each with separate streams. */
export type LogUnderTest = {
  log: EventLog;
  /** Runs a command in a separate process on the same log, which dies between the append and the answer. */
  killedAfterAppend(account: string, commandId: string): Promise<void>;
  close(): Promise<void>;
};

const clock = systemClock;
const ACTOR = { kind: 'system', id: 'test' } as const;
const { account: ACCOUNT, auction: AUCTION, numbers: NUMBERS, request: REQUEST } = STREAMS;

const REGISTER = {
  type: 'register',
  registration: {
    numericId: 7,
    shortId: 'S7',
    personal: 'sealed',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: [],
    approvedStockTypes: [],
  },
} as const;
export const WATCH = { type: 'watchLot', lot: 'l1', auction: 'a1' } as const;
const UNWATCH = { type: 'unwatchLot', lot: 'l1' } as const;

async function eventsOf(log: EventLog, stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of log.read(stream)) events.push(...batch);
  return events;
}

/** A log whose appends fail with `faults`; another writer lets the account watch a lot more each time. */
function faulty(log: EventLog, faults: Fault[]) {
  let others = 0;
  return faultyLog(log, faults, () => {
    others += 1;
    const data = { at: clock.now(), lot: `other-${others}`, auction: 'a1' };
    const meta = { at: clock.now(), commandId: newId(), actor: ACTOR, schema: 1 };
    return { id: newId(), type: 'LotWatched', data, meta };
  });
}

/** The contract of `handleCommand` on any log: the outcome of a command under any behaviour of the log. */
export function handleCommandContract(test: Suite, open: () => Promise<LogUnderTest>): void {
  let under: LogUnderTest;
  test.before(async () => {
    under = await open();
  });
  test.after(() => under.close());

  /** A new registered account, and a function that runs its commands with `faults` of the log. */
  const registered = async (...faults: Fault[]) => {
    const id = newId();
    const run = (log: EventLog, body: AccountCommandBody, commandId = newId()) =>
      handleCommand({ log, clock }, ACCOUNT, { id, commandId, actor: ACTOR, body });
    assert.is((await run(under.log, REGISTER)).outcome, 'accepted');
    const { log, appends } = faulty(under.log, faults);
    const events = () => eventsOf(under.log, `account-${id}`);
    return {
      id,
      appends,
      events,
      run: (body: AccountCommandBody, commandId?: string) => run(log, body, commandId),
      types: async () => (await events()).map(({ type }) => type),
    };
  };

  test('a command is decided on what the stream holds; its events record who, when and which command', async () => {
    const { run, events } = await registered();
    const before = clock.now();
    const reply = await run(WATCH, 'c1');
    const [first, second] = await events();
    if (reply.outcome !== 'accepted' || second === undefined) throw new Error(reply.outcome);
    assert.equal(reply.state?.watchList, [{ lot: 'l1', auction: 'a1' }]);
    assert.is(reply.revision, 1);
    assert.is(reply.position, second.position);
    assert.is(second.meta.commandId, 'c1');
    assert.equal(second.meta.actor, ACTOR);
    assert.is(second.meta.schema, 1);
    assert.ok(second.meta.at >= before && second.meta.at >= (first?.meta.at ?? 0));
    assert.equal(second.data, { at: second.meta.at, lot: 'l1', auction: 'a1' });
  });

  test('a refusal is a value with its reason, and leaves nothing', async () => {
    const { run, types } = await registered();
    const reply = await run(REGISTER);
    assert.is(reply.outcome === 'refused' && reply.refusal.code, 'already-registered');
    assert.equal(await types(), ['AccountRegistered']);
  });

  test('what already is so is accepted and leaves nothing', async () => {
    const { run, types } = await registered();
    const reply = await run(UNWATCH);
    assert.equal(reply.outcome === 'accepted' && reply.events, []);
    assert.equal(await types(), ['AccountRegistered']);
  });

  test('repeat: the same commandId gets the first answer, after any later events', async () => {
    const { run, types } = await registered();
    const first = await run(WATCH, 'c1');
    assert.is((await run(UNWATCH)).outcome, 'accepted');
    assert.equal(await run(WATCH, 'c1'), first);
    assert.equal(await types(), ['AccountRegistered', 'LotWatched', 'LotUnwatched']);
  });

  test('reuse: the same commandId with another body is a conflict, and does nothing', async () => {
    const { run, types } = await registered();
    await run(WATCH, 'c1');
    assert.equal(await run({ ...WATCH, lot: 'l2' }, 'c1'), { outcome: 'duplicate-conflict' });
    assert.equal(await types(), ['AccountRegistered', 'LotWatched']);
  });

  test('at once: the same command many times acts once, and another body under its id never', async () => {
    const { run, types } = await registered();
    const same = Array.from({ length: 6 }, () => run(WATCH, 'c1'));
    const replies = await Promise.all([...same, run({ ...WATCH, lot: 'l2' }, 'c1')]);
    const accepted = replies.filter(({ outcome }) => outcome === 'accepted');
    const conflicts = replies.filter(({ outcome }) => outcome === 'duplicate-conflict');
    assert.is(accepted.length + conflicts.length, 7);
    assert.is(conflicts.length, accepted.length === 1 ? 6 : 1);
    for (const reply of accepted) assert.equal(reply, accepted[0]);
    assert.equal(await types(), ['AccountRegistered', 'LotWatched']);
  });

  test('conflict: decided again on what others wrote', async () => {
    const { run, appends, types } = await registered('another-writer', 'another-writer');
    const reply = await run(WATCH);
    const lots = reply.outcome === 'accepted' && reply.state?.watchList.map(({ lot }) => lot);
    assert.equal(lots, ['other-1', 'other-2', 'l1']);
    assert.equal(
      appends.map(({ expected }) => expected),
      [0, 1, 2],
    );
    assert.equal(await types(), ['AccountRegistered', 'LotWatched', 'LotWatched', 'LotWatched']);
  });

  test('conflict without end: surely not done', async () => {
    const { run, events } = await registered(...Array<Fault>(40).fill('another-writer'));
    assert.equal(await run(WATCH, 'c1'), { outcome: 'unavailable' });
    assert.not.ok((await events()).some(({ meta }) => meta.commandId === 'c1'));
  });

  for (const fault of ['answer-lost', 'never-arrives', 'throws'] as const) {
    test(`unknown, ${fault}: the very same append again, and one event`, async () => {
      const { run, appends, types } = await registered(fault, fault);
      assert.is((await run(WATCH)).outcome, 'accepted');
      assert.is(appends.length, 3);
      assert.equal(appends[1], appends[0]);
      assert.equal(appends[2], appends[0]);
      assert.equal(await types(), ['AccountRegistered', 'LotWatched']);
    });
  }

  test('an outcome that stays unknown is answered so, and the same command returns the outcome later', async () => {
    for (const fault of ['answer-lost', 'never-arrives'] as const) {
      const { run, types } = await registered(fault, fault, fault, fault);
      assert.equal(await run(WATCH, 'c1'), { outcome: 'unknown' });
      const settled = await run(WATCH, 'c1');
      assert.is(settled.outcome === 'accepted' && settled.revision, 1);
      assert.equal(await types(), ['AccountRegistered', 'LotWatched']);
    }
  });

  test('full: surely not done, and done when there is room', async () => {
    const { run, types } = await registered('full');
    assert.equal(await run(WATCH, 'c1'), { outcome: 'full' });
    assert.equal(await types(), ['AccountRegistered']);
    assert.is((await run(WATCH, 'c1')).outcome, 'accepted');
  });

  test('a full disk at the second try says nothing of the first', async () => {
    const { run, types } = await registered('late', 'full');
    assert.is((await run(WATCH)).outcome, 'accepted');
    assert.equal(await types(), ['AccountRegistered', 'LotWatched']);
  });

  test('kill: between the append and the answer; one command stands, and is answered as it was', async () => {
    const { id, run, types } = await registered();
    await under.killedAfterAppend(id, 'c1');
    assert.equal(await types(), ['AccountRegistered', 'LotWatched'], 'it was on disk');
    const reply = await run(WATCH, 'c1');
    assert.is(reply.outcome === 'accepted' && reply.revision, 1);
    assert.equal(await run({ ...WATCH, lot: 'l2' }, 'c1'), { outcome: 'duplicate-conflict' });
    assert.equal(await types(), ['AccountRegistered', 'LotWatched']);
  });

  test('a refusal that is recorded is answered from the record', async () => {
    const id = newId();
    const run = (commandId: string, lot: string) =>
      handleCommand({ log: under.log, clock }, AUCTION, {
        id,
        commandId,
        actor: ACTOR,
        body: { type: 'bid', lot, bidder: 'joe', cents: 11_000 },
      });
    const parts = { log: under.log, clock: { ...clock, now: () => LIVE_AT - 1e6 } };
    const sale = { id, commandId: newId(), actor: ACTOR, body: schedule('simultaneous') };
    assert.is((await handleCommand(parts, AUCTION, sale)).outcome, 'accepted');
    const lots = { type: 'catalogueLots', lots: [lotTerms('l1')] } as const;
    await handleCommand(parts, AUCTION, { id, commandId: newId(), actor: ACTOR, body: lots });
    const first = await run('c1', 'no-such-lot');
    assert.is(first.outcome === 'refused' && first.refusal.code, 'unknown-lot');
    const stored = await under.log.lastRevision(`auction-${id}`);
    assert.equal(await run('c1', 'no-such-lot'), first);
    assert.equal(await run('c1', 'l1'), { outcome: 'duplicate-conflict' });
    assert.is(await under.log.lastRevision(`auction-${id}`), stored);
  });

  test('time never goes back within a stream', async () => {
    const { id, events } = await registered();
    const late = { ...clock, now: () => clock.now() + 60_000 };
    const command = { id, actor: ACTOR };
    await handleCommand({ log: under.log, clock: late }, ACCOUNT, {
      ...command,
      commandId: 'c1',
      body: WATCH,
    });
    await handleCommand({ log: under.log, clock }, ACCOUNT, { ...command, commandId: 'c2', body: UNWATCH });
    const [, watched, unwatched] = await events();
    assert.is(unwatched?.meta.at, watched?.meta.at);
  });

  test('an aggregate whose last event holds its state is read from there', async () => {
    const take = (commandId: string) =>
      handleCommand({ log: under.log, clock }, NUMBERS, {
        id: 'lots',
        commandId,
        actor: ACTOR,
        body: { type: 'take', sequence: 'lots', count: 2 },
      });
    const taken = await Promise.all(['c1', 'c2', 'c3'].map(take));
    const from = taken.map((reply) => (reply.outcome === 'accepted' ? reply.state?.from : undefined));
    assert.equal(from.toSorted(), [30_001, 30_003, 30_005]);
    const last = await take('c4');
    assert.equal(await take('c4'), last);
  });

  test('a request is given what it was given first', async () => {
    const id = newId();
    const take = (body: string, given: unknown) =>
      handleCommand({ log: under.log, clock }, REQUEST, {
        id,
        commandId: id,
        actor: ACTOR,
        digest: body,
        body: { type: 'take', body, given },
      });
    const replies = await Promise.all([1, 2, 3].map((given) => take('same', given)));
    const { state } = await loadAggregate({ log: under.log }, REQUEST, id);
    for (const reply of replies) assert.equal(reply.outcome === 'accepted' && reply.state, state);
    assert.equal(await take('other', 4), { outcome: 'duplicate-conflict' });
  });
}
