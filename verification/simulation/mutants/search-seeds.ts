import { simulate } from '../simulation.ts';
import { type Found, MUTANT_MINUTES } from './mutant.ts';

/** Searches for a bug planted in this program, first with one seed and then with a number of seeds from 1 on. Prints JSON. */
const [known = 1, more = 0] = process.argv.slice(2).map(Number);

let found: Found | null = null;
for (let n = 0; n <= more && found === null; n += 1) {
  const seed = n === 0 ? known : n;
  const { violation } = await simulate(seed, MUTANT_MINUTES);
  if (violation !== null) found = { seed, invariant: violation.invariant, what: violation.what };
}
console.log(JSON.stringify(found));
