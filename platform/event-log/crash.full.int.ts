import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { verifyChain } from './hash-chain.ts';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import type { NewEvent, RecordedEvent } from './port.ts';
import { CHAINED } from './test-support/contract-events.ts';

const long = process.env.SALEYARD_LONG === '1';
const KILLS = long ? 300 : 25;
const SEED = Number(process.env.SALEYARD_SEED ?? 20_260_101);
/** A child appends for at most so long before it is killed, in ms. */
const LONGEST_LIFE_MS = 250;
const STREAMS = ['auction-a', 'auction-b', 'listing-c', 'auction-d', 'account-e', 'auction-f'];

const test = suite('crash', { limitMs: long ? 1_800_000 : 110_000 });

/** What is at a place is decided by the place, so that a child can say again what one before it said. */
function batchAt(stream: string, expected: number): NewEvent[] {
  const size = 1 + ((stream.charCodeAt(stream.length - 1) + 7 * expected + 77) % 5);
  return Array.from({ length: size }, (_, i) => {
    const id = `${stream}@${expected + 1 + i}`;
    const actor = { kind: 'system', id: 'crash' } as const;
    const meta = { at: expected + 1 + i, commandId: `${stream}@${expected}`, actor, schema: 1 };
    return { id, type: 'Noted', data: { text: id.repeat(1 + (i % 30)) }, meta };
  });
}

/** In the child: appends to every stream at once, each from where the parent says, and says what was acknowledged. */
async function appendForEver(folder: string, from: Record<string, number>): Promise<void> {
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  process.stdout.write('open\n');
  await Promise.all(
    STREAMS.map(async (stream) => {
      for (let expected = from[stream] ?? -1; ; ) {
        const result = await log.append(stream, expected, batchAt(stream, expected));
        if (result.outcome !== 'appended')
          throw new Error(`${stream} ${expected}: ${JSON.stringify(result)}`);
        process.stdout.write(`${stream} ${expected} ${result.revision}\n`);
        expected = result.revision;
      }
    }),
  );
}

type Acknowledged = Map<string, { began: number; last: number }>;

/** Runs a child until it is killed `lifeMs` after it opened the log; adds what it acknowledged. */
async function runAndKill(folder: string, lifeMs: number, acknowledged: Acknowledged): Promise<number> {
  const from = Object.fromEntries([...acknowledged].map(([stream, { began }]) => [stream, began]));
  const child = spawn(process.execPath, [...OWN_FILE, 'child', folder, JSON.stringify(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'open') setTimeout(() => child.kill('SIGKILL'), lifeMs);
    const [, stream, began, last] = /^(\S+) (-?\d+) (\d+)$/.exec(line) ?? [];
    if (stream === undefined) continue;
    acknowledged.set(stream, { began: Number(began), last: Number(last) });
    lines += 1;
  }
  const [, signal] = await ended;
  assert.is(signal, 'SIGKILL', 'the child ended by itself');
  return lines;
}

async function checkAll(folder: string, acknowledged: Acknowledged): Promise<number> {
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  const { events } = await log.verify();
  let counted = 0;
  for (const stream of STREAMS) {
    const stored: RecordedEvent[] = [];
    for await (const batch of log.read(stream, { asStored: true })) stored.push(...batch);
    const { last } = acknowledged.get(stream) ?? { last: -1 };
    assert.ok(stored.length > last, `${stream}: ${last} was acknowledged, ${stored.length - 1} is the last`);
    for (let expected = -1; expected + 1 < stored.length; ) {
      for (const event of batchAt(stream, expected)) {
        expected += 1;
        const found = stored[expected];
        assert.is(found?.id, event.id, 'each once, at its revision, no batch in part');
        assert.is(found?.revision, expected);
        assert.equal(found?.data, event.data);
        assert.ok(expected === 0 || (stored[expected - 1]?.position as number) < (found?.position as number));
      }
    }
    if (stream.startsWith('auction-')) {
      assert.is((await verifyChain(log.read(stream, { asStored: true }))).intact, true);
    }
    counted += stored.length;
  }
  assert.is(counted, events);
  await log.close();
  return events;
}

test(`killed ${KILLS} times at any moment, the log holds what it acknowledged, once and whole`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-crash-'));
  let state = SEED;
  const random = () => {
    // A linear congruence is enough to scatter moments, and the same seed scatters them the same.
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const acknowledged: Acknowledged = new Map();
  let answers = 0;
  let events = 0;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      answers += await runAndKill(folder, random() * LONGEST_LIFE_MS, acknowledged);
      events = await checkAll(folder, acknowledged);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`  ${KILLS} kills (seed ${SEED}): ${answers} appends acknowledged, ${events} events stored`);
  assert.ok(answers > KILLS, 'the children got to append');
});

if (process.argv[2] === 'child') {
  await appendForEver(process.argv[3] ?? '', JSON.parse(process.argv[4] ?? '{}') as Record<string, number>);
} else {
  test.run();
}
