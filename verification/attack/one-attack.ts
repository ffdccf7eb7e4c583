import { type Findings, Found, Notes, type Scale } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { PROGRAM_VARIABLE } from './server-process.ts';
import { startTarget } from './target.ts';

/** Runs the attack that is named, in a process of its own, and prints what it found as JSON, in the last line. */
const [name, scale] = process.argv.slice(2) as [string, Scale];
const attack = ATTACKS.find((one) => one.name === name);
if (attack === undefined) throw new Error(`no attack is called ${name}`);

Notes.endsAtFirst = process.env[PROGRAM_VARIABLE] !== undefined;
const found: Findings = await attack
  .run((settings) => startTarget({ ...settings, isSteady: scale === 'quick' }), scale)
  .catch((error: unknown) => {
    if (error instanceof Found) return error.findings;
    throw error;
  });
console.log(`\n${JSON.stringify(found)}`);
process.exit(0);
