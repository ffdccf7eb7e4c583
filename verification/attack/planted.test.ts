import { readFileSync } from 'node:fs';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { MUTANTS } from '../simulation/mutants/mutants.ts';
import { PLANTED } from './planted.ts';

const test = suite('bugs that are planted');

const ROOT = new URL('../../', import.meta.url);

test('each bug has its passage once in its module, so that it can still be planted', () => {
  for (const { name, module, find } of [...PLANTED, ...MUTANTS]) {
    const times = readFileSync(new URL(module, ROOT), 'utf8').split(find).length - 1;
    assert.is(times, 1, `"${name}": ${times} times in ${module}`);
  }
});

test.run();
