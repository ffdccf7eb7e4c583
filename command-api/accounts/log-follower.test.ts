import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type {
  EventLog,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionItem,
} from '@saleyard/platform/event-log/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LogFollower } from './log-follower.ts';

const test = suite('following the log');
const logger = createLogger({ level: 'silent' });
const accounts = { streams: ['account-'], after: async () => -1, onEvent: () => {} };

const event = (position: number): RecordedEvent => ({
  id: `e${position}`,
  stream: 'account-1',
  revision: position,
  position,
  type: 'X',
  data: {},
  meta: { at: 0, commandId: 'c', actor: { kind: 'system', id: 't' }, schema: 1 },
});

/** A log whose n-th subscription yields `script[n]`; `broken` ends it with an error, `open` never ends. */
function scripted(script: readonly (readonly (SubscriptionItem | 'broken' | 'open')[])[]) {
  const asked: (number | undefined)[] = [];
  async function* subscribe({ after, signal }: SubscribeOptions = {}): AsyncGenerator<SubscriptionItem> {
    const items = script[asked.length] ?? ['open'];
    asked.push(after);
    for (const item of items) {
      if (item === 'broken') throw new Error('the connection is gone');
      if (item === 'open')
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      else yield item;
    }
  }
  return { asked, log: { subscribe } as Partial<EventLog> as EventLog };
}

const turns = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

test('a broken subscription is taken up where it broke', async () => {
  const clock = new ManualClock();
  const { log, asked } = scripted([
    [{ kind: 'events', events: [event(0), event(1)] }, 'broken'],
    [{ kind: 'events', events: [event(2)] }, { kind: 'caughtUp', position: 5 }, 'open'],
  ]);
  const seen: number[] = [];
  const follower = new LogFollower({
    log,
    clock,
    logger,
    streams: ['account-'],
    after: async () => -1,
    onEvent: ({ position }) => void seen.push(position),
  });
  await turns();
  assert.equal(asked, [-1]);
  clock.advanceBy(500);
  await follower.ready();
  assert.equal(asked, [-1, 1]);
  assert.equal(seen, [0, 1, 2]);
  await follower.stop();
});

test('it reports when a position is reached, and when it is not in time', async () => {
  const clock = new ManualClock();
  const { log } = scripted([
    [{ kind: 'events', events: [event(3)] }, { kind: 'caughtUp', position: 9 }, 'open'],
  ]);
  const follower = new LogFollower({ log, clock, logger, ...accounts });
  const early = follower.reached(9, 1_000);
  const late = follower.reached(10, 1_000);
  await follower.ready();
  assert.is(await early, true);
  assert.is(await follower.reached(4, 0), true);
  clock.advanceBy(1_000);
  assert.is(await late, false);
  await follower.stop();
});

test('it stops while it waits to try again', async () => {
  const clock = new ManualClock();
  const { log, asked } = scripted([['broken']]);
  const follower = new LogFollower({ log, clock, logger, ...accounts });
  await turns();
  await follower.stop();
  clock.advanceBy(10_000);
  await turns();
  assert.is(asked.length, 1);
});

test.run();
