import { readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * The files that hold tests. A file's kind and tier are in its name: `x.int.ts` is an integration test that `npm test`
 * runs, `x.full.int.ts` one that only `npm run test:full` runs.
 */

/** `limitMs`: what a file may take on a quiet machine. */
export const KINDS = {
  unit: { suffix: /\.test\.tsx?$/, limitMs: 240_000 },
  int: { suffix: /\.int\.tsx?$/, limitMs: 600_000 },
  e2e: { suffix: /\.e2e\.tsx?$/, limitMs: 900_000 },
  'multi-process': { suffix: /\.multi\.ts$/, limitMs: 900_000 },
} as const;
export type Kind = keyof typeof KINDS;

/** `name`: the path below the root of the repository. */
export type TestFile = { name: string; kind: Kind };

const ONLY_IN_FULL = /\.full\.\w+\.tsx?$/;
/** Whether only the full run runs the file. */
export const isOnlyInFull = (name: string): boolean => ONLY_IN_FULL.test(name);

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'artifacts', '.git', 'data', 'coverage']);

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* filesUnder(full);
    } else yield full;
  }
}

/** All files with tests, of both tiers, by name. */
export async function testFiles(root: string): Promise<TestFile[]> {
  const names: string[] = [];
  for await (const file of filesUnder(root)) names.push(path.relative(root, file));
  return names.sort().flatMap((name) => {
    const kind = (Object.keys(KINDS) as Kind[]).find((one) => KINDS[one].suffix.test(name));
    return kind === undefined ? [] : [{ name, kind }];
  });
}

/** Integration tests of the server that read pages of the web. */
const READS_PAGES: ReadonlySet<string> = new Set(['app/server/texts.int.ts']);

/** Whether a file can only run when the web is built. */
export const needsWeb = ({ name, kind }: TestFile): boolean =>
  kind === 'e2e' || (kind === 'int' && name.startsWith('web/')) || READS_PAGES.has(name);

/**
 * The part of the full run that a file belongs to: `unit`, `e2e` and `multi-process` by kind; integration tests by
 * workspace, and those of the workspaces that check the whole marketplace by folder.
 */
export function partOf({ name, kind }: TestFile): string {
  if (kind !== 'int') return kind;
  const [workspace = '', folder = ''] = name.split('/');
  return DIVIDED.has(workspace) ? `${workspace}/${folder}` : workspace;
}
const DIVIDED: ReadonlySet<string> = new Set(['loadtest', 'verification']);
