import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import type { EventLog, NewEvent } from './port.ts';
import { CHAINED } from './test-support/contract-events.ts';

const test = suite('the event log, read beside its holder');
const folder = mkdtempSync(join(tmpdir(), 'saleyard-read-only-'));
let holder: EventLog;

const events = (from: number, count: number): NewEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `id-${from + i}`,
    type: 'Noted',
    data: { n: from + i },
    meta: { at: 1, commandId: 'c', actor: { kind: 'system', id: 'test' }, schema: 1 },
  }));

async function count(log: EventLog): Promise<number> {
  let read = 0;
  for await (const batch of log.read('auction-a')) read += batch.length;
  return read;
}

test.before(async () => {
  holder = await openLmdbEventLog({ chained: CHAINED, folder });
  await holder.append('auction-a', -1, events(0, 10));
});

test.after(async () => {
  await holder.close();
  rmSync(folder, { recursive: true });
});

test('it reads what is stored, and the holder goes on', async () => {
  const reader = await openLmdbEventLog({ chained: CHAINED, folder, readOnly: true });
  assert.is(await count(reader), 10);
  assert.is((await holder.append('auction-a', 9, events(10, 5))).outcome, 'appended');
  assert.is(await reader.lastPosition(), 9, 'the log as it was when opened');
  await reader.close();
  assert.is((await holder.append('auction-a', 14, events(15, 5))).outcome, 'appended');
  const later = await openLmdbEventLog({ chained: CHAINED, folder, readOnly: true });
  assert.is(await count(later), 20);
  assert.is((await later.verify()).events, 20);
  await later.close();
});

test('it stores nothing', async () => {
  const reader = await openLmdbEventLog({ chained: CHAINED, folder, readOnly: true });
  const refused = await reader.append('auction-b', -1, events(0, 1)).catch((error: Error) => error.message);
  assert.is(refused, 'the event log was opened for reading only');
  assert.is(await holder.lastRevision('auction-b'), -1);
  await reader.close();
});

test('a file that was emptied is refused by name: LMDB would end the process by a signal', async () => {
  const emptied = mkdtempSync(join(tmpdir(), 'saleyard-emptied-'));
  writeFileSync(join(emptied, 'data.mdb'), '');
  const refused = await openLmdbEventLog({ chained: CHAINED, folder: emptied, readOnly: true }).catch(
    (error: Error) => error.message,
  );
  assert.match(refused as string, /the file is empty/);
  rmSync(emptied, { recursive: true });
});

test('it makes no folder', async () => {
  const missing = join(folder, 'missing');
  const refused = await openLmdbEventLog({ chained: CHAINED, folder: missing, readOnly: true }).catch(
    (error: Error) => error.message,
  );
  assert.is(refused, `there is no event log in ${missing}`);
  assert.not.ok(existsSync(missing));
});

test.run();
