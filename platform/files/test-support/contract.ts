import { createHash } from 'node:crypto';
import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Files, UnfitKey } from '../port.ts';

/** Files to test, in a fresh place. `reopen` closes them and opens the same place again. */
export type FilesUnderTest = { files: Files; reopen(): Promise<Files>; remove(): Promise<void> };

/** Bytes that look like no text, the same each time. */
export const bytesOf = (seed: string, length: number): Buffer => {
  const blocks: Buffer[] = [];
  for (let made = 0, n = 0; made < length; made += 32, n += 1)
    blocks.push(createHash('sha256').update(`${seed} ${n}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
};

/** What every keeper of files must do. */
export function filesContract(title: string, factory: () => Promise<FilesUnderTest>): Suite {
  const test = suite(`files: ${title}`, { limitMs: 30_000 });

  const withFiles = (name: string, body: (under: FilesUnderTest) => Promise<void>) =>
    test(name, async () => {
      const under = await factory();
      try {
        await body(under);
      } finally {
        await under.remove();
      }
    });

  withFiles('a file is kept, replaced and deleted', async ({ files }) => {
    assert.is(await files.get('accounts/a/logo'), undefined);
    await files.delete('accounts/a/logo');
    await files.put('accounts/a/logo', bytesOf('first', 5_000));
    await files.put('accounts/b/logo', bytesOf('other', 10));
    assert.equal(await files.get('accounts/a/logo'), bytesOf('first', 5_000));
    await files.put('accounts/a/logo', bytesOf('second', 3));
    assert.equal(await files.get('accounts/a/logo'), bytesOf('second', 3));
    await files.delete('accounts/a/logo');
    await files.delete('accounts/a/logo');
    assert.is(await files.get('accounts/a/logo'), undefined);
    assert.equal(await files.get('accounts/b/logo'), bytesOf('other', 10));
  });

  withFiles('the files below a key are listed with their sizes', async ({ files }) => {
    await files.put('accounts/a/media/l1/m1/part-0', bytesOf('one', 1_000));
    await files.put('accounts/a/logo', bytesOf('two', 20));
    await files.put('accounts/ab/logo', bytesOf('three', 3));
    const listed = async (folder: string) => {
      const found: string[] = [];
      for await (const { key, bytes, at } of files.list(folder)) {
        assert.ok(at > 1.6e12);
        found.push(`${key} ${bytes}`);
      }
      return found.sort();
    };
    assert.equal(await listed('accounts/a'), ['accounts/a/logo 20', 'accounts/a/media/l1/m1/part-0 1000']);
    assert.is((await listed('accounts')).length, 3);
    assert.equal(await listed('nowhere'), []);
  });

  withFiles('every byte of a large file comes back, and those of an empty one', async ({ files }) => {
    const large = bytesOf('large', 7 * 1024 * 1024 + 13);
    await files.put('large', large);
    await files.put('empty', new Uint8Array());
    assert.ok((await files.get('large'))?.equals(large));
    assert.is((await files.get('empty'))?.length, 0);
  });

  withFiles('files survive reopening, and so does their absence', async ({ files, reopen }) => {
    await files.put('kept', Buffer.from('kept'));
    await files.put('gone', Buffer.from('gone'));
    await files.delete('gone');
    const again = await reopen();
    assert.is((await again.get('kept'))?.toString(), 'kept');
    assert.is(await again.get('gone'), undefined);
    await again.close();
  });

  withFiles('a folder is deleted with all that is in it, and with nothing else', async ({ files }) => {
    await files.deleteAll('accounts/a');
    const inside = Array.from({ length: 25 }, (_, n) => `accounts/a/file-${n}`);
    const others = ['accounts/ab/logo', 'accounts/b/logo', 'accounts/a'];
    for (const key of [...inside, 'accounts/a/deeper/logo', ...others]) await files.put(key, bytesOf(key, 4));
    await files.deleteAll('accounts/a');
    for (const key of [...inside, 'accounts/a/deeper/logo']) assert.is(await files.get(key), undefined, key);
    for (const key of others) assert.equal(await files.get(key), bytesOf(key, 4), key);
    await files.put('accounts/a/logo', bytesOf('again', 4));
    assert.equal(await files.get('accounts/a/logo'), bytesOf('again', 4));
  });

  withFiles('writers of one file at a time leave one whole file', async ({ files }) => {
    const values = Array.from({ length: 8 }, (_, n) => bytesOf(`writer ${n}`, 200_000 + n));
    const reading = Array.from({ length: 8 }, () => files.get('shared'));
    await Promise.all(values.map((bytes) => files.put('shared', bytes)));
    const found = [await files.get('shared'), ...(await Promise.all(reading))];
    assert.ok(found[0] !== undefined);
    for (const bytes of found)
      assert.ok(bytes === undefined || values.some((value) => value.equals(bytes)), 'it is whole');
  });

  withFiles('an invalid key is refused by every method', async ({ files }) => {
    const unfit = [
      '',
      '/',
      '/etc/passwd',
      '../up',
      'a/../b',
      'a//b',
      'a/',
      'A',
      'a b',
      'a\0b',
      'a\\b',
      '.drafts',
    ];
    for (const key of [...unfit, 'a.file', 'ä', '-a', `${'a'.repeat(201)}`, '%2e%2e/b', 'a\n']) {
      const asked = [
        () => files.put(key, new Uint8Array()),
        () => files.get(key),
        () => files.delete(key),
        () => files.deleteAll(key),
      ];
      for (const ask of asked) {
        const thrown = await ask().then(
          () => null,
          (error: unknown) => error,
        );
        assert.instance(thrown, UnfitKey, JSON.stringify(key));
      }
    }
  });

  return test;
}
