import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { REGRESSIONS } from './regressions.ts';
import { simulate } from './simulation.ts';

/** The seeds, and their virtual minutes of faults. */
const SEEDS = 200;
const MINUTES = 1;
const LIMIT_MS = 500_000;

const test = suite('the simulation at length', { limitMs: LIMIT_MS });
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test(`${SEEDS} seeds: sales, bids and every fault, and all that must hold holds`, async () => {
  let commands = 0;
  const faults = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await simulate(seed, MINUTES);
    const { violation } = outcome;
    const story = violation === null ? '' : `\n${outcome.trace(40).join('\n')}`;
    assert.is(violation, null, `seed ${seed}: ${violation?.invariant}: ${violation?.what}${story}`);
    commands += outcome.commands;
    for (const fault of outcome.faults) faults.add(fault);
  }
  assert.ok(commands > 50 * SEEDS, `only ${commands} commands were sent`);
  assert.ok(faults.size >= 20, `only these faults were met: ${[...faults].join(', ')}`);
});

for (const { what, seed, minutes, test: small } of REGRESSIONS) {
  test(`once broken: ${what}`, async () => {
    assert.ok(existsSync(path.join(ROOT, small)), small);
    const { violation } = await simulate(seed, minutes);
    assert.is(violation, null, `seed ${seed}: ${violation?.invariant}: ${violation?.what}`);
  });
}

test.run();
