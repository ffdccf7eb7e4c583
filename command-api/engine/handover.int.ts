import { type CommandReply, leaseKeys } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { bid, decided, eventsOf, scheduled, staff, until } from '../test-support/engine.ts';
import { openWorld, type TestNode, type World } from '../test-support/nodes.ts';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '../test-support/sale.ts';

const test = suite('several nodes', { limitMs: 30_000 });
const worlds: World[] = [];

test.after(async () => {
  for (const world of worlds) await world.close();
});

const KEY = leaseKeys.auction('a1');
const GRACE_MS = 5_000;
const HOURS_11 = 11 * 3_600_000;

/** Two nodes and a live sale `a1` of the lots l1 and l2, which one of them runs. */
async function liveSale(sale: CommandBody = schedule('simultaneous')) {
  const world = await openWorld(OPEN_AT - 1_000);
  worlds.push(world);
  const nodes = [await world.open('n1'), await world.open('n2')] as const;
  await scheduled(nodes[0].host, 'a1', [lotTerms('l1'), lotTerms('l2')], sale);
  world.clock.advanceTo(LIVE_AT);
  await until(async () => (await types(world)).includes('LotsWentLive'));
  const owner = nodes.find(({ name }) => world.holderOf(KEY) === name) as TestNode;
  const other = nodes.find((node) => node !== owner) as TestNode;
  await world.pass(2_000);
  return { ...world, world, owner, other };
}

const types = async ({ log }: Pick<World, 'log'>): Promise<string[]> =>
  (await eventsOf(log, 'a1')).map(({ type }) => type);

const runs = ({ host }: TestNode): boolean => host.ownedAuctions().includes('a1');

test('[N1] one node runs an auction, and bids that come in anywhere are taken to it', async () => {
  const { world, owner, other } = await liveSale();
  assert.ok(runs(owner));
  assert.not.ok(runs(other));
  const before = owner.appended.length;
  assert.ok(decided(await world.send(bid('a1', 'joe', 'l1', 11_000))).accepted);
  assert.is(owner.appended.length, before + 1);
  assert.equal(other.host.stateOf('a1'), undefined);
});

test('[N2] any node decides what reaches it, and lets go of it again', async () => {
  const { world, owner, other } = await liveSale();
  const there = decided(await other.host.submit(bid('a1', 'joe', 'l1', 11_000)));
  assert.ok(there.accepted);
  const here = decided(await owner.host.submit(bid('a1', 'jane', 'l1', 12_000)));
  assert.ok(here.accepted, 'the owner saw what the other wrote');
  assert.is(here.seq, there.seq + 1);
  await until(() => other.host.stateOf('a1') === undefined);
  assert.is(world.holderOf(KEY), owner.name);
});

test('[N3] a node that stops finishes, and another has its auctions at once', async () => {
  const { world, owner, other } = await liveSale();
  const underWay = owner.host.submit(bid('a1', 'joe', 'l1', 11_000));
  await Promise.resolve();
  // It releases its leases itself, not by exiting.
  const closing = owner.host.close();
  const meanwhile = owner.host.submit(bid('a1', 'jane', 'l1', 12_000));
  assert.is((await meanwhile).outcome, 'unavailable');
  assert.ok(decided(await underWay).accepted);
  const routed = world.send(bid('a1', 'jane', 'l1', 12_000));
  await closing;
  assert.ok(decided(await routed).accepted, 'who is turned down there is taken to the other');
  const took = await world.passUntil(() => runs(other));
  assert.ok(took <= 300, `${took} ms`);
  await world.pass(10_000);
  assert.not.ok((await types(world)).includes('Frozen'));
  world.clock.advanceTo(LIVE_AT + 600_000);
  await until(async () => (await types(world)).includes('AuctionClosed'));
});

test('[N4] a node that is killed is followed by another within the grace: nothing freezes', async () => {
  const { world, owner, other } = await liveSale();
  owner.stop();
  const took = await world.passUntil(() => runs(other) && other.host.stateOf('a1') !== undefined);
  assert.ok(took < GRACE_MS - 1_000, `taken over after ${took} ms`);
  assert.ok(decided(await world.send(bid('a1', 'joe', 'l1', 11_000))).accepted);
  await world.pass(10_000);
  assert.not.ok((await types(world)).includes('Frozen'));
});

test('[N4] a bid that was on its way to it is answered by the other', async () => {
  const { world, owner } = await liveSale();
  owner.stop();
  assert.ok(decided(await world.send(bid('a1', 'joe', 'l1', 11_000))).accepted);
});

test('[N5] a node stopped past its lease goes on: what it decided on is out of date, and it freezes nothing', async () => {
  const { world, owner, other } = await liveSale();
  const stale = owner.host.submit(bid('a1', 'joe', 'l1', 11_000));
  owner.stop();
  await world.passUntil(() => runs(other));
  const first = decided(await world.send(bid('a1', 'jane', 'l1', 11_000)));
  assert.ok(first.accepted);
  await world.pass(30_000);
  assert.ok(decided(await world.send(bid('a1', 'jim', 'l1', 12_000))).accepted);
  await world.pass(20_000);
  owner.goOn();
  const late = decided(await stale);
  assert.is(late.code, 'too-low', 'decided again, after the others');
  assert.is(owner.appended.at(-2), 'conflict');
  await world.pass(10_000);
  assert.not.ok(runs(owner));
  assert.ok(runs(other));
  const recorded = await types(world);
  assert.not.ok(recorded.includes('Frozen'), recorded.join());
  assert.ok(decided(await world.send(bid('a1', 'joe', 'l1', 13_000))).accepted);
});

test('[N5] so it is where nobody bid meanwhile, and the log did not move', async () => {
  const { world, owner, other } = await liveSale();
  owner.stop();
  await world.passUntil(() => runs(other));
  await world.pass(60_000);
  owner.goOn();
  await world.pass(5_000);
  assert.ok(decided(await owner.host.submit(bid('a1', 'joe', 'l1', 11_000))).accepted);
  assert.not.ok((await types(world)).includes('Frozen'));
});

test('[N6] all nodes out for longer than the grace: frozen as of the last sign of life', async () => {
  const { world, owner, other } = await liveSale();
  other.stop();
  owner.stop();
  const stoppedAt = world.clock.now();
  await world.pass(60_000);
  const third = await world.open('n3');
  await world.passUntil(() => runs(third));
  await world.passUntil(async () => (await types(world)).at(-1) === 'Frozen', 1_000);
  const frozen = (await eventsOf(world.log, 'a1')).at(-1)?.data as { at: number; reason: string };
  assert.is(frozen.reason, 'outage');
  assert.ok(frozen.at <= stoppedAt && frozen.at >= stoppedAt - 1_100, `${stoppedAt - frozen.at} ms before`);
  owner.goOn();
  other.goOn();
  await world.pass(5_000);
  assert.is((await types(world)).filter((type) => type === 'Frozen').length, 1);
});

test('[N7] documents that are away freeze nothing: not in a running sale, not in one that is taken over', async () => {
  const { world, owner, other } = await liveSale();
  world.documentsAway = true;
  await world.pass(60_000);
  owner.stop();
  await world.passUntil(() => runs(other) && other.host.stateOf('a1') !== undefined);
  await world.pass(5_000);
  assert.not.ok((await types(world)).includes('Frozen'));
  assert.ok(decided(await world.send(bid('a1', 'joe', 'l1', 11_000))).accepted);
});

test('[N7] nor do marks from before they went away, when they are back as the owner goes', async () => {
  const { world, owner, other } = await liveSale();
  world.documentsAway = true;
  await world.pass(60_000);
  owner.stop();
  world.documentsAway = false;
  await world.passUntil(() => runs(other));
  await world.pass(5_000);
  assert.not.ok((await types(world)).includes('Frozen'));
});

test('[N14] what was seen while all clocks were 11 hours ahead dates no freeze of a sale that is taken over', async () => {
  const world = await openWorld(OPEN_AT - 1_000);
  worlds.push(world);
  const nodes = [await world.open('n1'), await world.open('n2')] as const;
  await scheduled(nodes[0].host, 'a1', [lotTerms('l1')]);
  world.clock.advanceTo(LIVE_AT - 60_000);
  await world.pass(2_000);
  world.documentsAway = true;
  await world.pass(2_000);
  world.setClocks(HOURS_11);
  await world.pass(15_000);
  world.documentsAway = false;
  world.setClocks(0);
  await world.pass(15_000);
  world.clock.advanceTo(LIVE_AT);
  await world.passUntil(async () => (await types(world)).includes('LotsWentLive'));
  await world.pass(2_000);
  const [owner, other] = runs(nodes[0]) ? nodes : [nodes[1], nodes[0]];
  owner.stop();
  await world.passUntil(() => runs(other) && other.host.stateOf('a1') !== undefined);
  await world.pass(2_000);
  const jumpedAt = world.clock.now();
  world.setClocks(HOURS_11);
  await world.passUntil(async () => (await types(world)).at(-1) === 'Frozen');
  const frozen = (await eventsOf(world.log, 'a1')).at(-1)?.data as { at: number } | undefined;
  const at = frozen?.at ?? Number.NaN;
  assert.ok(at >= LIVE_AT && at <= jumpedAt, `frozen as of ${at - jumpedAt} ms after the jump`);
});

test('[N8] the same commands sent to both at once: each decided once, both answer the same', async () => {
  const { world, owner, other } = await liveSale();
  // A node that loses too many races in a row reports it, and the command is retried.
  const settled = async ({ host }: TestNode, one: ReturnType<typeof bid>): Promise<CommandReply> => {
    for (;;) {
      const reply = await host.submit(one);
      if (reply.outcome !== 'unavailable') return reply;
    }
  };
  const raced = (): boolean => [...owner.appended, ...other.appended].includes('conflict');
  for (let round = 0; round === 0 || (round < 10 && !raced()); round += 1) {
    const asked = Array.from({ length: 200 }, (_, n) => {
      const cents = 11_000 + (round * 200 + n) * 1_000;
      return bid('a1', `b${n % 7}`, n % 2 === 0 ? 'l1' : 'l2', cents, `twice-${round}-${n}`);
    });
    const replies: Promise<[CommandReply, CommandReply]>[] = [];
    for (const [n, one] of asked.entries()) {
      const [first, second] = n % 3 === 0 ? [other, owner] : [owner, other];
      replies.push(Promise.all([settled(first, one), settled(second, one)]));
      if (n % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const answers = await Promise.all(replies);
    const events = await eventsOf(world.log, 'a1');
    for (const both of answers) {
      const [first, second] = both.map((reply) => {
        // The deciding node returns the position of the last event of its append.
        const { position, ...answer } = decided(reply);
        assert.ok(position >= (events[answer.seq]?.position ?? Number.NaN), `${position} of ${answer.seq}`);
        return answer;
      });
      assert.equal(first, second);
    }
    const ids = events.map(({ meta }) => meta.commandId);
    for (const { commandId } of asked) assert.is(ids.filter((id) => id === commandId).length, 1, commandId);
  }
  assert.ok(raced());
});

test('[N9] a node whose clock is 11 hours off, either way, runs nothing and says so', async () => {
  for (const aheadMs of [HOURS_11, -HOURS_11]) {
    const { world, owner, other } = await liveSale();
    const wrong = await world.open('wrong', { aheadMs });
    const { ready, why, skewMs, running } = wrong.host.health();
    assert.equal(
      { ready, why, skewMs, running },
      { ready: false, why: 'clock-off', skewMs: -aheadMs, running: 0 },
    );
    assert.ok(wrong.said.some((message) => message.includes('clock is off')));
    assert.is((await wrong.host.submit(bid('a1', 'joe', 'l1', 11_000))).outcome, 'unavailable');
    const future = schedule('simultaneous', { openAt: LIVE_AT + 3_600_000, liveAt: LIVE_AT + 7_200_000 });
    assert.is((await wrong.host.submit(staff('a2', future))).outcome, 'unavailable');
    owner.stop();
    other.stop();
    await world.pass(20_000);
    assert.equal(wrong.host.ownedAuctions(), []);
    assert.is(world.holderOf(KEY), undefined);
    assert.equal(wrong.appended, []);
    wrong.setClock(500);
    await world.passUntil(() => runs(wrong));
    assert.ok(wrong.host.health().ready);
  }
});

test('[N9] a clock that is set wrong while it runs a sale: it lets go before it decides anything, another goes on', async () => {
  const { world, owner, other } = await liveSale();
  const before = owner.appended.length;
  owner.setClock(11 * 3_600_000);
  const reply = await world.send(bid('a1', 'joe', 'l1', 11_000));
  assert.ok(decided(reply).accepted, 'the other decided it');
  assert.ok(decided(reply).finishAt === LIVE_AT + 600_000);
  await world.passUntil(() => runs(other));
  assert.not.ok(runs(owner));
  assert.is(owner.appended.length, before);
  await world.pass(10_000);
  assert.equal((await types(world)).slice(-1), ['BidAccepted']);
});

test('[N9] its mark of a released auction stays, for the next owner', async () => {
  const { world, owner, other } = await liveSale();
  await world.pass(20_000);
  other.setClock(-11 * 3_600_000);
  await world.pass(1_000);
  owner.setClock(11 * 3_600_000);
  await world.pass(1_200);
  assert.is(world.holderOf(KEY), undefined);
  other.setClock(0);
  await world.passUntil(() => runs(other) && other.host.stateOf('a1') !== undefined);
  await world.pass(3_000);
  assert.not.ok((await types(world)).includes('Frozen'));
});

test('[N10] taken over by a node whose clock is 3 s ahead of the dead one: nothing freezes', async () => {
  const world = await openWorld(OPEN_AT - 10_000);
  worlds.push(world);
  const slow = await world.open('slow', { aheadMs: -1_500 });
  await scheduled(slow.host, 'a1', [lotTerms('l1')]);
  const fast = await world.open('fast', { aheadMs: 1_500 });
  world.clock.advanceTo(LIVE_AT + 1_500);
  await until(async () => (await types(world)).includes('LotsWentLive'));
  await world.pass(20_000);
  slow.stop();
  await world.passUntil(() => runs(fast) && fast.host.stateOf('a1') !== undefined);
  assert.ok(decided(await world.send(bid('a1', 'joe', 'l1', 11_000))).accepted);
  assert.not.ok((await types(world)).includes('Frozen'));
});

test('a log that cannot be read for a while: the auction is opened again by itself', async () => {
  const { world, owner, other } = await liveSale();
  world.logAway = true;
  owner.stop();
  await world.passUntil(() => world.holderOf(KEY) === other.name);
  await world.pass(1_000);
  assert.is(other.host.stateOf('a1'), undefined);
  world.logAway = false;
  await world.passUntil(() => other.host.stateOf('a1') !== undefined, 1_500);
});

test('[N10] handed to and fro between clocks ±1.5 s apart: it closes on the order of the log', async () => {
  const world = await openWorld(OPEN_AT - 10_000);
  worlds.push(world);
  const fast = await world.open('fast', { aheadMs: 1_500 });
  const slow = await world.open('slow', { aheadMs: -1_500 });
  const sale = schedule('simultaneous', { durationSeconds: 30, staleTimeSeconds: 5 });
  await scheduled(fast.host, 'a1', [lotTerms('l1'), lotTerms('l2')], sale);
  world.clock.advanceTo(LIVE_AT + 1_500);
  await until(async () => (await types(world)).includes('LotsWentLive'));
  let cents = 11_000;
  const outcomes: (string | null)[] = [];
  for (let turn = 0; !(await types(world)).includes('AuctionClosed'); turn += 1) {
    assert.ok(turn < 60, 'it ends');
    const [running, resting] = turn % 2 === 0 ? [fast, slow] : [slow, fast];
    // A node paused for longer than its lease loses its auctions.
    resting.stop();
    await world.pass(2_700);
    const at = world.clock.now();
    if (turn < 12) {
      const reply = decided(await running.host.submit(bid('a1', `b${turn}`, 'l1', cents)));
      outcomes.push(reply.code);
      if (reply.accepted) cents += 1_000;
      assert.ok(reply.accepted || reply.code === 'lot-closed', `${reply.code} at ${at - LIVE_AT}`);
    }
    resting.goOn();
  }
  const events = await eventsOf(world.log, 'a1');
  assert.not.ok(events.some(({ type }) => type === 'Frozen'));
  assert.equal(
    events.map(({ meta }) => meta.at),
    events.map(({ meta }) => meta.at).sort((a, b) => a - b),
    'time never goes back',
  );
  const closed = events.findIndex(({ type, data }) => {
    return (
      type === 'LotsClosed' && (data as { lots: { lot: string }[] }).lots.some(({ lot }) => lot === 'l1')
    );
  });
  const bids = events.filter(({ type, data }) => {
    return type === 'BidAccepted' && (data as { command: { lot: string } }).command.lot === 'l1';
  });
  const last = bids.at(-1);
  assert.ok(bids.length > 0 && last !== undefined && last.revision < closed, 'no bid after the close');
  const close = events[closed]?.data as { at: number; lots: { lot: string; winner: string | null }[] };
  const finishAt = (last.data as { outcome: { finishAt: number } }).outcome.finishAt;
  assert.is(close.at, finishAt, 'on the deadline that the last bid left');
  const winner = close.lots.find(({ lot }) => lot === 'l1')?.winner;
  assert.is(winner, (last.data as { command: { bidder: string } }).command.bidder);
  assert.not.ok(outcomes.slice(0, 5).includes('lot-closed'));
});

test.run();
