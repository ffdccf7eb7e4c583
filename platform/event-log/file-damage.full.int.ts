import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_FILE } from '@saleyard/testing/own-process.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { DATA_FILE } from '../lmdb/checked-file.ts';
import { lmdbDamage } from '../lmdb/lmdb-file-check.ts';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import { EventLogCorrupt, EventLogDamaged, type NewEvent } from './port.ts';
import { CHAINED } from './test-support/contract-events.ts';

const LONG = process.env.SALEYARD_LONG === '1';
const SEED = Number(process.env.SALEYARD_SEED ?? 20_260_102);
/** Of all pages, every so many-th is cut off at, and zeroed. */
const EVERY_PAGE = LONG ? 1 : 3;
const FLIPS = LONG ? 4_000 : 160;
const PAGE = 4_096;
/** The bytes of a meta page that mean something. */
const META_BYTES = 168;
/** Where it names its last page, in eight bytes. */
const LAST_PAGE_AT = 144;

const STREAMS = ['auction-a', 'auction-b', 'listing-c', 'listing-large'] as const;
const ROUNDS = 30;

function note(stream: string, revision: number): NewEvent {
  const meta = { at: revision, commandId: 'c', actor: { kind: 'system', id: 'test' } as const, schema: 1 };
  const length = stream === 'listing-large' ? 6_000 : 300;
  return { id: `${stream}:${revision}`, type: 'Noted', data: { text: 'x'.repeat(length) }, meta };
}

/** Change of a sound file: what it is, and how. */
type Damage = { what: 'truncated' | 'zeroed' | 'flipped'; at: number; bit?: number };

function damaged(sound: Buffer, { what, at, bit = 0 }: Damage): Buffer {
  if (what === 'truncated') return sound.subarray(0, at);
  const bytes = Buffer.from(sound);
  if (what === 'zeroed') bytes.fill(0, at, at + PAGE);
  else bytes[at] = (bytes[at] as number) ^ (1 << bit);
  return bytes;
}

/** What became of opening a damaged log and using it as a server does. `WRONG` must never be. */
type Verdict = 'same' | 'refused' | 'set aside' | `WRONG: ${string}`;

async function verdictOf(folder: string): Promise<Verdict> {
  try {
    return await used(folder);
  } catch (error) {
    if (error instanceof EventLogDamaged || error instanceof EventLogCorrupt) return 'refused';
    return `WRONG: ${String(error)}`;
  }
}

/** Opens a log twice, reads, follows and appends; anything but what was stored must be named. */
async function used(folder: string): Promise<Verdict> {
  let ends = new Map<string, number>(STREAMS.map((stream) => [stream, ROUNDS - 1]));
  const aside = new Set<string>();
  for (let opening = 0; opening < 2; opening += 1) {
    const log = await openLmdbEventLog({ chained: CHAINED, folder });
    const next = new Map<string, number>();
    for (const [stream, end] of ends) {
      try {
        let revision = 0;
        for await (const batch of log.read(stream))
          for (const event of batch) {
            if (event.id !== `${stream}:${revision}`) return `WRONG: ${event.id} for ${stream}:${revision}`;
            revision += 1;
          }
        if (revision !== end + 1) return `WRONG: ${stream} ends after ${revision}`;
        const { outcome } = await log.append(stream, end, [note(stream, end + 1)]);
        if (outcome !== 'appended') return `WRONG: ${stream}: ${outcome}`;
        next.set(stream, end + 1);
      } catch (error) {
        if (!(error instanceof EventLogCorrupt)) throw error;
        aside.add(stream);
      }
    }
    ends = next;
    const followed = new Map<string, number>();
    for await (const item of log.subscribe()) {
      if (item.kind === 'caughtUp') break;
      for (const { stream, revision } of item.events) followed.set(stream, revision);
    }
    for (const [stream, end] of ends)
      if (followed.get(stream) !== end) return `WRONG: ${stream} is followed to ${followed.get(stream)}`;
    await log.close();
  }
  return aside.size === 0 ? 'same' : 'set aside';
}

/** In the child: a line for each damage, as soon as its verdict is known. */
async function survey(file: string, damages: readonly Damage[]): Promise<void> {
  const sound = readFileSync(file);
  const root = mkdtempSync(join(tmpdir(), 'saleyard-damage-'));
  for (const [i, damage] of damages.entries()) {
    const folder = join(root, String(i));
    mkdirSync(folder);
    writeFileSync(join(folder, DATA_FILE), damaged(sound, damage));
    writeSync(1, `${await verdictOf(folder)}\n`);
    rmSync(folder, { recursive: true, force: true });
  }
  rmSync(root, { recursive: true, force: true });
}

/** The verdicts of a child on damages; the child must live to report all of them. */
async function verdictsOf(file: string, damages: readonly Damage[]): Promise<Record<string, number>> {
  const child = spawn(process.execPath, [...OWN_FILE, 'survey', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(damages));
  let output = '';
  for await (const part of child.stdout) output += String(part);
  const verdicts = output.split('\n').slice(0, -1);
  const last = damages[verdicts.length];
  assert.equal(await ended, [0, null], `a signal at ${JSON.stringify(last)}`);
  const tally: Record<string, number> = {};
  for (const [i, verdict] of verdicts.entries()) {
    assert.not.match(verdict, 'WRONG', JSON.stringify(damages[i]));
    tally[verdict] = (tally[verdict] ?? 0) + 1;
  }
  return tally;
}

if (process.argv[2] === 'survey') {
  await survey(process.argv[3] as string, JSON.parse(readFileSync(0, 'utf8')) as Damage[]);
} else {
  const test = suite('a damaged file', { limitMs: LONG ? 3_600_000 : 240_000 });
  const root = mkdtempSync(join(tmpdir(), 'saleyard-file-damage-'));
  const file = join(root, DATA_FILE);
  let size = 0;

  test.before(async () => {
    const log = await openLmdbEventLog({ chained: CHAINED, folder: root });
    for (let revision = 0; revision < ROUNDS; revision += 1)
      for (const stream of STREAMS) await log.append(stream, revision - 1, [note(stream, revision)]);
    await log.close();
    size = readFileSync(file).length;
  });
  test.after(() => rmSync(root, { recursive: true, force: true }));

  const pages = (): number[] =>
    Array.from({ length: Math.floor(size / PAGE / EVERY_PAGE) }, (_, i) => i * EVERY_PAGE * PAGE);

  test('a sound file has no damage', () => {
    assert.is(lmdbDamage(file), undefined);
  });

  test('cut short anywhere: refused in a sentence, never a signal, never as if new', async () => {
    const cuts = pages()
      .slice(1)
      .flatMap((at) => [at, at + 100]);
    const verdicts = await verdictsOf(
      file,
      cuts.map((at) => ({ what: 'truncated', at })),
    );
    assert.equal(Object.keys(verdicts), ['refused']);
  });

  test('a page of zeros: refused, or its streams are set aside', async () => {
    const verdicts = await verdictsOf(
      file,
      pages().map((at) => ({ what: 'zeroed', at })),
    );
    console.log(`  ${JSON.stringify(verdicts)}`);
    assert.ok((verdicts['refused'] ?? 0) > 0);
  });

  test('every bit of both meta pages', async () => {
    const flips: Damage[] = [];
    for (const start of [0, PAGE])
      for (let at = start; at < start + META_BYTES; at += LONG ? 1 : 3)
        for (const bit of LONG ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8])
          flips.push({ what: 'flipped', at, bit });
    // A last page far beyond the file, of which LMDB would map as much.
    for (const bit of [0, 1, 2]) flips.push({ what: 'flipped', at: LAST_PAGE_AT + 4, bit });
    const verdicts = await verdictsOf(file, flips);
    console.log(`  ${JSON.stringify(verdicts)}`);
    assert.ok((verdicts['refused'] ?? 0) > 0);
  });

  test(`${FLIPS} bits anywhere, half of them in the headers of pages`, async () => {
    let state = SEED;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    const flips = Array.from({ length: FLIPS }, (_, i): Damage => {
      const at = i % 2 === 0 ? random(size) : random(size / PAGE) * PAGE + random(64);
      return { what: 'flipped', at, bit: random(8) };
    });
    const verdicts = await verdictsOf(file, flips);
    console.log(`  seed ${SEED}: ${JSON.stringify(verdicts)}`);
    assert.ok((verdicts['refused'] ?? 0) > 0 && (verdicts['set aside'] ?? 0) > 0);
  });

  test.run();
}
