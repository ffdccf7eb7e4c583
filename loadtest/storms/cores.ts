import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Which cores whom: as `taskset` takes them. */
export type Cores = { server: string; clients: string };

/**
 * The server on the first core and the clients on the rest, so that neither takes from the other what is measured.
 * null on a machine with one core, or where processes can't be kept to cores.
 */
export function divideCores(): Cores | null {
  const cores = availableParallelism();
  if (cores < 2 || !hasTaskset()) return null;
  return { server: '0', clients: cores === 2 ? '1' : `1-${cores - 1}` };
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A command that is kept to some cores. */
export const pinnedCommand = (cores: string | undefined, command: readonly string[]): readonly string[] =>
  cores === undefined ? command : ['taskset', '--cpu-list', cores, ...command];

/** Keeps a running process, with all its threads, to some cores. */
export function pin(pid: number, cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}
