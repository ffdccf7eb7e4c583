import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const BIN = fileURLToPath(new URL('../bin/saleyard.js', import.meta.url));

const test = suite('a start that the machine refuses', { limitMs: 120_000 });

/** What a start ends with: its exit code, and what it printed of its error. */
async function started(...options: string[]): Promise<[code: number, printed: string]> {
  const child = spawn(process.execPath, [BIN, 'start', '--empty', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number]>;
  const printed = await text(child.stderr);
  return [(await exited)[0], printed];
}

test('a port in use and a file for a folder end with a sentence that says what to change', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-refused-'));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    const [inUse, why] = await started('--port', String(port), '--data', path.join(folder, 'data'));
    assert.is(inUse, 1);
    assert.match(why, /^saleyard: Another program has this port: choose another by --port/m);
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const [isFile, said] = await started('--port', '0', '--data', file);
    assert.is(isFile, 1);
    assert.match(said, /^saleyard: A file is where a folder should be: check --data/m);
  } finally {
    other.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test.run();
