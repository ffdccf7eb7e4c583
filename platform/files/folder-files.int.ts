import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { openFolderFiles } from './folder-files.ts';
import { bytesOf, filesContract } from './test-support/contract.ts';

const freshFolder = () => mkdtemp(path.join(tmpdir(), 'saleyard-files-'));

const test = filesContract('a folder', async () => {
  const folder = await freshFolder();
  return {
    files: await openFolderFiles({ folder }),
    reopen: () => openFolderFiles({ folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});

test('nobody else may read them', async () => {
  const folder = await freshFolder();
  const files = await openFolderFiles({ folder });
  await files.put('accounts/a/logo', bytesOf('a', 10));
  for (const name of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(path.join(folder, name));
    assert.is(mode & 0o077, 0, `${name} has mode ${(mode & 0o777).toString(8)}`);
  }
  await rm(folder, { recursive: true, force: true });
});

test('what a killed process left half written is cleared away, unless it may still be writing', async () => {
  const folder = await freshFolder();
  await (await openFolderFiles({ folder })).put('a', bytesOf('a', 10));
  await writeFile(path.join(folder, '.drafts', 'half'), 'half');
  const beside = await openFolderFiles({ folder, isBeside: true });
  assert.equal(await readdir(path.join(folder, '.drafts')), ['half']);
  assert.equal(await beside.get('a'), bytesOf('a', 10));
  await openFolderFiles({ folder });
  assert.equal(await readdir(path.join(folder, '.drafts')), []);
  await rm(folder, { recursive: true, force: true });
});

test('acknowledged files are there after the process is killed, and nothing is torn', async () => {
  const folder = await freshFolder();
  const writer = `
    import { openFolderFiles } from ${JSON.stringify(new URL('./folder-files.ts', import.meta.url).href)};
    const files = await openFolderFiles({ folder: ${JSON.stringify(folder)} });
    for (let n = 0; ; n += 1) {
      await files.put('counter', Buffer.from(String(n).padStart(9, '0').repeat(5000)));
      console.log(n);
    }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', writer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.split('\n').length > 30) child.kill('SIGKILL');
  }
  await exited;
  const acknowledged = Number(output.trimEnd().split('\n').at(-1));
  const text = (await (await openFolderFiles({ folder })).get('counter'))?.toString() ?? '';
  const stored = Number(text.slice(0, 9));
  assert.is(text, String(stored).padStart(9, '0').repeat(5000));
  assert.ok(stored >= acknowledged && stored <= acknowledged + 1, `${stored} of ${acknowledged}`);
  await rm(folder, { recursive: true, force: true });
});

test.run();
