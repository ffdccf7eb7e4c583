import * as assert from 'uvu/assert';
import { verifyChain } from '../hash-chain.ts';
import type { AppendedEvent, AppendResult, RecordedEvent, SubscriptionItem } from '../port.ts';
import type { Upcast, Upcasters } from '../upcasters.ts';
import type { WithLog } from './contract-appending.ts';
import {
  all,
  appended,
  event,
  follow,
  ids,
  isCaughtUp,
  numbered,
  unplaced,
  upTo,
} from './contract-events.ts';

/** A lift with its two shapes named. */
const upcast =
  <From, To>(lift: (data: From) => To): Upcast =>
  (data) =>
    lift(data as From);

/** How long a subscription may take to deliver what is stored, in ms. */
const SOON_MS = 60_000;

/** What every event log must do for those who follow it, and around closing. */
export function subscribingContract(withLog: WithLog): void {
  withLog(
    'a subscription sends what is stored in order, then that it has caught up, then what comes',
    async (log, own) => {
      const before = await log.lastPosition();
      const early = appended(await log.append(`auction-${own}`, -1, numbered(1_200)));
      const other = appended(await log.append(`listing-${own}`, -1, numbered(2)));
      const marks: number[] = [];
      let late: Promise<AppendResult> | undefined;
      const events = await follow(log.subscribe({ after: before }), (got, item) => {
        if (item.kind === 'caughtUp') {
          marks.push(item.position);
          if (marks.length === 1) assert.is(got.length, 1_202, 'everything stored comes before the mark');
          late ??= log.append(`auction-${own}`, 1_199, numbered(3));
        }
        return got.length === 1_205 && item.kind === 'caughtUp';
      });
      const expected = [
        ...early.events,
        ...other.events,
        ...appended(await (late as Promise<AppendResult>)).events,
      ];
      assert.equal(unplaced(events), expected);
      assert.is(marks[0], other.position);
      assert.is(marks.at(-1), await log.lastPosition());
    },
  );

  withLog('a subscription goes on after the position it is given', async (log, own) => {
    appended(await log.append(`auction-${own}`, -1, numbered(300)));
    const events = await all(log.read(`auction-${own}`));
    for (const at of [0, 1, 150, 298]) {
      const after = events[at]?.position as number;
      const got = await follow(log.subscribe({ after }), isCaughtUp);
      assert.equal(ids(got), ids(events.slice(at + 1)));
    }
    assert.equal(await follow(log.subscribe({ after: await log.lastPosition() }), isCaughtUp), []);
  });

  withLog('a subscription sends only its streams', async (log, own) => {
    const before = await log.lastPosition();
    for (const n of upTo(20)) {
      await Promise.all(['a', 'b', 'c'].map((kind) => log.append(`${kind}-${own}`, n - 1, numbered(2, n))));
      for (const kind of ['a', 'b', 'c']) appended(await log.append(`${kind}-${own}-${n}`, -1, numbered(1)));
    }
    const streams = [`a-${own}-`, `c-${own}`];
    const got = await follow(log.subscribe({ after: before, streams }), isCaughtUp);
    assert.ok(got.length >= 40);
    assert.ok(got.every(({ stream }) => streams.some((prefix) => stream.startsWith(prefix))));
    assert.equal(
      got.map(({ position }) => position),
      got.map(({ position }) => position).toSorted((a, b) => a - b),
    );
    const fromStart = await follow(log.subscribe({ streams }), isCaughtUp);
    assert.equal(fromStart, got, 'from the start of the log the same');
  });

  withLog('a subscription to some streams is notified of the end when others grow', async (log, own) => {
    let appendedOther: Promise<AppendResult> | undefined;
    const marks: number[] = [];
    await follow(log.subscribe({ streams: [`mine-${own}`] }), (_, item) => {
      if (item.kind === 'caughtUp') marks.push(item.position);
      appendedOther ??= log.append(`other-${own}`, -1, numbered(1));
      return marks.length > 1;
    });
    assert.is(marks[1], appended(await (appendedOther as Promise<AppendResult>)).position);
  });

  withLog('a subscription ends when its signal aborts, also while it waits', async (log, own) => {
    appended(await log.append(`auction-${own}`, -1, numbered(1)));
    for (const abortFirst of [true, false]) {
      const controller = new AbortController();
      if (abortFirst) controller.abort();
      const items: SubscriptionItem[] = [];
      const streams = [`auction-${own}`];
      for await (const item of log.subscribe({ signal: controller.signal, streams })) {
        items.push(item);
        if (item.kind === 'caughtUp') setTimeout(() => controller.abort(), 50);
      }
      assert.is(items.length, abortFirst ? 0 : 2);
    }
  });

  withLog('a slow subscriber misses nothing and holds up nobody', async (log, own) => {
    const before = await log.lastPosition();
    const total = 60;
    const slow = (async () => {
      const events: RecordedEvent[] = [];
      for await (const item of log.subscribe({ after: before })) {
        if (item.kind === 'events') events.push(...item.events);
        if (events.length === total) return events;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return events;
    })();
    const stored: AppendedEvent[] = [];
    for (const n of upTo(total))
      stored.push(...appended(await log.append(`auction-${own}`, n - 1, numbered(1, n))).events);
    const limit = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('too slow')), SOON_MS).unref(),
    );
    assert.equal(unplaced(await Promise.race([slow, limit])), stored);
  });

  withLog(
    'older shapes are lifted when read, repeated and subscribed to, and audited as they were stored',
    async (log, own, place) => {
      const stream = `auction-${own}`;
      const events = [event({ price: 12 }, 'Priced'), event({ price: 1 }, 'Other')];
      const before = await log.lastPosition();
      const plain = appended(await log.append(stream, -1, events));
      await log.close();
      const lifts: Upcasters = {
        Priced: {
          1: upcast(({ price }: { price: number }) => ({ priceCents: price * 100 })),
          2: upcast((data: { priceCents: number }) => ({ ...data, currency: 'AUD' })),
        },
      };
      const again = await place.open(lifts);
      const read = await all(again.read(stream));
      assert.equal(read[0]?.data, { priceCents: 1_200, currency: 'AUD' });
      assert.is(read[0]?.meta.schema, 3);
      assert.is(read[0]?.meta.hash, plain.events[0]?.meta.hash);
      assert.equal(unplaced(read)[1], plain.events[1]);
      assert.equal(await follow(again.subscribe({ after: before }), isCaughtUp), read);
      assert.equal(appended(await again.append(stream, -1, events)).events, unplaced(read));
      assert.equal(unplaced(await all(again.read(stream, { asStored: true }))), plain.events);
      assert.is((await verifyChain(again.read(stream, { asStored: true }))).intact, true);
      await again.close();
    },
  );

  withLog(
    'who follows the log receives of an append exactly what reading it gives',
    async (log, own, place) => {
      await log.close();
      const again = await place.open({ Priced: { 1: upcast(({ n }: { n: number }) => ({ cents: n })) } });
      const before = await again.lastPosition();
      const data = {
        n: 1,
        left: undefined,
        deep: [{ out: undefined, z: 1, a: { gone: undefined } }],
        'é"': null,
      };
      const streams = [`auction-${own}`, `listing-${own}`];
      const got = follow(again.subscribe({ after: before }), (events) => events.length === 1_206);
      // Caught up before anything is appended, so that it gets what has just been written.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const answers: AppendedEvent[] = [];
      for (const stream of streams) {
        const some = [event(data), event({ n: 2 }, 'Priced')];
        answers.push(...appended(await again.append(stream, -1, some)).events);
        answers.push(...appended(await again.append(stream, 1, numbered(600))).events);
        answers.push(...appended(await again.append(stream, 601, [event({ n: 3 })])).events);
      }
      const received = await got;
      const read = (await Promise.all(streams.map((stream) => all(again.read(stream))))).flat();
      assert.equal(received, read);
      assert.equal(received[1]?.data, { cents: 2 });
      assert.equal(Object.keys(received[0]?.data as object), Object.keys(read[0]?.data as object));
      const unlifted = ({ type }: AppendedEvent): boolean => type !== 'Priced';
      assert.equal(answers.filter(unlifted), unplaced(read).filter(unlifted), 'and so is who appended');
      await again.close();
    },
  );

  withLog(
    'closing waits for appends under way and ends subscriptions; nothing goes after it',
    async (log, own, place) => {
      const stream = `auction-${own}`;
      const items: SubscriptionItem[] = [];
      const following = (async () => {
        for await (const item of log.subscribe({ streams: [stream] })) items.push(item);
      })();
      const underWay = upTo(10).map((n) => log.append(stream, n - 1, numbered(1, n)));
      await log.close();
      for (const result of await Promise.all(underWay)) appended(result);
      await following;
      assert.is(await log.append(stream, 9, numbered(1)).catch(() => 'refused'), 'refused');
      const again = await place.open();
      assert.is(await again.lastRevision(stream), 9);
      await again.close();
    },
  );

  withLog("the log's clock is not far from this machine's", async (log) => {
    assert.ok(Math.abs(await log.clockSkewMs()) < 60_000);
  });
}
