import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { findMutant } from './find-mutant.ts';
import { MUTANT_SEEDS } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

const test = suite('planted bugs', { limitMs: 240_000 });

test('there are enough of them, each with a name of its own', () => {
  assert.ok(MUTANTS.length >= 8);
  assert.is(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
});

for (const mutant of MUTANTS) {
  test(`${mutant.name}: ${mutant.what}, which a seed finds`, async () => {
    const found = await findMutant(mutant, mutant.seed, MUTANT_SEEDS);
    assert.ok(found !== null, `neither seed ${mutant.seed} nor any up to ${MUTANT_SEEDS} finds it`);
    assert.ok(mutant.breaks.includes(found.invariant), `${found.invariant}: ${found.what}`);
    // A seed's run changes with the simulation. Then another seed finds the mutant, which takes longer.
    if (found.seed !== mutant.seed) console.log(`${mutant.name}: found by seed ${found.seed} now`);
  });
}

test('one that cannot be planted says so', async () => {
  const [first] = MUTANTS;
  if (first === undefined) throw new Error('no mutants');
  const gone = { ...first, find: 'a passage that is nowhere' };
  const error = await findMutant(gone, 1, 0).catch((thrown: unknown) => thrown);
  assert.instance(error, Error);
  assert.match((error as Error).message, "can't be planted");
});

test.run();
