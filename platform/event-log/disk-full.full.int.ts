import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import type { EventLog, NewEvent } from './port.ts';
import { CHAINED } from './test-support/contract-events.ts';

const test = suite('disk full', { limitMs: 30_000 });

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}

/** Mounts a small file system in memory; undefined where that is not permitted. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-full-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder);
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

function notes(count: number, revision: number): NewEvent[] {
  const actor = { kind: 'system', id: 'test' } as const;
  return Array.from({ length: count }, (_, i) => ({
    id: `id-${revision + i}`,
    type: 'Noted',
    data: { text: 'x'.repeat(2_000), n: revision + i },
    meta: { at: 1, commandId: 'c', actor, schema: 1 },
  }));
}

async function numbersIn(log: EventLog, stream: string): Promise<number[]> {
  const numbers: number[] = [];
  for await (const batch of log.read(stream))
    numbers.push(...batch.map(({ data }) => (data as { n: number }).n));
  return numbers;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const mounted = mountSmall();
if (mounted === undefined) {
  notRun('event log: disk full', 'run as a user that may mount a tmpfs');
} else {
  test('when there is no space the append is `full`, reads go on, and it goes on when there is space', async () => {
    const folder = join(mounted, 'log');
    const ballast = join(mounted, 'ballast');
    writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024));
    let log = await openLmdbEventLog({ chained: CHAINED, folder });
    let revision = -1;
    for (;;) {
      const result = await log.append('auction-a', revision, notes(20, revision + 1));
      if (result.outcome === 'full') break;
      assert.is(result.outcome, 'appended');
      revision += 20;
    }
    assert.ok(revision > 500, `${revision} is the last that had space`);

    const together = await Promise.all([
      log.append('auction-a', revision, notes(20, revision + 1)),
      log.append('listing-b', -1, notes(20, 0)),
      log.append('auction-a', revision + 20, notes(20, revision + 21)),
    ]);
    assert.equal(
      together.map(({ outcome }) => outcome),
      ['full', 'full', 'full'],
      'also what follows an append that had no space',
    );
    assert.equal(await numbersIn(log, 'auction-a'), upTo(revision + 1));
    assert.is(await log.lastRevision('auction-a'), revision);
    assert.is(await log.lastRevision('listing-b'), -1);
    assert.is(await log.lastPosition(), revision);
    assert.is((await log.verify()).events, revision + 1);

    rmSync(ballast);
    const again = await log.append('auction-a', revision, notes(20, revision + 1));
    assert.is(again.outcome, 'appended', 'the same append again');
    assert.is((await log.append('listing-b', -1, notes(5, 0))).outcome, 'appended');
    await log.close();

    log = await openLmdbEventLog({ chained: CHAINED, folder });
    assert.equal(await numbersIn(log, 'auction-a'), upTo(revision + 21));
    assert.equal(await numbersIn(log, 'listing-b'), upTo(5));
    assert.is((await log.verify()).events, revision + 26);
    await log.close();
  });

  test.after(() => {
    // A failed test leaves its log open; the mount then goes with this process.
    run('umount', '--lazy', mounted);
    rmSync(mounted, { recursive: true, force: true });
  });
  test.run();
}
