import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { holdFolder } from './folder-lock.ts';
import { openLmdbEventLog } from './lmdb-event-log.ts';
import { EventLogInUse } from './port.ts';
import { CHAINED } from './test-support/contract-events.ts';

const test = suite('folder lock', { limitMs: 30_000 });
const folders: string[] = [];

const isInUse = (error: unknown): boolean => error instanceof EventLogInUse;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-lock-'));
  folders.push(folder);
  return folder;
}

/** Starts a process that opens the folder's log and answers with what became of it, and then waits. */
function opener(folder: string) {
  const module = JSON.stringify(fileURLToPath(new URL('./lmdb-event-log.ts', import.meta.url)));
  const script = `
    const { openLmdbEventLog } = await import(${module});
    try { await openLmdbEventLog({ chained: [], folder: ${JSON.stringify(folder)} }); console.log('opened'); }
    catch (error) { console.log(error.name + ': ' + error.message); process.exit(3); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = once(child.stdout, 'data').then(([data]) => String(data).trim());
  const ended = once(child, 'exit');
  return { said, kill: () => child.kill('SIGKILL'), ended };
}

test.after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a second process gets one clear error, and none once the first was killed', async () => {
  const folder = newFolder();
  const first = opener(folder);
  assert.is(await first.said, 'opened');
  const second = opener(folder);
  assert.match(
    await second.said,
    /^EventLogInUse: the data folder .* is in use by process \d+; stop it first/,
  );
  await second.ended;
  first.kill();
  await first.ended;
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  await log.close();
});

test('the same process may not open it twice, but again after closing', async () => {
  const folder = newFolder();
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  const twice = await openLmdbEventLog({ chained: CHAINED, folder }).catch((error: unknown) => error);
  assert.instance(twice, EventLogInUse);
  await log.close();
  await (await openLmdbEventLog({ chained: CHAINED, folder })).close();
});

test('of several that start at once on a dead holder exactly one gets in', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'held.7'), JSON.stringify({ where: 'x', pid: 1, since: '1', released: true }));
  const all = [opener(folder), opener(folder), opener(folder)];
  const said = await Promise.all(all.map((one) => one.said));
  for (const one of all) one.kill();
  await Promise.all(all.map((one) => one.ended));
  assert.is(said.filter((line) => line === 'opened').length, 1);
  assert.is(said.filter((line) => line.startsWith('EventLogInUse')).length, 2);
});

test('a process that has a dead holder’s id does not keep the folder', () => {
  const folder = newFolder();
  const own = holdFolder(folder);
  const file = join(folder, 'held.1');
  const holder = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; since: string };
  assert.is(holder.pid, process.pid);
  assert.throws(() => holdFolder(folder), isInUse);
  writeFileSync(file, JSON.stringify({ ...holder, since: `${holder.since}0` }));
  holdFolder(folder).release();
  own.release();
});

test('a holder elsewhere counts as long as it gives signs of life', () => {
  const folder = newFolder();
  const file = join(folder, 'held.1');
  writeFileSync(file, JSON.stringify({ where: 'another machine', pid: 1, since: '1', released: false }));
  assert.throws(() => holdFolder(folder), isInUse);
  utimesSync(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  holdFolder(folder).release();
});

test('a holder that died before it wrote its name is waited out', () => {
  const folder = newFolder();
  const file = join(folder, 'held.1');
  writeFileSync(file, '');
  assert.throws(() => holdFolder(folder), isInUse);
  utimesSync(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  holdFolder(folder).release();
});

test.run();
