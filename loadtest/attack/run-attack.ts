import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MUTANT_VARIABLE } from '../simulation/mutants/mutant.ts';
import type { Findings, PlantedBug, Scale } from './attack.ts';

const PLANT = new URL('../simulation/mutants/plant.mjs', import.meta.url).href;
const ONE = fileURLToPath(new URL('./one-attack.ts', import.meta.url));

/** The line of a stack trace that says what went wrong, without the paths below it. */
const errorOf = (output: string): string =>
  output
    .split('\n')
    .find((line) => /^\s*(\w*Error)\b/.test(line))
    ?.trim() ?? 'no error was printed';

/**
 * Runs an attack in a process of its own, with a bug planted in it or without. A process that ends by
 * itself or with a signal counts as broken.
 * @throws Error when it can't be run, or the bug can't be planted
 */
export function runAttack(name: string, scale: Scale, bug?: PlantedBug): Promise<Findings> {
  return new Promise((resolve, reject) => {
    const plant = bug === undefined ? [] : ['--import', PLANT];
    const child = spawn(process.execPath, [...plant, '--import', 'tsx', ONE, name, scale], {
      env: { ...process.env, ...(bug && { [MUTANT_VARIABLE]: JSON.stringify(bug) }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complained = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complained += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const last = said.trimEnd().split('\n').at(-1) ?? '';
      const isPlanted = !/be planted|was not planted/.test(complained);
      if (code === 0) resolve(JSON.parse(last) as Findings);
      else if (isPlanted)
        resolve({
          tried: 1,
          broken: [`the process ended with ${signal ?? code}: ${errorOf(complained)}`],
          figures: '',
        });
      else reject(new Error(`${name}: ended with ${code}\n${complained.slice(-3_000)}`));
    });
  });
}
