import * as assert from 'uvu/assert';
import { newId } from '../../ids/ids.ts';
import { verifyChain } from '../hash-chain.ts';
import type { AppendResult, EventLog, NewEvent } from '../port.ts';
import type { Upcasters } from '../upcasters.ts';
import {
  all,
  appended,
  CHAINED,
  event,
  ids,
  numbered,
  revisions,
  unplaced,
  upTo,
} from './contract-events.ts';

/** Adds a test with a log of its own, and a prefix that only its streams have. */
export type WithLog = (
  name: string,
  body: (log: EventLog, own: string, place: LogUnderTest) => Promise<void>,
) => void;

/**
 * Where a log under test lives. `open` opens it with `CHAINED`, may be called again after the log it gave was closed, and then gives the
 * same log. It may hold streams of others, but nobody appends meanwhile.
 */
export type LogUnderTest = {
  open(upcasters?: Upcasters): Promise<EventLog>;
  destroy(): Promise<void>;
};

/** What every event log must do with appends, and give back when it is read. */
export function appendingContract(withLog: WithLog): void {
  withLog('an append to no stream makes it, and answers what reading gives', async (log, own) => {
    const events = numbered(3);
    const result = appended(await log.append(`listing-${own}`, -1, events));
    assert.is(result.revision, 2);
    assert.equal(ids(result.events), ids(events));
    const read = await all(log.read(`listing-${own}`));
    assert.equal(unplaced(read), result.events);
    assert.is(result.position, read.at(-1)?.position);
    assert.is(await log.lastRevision(`listing-${own}`), 2);
    assert.is(await log.lastPosition(), result.position);
    for (const [i, stored] of result.events.entries()) {
      assert.is(stored.revision, i);
      assert.is(stored.stream, `listing-${own}`);
      assert.equal(stored.data, { n: i });
      assert.equal(stored.meta, events[i]?.meta);
    }
  });

  withLog('a stream that does not exist has no events and no last revision', async (log, own) => {
    assert.equal(await all(log.read(`listing-${own}`)), []);
    assert.equal(await all(log.read(`listing-${own}`, { direction: 'backwards' })), []);
    assert.is(await log.lastRevision(`listing-${own}`), -1);
  });

  withLog('any JSON comes back as it was', async (log, own) => {
    const data = {
      text: 'Ünïcödé 🐄 "quoted" \\ \n\t\u0000\u001f\u007f\u2028 \ud83d\ude00',
      long: 'é'.repeat(500),
      numbers: [0, -1, 1.5, 1e21, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 40), 999_999_999, 1_000_000_000],
      nested: { b: [], a: {}, c: [[null, true, false]], '': 'no name', 'ключ"': 1 },
      none: null,
    };
    for (const stream of [`auction-${own}`, `listing-${own}`]) {
      appended(await log.append(stream, -1, [event(data)]));
      assert.equal((await all(log.read(stream)))[0]?.data, data);
    }
  });

  withLog('a wrong expected revision is a conflict that names the actual one', async (log, own) => {
    const stream = `auction-${own}`;
    assert.equal(await log.append(stream, 0, numbered(1)), { outcome: 'conflict', actual: -1 });
    appended(await log.append(stream, -1, numbered(2)));
    const position = await log.lastPosition();
    for (const expected of [-1, 0, 2, 5]) {
      assert.equal(await log.append(stream, expected, numbered(2)), { outcome: 'conflict', actual: 1 });
    }
    assert.is(await log.lastRevision(stream), 1);
    assert.is(await log.lastPosition(), position, 'nothing of it is stored');
  });

  withLog('the same append again answers the same and stores nothing', async (log, own) => {
    for (const stream of [`auction-${own}`, `account-${own}`]) {
      const first = numbered(3);
      const once = appended(await log.append(stream, -1, first));
      assert.equal(appended(await log.append(stream, -1, first)), once);
      const more = appended(await log.append(stream, 2, numbered(2)));
      const again = appended(await log.append(stream, -1, first));
      assert.equal(again, once, 'also when the stream has grown since');
      assert.is(await log.lastRevision(stream), 4);
      assert.is(await log.lastPosition(), more.position);
    }
  });

  withLog('a repeat with other content, fewer known ids or a mix is a conflict', async (log, own) => {
    const stream = `auction-${own}`;
    const [one, two] = numbered(2) as [NewEvent, NewEvent];
    appended(await log.append(stream, -1, [one, two]));
    const conflict = { outcome: 'conflict', actual: 1 } as const;
    assert.equal(await log.append(stream, -1, [one, { ...two, data: { n: 'other' } }]), conflict);
    assert.equal(await log.append(stream, -1, [one, { ...two, type: 'Other' }]), conflict);
    assert.equal(await log.append(stream, -1, [one, event()]), conflict);
    assert.equal(await log.append(stream, -1, [two, one]), conflict);
    assert.equal(await log.append(stream, -1, [one, two, event()]), conflict);
    assert.is(await log.lastRevision(stream), 1);
  });

  withLog('of many appends at once to one revision exactly one wins', async (log, own) => {
    const stream = `auction-${own}`;
    const tries = upTo(20).map((n) => [event({ by: n }), event({ by: n })]);
    const results = await Promise.all(tries.map((events) => log.append(stream, -1, events)));
    const winners = results.filter(({ outcome }) => outcome === 'appended');
    assert.is(winners.length, 1);
    for (const result of results) {
      if (result.outcome !== 'appended') assert.equal(result, { outcome: 'conflict', actual: 1 });
    }
    assert.equal(ids(await all(log.read(stream))), ids(appended(winners[0] as AppendResult).events));
  });

  withLog('the same append many times at once is stored once and answered the same', async (log, own) => {
    const events = numbered(2);
    const results = await Promise.all(upTo(10).map(() => log.append(`auction-${own}`, -1, events)));
    for (const result of results) assert.equal(result, results[0]);
    assert.is(appended(results[0] as AppendResult).revision, 1);
    assert.is(await log.lastRevision(`auction-${own}`), 1);
  });

  withLog('appends that follow each other need not wait for each other', async (log, own) => {
    const stream = `auction-${own}`;
    const results = await Promise.all(upTo(50).map((n) => log.append(stream, n - 1, numbered(1, n))));
    assert.equal(
      results.map((result) => appended(result).revision),
      upTo(50),
    );
    const events = await all(log.read(stream));
    assert.equal(
      events.map(({ data }) => (data as { n: number }).n),
      upTo(50),
    );
  });

  withLog('streams do not disturb each other, and positions grow through all of them', async (log, own) => {
    const streams = upTo(30).map((n) => `listing-${own}-${n}`);
    const before = await log.lastPosition();
    for (const revision of upTo(5)) {
      await Promise.all(
        streams.map(async (s) => appended(await log.append(s, revision - 1, numbered(1, revision)))),
      );
    }
    const positions: number[] = [];
    for (const stream of streams) {
      const events = await all(log.read(stream));
      assert.equal(revisions(events), upTo(5));
      const own = events.map(({ position }) => position);
      assert.equal(
        own,
        own.toSorted((a, b) => a - b),
      );
      positions.push(...own);
    }
    assert.is(new Set(positions).size, 150);
    assert.ok(Math.min(...positions) > before);
    assert.is(Math.max(...positions), await log.lastPosition());
  });

  withLog("a stream whose name begins with another's is not the other", async (log, own) => {
    appended(await log.append(`listing-${own}`, -1, numbered(2)));
    appended(await log.append(`listing-${own}-`, -1, numbered(3)));
    appended(await log.append(`listing-${own}ÿ`, -1, numbered(4)));
    assert.is((await all(log.read(`listing-${own}`))).length, 2);
    assert.is(await log.lastRevision(`listing-${own}`), 1);
    assert.is(await log.lastRevision(`listing-${own}-`), 2);
  });

  withLog('reads go forwards and backwards, from a revision, up to a limit', async (log, own) => {
    const stream = `auction-${own}`;
    let revision = -1;
    for (const size of [1, 700, 3, 1, 295]) {
      revision = appended(await log.append(stream, revision, numbered(size, revision + 1))).revision;
    }
    const whole = upTo(1_000);
    const read = async (options: Parameters<EventLog['read']>[1]) =>
      revisions(await all(log.read(stream, options)));
    assert.equal(await read({}), whole);
    assert.equal(await read({ direction: 'backwards' }), whole.toReversed());
    for (const [from, limit] of [
      [0, 1],
      [1, 1],
      [5, 600],
      [700, 4],
      [701, 299],
      [704, 1_000],
      [999, 5],
      [1_000, 5],
      [0, 0],
    ] as const) {
      assert.equal(await read({ from, limit }), whole.slice(from, from + limit));
      const back = whole.slice(0, from + 1).toReversed();
      assert.equal(await read({ from, limit, direction: 'backwards' }), back.slice(0, limit));
    }
    assert.equal(await read({ from: 5_000, direction: 'backwards', limit: 2 }), [999, 998]);
  });

  withLog('an append of many events is whole and in order', async (log, own) => {
    for (const stream of [`auction-${own}`, `listing-${own}`]) {
      const events = numbered(2_000);
      assert.is(appended(await log.append(stream, -1, events)).revision, 1_999);
      const stored = await all(log.read(stream));
      assert.equal(ids(stored), ids(events));
      assert.equal(
        stored.map(({ data }) => data),
        events.map(({ data }) => data),
      );
    }
  });

  withLog('an event of a megabyte is stored', async (log, own) => {
    const text = 'a large description é '.repeat(48_000);
    const stream = `auction-${own}`;
    appended(await log.append(stream, -1, [event({ text }), event({ n: 1 })]));
    const stored = await all(log.read(stream));
    assert.equal(
      stored.map(({ data }) => data),
      [{ text }, { n: 1 }],
    );
  });

  withLog('what JSON would change is not taken', async (log, own) => {
    for (const data of [{ n: Number.NaN }, { when: new Map() }, { list: [undefined] }, undefined, () => 1]) {
      let thrown: unknown;
      await log.append(`auction-${own}`, -1, [{ ...event(), data }]).catch((error: unknown) => {
        thrown = error;
      });
      assert.instance(thrown, TypeError);
    }
    appended(await log.append(`auction-${own}`, -1, [event({ absent: undefined, n: 1 })]));
    assert.equal((await all(log.read(`auction-${own}`)))[0]?.data, { n: 1 });
  });

  withLog(
    'streams of every prefix given are chained by hashes, across batches and reopening; others are not',
    async (log, own, place) => {
      const streams = CHAINED.map((prefix) => `${prefix}${own}`);
      for (const stream of streams) {
        appended(await log.append(stream, -1, numbered(3)));
        appended(await log.append(stream, 2, numbered(200, 3)));
      }
      appended(await log.append(`listing-${own}`, -1, numbered(1)));
      await log.close();
      const again = await place.open();
      for (const stream of streams) {
        const last = appended(await again.append(stream, 202, numbered(2, 203)));
        const head = last.events.at(-1)?.meta.hash;
        assert.ok(head, stream);
        const verdict = await verifyChain(again.read(stream, { asStored: true }));
        assert.equal(verdict, { intact: true, events: 205, head });
      }
      const [plain] = await all(again.read(`listing-${own}`));
      assert.is(plain?.meta.hash, undefined);
      await again.close();
    },
  );

  withLog('an event is at a whole ms: others are refused, and nothing is stored', async (log, own) => {
    const stream = `auction-${own}`;
    for (const at of [1_760_000_000_123.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      const [first, second] = numbered(2) as [NewEvent, NewEvent];
      const refused = await Promise.resolve()
        .then(() => log.append(stream, -1, [first, { ...second, meta: { ...second.meta, at } }]))
        .catch((error: unknown) => error);
      assert.instance(refused, RangeError, `at ${at}`);
      assert.is(await log.lastRevision(stream), -1);
    }
  });

  withLog(
    'its identity is given once, kept, replaced knowingly, and is no event',
    async (log, own, place) => {
      const [id, other, third] = [newId(), newId(), newId()];
      const before = await log.identity();
      assert.is(await log.identify(id, before), id);
      assert.is(await log.identity(), id);
      assert.is(await log.identify(other, before), id, 'who comes second learns of the first');
      assert.is(await log.identify(other, undefined), id);
      assert.is(await log.nameKeyRing('ring', await log.keyRing()), 'ring');
      assert.is(await log.nameKeyRing('other ring', undefined), 'ring');
      appended(await log.append(`listing-${own}`, -1, numbered(1)));
      await log.close();
      const again = await place.open();
      assert.is(await again.identity(), id);
      assert.is(await again.keyRing(), 'ring');
      assert.is(await again.identify(third, id), third);
      assert.is(await again.keyRing(), 'ring', 'naming one keeps the other');
      assert.is(await again.nameKeyRing('new ring', 'ring'), 'new ring');
      assert.is(await again.identity(), third);
      const streams = new Set<string>();
      for await (const item of again.subscribe()) {
        if (item.kind === 'caughtUp') break;
        for (const { stream } of item.events) streams.add(stream);
      }
      assert.equal([...streams], [`listing-${own}`]);
      assert.equal(again.setAside(), []);
      await again.close();
    },
  );

  withLog('everything is there after reopening', async (log, own, place) => {
    const stream = `auction-${own}`;
    const first = numbered(3);
    const once = appended(await log.append(stream, -1, first));
    await log.close();
    const again = await place.open();
    assert.equal(unplaced(await all(again.read(stream))), once.events);
    assert.is(await again.lastRevision(stream), 2);
    assert.is(await again.lastPosition(), once.position);
    const repeat = appended(await again.append(stream, -1, first));
    assert.equal(repeat, once, 'a repeat is known across reopening');
    assert.equal(await again.append(stream, 0, numbered(1)), { outcome: 'conflict', actual: 2 });
    await again.close();
  });
}
