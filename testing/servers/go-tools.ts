import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * The file of a program on the PATH or among what Go made; null where there is none. `variable`, where the environment
 * has it, names the file instead.
 */
export function goTool(name: string, variable: string): string | null {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return runnable(named) ? named : null;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return (
    folders.map((folder) => path.join(folder, name)).find(runnable) ??
    goPath()
      .map((folder) => path.join(folder, 'bin', name))
      .find(runnable) ??
    null
  );
}

/** What would make it startable here; null when it is. */
export const goToolWants = (name: string, variable: string): string | null =>
  goTool(name, variable) === null
    ? `install ${name} on the PATH or in the bin folder of the Go path, or name its file in ${variable}`
    : null;

function goPath(): string[] {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8', stdio }).trim().split(path.delimiter);
  } catch {
    return [];
  }
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
