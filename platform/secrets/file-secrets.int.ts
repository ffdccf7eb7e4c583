import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { openFileSecrets } from './file-secrets.ts';
import { SecretDamaged } from './port.ts';
import { secretsContract } from './test-support/contract.ts';

const freshFolder = () => mkdtemp(join(tmpdir(), 'saleyard-secrets-'));

const test = secretsContract('files', async () => {
  const folder = await freshFolder();
  return {
    secrets: await openFileSecrets({ folder }),
    reopen: () => openFileSecrets({ folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});

test('nobody else may read them, and a deleted one is in no file', async () => {
  const folder = await freshFolder();
  const secrets = await openFileSecrets({ folder });
  await secrets.put('kept', 'a very secret value');
  await secrets.put('gone', 'another secret value');
  await secrets.put('gone', 'its newer secret value');
  await secrets.delete('gone');
  let files = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    const { mode } = await stat(path);
    assert.is(mode & 0o077, 0, `${name} has mode ${(mode & 0o777).toString(8)}`);
    if ((await stat(path)).isDirectory()) continue;
    files += 1;
    assert.not.match(await readFile(path, 'utf8'), 'newer secret');
    assert.not.match(await readFile(path, 'utf8'), 'another secret');
  }
  assert.is(files, 1);
  assert.is((await stat(folder)).mode & 0o077, 0);
  await rm(folder, { recursive: true, force: true });
});

test('a garbled one is refused, naming its file', async () => {
  const folder = await freshFolder();
  const secrets = await openFileSecrets({ folder });
  await secrets.put('key', 'kept');
  const name = (await readdir(folder, { recursive: true })).find((one) => one.endsWith('.json')) ?? '';
  const file = join(folder, name);
  for (const garbled of [
    '',
    '{"name":"key","val',
    'null',
    '{"name":"key"}',
    '{"name":"other","value":"x"}',
  ]) {
    await writeFile(file, garbled);
    for (const read of [() => secrets.get('key'), () => secrets.putIfAbsent('key', 'new')]) {
      const error = await read().catch((caught: unknown) => caught);
      assert.instance(error, SecretDamaged, garbled);
      assert.ok((error as Error).message.includes(file), 'it names the file');
    }
    assert.is(await readFile(file, 'utf8'), garbled, 'nothing was written');
  }
  await rm(folder, { recursive: true, force: true });
});

test('a folder in the place of a secret, and a file in the place of a folder, are damaged secrets', async () => {
  const folder = await freshFolder();
  const secrets = await openFileSecrets({ folder });
  await secrets.put('key', 'kept');
  const name = (await readdir(folder, { recursive: true })).find((one) => one.endsWith('.json')) ?? '';
  const [file, above] = [join(folder, name), dirname(join(folder, name))];
  await rm(file);
  await mkdir(file);
  const faultOf = async (read: () => Promise<unknown>): Promise<string> => {
    const error = await read().catch((caught: unknown) => caught);
    assert.instance(error, SecretDamaged);
    return (error as Error).message;
  };
  assert.ok((await faultOf(() => secrets.get('key'))).includes(file));
  assert.ok((await faultOf(() => secrets.putIfAbsent('key', 'new'))).includes(file));
  await rm(above, { recursive: true });
  await writeFile(above, 'a file');
  assert.ok((await faultOf(() => secrets.get('key'))).includes(above));
  assert.ok((await faultOf(() => secrets.putIfAbsent('key', 'new'))).includes(above));
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file');
  assert.ok((await faultOf(() => openFileSecrets({ folder }))).includes(folder));
  await rm(folder);
});

test('what a killed process left half written is no secret and is cleared away', async () => {
  const folder = await freshFolder();
  await (await openFileSecrets({ folder })).put('a', 'kept');
  await writeFile(join(folder, 'drafts', 'half'), '{"name":"a","val');
  const secrets = await openFileSecrets({ folder });
  assert.is(await secrets.get('a'), 'kept');
  assert.equal(await readdir(join(folder, 'drafts')), []);
  await rm(folder, { recursive: true, force: true });
});

test('acknowledged secrets are there after the process is killed, and nothing is torn', async () => {
  const folder = await freshFolder();
  const writer = `
    import { openFileSecrets } from ${JSON.stringify(new URL('./file-secrets.ts', import.meta.url).href)};
    const secrets = await openFileSecrets({ folder: ${JSON.stringify(folder)} });
    for (let n = 0; ; n += 1) {
      await secrets.put('counter', String(n).padStart(9, '0').repeat(500));
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
  const value = (await (await openFileSecrets({ folder })).get('counter')) ?? '';
  const stored = Number(value.slice(0, 9));
  assert.is(value, String(stored).padStart(9, '0').repeat(500));
  assert.ok(
    stored >= acknowledged && stored <= acknowledged + 1,
    `${stored} stored, ${acknowledged} acknowledged`,
  );
  await rm(folder, { recursive: true, force: true });
}, 30_000);

test.run();
