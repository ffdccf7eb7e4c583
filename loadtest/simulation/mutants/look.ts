import { simulate } from '../simulation.ts';
import { type Found, MUTANT_MINUTES, MUTANT_VARIABLE, type Mutant } from './mutant.ts';

/** Searches for the mutant planted in this process, first with one seed and then with a number of seeds from 1 on. Prints JSON. */
const mutant = JSON.parse(process.env[MUTANT_VARIABLE] ?? '{}') as Mutant;
const [known = 1, more = 0] = process.argv.slice(2).map(Number);

let found: Found | null = null;
for (let n = 0; n <= more && found === null; n += 1) {
  const seed = n === 0 ? known : n;
  const { violation } = await simulate(seed, MUTANT_MINUTES);
  if (violation !== null) found = { seed, invariant: violation.invariant, what: violation.what };
}
if ((globalThis as { planted?: string }).planted !== mutant.name) {
  console.error(`"${mutant.name}" was not planted: ${mutant.module} is not part of what is simulated`);
  process.exit(2);
}
console.log(JSON.stringify(found));
