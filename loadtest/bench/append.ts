import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { HASH_LENGTH, isChained, putCanonicalEvent } from '@saleyard/platform/event-log/hash-chain.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { CRC_BYTES } from '@saleyard/platform/event-log/stored-chunk.ts';
import { open, type RootDatabase } from 'lmdb';
import { appendToEmmett, emmettWants, openEmmett } from './emmett-peer.ts';
import type { Measured, Row } from './row.ts';
import { median, timed } from './statistics.ts';

/** Each case is measured this many times; the first of them warm up and don't count. */
const ROUNDS = 150;
const WARM_UP_SHARE = 0.2;
/** emmett is measured less often, since it is much slower. */
const EMMETT_EVERY_ROUNDS = 5;
/** The least share of bare LMDB's rate that the log must reach. */
const TARGET = 0.6;

type Case = {
  bench: string;
  /** Events appended at a time, and to how many streams at once. */
  events: number;
  streams: number;
  stream: string;
  target: number | null;
};

const CASES: readonly Case[] = [
  { bench: 'append, 1 event at a time', events: 1, streams: 1, stream: 'auction-', target: TARGET },
  { bench: 'append, 64 events at a time', events: 64, streams: 1, stream: 'auction-', target: TARGET },
  { bench: 'append, 512 events at a time', events: 512, streams: 1, stream: 'auction-', target: TARGET },
  {
    bench: 'append, 64 streams 1 event each at once',
    events: 1,
    streams: 64,
    stream: 'auction-',
    target: null,
  },
  {
    bench: 'append unchained, 64 events at a time',
    events: 64,
    streams: 1,
    stream: 'listing-',
    target: null,
  },
];

/** A bid as the engine stores it, about 400 bytes; parsed from JSON, as messages from the wire are. */
export function bid(n: number): NewEvent {
  const serial = n.toString(16).padStart(12, '0');
  const bidder = `0192c3f0-77aa-7c3e-8f10-${(n % 97).toString(16).padStart(12, '0')}`;
  const event: NewEvent = {
    id: `01920000-0000-7000-8000-${serial}`,
    type: 'BidAccepted',
    data: {
      lotId: '0192c3f0-2f6e-7d1c-9a55-6f0a4f3f1b77',
      bidderId: bidder,
      amountCents: 100_00 + n * 50,
      leading: true,
      finishAt: 1_760_000_000_000 + n,
    },
    meta: {
      at: 1_760_000_000_000 + n,
      commandId: `0192c3f0-5b1d-7e2a-b3c4-${serial}`,
      actor: { kind: 'user', id: bidder },
      schema: 1,
    },
  };
  return JSON.parse(JSON.stringify(event)) as NewEvent;
}

/** More bytes than any event of the benchmark has. */
const EVENT_BYTES = 1024;

/** The stored form of an event: its canonical JSON, and the hash (or the checksum) beside it. */
function storedBytes(appends: readonly Append[], revision: number): Buffer[] {
  const events = appends.reduce((sum, { events }) => sum + events.length, 0);
  const memory = Buffer.allocUnsafeSlow(events * EVENT_BYTES);
  const values: Buffer[] = [];
  let at = 0;
  for (const { stream, events } of appends) {
    for (const [i, event] of events.entries()) {
      const end = putCanonicalEvent(memory, at, { event, stream, revision: revision + 1 + i });
      values.push(memory.subarray(at, end + (isChained(stream, CHAINED) ? HASH_LENGTH : CRC_BYTES)));
      at += values.at(-1)?.length ?? 0;
    }
  }
  return values;
}

type Append = { stream: string; events: NewEvent[] };

type Subjects = {
  log: EventLog;
  bare: RootDatabase<Buffer, number>;
  raw: number;
  emmett: Awaited<ReturnType<typeof openEmmett>> | null;
};

async function appendAll(log: EventLog, appends: readonly Append[], revision: number) {
  const results = await Promise.all(
    appends.map(({ stream, events }) => log.append(stream, revision, events)),
  );
  for (const result of results) {
    if (result.outcome !== 'appended') throw new Error(`the benchmark's append: ${JSON.stringify(result)}`);
  }
}

async function measure(subjects: Subjects, one: Case, nextKey: { value: number }): Promise<Row[]> {
  const { log, bare, raw, emmett } = subjects;
  const times = { log: [] as number[], bare: [] as number[], raw: [] as number[], emmett: [] as number[] };
  const perRound = one.events * one.streams;
  for (let round = 0; round < ROUNDS; round += 1) {
    const appends = Array.from({ length: one.streams }, (_, s) => ({
      stream: `${one.stream}${one.events}-${one.streams}-${s}`,
      events: Array.from({ length: one.events }, (_, i) => bid((round * one.streams + s) * one.events + i)),
    }));
    const revision = round * one.events - 1;
    const bytes = storedBytes(appends, revision);
    const run = Buffer.concat(bytes);
    const work = [
      async () => times.log.push(await timed(() => appendAll(log, appends, revision))),
      async () =>
        times.bare.push(
          await timed(async () => {
            let last: Promise<boolean> | undefined;
            for (const value of bytes) last = bare.put(nextKey.value++, value);
            await last;
          }),
        ),
      async () =>
        times.raw.push(
          await timed(() => {
            writeSync(raw, run);
            fdatasyncSync(raw);
          }),
        ),
      async () => {
        if (emmett === null || round % EMMETT_EVERY_ROUNDS > 0) return;
        times.emmett.push(
          await timed(async () => {
            for (const { stream, events } of appends) await appendToEmmett(emmett, stream, events);
          }),
        );
      },
    ];
    // The order rotates each round, so that none always follows the same one.
    for (let i = 0; i < work.length; i += 1) await work[(round + i) % work.length]?.();
  }
  const rate = (all: number[]) =>
    Math.round((perRound * 1000) / median(all.slice(Math.floor(all.length * WARM_UP_SHARE))));
  const value = rate(times.log);
  const row = (peer: string, peerValue: number, target: number | null): Row => ({
    bench: one.bench,
    subject: 'event log (LMDB)',
    peer,
    value,
    peerValue,
    unit: 'events/s',
    ratio: Math.round((value / peerValue) * 100) / 100,
    target,
  });
  return [
    row('bare LMDB puts of the same bytes', rate(times.bare), one.target),
    { ...row('file append and fdatasync', rate(times.raw), null), note: 'the limit of this disk' },
    {
      ...row("emmett's SQLite store", rate(times.emmett), null),
      note:
        emmett === null
          ? `not run: ${emmettWants()}`
          : 'one stream after another, as its connection requires',
    },
  ];
}

/**
 * Measures durable appends through the event log port beside bare LMDB puts of the same bytes with the same
 * durability, and beside a file append with fdatasync as the limit: in the same run, taking turns, medians.
 */
export async function benchAppend(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-append-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const bare = open<Buffer, number>({
    path: join(folder, 'bare'),
    encoding: 'binary',
    overlappingSync: false,
  });
  const raw = openSync(join(folder, 'raw'), 'a');
  const emmett = emmettWants() === null ? await openEmmett(join(folder, 'emmett.db')) : null;
  try {
    const rows: Row[] = [];
    const nextKey = { value: 0 };
    for (const one of CASES) rows.push(...(await measure({ log, bare, raw, emmett }, one, nextKey)));
    return { rows };
  } finally {
    await log.close();
    await bare.close();
    closeSync(raw);
    rmSync(folder, { recursive: true, force: true });
  }
}
