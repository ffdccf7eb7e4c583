import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { LotResult } from '@saleyard/domain/auction/events.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  bid,
  decided,
  eventsOf,
  freshFolder,
  NODE,
  openEngine,
  scheduled,
  staff,
  until,
} from '../test-support/engine.ts';
import { lotTerms, schedule } from '../test-support/sale.ts';
import { type AuctionHost, openAuctionHost } from './auction-host.ts';

const CHILD = 'run-a-sale-until-killed';
/** The sale is live for this long, and its lots finish a second apart. */
const DURATION_S = 1;
const LOTS = Array.from({ length: 30 }, (_, i) => `l${i}`);

/** A line from the child process: a bid with its answer. */
type Received = { asked: ReturnType<typeof bid>; reply: CommandReply };

/** A sale whose lots are catalogued before it opens. On a slow machine it retries with a longer lead. */
async function cataloguedSale(host: AuctionHost): Promise<string> {
  for (let leadMs = 2_000; ; leadMs *= 3) {
    const auction = `lead-${leadMs}`;
    const openAt = systemClock.now() + leadMs;
    const times = {
      openAt,
      liveAt: openAt + 100,
      durationSeconds: DURATION_S,
      staggerSeconds: 1,
      staleTimeSeconds: 0,
    };
    const lots = LOTS.map((lot) => lotTerms(lot));
    try {
      await scheduled(host, auction, lots, schedule('simultaneous', times));
      return auction;
    } catch (error) {
      const isLate = systemClock.now() >= openAt && leadMs < 60_000;
      if (!isLate) throw error;
    }
  }
}

/** Runs a sale by the machine's clock and bids as fast as it answers. Never ends by itself. */
async function runASale(folder: string): Promise<void> {
  const clock = systemClock;
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: join(folder, 'documents'), clock });
  const bus = createEmbeddedBus({ clock });
  const leases = new EmbeddedLeases(clock).join(NODE);
  const directory = { mayBid: () => true, termsDueSince: () => null };
  const host = await openAuctionHost({ log, documents, bus, clock, leases, directory });
  const auction = await cataloguedSale(host);
  const bidder = async (name: string, first: number): Promise<void> => {
    for (let n = first; ; n += 1) {
      const lot = LOTS[n % LOTS.length] ?? '';
      const asked = bid(auction, name, lot, 11_000 + n * 1_000);
      const reply = await host.submit(asked);
      process.stdout.write(`${JSON.stringify({ asked, reply } satisfies Received)}\n`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(['joe', 'jane', 'jim', 'jill'].map(bidder));
}

type Child = { received: Received[]; kill(): Promise<void> };

/** Starts the child process. */
function spawnSale(folder: string): Child {
  const args = [...OWN_FILE, CHILD, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const received: Received[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => received.push(JSON.parse(line) as Received));
  const gone = Promise.all([once(child, 'exit'), once(lines, 'close')]);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  return { received, kill };
}

/** Asserts that every answered decision is in the log at its position. */
function mustBeThere(received: readonly Received[], events: readonly RecordedEvent[]): void {
  for (const { asked, reply } of received) {
    if (reply.outcome !== 'decided') continue;
    const event = events[reply.seq];
    assert.is(event?.meta.commandId, asked.commandId);
    // The returned position is that of the last event of its append.
    assert.ok(event !== undefined && event.position <= reply.position);
    assert.is(event?.type, reply.accepted ? 'BidAccepted' : 'BidRefused');
  }
}

function runTests(): void {
  const test = suite("a host's process", { limitMs: 60_000 });

  test('[T9] killed: what it acknowledged is there, what it closed stays closed, its sale comes back frozen', async () => {
    const { folder, remove } = freshFolder();
    const { received, kill } = spawnSale(folder);
    const isClosed = ({ reply }: Received): boolean =>
      reply.outcome === 'decided' && reply.code === 'lot-closed';
    await until(() => received.filter(isClosed).length >= 20);
    await kill();
    const auction = received[0]?.asked.auction ?? '';

    const engine = await openEngine({ folder, now: systemClock.now() + 10_000 });
    assert.ok(received.some(({ reply }) => decided(reply).accepted));
    for (const { asked, reply } of received.slice(-50)) {
      const { position: first, ...answered } = decided(reply);
      const { position: again, ...repeated } = decided(await engine.host.submit(asked));
      assert.equal(repeated, answered);
      assert.ok(again <= first);
    }
    // The sale is open by now, since the answers above waited for that; they don't wait for the freeze to be on disk.
    await until(async () => (await eventsOf(engine.log, auction)).at(-1)?.type === 'Frozen');
    const events = await eventsOf(engine.log, auction);
    mustBeThere(received, events);

    const closed = events.flatMap(({ type, data }) =>
      type === 'LotsClosed' ? (data as { lots: { lot: string; status: LotResult }[] }).lots : [],
    );
    assert.ok(closed.length > 0 && closed.length < LOTS.length, `${closed.length} lots were closed`);
    const last = events.at(-1);
    assert.is(last?.type, 'Frozen');
    const frozenAt = (last?.data as { at: number } | undefined)?.at ?? 0;
    assert.ok(frozenAt <= systemClock.now(), 'as of when it was killed');
    await engine.host.submit(staff(auction, { type: 'resume', reason: 'restarted' }));
    const now = engine.host.stateOf(auction);
    for (const { lot, status } of closed) {
      const code = decided(await engine.host.submit(bid(auction, 'joe', lot, 900_000_000))).code;
      assert.is(code, 'lot-closed');
      assert.is(now?.lots.find(({ terms }) => terms.lot === lot)?.status, status);
    }
    const open = LOTS.find((lot) => !closed.some((each) => each.lot === lot)) ?? '';
    assert.ok(decided(await engine.host.submit(bid(auction, 'joe', open, 900_000_000))).accepted);
    await engine.close();
    remove();
  });

  test.run();
}

if (process.argv[2] === CHILD) await runASale(process.argv[3] ?? '');
else runTests();
