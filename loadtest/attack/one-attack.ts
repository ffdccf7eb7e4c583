import { MUTANT_VARIABLE } from '../simulation/mutants/mutant.ts';
import { type Findings, Found, Notes, type PlantedBug, type Scale } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { startTarget } from './target.ts';

/** Runs the attack that is named, in a process of its own, and prints what it found as JSON, in the last line. */
const [name, scale] = process.argv.slice(2) as [string, Scale];
const attack = ATTACKS.find((one) => one.name === name);
if (attack === undefined) throw new Error(`no attack is called ${name}`);

const planted = process.env[MUTANT_VARIABLE];
Notes.endsAtFirst = planted !== undefined;
const found: Findings = await attack
  .run((settings) => startTarget({ ...settings, isSteady: scale === 'quick' }), scale)
  .catch((error: unknown) => {
    if (error instanceof Found) return error.findings;
    throw error;
  });
if (planted !== undefined) {
  const bug = JSON.parse(planted) as PlantedBug;
  if (!bug.isElsewhere && (globalThis as { planted?: string }).planted !== bug.name) {
    console.error(`"${bug.name}" was not planted: ${bug.module} is not part of what is attacked`);
    process.exit(2);
  }
}
console.log(`\n${JSON.stringify(found)}`);
process.exit(0);
