import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Found, MUTANT_VARIABLE, type Mutant } from './mutant.ts';

const PLANT = new URL('./plant.mjs', import.meta.url).href;
const LOOK = fileURLToPath(new URL('./look.ts', import.meta.url));

/**
 * Plants a mutant in a process of its own and lets seeds look for it: `known`, then so many `more` from 1 on. null:
 * none found it.
 * @throws Error when it can't be planted
 */
export function hunt(mutant: Mutant, known: number, more: number): Promise<Found | null> {
  return new Promise((resolve, reject) => {
    const args = ['--import', PLANT, '--import', 'tsx', LOOK, String(known), String(more)];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, [MUTANT_VARIABLE]: JSON.stringify(mutant) },
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
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(said) as Found | null);
      else reject(new Error(`${mutant.name}: ended with ${code}\n${complained}`));
    });
  });
}
