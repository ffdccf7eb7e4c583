import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file of the project and its text. `name` is relative to the root, with forward slashes. */
export type Source = { name: string; text: string };

/** Every file under version control or about to be (not ignored), whose name matches. */
export function sources(matching: RegExp): Source[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return [...new Set(names.split('\n'))]
    .filter((name) => matching.test(name) && existsSync(path.join(ROOT, name)))
    .map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }));
}

/** Files whose names say that they are tests. */
export const isTest = (name: string): boolean => /\.(test|int|e2e|multi)\.tsx?$/.test(name);

/** Files that only tests run and that hold assertions of their own, such as the contract suites of a port. */
export const isTestSupport = (name: string): boolean => /(^|\/)test-support\//.test(name);
