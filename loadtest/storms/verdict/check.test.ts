import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { BidRecord, ViewRecord } from '../journal.ts';
import { type RecordedStorm, recordedStorm } from '../test-support/recorded-storm.ts';
import { checkStorm } from './check.ts';
import type { FailureKind } from './failures.ts';

const test = suite('the verdict on a storm');

async function* batches(events: readonly RecordedEvent[]) {
  for (const event of events) yield [event];
}

const check = ({ events, journal, stormed }: RecordedStorm) => checkStorm(batches(events), journal, stormed);

/** The kinds of fault found in a storm that was right but for what `plant` did to it. */
async function found(plant: (storm: RecordedStorm) => void): Promise<FailureKind[]> {
  const storm = recordedStorm();
  plant(storm);
  const { faults } = await check(storm);
  for (const { examples } of faults)
    assert.ok(examples.length > 0 && examples.every((text) => text.length > 0));
  return faults.map(({ kind }) => kind).sort();
}

const bid = ({ journal }: RecordedStorm, place: number): BidRecord => journal.bids[place] as BidRecord;
const lastView = ({ journal }: RecordedStorm, of: string): ViewRecord =>
  journal.views.find(({ client, last }) => last && client === of) as ViewRecord;
const replace = <T>(all: T[], old: T, change: Partial<T>): void => {
  all[all.indexOf(old)] = { ...old, ...change };
};
const decided = ({ events }: RecordedStorm, { commandId }: BidRecord): RecordedEvent =>
  events.find(({ meta }) => meta.commandId === commandId) as RecordedEvent;

test('a storm that was right: nothing is found, and everything was looked at', async () => {
  const { faults, bids, views } = await check(recordedStorm());
  assert.equal(faults, []);
  assert.equal(bids, { sent: 4, accepted: 3, refused: 1, notTaken: 0, settledAgain: 0 });
  assert.equal(views, { views: 4, lots: 8, clients: 3 });
});

test('an acknowledged bid that is not in the log', async () => {
  // The decision is gone, and a later one is at its revision, as after an answer before the append.
  const kinds = await found((storm) => {
    const lost = bid(storm, 3);
    storm.events.splice(storm.events.indexOf(decided(storm, lost)), 1);
    for (const [revision, event] of storm.events.entries()) storm.events[revision] = { ...event, revision };
  });
  assert.ok(kinds.includes('lost'));
  assert.ok(kinds.includes('last view'), 'and everyone saw a bid that is not there');
});

test('a bid that is in the log twice', async () => {
  const kinds = await found((storm) => {
    const once = decided(storm, bid(storm, 2));
    storm.events.push({ ...once, revision: storm.events.length, id: 'again' });
  });
  assert.ok(kinds.includes('twice'));
});

test('a bid that the log holds otherwise than it was answered', async () => {
  const changes: Partial<BidRecord>[] = [
    { seq: 1 },
    { priceCents: 99_000 },
    { cents: 13_000 },
    { lot: 1 },
    { bidder: 1 },
    { outcome: 'refused', code: 'too-low' },
  ];
  for (const change of changes) {
    const kinds = await found((storm) => replace(storm.journal.bids, bid(storm, 0), change));
    assert.equal(kinds, ['otherwise'], JSON.stringify(change));
  }
  assert.equal(await found((storm) => replace(storm.journal.bids, bid(storm, 2), { code: 'lot-closed' })), [
    'otherwise',
  ]);
});

test('a bid that was rejected by the gateway, and done', async () => {
  const change = { outcome: 'not-taken', code: 'rate-limited', seq: null } as const;
  assert.equal(await found((storm) => replace(storm.journal.bids, bid(storm, 1), change)), ['ghost']);
});

test('a bid that never got an outcome', async () => {
  const change = { outcome: 'unknown', seq: null } as const;
  assert.equal(await found((storm) => replace(storm.journal.bids, bid(storm, 1), change)), ['unknown']);
});

test('a bid in the log that nobody sent', async () => {
  assert.equal(await found(({ journal }) => journal.bids.pop()), ['unclaimed']);
  assert.equal(await found((storm) => void storm.journal.bids.splice(0, 1)), ['unclaimed']);
});

test('a bid that was accepted after its deadline', async () => {
  const late = await found((storm) => {
    const accepted = decided(storm, bid(storm, 3));
    const at = storm.events.at(-1)?.meta.at ?? 0;
    storm.events[accepted.revision] = { ...accepted, data: { ...(accepted.data as object), at: at + 1 } };
  });
  assert.ok(late.includes('late'));
  const afterClose = await found((storm) => {
    const accepted = decided(storm, bid(storm, 0));
    storm.events.push({ ...accepted, revision: storm.events.length });
  });
  assert.ok(afterClose.includes('late'));
});

test('a bid that a client sent when its lot was closed, at any time of the log', async () => {
  const sentAt = (recordedStorm().events.at(-1)?.meta.at ?? 0) + 10;
  assert.equal(await found((storm) => replace(storm.journal.bids, bid(storm, 0), { sentAt })), ['late']);
});

test('a last view that is stale, or of a sale that was not seen to end, or none', async () => {
  const stale = await found((storm) => {
    const old = storm.journal.views[0] as ViewRecord;
    const { seq } = lastView(storm, 'spectator 0');
    replace(storm.journal.views, lastView(storm, 'spectator 0'), { lots: old.lots, seq });
  });
  assert.equal(stale, ['last view', 'view']);
  const behind = await found((storm) => {
    const old = storm.journal.views[0] as ViewRecord;
    replace(storm.journal.views, lastView(storm, 'bidder 1'), { ...old, client: 'bidder 1', last: true });
  });
  assert.equal(behind, ['last view'], 'what it saw was right when it saw it');
  const none = await found(({ journal }) => journal.views.pop());
  assert.equal(none, ['last view']);
  const partly = await found((storm) => {
    const last = lastView(storm, 'bidder 0');
    replace(storm.journal.views, last, { lots: last.lots.slice(1) });
  });
  assert.equal(partly, ['last view']);
});

test('a view on the way that the log never had, or has not reached', async () => {
  const wrong = await found((storm) => {
    const view = storm.journal.views[0] as ViewRecord;
    replace(storm.journal.views, view, { seq: (view.seq ?? 0) - 1 });
  });
  assert.equal(wrong, ['view']);
  const beyond = await found((storm) => {
    replace(storm.journal.views, storm.journal.views[0] as ViewRecord, { seq: 1_000 });
  });
  assert.equal(beyond, ['view']);
});

test('what a client may never meet, and a journal that is not whole', async () => {
  const fault = { k: 'fault', client: 'bidder 0', at: 1, what: 'received revision 3 after 4' } as const;
  assert.equal(await found(({ journal }) => journal.faults.push(fault)), ['client']);
  assert.equal(await found(({ journal }) => journal.strange.push('TypeError: x is undefined')), ['run']);
  assert.equal(await found(({ journal }) => journal.bids.push(journal.bids[0] as BidRecord)), ['client']);
});

test.run();
