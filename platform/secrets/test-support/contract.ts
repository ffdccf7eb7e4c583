import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Secrets } from '../port.ts';

/** Secrets to test, over a fresh place. `reopen` closes them and opens the same place again. */
export type SecretsUnderTest = { secrets: Secrets; reopen(): Promise<Secrets>; remove(): Promise<void> };

/** What every keeper of secrets must do. */
export function secretsContract(title: string, factory: () => Promise<SecretsUnderTest>): Suite {
  const test = suite(`secrets: ${title}`);

  const withSecrets = (name: string, body: (under: SecretsUnderTest) => Promise<void>) =>
    test(name, async () => {
      const under = await factory();
      try {
        await body(under);
      } finally {
        await under.remove();
      }
    });

  withSecrets('a secret is kept, replaced and deleted', async ({ secrets }) => {
    assert.is(await secrets.get('password:x'), undefined);
    await secrets.put('password:x', 'one');
    await secrets.put('password:y', 'other');
    await secrets.put('password:x', 'two');
    assert.is(await secrets.get('password:x'), 'two');
    assert.is(await secrets.get('password:y'), 'other');
    await secrets.delete('password:x');
    await secrets.delete('password:x');
    assert.is(await secrets.get('password:x'), undefined);
    assert.is(await secrets.get('password:y'), 'other');
  });

  withSecrets('secrets survive reopening, and so does their absence', async ({ secrets, reopen }) => {
    await secrets.put('a', 'kept');
    await secrets.put('b', 'deleted');
    await secrets.delete('b');
    const again = await reopen();
    assert.is(await again.get('a'), 'kept');
    assert.is(await again.get('b'), undefined);
  });

  withSecrets('the first of those who put if absent wins, and all learn its value', async ({ secrets }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => secrets.putIfAbsent('session-secret', `value ${n}`)),
    );
    assert.is(new Set(answers).size, 1);
    assert.is(await secrets.get('session-secret'), answers[0]);
    assert.is(await secrets.putIfAbsent('session-secret', 'later'), answers[0]);
    await secrets.delete('session-secret');
    assert.is(await secrets.putIfAbsent('session-secret', 'new'), 'new');
  });

  withSecrets('writers of one secret at a time leave one whole value', async ({ secrets }) => {
    const values = Array.from({ length: 20 }, (_, n) => String(n).repeat(5_000));
    await Promise.all(values.map((value) => secrets.put('a', value)));
    assert.ok(values.includes((await secrets.get('a')) ?? ''));
  });

  withSecrets('names and values may hold anything', async ({ secrets }) => {
    const names = [
      '',
      '../../../etc/passwd',
      'a/b',
      'ä€🐄',
      'x'.repeat(1_000),
      'A',
      'a',
      'line\nbreak',
      '\0',
    ];
    for (const name of names) await secrets.put(name, `value of ${name}`);
    for (const name of names) assert.is(await secrets.get(name), `value of ${name}`);
    await secrets.put('empty', '');
    assert.is(await secrets.get('empty'), '');
  });

  return test;
}
