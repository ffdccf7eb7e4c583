import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { findMutant } from './mutants/find-mutant.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { simulate } from './simulation.ts';

/** Seeds of which each meets other faults, and their virtual minutes of faults. */
const SEEDS = 12;
const MINUTES = 1;

const test = suite('the simulation', { limitMs: 120_000 });
const run = promisify(execFile);
const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));

test('the same seed gives the same run, here and in another process', async () => {
  const once = await simulate(7, MINUTES);
  await simulate(8, MINUTES);
  const twice = await simulate(7, MINUTES);
  assert.is(twice.hash, once.hash);
  const { stdout } = await run(process.execPath, [
    '--import',
    'tsx',
    RUN,
    '--seed',
    '7',
    '--minutes',
    String(MINUTES),
  ]);
  assert.ok(stdout.includes(`hash ${once.hash}`), stdout);
  assert.is.not((await simulate(8, MINUTES)).hash, once.hash);
});

test(`${SEEDS} seeds: all that must hold holds`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { violation, commands } = await simulate(seed, MINUTES);
    assert.is(violation, null, `seed ${seed}: ${violation?.invariant}: ${violation?.what}`);
    assert.ok(commands > 0);
  }
});

test('a bug that is planted is found: a bid is answered before it is appended', async () => {
  const mutant = MUTANTS.find(({ name }) => name === 'answer before append');
  assert.ok(mutant);
  const found = mutant && (await findMutant(mutant, mutant.seed, mutant.seed));
  assert.ok(found && mutant?.breaks.includes(found.invariant), JSON.stringify(found));
});

test.run();
