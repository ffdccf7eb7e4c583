import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { credentials } from '@grpc/grpc-js';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openEventStoreLog } from '@saleyard/platform/event-log/eventstore-event-log.ts';
import { PreparedEvent } from '@saleyard/platform/event-log/eventstore-records.ts';
import { GENESIS_HASH } from '@saleyard/platform/event-log/hash-chain.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { pin } from '../storms/cores.ts';
import { bid } from './append.ts';
import { CORES } from './child.ts';
import type { Measured, Row } from './row.ts';
import { median, timed } from './statistics.ts';

const SERVE = fileURLToPath(
  new URL('../../platform/event-log/test-support/eventstore-wire/serve.ts', import.meta.url),
);
/** Rounds of each case; some before them warm up. */
const ROUNDS = 200;
const WARM_UP_ROUNDS = 40;
/** The most that the log's appends may take, in times of the bare calls. */
const TARGET = 1.3;

type Case = { bench: string; events: number; streams: number; target: number | null };

const CASES: readonly Case[] = [
  { bench: 'append by protocol, 64 streams 1 event each at once', events: 1, streams: 64, target: TARGET },
  { bench: 'append by protocol, 1 event at a time', events: 1, streams: 1, target: null },
  { bench: 'append by protocol, 64 events at a time', events: 64, streams: 1, target: null },
  { bench: 'append by protocol, 512 events at a time', events: 512, streams: 1, target: null },
];

type StreamsClient = InstanceType<typeof grpc.StreamsClient>;

/** A stream's append as messages, and the hash of its last event. */
type Made = { messages: AppendReq[]; hash: string };

/** The messages that the log sends for bids after `revision`. */
function made(
  stream: string,
  revision: number,
  prevHash: string,
  events: readonly ReturnType<typeof bid>[],
): Made {
  const options = new streams.AppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (revision < 0) options.setNoStream(new shared.Empty());
  else options.setRevision(String(revision));
  const messages: AppendReq[] = [new streams.AppendReq().setOptions(options)];
  let hash = prevHash;
  for (const [i, event] of events.entries()) {
    const { message, appended } = new PreparedEvent(stream, revision + 1 + i, event).proposed(hash);
    messages.push(message);
    hash = appended.meta.hash ?? hash;
  }
  return { messages, hash };
}

/** One call of the protocol, and nothing beside it. */
function send(client: StreamsClient, messages: readonly AppendReq[]): Promise<AppendResp> {
  return new Promise((resolve, reject) => {
    const call = client.append((error, response) => (error === null ? resolve(response) : reject(error)));
    for (const message of messages) call.write(message);
    call.end();
  });
}

async function measure(log: EventLog, client: StreamsClient, one: Case): Promise<Row> {
  let revision = -1;
  const hashes: string[] = Array.from({ length: one.streams }, () => GENESIS_HASH);
  const nameOf = (whose: string, s: number): string => `auction-${whose}-${one.events}-${one.streams}-${s}`;
  // Prepared for the next round outside the measurement; both append the same content.
  const nextRound = () =>
    Array.from({ length: one.streams }, (_, s) => {
      const first = (revision + 1) * one.streams + s * one.events;
      const events = Array.from({ length: one.events }, (_, i) => bid(first + i));
      const { messages, hash } = made(nameOf('bare', s), revision, hashes[s] ?? GENESIS_HASH, events);
      hashes[s] = hash;
      return { stream: nameOf('log', s), events, messages };
    });
  const times = { log: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    const appends = nextRound();
    const after = revision;
    const work = {
      log: () =>
        Promise.all(
          appends.map(async ({ stream, events }) => {
            const { outcome } = await log.append(stream, after, events);
            if (outcome !== 'appended') throw new Error(`the benchmark's append: ${outcome}`);
          }),
        ),
      bare: () =>
        Promise.all(
          appends.map(async ({ messages }) => {
            const answer = await send(client, messages);
            if (!answer.hasSuccess()) throw new Error("the benchmark's call was refused");
          }),
        ),
    };
    // The order rotates each round.
    for (const whose of round % 2 === 0 ? (['log', 'bare'] as const) : (['bare', 'log'] as const)) {
      const ms = await timed(work[whose]);
      if (round >= WARM_UP_ROUNDS) times[whose].push(ms);
    }
    revision += one.events;
  }
  const [value, peerValue] = [median(times.log), median(times.bare)];
  return {
    bench: one.bench,
    subject: 'event log (EventStoreDB)',
    peer: 'bare calls of the protocol',
    value,
    peerValue,
    unit: 'ms',
    ratio: value / peerValue,
    target: one.target,
    better: 'less',
  };
}

/**
 * Appends through the event log port on EventStoreDB's protocol beside the bare calls of it, with messages that were
 * made before: on the tests' stand-in for the server, as a process of its own, taking turns, medians.
 */
export async function benchEventStoreAppend(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-protocol-'));
  const args = ['--import', 'tsx', SERVE, '--folder', folder];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (CORES !== null && server.pid !== undefined) pin(server.pid, CORES.server);
  const [line] = (await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line')) as [
    string,
  ];
  const url = line.replace(/^ready /, '');
  const client = new grpc.StreamsClient(new URL(url).host, credentials.createInsecure());
  const log = await openEventStoreLog({ chained: CHAINED, url, clock: systemClock });
  try {
    const rows: Row[] = [];
    for (const one of CASES) rows.push(await measure(log, client, one));
    return { rows };
  } finally {
    await log.close();
    client.close();
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}
