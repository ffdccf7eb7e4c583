import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { openLmdbDocuments } from './lmdb-documents.ts';
import type { DocumentWrite } from './port.ts';

const test = suite('read store: disk full', { limitMs: 30_000 });

/** Mounts a small file system in memory; undefined where that is not permitted. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

const writes = (from: number): DocumentWrite[] =>
  Array.from({ length: 50 }, (_, i) => ({
    op: 'put',
    collection: 'notes',
    id: `note-${from + i}`,
    document: { n: from + i, text: 'x'.repeat(2_000) },
  }));

const mounted = mountSmall();
if (mounted === undefined) {
  notRun('read store: disk full', 'run as a user that may mount a tmpfs');
} else {
  test('a commit without space is refused, the process lives, reads go on, and it goes on when there is space', async () => {
    const stray: unknown[] = [];
    const note = (reason: unknown) => stray.push(reason);
    process.on('unhandledRejection', note);
    const ballast = join(mounted, 'ballast');
    writeFileSync(ballast, Buffer.alloc(3 * 1024 * 1024));
    const documents = await openLmdbDocuments({ folder: join(mounted, 'read'), clock: systemClock });
    await documents.declare([{ name: 'notes', indexes: [{ keys: { n: 1 } }] }]);

    let position = 0;
    let refusal: unknown;
    while (refusal === undefined && position < 10_000) {
      refusal = await documents.commit('notes', position + 50, writes(position)).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal === undefined) position += 50;
    }
    assert.ok(refusal, 'at last there is no space');
    assert.ok(position > 0, 'at first there was');
    assert.is(
      await documents.checkpoint('notes'),
      position,
      'the checkpoint is that of the last commit with space',
    );
    assert.is(await documents.count('notes', {}), position);
    assert.is((await documents.get<{ n: number }>('notes', 'note-7'))?.n, 7);

    rmSync(ballast);
    await documents.commit('notes', position + 50, writes(position));
    assert.is(await documents.count('notes', {}), position + 50);
    await documents.close();
    process.off('unhandledRejection', note);
    assert.equal(stray, [], 'no rejection is left to nobody');
  });

  test.after(() => {
    execFileSync('umount', [mounted]);
    rmSync(mounted, { recursive: true });
  });
}

test.run();
