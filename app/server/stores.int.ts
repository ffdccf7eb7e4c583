import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openStores } from './stores.ts';

const test = suite('stores of a data folder');

/** Modes of a folder and of all that lies in it, by name. */
function modesOf(folder: string): Map<string, string> {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return new Map(
    names.map((name) => {
      const found = statSync(path.join(folder, name));
      return [name, `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`];
    }),
  );
}

test('a data folder, old or new, is open to its user alone', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'saleyard-stores-'));
  const before = process.umask(0o022);
  const outside = { clock: systemClock, logger: createLogger({ level: 'silent' }) };
  try {
    for (const name of ['new', 'old']) {
      const data = path.join(parent, name);
      if (name === 'old') {
        mkdirSync(path.join(data, 'log'), { recursive: true });
        writeFileSync(path.join(data, 'log', 'notes'), 'x');
        chmodSync(data, 0o755);
      }
      process.umask(0o022);
      const stores = await openStores({ data, eventStoreUrl: null, mongoUrl: null, s3Url: null }, outside);
      await stores.secrets.put('a', 'b');
      const modes = modesOf(data);
      await stores.close();
      assert.ok(modes.has('log/data.mdb') && modes.has('read/data.mdb'), [...modes.keys()].join());
      for (const [file, mode] of modes)
        assert.ok(['folder 700', 'file 600'].includes(mode), `${file}: ${mode}`);
    }
  } finally {
    process.umask(before);
    rmSync(parent, { recursive: true });
  }
});

test.run();
