import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Found, Mutant } from './mutant.ts';
import { withPrograms } from './plant.ts';

const SEARCH = fileURLToPath(new URL('./search-seeds.ts', import.meta.url));

/**
 * Plants a mutant in a process of its own and lets seeds look for it: `known`, then so many `more` from 1 on. null:
 * none found it.
 * @throws Error when it can't be planted
 */
export const findMutant = (mutant: Mutant, known: number, more: number): Promise<Found | null> =>
  withPrograms({ search: SEARCH }, mutant, async ({ search }) => {
    const { stdout } = await promisify(execFile)(process.execPath, [search, String(known), String(more)]);
    return JSON.parse(stdout) as Found | null;
  });
