import { setTimeout as wait } from 'node:timers/promises';
import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Bus, BusRequestFailed } from '../port.ts';

/** A bus to test. `delivered` resolves once everything published before has been delivered. */
export type BusUnderTest = { bus: Bus; delivered(): Promise<void> };

/** How long a test waits for something that should happen, in ms. */
const SOON_MS = 60_000;

/**
 * What every bus must do. `factory` makes a bus that nothing else publishes on. `onHandlerError` must receive
 * what subscribers throw.
 */
export function busContract(
  title: string,
  factory: (onHandlerError: (error: unknown, subject: string) => void) => Promise<BusUnderTest>,
): Suite {
  const test = suite(`bus: ${title}`, { limitMs: 15_000 });

  const withBus = (name: string, body: (under: BusUnderTest & { thrown: unknown[] }) => Promise<void>) =>
    test(name, async () => {
      const thrown: unknown[] = [];
      const under = await factory((error) => thrown.push(error));
      try {
        await body({ ...under, thrown });
      } finally {
        await under.bus.close();
      }
    });

  const failure = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => {
        throw new Error('it should have failed');
      },
      (error: unknown) => error,
    );

  withBus(
    'a subscriber gets what is published on its subject, after the publisher is done',
    async ({ bus, delivered }) => {
      const got: unknown[] = [];
      bus.subscribe('events.auction.a', (payload, subject) => got.push([subject, payload]));
      await delivered();
      bus.publish('events.auction.a', { n: 1 });
      bus.publish('events.auction.b', { n: 2 });
      assert.equal(got, [], 'nothing is delivered within the call');
      await delivered();
      assert.equal(got, [['events.auction.a', { n: 1 }]]);
    },
  );

  const patterns: [string, string, boolean][] = [
    ['events.auction.*', 'events.auction.a', true],
    ['events.*.a', 'events.auction.a', true],
    ['*.*.*', 'events.auction.a', true],
    ['events.>', 'events.auction.a', true],
    ['>', 'events.auction.a', true],
    ['events.auction.a.>', 'events.auction.a', false],
    ['events.auction', 'events.auction.a', false],
    ['events.auction.a.b', 'events.auction.a', false],
    ['events.*', 'events.auction.a', false],
    ['events.auction.*', 'events.account.a', false],
    ['events.auction.A', 'events.auction.a', false],
  ];
  for (const [pattern, subject, matches] of patterns) {
    withBus(`${pattern} ${matches ? 'matches' : 'does not match'} ${subject}`, async ({ bus, delivered }) => {
      const got: string[] = [];
      bus.subscribe(pattern, (_, on) => got.push(on));
      await delivered();
      bus.publish(subject, 1);
      await delivered();
      assert.equal(got, matches ? [subject] : []);
    });
  }

  withBus(
    'every subscriber gets every message, in the order of one publisher',
    async ({ bus, delivered }) => {
      const exact: unknown[] = [];
      const wild: unknown[] = [];
      bus.subscribe('s.1', (payload) => exact.push(payload));
      bus.subscribe('s.*', (payload) => wild.push(payload));
      await delivered();
      const sent = Array.from({ length: 5_000 }, (_, n) => n);
      for (const n of sent) bus.publish('s.1', n);
      await delivered();
      assert.equal(exact, sent);
      assert.equal(wild, sent);
    },
  );

  withBus(
    'what a handler publishes arrives too, after what was published before',
    async ({ bus, delivered }) => {
      const got: unknown[] = [];
      bus.subscribe('s', (payload) => {
        got.push(payload);
        if (payload === 1) bus.publish('s', 3);
      });
      await delivered();
      bus.publish('s', 1);
      bus.publish('s', 2);
      await delivered();
      await delivered();
      assert.equal(got, [1, 2, 3]);
    },
  );

  withBus('a subscriber gets nothing from before it subscribed', async ({ bus, delivered }) => {
    const got: unknown[] = [];
    bus.publish('s', 'before');
    bus.subscribe('s', (payload) => got.push(payload));
    await delivered();
    bus.publish('s', 'after');
    await delivered();
    assert.equal(got, ['after']);
  });

  withBus('a late subscriber gets new messages of a subject long in use', async ({ bus, delivered }) => {
    const got: string[] = [];
    bus.subscribe('s.1', () => got.push('first'));
    await delivered();
    bus.publish('s.1', null);
    await delivered();
    bus.subscribe('s.*', () => got.push('second'));
    await delivered();
    bus.publish('s.1', null);
    await delivered();
    assert.equal(got.toSorted(), ['first', 'first', 'second']);
  });

  withBus(
    'a subscriber that left gets nothing more, even from within its handler',
    async ({ bus, delivered }) => {
      const got: unknown[] = [];
      const other: unknown[] = [];
      const leave = bus.subscribe('s', (payload) => {
        got.push(payload);
        leave();
        leave();
      });
      bus.subscribe('s', (payload) => other.push(payload));
      await delivered();
      bus.publish('s', 1);
      bus.publish('s', 2);
      await delivered();
      assert.equal(got, [1]);
      assert.equal(other, [1, 2]);
    },
  );

  withBus(
    'a subscriber may subscribe others and make them leave while it is called',
    async ({ bus, delivered }) => {
      const got: string[] = [];
      let leaveSecond = () => {};
      bus.subscribe('s', (payload) => {
        got.push(`first ${payload}`);
        if (payload !== 1) return;
        leaveSecond();
        bus.subscribe('s', (later) => got.push(`third ${later}`));
      });
      leaveSecond = bus.subscribe('s', (payload) => got.push(`second ${payload}`));
      await delivered();
      bus.publish('s', 1);
      await delivered();
      bus.publish('s', 2);
      await delivered();
      assert.equal(got.includes('second 2'), false);
      // Which of several subscribers is called first is no promise of a bus.
      assert.equal(got.filter((entry) => !entry.startsWith('second')).toSorted(), [
        'first 1',
        'first 2',
        'third 2',
      ]);
    },
  );

  withBus(
    'a subscriber that throws hurts neither the others nor itself',
    async ({ bus, delivered, thrown }) => {
      const got: unknown[] = [];
      bus.subscribe('s', (payload) => {
        throw new Error(`broken by ${payload}`);
      });
      bus.subscribe('s', (payload) => got.push(payload));
      await delivered();
      bus.publish('s', 1);
      bus.publish('s', 2);
      await delivered();
      assert.equal(got, [1, 2]);
      assert.equal(
        thrown.map((error) => (error as Error).message),
        ['broken by 1', 'broken by 2'],
      );
    },
  );

  withBus('a request is answered by who serves its subject', async ({ bus, delivered }) => {
    bus.serve('command.auction.*', async (payload, subject) => ({ subject, payload }));
    bus.serve('other', async () => 'other');
    await delivered();
    assert.equal(await bus.request('command.auction.a', { n: 1 }, { timeoutMs: SOON_MS }), {
      subject: 'command.auction.a',
      payload: { n: 1 },
    });
    assert.is(await bus.request('other', null, { timeoutMs: SOON_MS }), 'other');
  });

  withBus('each of many requests gets its own answer', async ({ bus, delivered }) => {
    bus.serve('double.*', async (payload) => {
      if ((payload as number) % 2 === 0) await wait(5);
      return (payload as number) * 2;
    });
    await delivered();
    const asked = Array.from({ length: 200 }, (_, n) => n);
    const answers = await Promise.all(
      asked.map((n) => bus.request(`double.${n}`, n, { timeoutMs: SOON_MS })),
    );
    assert.equal(
      answers,
      asked.map((n) => n * 2),
    );
  });

  withBus('one of several that serve a subject answers', async ({ bus, delivered }) => {
    let calls = 0;
    for (let n = 0; n < 3; n += 1) {
      bus.serve('s', async () => {
        calls += 1;
        return 'answer';
      });
    }
    await delivered();
    assert.is(await bus.request('s', null, { timeoutMs: SOON_MS }), 'answer');
    await delivered();
    assert.is(calls, 1);
  });

  withBus('requests are handed over in the order they were made', async ({ bus, delivered }) => {
    const got: unknown[] = [];
    bus.serve('s', async (payload) => {
      got.push(payload);
      return null;
    });
    await delivered();
    await Promise.all(Array.from({ length: 100 }, (_, n) => bus.request('s', n, { timeoutMs: SOON_MS })));
    assert.equal(
      got,
      Array.from({ length: 100 }, (_, n) => n),
    );
  });

  withBus('a request that nobody serves fails soon', async ({ bus, delivered }) => {
    const stop = bus.serve('s', async () => 'answer');
    bus.subscribe('s', () => {});
    await delivered();
    stop();
    await delivered();
    const error = await failure(bus.request('s', null, { timeoutMs: 60_000 }));
    assert.instance(error, BusRequestFailed);
    assert.is((error as BusRequestFailed).reason, 'no-responder');
  });

  withBus(
    'a request that is not answered in time fails, and a late answer harms nobody',
    async ({ bus, delivered }) => {
      bus.serve('s', async () => {
        await wait(120);
        return 'late';
      });
      await delivered();
      const error = await failure(bus.request('s', null, { timeoutMs: 40 }));
      assert.instance(error, BusRequestFailed);
      assert.is((error as BusRequestFailed).reason, 'timeout');
      await wait(150);
    },
  );

  withBus('a handler that throws answers with its message', async ({ bus, delivered }) => {
    bus.serve('s', async () => {
      throw new Error('there is no such auction');
    });
    bus.serve('now', () => {
      throw new Error('thrown at once');
    });
    await delivered();
    const error = await failure(bus.request('s', null, { timeoutMs: SOON_MS }));
    assert.not(error instanceof BusRequestFailed);
    assert.is((error as Error).message, 'there is no such auction');
    const atOnce = await failure(bus.request('now', null, { timeoutMs: SOON_MS }));
    assert.is((atOnce as Error).message, 'thrown at once');
  });

  withBus('a subscriber may end its resync handler while it runs', async ({ bus }) => {
    const stop = bus.onResync(() => {});
    stop();
    stop();
  });

  test('a closed bus delivers what was published before and refuses requests', async () => {
    const { bus, delivered } = await factory(() => {});
    const got: unknown[] = [];
    bus.subscribe('s', (payload) => got.push(payload));
    bus.serve('slow', () => wait(60_000, 'never', { ref: false }));
    await delivered();
    const underWay = failure(bus.request('slow', null, { timeoutMs: 60_000 }));
    await delivered();
    bus.publish('s', 1);
    await bus.close();
    await bus.close();
    assert.equal(got, [1]);
    assert.is(((await underWay) as BusRequestFailed).reason, 'closed');
    bus.publish('s', 2);
    bus.subscribe('s', (payload) => got.push(payload))();
    const error = await failure(bus.request('s', null, { timeoutMs: SOON_MS }));
    assert.is((error as BusRequestFailed).reason, 'closed');
    assert.equal(got, [1]);
  });

  return test;
}
