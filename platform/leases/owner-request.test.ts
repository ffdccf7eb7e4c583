import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createEmbeddedBus } from '../bus/embedded-bus.ts';
import { ManualClock } from '../clock/manual-clock.ts';
import { EmbeddedLeases } from './embedded-leases.ts';
import { OWNER_REQUEST_LIMITS, type OwnerRequests, requestOwner } from './owner-request.ts';
import { preferredNodes } from './preference.ts';

const test = suite('a request to the owner');

const KEY = 'auction.a1';
const TIMEOUT_MS = 4_000;

/** How a node answers: with this at once, or never. `throws`: its handler fails. `gone`: it serves nothing. */
type Manner = 'done' | 'declines' | 'not-done' | 'silent' | 'throws' | 'gone';

const request = { key: KEY, payload: { bid: 1 } };

const kind: OwnerRequests<string> = {
  subjectOf: (node) => `command.node.${node}`,
  verdict: (reply) =>
    reply.startsWith('declines') ? 'ask-another' : reply.startsWith('not-done') ? 'not-done' : 'done',
  notDone: 'surely not done',
  unknown: 'unknown',
};

/** Nodes n1, n2 … of these manners; the first holds the lease. */
async function nodes(...manners: Manner[]) {
  const clock = new ManualClock(1_000_000);
  const bus = createEmbeddedBus({ clock });
  const table = new EmbeddedLeases(clock);
  const asked: string[] = [];
  const join = async (manner: Manner): Promise<void> => {
    const name = `n${table.join(null).nodes().length + 1}`;
    const leases = table.join(name);
    await leases.claim(KEY);
    if (manner === 'gone') return;
    bus.serve(kind.subjectOf(name), () => {
      asked.push(name);
      if (manner === 'silent') return new Promise(() => {});
      return manner === 'throws'
        ? Promise.reject(new Error('a fault'))
        : Promise.resolve(`${manner} by ${name}`);
    });
  };
  for (const manner of manners) await join(manner);
  const leases = table.join(null);
  /** Sends a request and advances time until it is answered: returns the answer, and after how many ms. */
  const ask = async (meanwhile: (ms: number) => Promise<void> | void = () => {}) => {
    const began = clock.now();
    let answer: string | undefined;
    void requestOwner({ bus, leases, clock }, kind, request, TIMEOUT_MS).then((reply) => {
      answer = reply;
    });
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (answer !== undefined) return { answer, ms: clock.now() - began };
      await meanwhile(clock.now() - began);
      clock.advanceBy(50);
    }
  };
  return { ask, asked, join };
}

test('[N11] the holder is asked, and nobody else', async () => {
  const { ask, asked } = await nodes('done', 'done', 'done');
  assert.equal(await ask(), { answer: 'done by n1', ms: 0 });
  assert.equal(asked, ['n1']);
});

test('[N11] one that is gone or turns it down is passed over at once', async () => {
  assert.equal(await (await nodes('gone', 'done')).ask(), { answer: 'done by n2', ms: 0 });
  assert.equal(await (await nodes('declines', 'done')).ask(), { answer: 'done by n2', ms: 0 });
  const { ask, asked } = await nodes('declines', 'done', 'done', 'done');
  await ask();
  const [next] = preferredNodes(KEY, ['n2', 'n3', 'n4']);
  assert.equal(asked, ['n1', next]);
});

test('[N11] one that is silent is passed over after a while, under the same id', async () => {
  const { ask, asked } = await nodes('silent', 'done');
  assert.equal(await ask(), { answer: 'done by n2', ms: OWNER_REQUEST_LIMITS.answerMs });
  assert.equal(asked, ['n1', 'n2']);
});

test('[N11] with nobody else to ask, one that is silent has all the time there is, and then it is unknown', async () => {
  assert.equal(await (await nodes('silent')).ask(), { answer: 'unknown', ms: TIMEOUT_MS });
});

test('[N11] what may be done at one is not called undone by another', async () => {
  assert.equal(await (await nodes('silent', 'not-done')).ask(), {
    answer: 'unknown',
    ms: OWNER_REQUEST_LIMITS.answerMs,
  });
  const declined = await (await nodes('silent', 'declines')).ask();
  assert.is(declined.answer, 'unknown');
  assert.ok(declined.ms > 3 * OWNER_REQUEST_LIMITS.absentMs && declined.ms <= TIMEOUT_MS);
  assert.is((await (await nodes('throws', 'done')).ask()).answer, 'unknown');
});

test('[N11] what no node would do is surely not done', async () => {
  assert.equal(await (await nodes('not-done', 'done')).ask(), { answer: 'not-done by n1', ms: 0 });
  const { answer, ms } = await (await nodes('declines', 'gone')).ask();
  assert.is(answer, 'surely not done');
  assert.ok(ms <= OWNER_REQUEST_LIMITS.absentMs);
});

test('[N11] where nobody is there, a node is waited for, but not for long', async () => {
  const empty = await nodes();
  const { answer, ms } = await empty.ask();
  assert.is(answer, 'surely not done');
  assert.ok(ms >= OWNER_REQUEST_LIMITS.absentMs / 2 && ms <= OWNER_REQUEST_LIMITS.absentMs);
  const starting = await nodes();
  let joined = false;
  const late = await starting.ask(async (passed) => {
    if (passed < 500 || joined) return;
    joined = true;
    await starting.join('done');
  });
  assert.is(late.answer, 'done by n1');
  assert.ok(late.ms <= 500 + 2 * OWNER_REQUEST_LIMITS.againMs);
});

test('[N1] the order of preference is the same for all, spread evenly, and moves only what it must', () => {
  const names = ['one', 'two', 'three'];
  const keys = Array.from({ length: 3_000 }, (_, n) => `auction.${n}`);
  const counts = new Map(names.map((name) => [name, 0]));
  for (const key of keys) {
    const order = preferredNodes(key, names);
    assert.equal(preferredNodes(key, [...names].reverse()), order);
    const [first = '', second] = order;
    counts.set(first, (counts.get(first) ?? 0) + 1);
    const without = preferredNodes(
      key,
      names.filter((name) => name !== first),
    );
    assert.is(without[0], second);
  }
  for (const [name, count] of counts) assert.ok(count > 850 && count < 1_150, `${name}: ${count}`);
});

test.run();
