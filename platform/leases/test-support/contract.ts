import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { HEARTBEAT_MS, LEASE_MS, type Leases } from '../port.ts';

/** The leases of one group to test. No time passes in it but by `pass`. */
export type LeasesUnderTest = {
  /** A node's part in the group; null for one that looks on. */
  join(node: string | null): Promise<Leases>;
  /** The node does nothing from here on, as if its process stood still. */
  freeze(leases: Leases): void;
  /** It resumes, and finds that time has passed. */
  thaw(leases: Leases): void;
  /** Lets `ms` pass for all nodes that are not stopped, and resolves when all messages have arrived. */
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
};

/** A silent node is surely noticed within this time, in ms. */
const NOTICED_MS = LEASE_MS + 2 * HEARTBEAT_MS;

/** What leases of every kind must do. `factory` makes a group that nobody has joined. */
export function leasesContract(title: string, factory: () => Promise<LeasesUnderTest>): Suite {
  const test = suite(`leases: ${title}`, { limitMs: 60_000 });

  const withGroup = (name: string, body: (group: LeasesUnderTest) => Promise<void>) =>
    test(name, async () => {
      const group = await factory();
      try {
        await body(group);
      } finally {
        await group.end();
      }
    });

  withGroup('a free key is taken by who claims it first, and everyone knows', async ({ join, pass }) => {
    const [a, b, looking] = [await join('a'), await join('b'), await join(null)];
    assert.is(a.holderOf('key'), undefined);
    assert.is(await a.claim('key'), true);
    assert.is(a.holderOf('key'), 'a', 'at once to itself');
    await pass(0);
    for (const leases of [a, b, looking]) assert.is(leases.holderOf('key'), 'a');
    assert.is(await b.claim('key'), false);
    assert.is(await a.claim('key'), true, 'it holds it already');
    assert.is(await b.claim('other'), true);
    await pass(2 * LEASE_MS);
    for (const leases of [a, b, looking]) {
      assert.is(leases.holderOf('key'), 'a');
      assert.is(leases.holderOf('other'), 'b');
    }
  });

  withGroup(
    'what is released may be taken at once, and only its holder releases it',
    async ({ join, pass }) => {
      const [a, b] = [await join('a'), await join('b')];
      assert.is(await a.claim('key'), true);
      await pass(0);
      await b.release('key');
      await pass(0);
      assert.is(a.holderOf('key'), 'a');
      for (const [from, to] of [
        [a, b],
        [b, a],
        [a, a],
      ] as const) {
        await from.release('key');
        assert.is(from.holderOf('key'), undefined);
        await pass(0);
        assert.is(to.holderOf('key'), undefined);
        assert.is(await to.claim('key'), true);
        await pass(0);
        assert.is(from.holderOf('key'), to.node);
      }
    },
  );

  withGroup('a silent node loses its keys, and everyone is notified', async ({ join, freeze, pass }) => {
    const [a, b, looking] = [await join('a'), await join('b'), await join(null)];
    assert.is(await a.claim('key'), true);
    await pass(0);
    freeze(a);
    await pass(LEASE_MS - 2 * HEARTBEAT_MS);
    assert.is(await b.claim('key'), false, 'its time is not up');
    assert.is(looking.holderOf('key'), 'a');
    let calls = 0;
    looking.onChange(() => {
      calls += 1;
    });
    await pass(NOTICED_MS);
    assert.ok(calls > 0);
    for (const leases of [b, looking]) {
      assert.equal(leases.nodes(), ['b']);
      assert.is(leases.holderOf('key'), undefined);
    }
    assert.is(await b.claim('key'), true);
    await pass(0);
    assert.is(looking.holderOf('key'), 'b');
  });

  withGroup('who was silent finds lost what another took', async ({ join, freeze, thaw, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    assert.is(await a.claim('key'), true);
    await pass(0);
    freeze(a);
    await pass(NOTICED_MS);
    assert.is(await b.claim('key'), true);
    await pass(0);
    thaw(a);
    assert.is.not(a.holderOf('key'), 'a');
    await pass(2 * HEARTBEAT_MS);
    assert.is(a.holderOf('key'), 'b');
    assert.is(await a.claim('key'), false);
    await a.release('key');
    await pass(0);
    assert.is(b.holderOf('key'), 'b');
    for (const leases of [a, b]) assert.equal(leases.nodes(), ['a', 'b']);
  });

  withGroup('a node that was silent must claim its keys again', async ({ join, freeze, thaw, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    assert.is(await a.claim('key'), true);
    await pass(0);
    freeze(a);
    await pass(NOTICED_MS);
    thaw(a);
    await pass(2 * HEARTBEAT_MS);
    for (const leases of [a, b]) {
      assert.equal(leases.nodes(), ['a', 'b']);
      assert.is(leases.holderOf('key'), undefined);
    }
    assert.is(await a.claim('key'), true);
    await pass(0);
    assert.is(b.holderOf('key'), 'a');
  });

  withGroup('a short silence costs nothing', async ({ join, freeze, thaw, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    assert.is(await a.claim('key'), true);
    for (let n = 0; n < 3; n += 1) {
      freeze(a);
      await pass(LEASE_MS - 2 * HEARTBEAT_MS);
      assert.is(await b.claim('key'), false);
      thaw(a);
      await pass(HEARTBEAT_MS);
      for (const leases of [a, b]) assert.is(leases.holderOf('key'), 'a');
    }
  });

  withGroup('a node that starts again holds nothing of what it held', async ({ join, freeze, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    assert.is(await a.claim('key'), true);
    assert.is(await a.claim('other'), true);
    await pass(0);
    freeze(a);
    const again = await join('a');
    await pass(0);
    for (const leases of [again, b]) {
      assert.equal(leases.nodes(), ['a', 'b']);
      assert.is(leases.holderOf('key'), undefined);
    }
    assert.is(await b.claim('key'), true);
    assert.is(await again.claim('other'), true);
    await pass(2 * LEASE_MS);
    for (const leases of [again, b]) {
      assert.is(leases.holderOf('key'), 'b');
      assert.is(leases.holderOf('other'), 'a');
    }
  });

  withGroup('who looks on sees everything and holds nothing', async ({ join, pass }) => {
    const [looking, a] = [await join(null), await join('a')];
    await pass(HEARTBEAT_MS);
    assert.is(looking.node, null);
    assert.equal(looking.nodes(), ['a']);
    assert.equal(a.nodes(), ['a']);
    assert.is(await looking.claim('key'), false);
    assert.is(await a.claim('key'), true);
    await looking.release('key');
    await pass(0);
    assert.is(looking.holderOf('key'), 'a');
    await looking.close();
    assert.is(await a.claim('other'), true);
  });

  withGroup('a node that joins later sees all nodes and holders', async ({ join, pass }) => {
    const a = await join('a');
    assert.is(await a.claim('key'), true);
    await pass(5 * LEASE_MS);
    const [b, looking] = [await join('b'), await join(null)];
    for (const leases of [b, looking]) assert.is(leases.holderOf('key'), 'a');
    assert.is(await b.claim('key'), false);
    await pass(HEARTBEAT_MS);
    for (const leases of [a, b, looking]) assert.equal(leases.nodes(), ['a', 'b']);
  });

  withGroup('who closes lets go of everything at once', async ({ join, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    assert.is(await a.claim('one'), true);
    assert.is(await a.claim('two'), true);
    await pass(0);
    await a.close();
    await a.close();
    await pass(0);
    assert.equal(b.nodes(), ['b']);
    for (const key of ['one', 'two']) {
      assert.is(b.holderOf(key), undefined);
      assert.is(await b.claim(key), true);
    }
    assert.is(await a.claim('three'), false);
    await a.release('one');
    await pass(LEASE_MS);
    assert.equal(b.nodes(), ['b']);
    assert.is(b.holderOf('one'), 'b');
  });

  withGroup('of many that claim at once one wins each key, and all agree who', async ({ join, pass }) => {
    const nodes: Leases[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) nodes.push(await join(name));
    const keys = Array.from({ length: 40 }, (_, n) => `auction.${n}`);
    const won = await Promise.all(
      keys.map(async (key) => {
        const claims = await Promise.all(nodes.map((leases) => leases.claim(key)));
        return nodes.filter((_, n) => claims[n]).map(({ node }) => node);
      }),
    );
    await pass(0);
    for (const [n, winners] of won.entries()) {
      assert.is(winners.length, 1, `${keys[n]} was won by ${winners}`);
      for (const leases of nodes) assert.is(leases.holderOf(keys[n] as string), winners[0]);
    }
  });

  withGroup('a node may hold many keys', async ({ join, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    const keys = Array.from({ length: 1_000 }, (_, n) => `auction.${n}`);
    assert.equal([...new Set(await Promise.all(keys.map((key) => a.claim(key))))], [true]);
    await pass(2 * LEASE_MS);
    const late = await join(null);
    for (const leases of [a, b, late]) for (const key of keys) assert.is(leases.holderOf(key), 'a');
    await a.close();
    await pass(0);
    assert.equal([...new Set(await Promise.all(keys.map((key) => b.claim(key))))], [true]);
  });

  withGroup('every change is reported, until nobody listens', async ({ join, pass }) => {
    const [a, looking] = [await join('a'), await join(null)];
    let calls = 0;
    const stop = looking.onChange(() => {
      calls += 1;
    });
    const reports = async (what: string, happens: () => Promise<unknown>): Promise<Leases> => {
      await pass(HEARTBEAT_MS);
      const before = calls;
      const result = await happens();
      await pass(HEARTBEAT_MS);
      assert.ok(calls > before, what);
      return result as Leases;
    };
    const b = await reports('another node', () => join('b'));
    await reports('a claim', () => a.claim('key'));
    await reports('a release', () => a.release('key'));
    await reports('a node that leaves', () => b.close());
    await pass(HEARTBEAT_MS);
    const before = calls;
    await pass(2 * LEASE_MS);
    assert.is(calls, before, 'nothing has changed');
    stop();
    stop();
    assert.is(await a.claim('key'), true);
    await pass(HEARTBEAT_MS);
    assert.is(calls, before);
  });

  withGroup('a key may be any text', async ({ join, pass }) => {
    const [a, b] = [await join('a'), await join('b')];
    for (const key of ['auction.1', 'a.b', 'a', ' *.>', 'Zürich/=20', '../..', 'x'.repeat(200)]) {
      assert.is(await a.claim(key), true);
      await pass(0);
      assert.is(b.holderOf(key), 'a');
      assert.is(await b.claim(key), false);
    }
  });

  return test;
}
