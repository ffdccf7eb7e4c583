import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createNumbers } from '../accounts/numbers.ts';
import { type AuctionHost, type AuctionHostOptions, openAuctionHost } from '../engine/auction-host.ts';
import type { SaleParts } from '../sales/schedule-sale.ts';
import { memorySecrets } from './running-command-api.ts';
import { LIVE_AT, schedule } from './sale.ts';

/** A separate folder, and a function that removes it. */
export function freshFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-engine-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Engine = {
  host: AuctionHost;
  log: EventLog;
  documents: Documents;
  bus: Bus;
  clock: ManualClock;
  /** Closes everything, like a stop. */
  close(): Promise<void>;
};

/** The name of a single engine. */
export const NODE = 'engine';

type Given = Partial<Omit<AuctionHostOptions, 'log' | 'clock' | 'leases'>> & {
  folder: string;
  now?: number;
  clock?: ManualClock;
  /** Wraps the engine's log. */
  between?: (log: EventLog) => EventLog;
};

/** A host on a real log and real documents in a folder, with a manual clock. */
export async function openEngine({
  folder,
  now = LIVE_AT,
  clock = new ManualClock(now),
  between,
  ...options
}: Given): Promise<Engine> {
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const documents =
    options.documents ?? (await openLmdbDocuments({ folder: join(folder, 'documents'), clock }));
  const bus = createEmbeddedBus({ clock });
  const leases = new EmbeddedLeases(clock).join(NODE);
  const directory = { mayBid: () => true, termsDueSince: () => null };
  const host = await openAuctionHost({
    directory,
    ...options,
    log: between?.(log) ?? log,
    documents,
    bus,
    clock,
    leases,
  });
  const close = async (): Promise<void> => {
    await host.close();
    await leases.close();
    await bus.close();
    await log.close();
    await documents.close();
  };
  return { host, log, documents, bus, clock, close };
}

/** An engine in a separate folder, and a function that schedules sales on it. */
export async function openScheduling(
  now: number,
): Promise<Engine & ReturnType<typeof freshFolder> & { parts: SaleParts }> {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now });
  const { log, clock, host } = engine;
  const parts = {
    log,
    clock,
    secrets: memorySecrets(),
    numbers: createNumbers({ log, clock }),
    submit: host.submit.bind(host),
  };
  return { ...engine, folder, parts, remove };
}

type Envelope = CommandEnvelope<CommandBody>;

export const staff = (auction: string, body: CommandBody, commandId = newId()): Envelope => {
  return { auction, commandId, actor: { kind: 'staff', id: 'clerk' }, body };
};

export const bid = (auction: string, bidder: string, lot: string, cents: number, id = newId()): Envelope => {
  return {
    auction,
    commandId: id,
    actor: { kind: 'user', id: bidder },
    body: { type: 'bid', lot, bidder, cents },
  };
};

/** Schedules a sale with lots; throws unless both are accepted. */
export async function scheduled(
  host: AuctionHost,
  auction: string,
  lots: readonly LotTerms[],
  sale: CommandBody = schedule('simultaneous'),
): Promise<void> {
  for (const body of [sale, { type: 'catalogueLots', lots } as const]) {
    const reply = await host.submit(staff(auction, body));
    if (reply.outcome !== 'decided' || !reply.accepted)
      throw new Error(`not scheduled: ${JSON.stringify(reply)}`);
  }
}

/** Returns a decided reply; throws for any other, with its outcome. */
export function decided(reply: CommandReply): Extract<CommandReply, { outcome: 'decided' }> {
  if (reply.outcome !== 'decided') throw new Error(`not decided: ${JSON.stringify(reply)}`);
  return reply;
}

/** Every event of an auction's stream. */
export async function eventsOf(log: EventLog, auction: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of log.read(auctionStream(auction))) events.push(...batch);
  return events;
}

/** Waits until a condition holds, with real disks and timers; throws when it takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 5) {
    if (waited > limitMs) throw new Error(`not so within ${limitMs} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Advances the clock until there is an answer. */
export async function answered<T>(engine: Pick<Engine, 'clock'>, reply: Promise<T>): Promise<T> {
  let done = false;
  void reply.finally(() => {
    done = true;
  });
  while (!done) {
    engine.clock.advanceBy(25);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return reply;
}
