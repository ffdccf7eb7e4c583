import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import type { NewEvent } from './port.ts';
import { appended, CHAINED } from './test-support/contract-events.ts';
import { appendUntilKnown } from './test-support/eventstore-wire/wired-log.ts';

const test = suite('slow disk', { limitMs: 30_000 });

const note = (id: string): NewEvent => {
  const actor = { kind: 'system', id: 'test' } as const;
  return { id, type: 'Noted', data: {}, meta: { at: 1, commandId: 'c', actor, schema: 1 } };
};

test('a commit that takes too long is unknown, and the same append again returns the outcome', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-slow-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder, commitDeadlineMs: 200 });
  // A loaded machine's own commits may be late too.
  const settled = async (stream: string, expected: number, event: NewEvent) =>
    appended((await appendUntilKnown(log, stream, expected, [event])).result);
  await settled('auction-a', -1, note('0'));

  // Another process sits on LMDB's write lock, which to this one is a disk that does not answer.
  const script = `
    import { readSync } from 'node:fs';
    import { open } from 'lmdb';
    const db = open({ path: ${JSON.stringify(folder)}, noSubdir: false, encoding: 'binary', keyEncoding: 'binary' });
    db.transactionSync(() => { console.log('held'); readSync(0, Buffer.alloc(1)); });
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');

  const first = log.append('auction-a', 0, [note('1')]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waiting = log.append('listing-b', -1, [note('2')]);
  assert.is((await first).outcome, 'unknown');
  assert.is((await waiting).outcome, 'unknown');
  assert.is((await log.append('listing-b', -1, [note('2')])).outcome, 'unknown', 'at once, while it lasts');
  assert.is(await log.lastRevision('auction-a'), 0, 'what is not known to be stored is not answered');

  child.stdin.end('x');
  await ended;
  await settled('auction-a', 0, note('1'));
  await settled('listing-b', -1, note('2'));
  assert.is(await log.lastRevision('auction-a'), 1);
  assert.is((await log.verify()).events, 3);
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
