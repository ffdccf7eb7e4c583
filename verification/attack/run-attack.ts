import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withPrograms } from '../simulation/mutants/plant.ts';
import type { Findings, PlantedBug, Scale } from './attack.ts';
import { PROGRAM_VARIABLE } from './server-process.ts';

const attack = fileURLToPath(new URL('./one-attack.ts', import.meta.url));
const saleyard = fileURLToPath(new URL('./planted-saleyard.ts', import.meta.url));
const worker = fileURLToPath(new URL('../../app/server/threads/worker-thread.ts', import.meta.url));

/** The message of a stack trace, without its frames. */
const errorOf = (output: string): string =>
  output
    .split('\n')
    // The names of our own errors don't end with the word.
    .find((line) => /^\s*(\w*Error\b|[A-Z]\w+: )/.test(line))
    ?.trim() ?? 'no error was printed';

/**
 * The result that an attack's process prints last. A process that fails or ends by a signal counts as broken.
 */
function findings(args: readonly string[], planted: string | null): Promise<Findings> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...(planted !== null && { [PROGRAM_VARIABLE]: planted }) },
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
      if (code === 0) resolve(JSON.parse(last) as Findings);
      else {
        const broken = [`the process ended with ${signal ?? code}: ${errorOf(complained)}`];
        resolve({ tried: 1, broken, figures: '' });
      }
    });
  });
}

/**
 * Runs an attack in a process of its own, with a bug planted in it and in each `saleyard` that it starts, or without.
 * @throws Error when the bug can't be planted
 */
export const runAttack = (name: string, scale: Scale, bug?: PlantedBug): Promise<Findings> =>
  bug === undefined
    ? withPrograms({ attack }, null, (files) => findings([files.attack, name, scale], null))
    : withPrograms({ attack, saleyard, worker }, bug, (files) =>
        findings([files.attack, name, scale], files.saleyard),
      );
