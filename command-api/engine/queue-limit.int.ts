import type { CommandReply } from '@saleyard/contract/commands.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { AppendResult, EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  bid,
  decided,
  type Engine,
  eventsOf,
  freshFolder,
  openEngine,
  scheduled,
  staff,
  until,
} from '../test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '../test-support/sale.ts';
import { ENGINE_LIMITS } from './limits.ts';

const test = suite('a full queue', { limitMs: 20_000 });
const BATCH = 4;

/** An engine with live sales; appends to auctions in `held` don't finish. */
async function fullEngine(auctions: readonly string[], waitingBids: number = ENGINE_LIMITS.waitingBids) {
  const { folder, remove } = freshFolder();
  const held = new Set<string>();
  const waiting: (() => void)[] = [];
  const between = (log: EventLog): EventLog => ({
    ...forwardedLog(() => log),
    async append(stream, expected, events): Promise<AppendResult> {
      if (held.has(stream)) await new Promise<void>((resolve) => waiting.push(resolve));
      return log.append(stream, expected, events);
    },
  });
  const engine: Engine = await openEngine({
    folder,
    now: OPEN_AT - 1,
    between,
    limits: { batchCommands: BATCH, waitingBids, outageGraceMs: 60_000 },
  });
  for (const auction of auctions) await scheduled(engine.host, auction, [lotTerms('l1')]);
  engine.clock.advanceTo(LIVE_AT);
  for (const auction of auctions)
    await until(async () => engine.host.stateOf(auction)?.phase === 'live' && (await isQuiet(engine)));
  let cents = 10_000;
  const bids = (auction: string, count: number) =>
    Array.from({ length: count }, (_, n) => {
      cents += 1_000;
      return engine.host.submit(bid(auction, `bidder-${n}`, 'l1', cents));
    });
  return {
    ...engine,
    bids,
    hold: (auction: string) => held.add(`auction-${auction}`),
    release() {
      held.clear();
      for (const go of waiting.splice(0)) go();
    },
    async end() {
      await engine.close();
      remove();
    },
  };
}

const isQuiet = async ({ host }: Engine): Promise<boolean> => host.health().waiting === 0;

test('[G25] nobody is let into a line whose first has waited too long, and who is in it is decided', async () => {
  const { host, clock, log, bids, hold, release, end } = await fullEngine(['a1']);
  hold('a1');
  // One is being appended, a batch is decided, the rest is queued.
  const [first] = bids('a1', 1);
  await Promise.resolve();
  const line = bids('a1', BATCH + 3);
  await until(() => host.health().waiting === 3);
  clock.advanceBy(ENGINE_LIMITS.waitingMs);
  const [last] = bids('a1', 1);
  await until(() => host.health().waiting === 4);
  clock.advanceBy(1);
  const rejected = await host.submit(bid('a1', 'too-many', 'l1', 900_000, 'turned-away'));
  assert.equal(rejected, { outcome: 'unavailable', code: 'rate-limited', retryAfterMs: 1_000 });
  release();
  const replies = await Promise.all([first, ...line, last] as Promise<CommandReply>[]);
  assert.ok(replies.map(decided).every(({ accepted }) => accepted));
  assert.ok(decided(await host.submit(bid('a1', 'joe', 'l1', 800_000))).accepted, 'the line is short again');
  const commands = (await eventsOf(log, 'a1')).map(({ meta }) => meta.commandId);
  assert.not.ok(commands.includes('turned-away'), 'surely not placed');
  await end();
});

test('[G25] a queue takes so many, however quickly they come', async () => {
  const { host, bids, hold, release, end } = await fullEngine(['a1'], BATCH);
  hold('a1');
  const [first] = bids('a1', 1);
  await Promise.resolve();
  const decidedOn = bids('a1', BATCH);
  await until(() => host.health().waiting === 0);
  const [kept, rejected] = [bids('a1', BATCH), bids('a1', 2)];
  assert.equal(
    (await Promise.all(rejected)).map(({ outcome }) => outcome),
    ['unavailable', 'unavailable'],
  );
  release();
  const replies = await Promise.all([first as Promise<CommandReply>, ...decidedOn, ...kept]);
  assert.ok(replies.map(decided).every(({ accepted }) => accepted));
  await end();
});

test('[G25] commands of staff are queued all the same, and another auction has its own queue', async () => {
  const { host, clock, bids, hold, release, end } = await fullEngine(['a1', 'a2']);
  hold('a1');
  const [first] = bids('a1', 1);
  await Promise.resolve();
  const line = bids('a1', BATCH + 1);
  await until(() => host.health().waiting === 1);
  clock.advanceBy(ENGINE_LIMITS.waitingMs + 1);
  assert.is((await bids('a1', 1)[0])?.outcome, 'unavailable');
  assert.ok((await Promise.all(bids('a2', 3))).map(decided).every(({ accepted }) => accepted));
  const freeze = host.submit(staff('a1', { type: 'freeze', reason: 'Overload' }, newId()));
  await until(() => host.health().waiting === 2);
  release();
  assert.ok(decided(await freeze).accepted);
  await Promise.all([first, ...line]);
  await end();
});

test.run();
