import { setTimeout as later } from 'node:timers/promises';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { StreamsConnection } from './eventstore-connection.ts';
import { openEventStoreLog } from './eventstore-event-log.ts';
import { positionAt } from './eventstore-position.ts';
import { EVERYTHING } from './eventstore-streams.ts';
import type { EventLog } from './port.ts';
import {
  all,
  appended,
  CHAINED,
  event,
  follow,
  ids,
  isCaughtUp,
  numbered,
  upTo,
} from './test-support/contract-events.ts';
import type { Release } from './test-support/eventstore-wire/follow-call.ts';
import { withServer } from './test-support/eventstore-wire/wired-log.ts';

const RELEASES: readonly Release[] = ['24.2', '25.0'];
const NOBODYS = { prefixes: ['nobody-'] };

const test = suite('EventStoreDB subscriptions', { limitMs: 30_000 });

/** The messages of a subscription up to the word that it has caught up, and this many after it. */
async function messagesOf(
  connection: StreamsConnection,
  from: Parameters<StreamsConnection['follow']>[0],
  request: { filter: Parameters<StreamsConnection['follow']>[1]; window: number; more?: number },
): Promise<string[]> {
  const { filter, window, more = 0 } = request;
  const feed = await connection.follow(from, filter, window, new AbortController().signal);
  const seen: string[] = [];
  const isEnough = (): boolean => seen.includes('caughtUp') && seen.length > seen.indexOf('caughtUp') + more;
  try {
    while (!isEnough()) {
      await feed.nextMessage();
      for (const message of feed.take()) {
        const checkpoint = message.getCheckpoint();
        if (checkpoint !== undefined) {
          seen.push(`${checkpoint.getCommitPosition()}/${checkpoint.getPreparePosition()}`);
        } else if (message.hasCaughtUp()) seen.push('caughtUp');
        else if (message.hasEvent()) seen.push('event');
        else if (message.hasConfirmation()) seen.push('confirmed');
      }
    }
  } catch (error) {
    seen.push((error as { details?: string }).details ?? String(error));
  } finally {
    feed.cancel();
  }
  return seen;
}

for (const release of RELEASES) {
  test(`what ${release} sends to a subscription while it catches up, and live`, () =>
    withServer(
      async ({ open, server }) => {
        const log = await open();
        appended(await log.append('auction-a', -1, numbered(69)));
        const events = await all(log.read('auction-a'));
        const [at = [], connection] = [
          events.map(({ position }) => position),
          new StreamsConnection(server.url, systemClock),
        ];
        const own = (i: number): string => `${at[i]}/${at[i]}`;
        const between = (i: number): string => `${at[i]}/0`;
        const from = (i: number) => positionAt(at[i] as number);
        const isNew = release === '25.0';
        // A page begins at the position, and its event counts.
        assert.equal((await messagesOf(connection, from(24), { filter: NOBODYS, window: 5 })).slice(0, 4), [
          'confirmed',
          own(24),
          between(29),
          between(34),
        ]);
        assert.equal((await messagesOf(connection, from(24), { filter: NOBODYS, window: 1 })).slice(0, 3), [
          'confirmed',
          own(24),
          between(25),
        ]);
        // At the end 24.x reports nothing of the last page, 25.0 where it began.
        assert.equal(await messagesOf(connection, from(7), { filter: NOBODYS, window: 32 }), [
          'confirmed',
          own(7),
          ...(isNew ? [between(39)] : []),
          'caughtUp',
        ]);
        // From the start, when no checkpoint was due.
        assert.equal(await messagesOf(connection, undefined, { filter: NOBODYS, window: 512 }), [
          'confirmed',
          isNew ? '0/0' : '18446744073709551615/18446744073709551615',
          'caughtUp',
        ]);
        assert.equal(await messagesOf(connection, from(68), { filter: NOBODYS, window: 1 }), [
          'confirmed',
          'caughtUp',
        ]);
        // A position at which nothing lies is refused after it was confirmed; 0 / 0 is none of them.
        assert.equal(
          await messagesOf(connection, positionAt((at[3] as number) + 1), { filter: NOBODYS, window: 5 }),
          ['confirmed', 'Trying to read from an invalid position.'],
        );
        assert.equal(
          (
            await messagesOf(connection, { commit: 0, prepare: 0 }, { filter: EVERYTHING, window: 512 })
          ).filter((word) => word === 'event').length,
          71,
        );
        // Stored before the confirmation, and not the subscriber's: no word of its own.
        server.faults.beforeConfirmation = async () => {
          server.faults.beforeConfirmation = undefined;
          await log.append('listing-a', -1, numbered(1));
        };
        const slipped = messagesOf(connection, from(68), { filter: NOBODYS, window: 1 });
        const last = await slipped;
        const position = await log.lastPosition();
        assert.equal(last.slice(0, 3), ['confirmed', own(68), `${position}/0`]);
        assert.is(last.at(-1), 'caughtUp');
        // Stored after it: one of its own.
        const live = messagesOf(connection, positionAt(position), { filter: NOBODYS, window: 1, more: 1 });
        await later(100);
        const next = appended(await log.append('listing-a', 0, numbered(1)));
        assert.equal(await live, ['confirmed', 'caughtUp', `${next.position}/${next.position}`]);
        await connection.close();
      },
      { release },
    ));

  test(`on ${release}, a log without a subscriber's events, and shorter than its window, is followed`, () =>
    withServer(
      async ({ open }) => {
        const log = await open();
        const marks: number[] = [];
        const appending: Promise<unknown>[] = [];
        const got = await follow(log.subscribe({ streams: ['account-'] }), (events, item) => {
          if (item.kind === 'caughtUp') marks.push(item.position);
          if (appending.length === 0) appending.push(log.append('account-a', -1, numbered(1)));
          return events.length === 1;
        });
        assert.is(got.length, 1);
        assert.ok((marks[0] ?? -1) > 0, "the mark is that of the server's own last event");
        const after = await follow(log.subscribe({ after: marks[0] as number }), isCaughtUp);
        assert.equal(ids(after), ids(got), 'and one that a subscription begins from');
      },
      { release },
    ));

  test(`on ${release}, an event of others that slips in while a subscription goes live is counted as passed`, () =>
    withServer(
      async ({ open, server }) => {
        const [log, other] = [await open(), await open({}, server.url)];
        appended(await log.append('account-a', -1, numbered(3)));
        for (const [after, slips] of [
          [-1, 1],
          [-1, 2],
          [await log.lastPosition(), 1],
          [await log.lastPosition(), 3],
        ] as const) {
          let left: number = slips;
          let wanted = Number.POSITIVE_INFINITY;
          server.faults.beforeConfirmation = async () => {
            if (left === 0) return;
            left -= 1;
            const revision = await other.lastRevision('listing-a');
            wanted = appended(await other.append('listing-a', revision, numbered(1))).position;
          };
          const passed = follow(
            log.subscribe({ after, streams: ['account-'] }),
            (_, item) => item.kind === 'caughtUp' && item.position >= wanted && left === 0,
          );
          // Were it not, the subscription would never report it: nothing else is stored.
          await passed;
        }
      },
      { release },
    ));
}

test('a number beyond 2^53 is refused, not rounded', async () => {
  const { exact } = await import('./eventstore-position.ts');
  assert.is(exact('9007199254740991'), Number.MAX_SAFE_INTEGER);
  for (const bad of ['9007199254740993', '18446744073709551615', '']) assert.throws(() => exact(bad));
});

test('an outage is reported once, however many follow the log, and so is its end', () =>
  withServer(async ({ line }) => {
    const lines: string[] = [];
    const warn = (_: unknown, text?: string) => lines.push(text ?? '');
    const logger = { warn, error: warn };
    const limits = { readDeadlineMs: 5_000, resubscribeFirstMs: 10, resubscribeLastMs: 20 };
    const log: EventLog = await openEventStoreLog({
      chained: CHAINED,
      url: line.url,
      clock: systemClock,
      limits,
      logger,
    });
    const ending = new AbortController();
    let marks = 0;
    const following = upTo(5).map(async (n) => {
      for await (const item of log.subscribe({ streams: [`account-${n}`], signal: ending.signal })) {
        if (item.kind === 'caughtUp') marks += 1;
      }
    });
    while (marks < 5) await later(10);
    line.down();
    await later(500);
    line.restore();
    const stored = appended(await again(() => log.append('listing-a', -1, [event()])));
    while (lines.length < 2 || marks < 10) await later(10);
    assert.ok(stored.position > 0);
    ending.abort();
    await Promise.all(following);
    await log.close();
    assert.equal(lines, [
      'the event log is away; what follows it goes on when it is back',
      'the event log is back',
    ]);
  }));

/** Appends until it is known to be stored. */
async function again(append: () => ReturnType<EventLog['append']>): ReturnType<EventLog['append']> {
  for (;;) {
    const result = await append();
    if (result.outcome !== 'unknown') return result;
    await later(20);
  }
}

test.run();
