import type { Counts } from './run-files.ts';

/** How a part of the full run ended. `commit`: abbreviated, with `+` after it if files other than documents had changed. */
export type PartResult = Counts & { commit: string; date: string; minutes: number; processorMinutes: number };
export type PartResults = ReadonlyMap<string, PartResult>;

const COLUMNS = ['part', 'commit', 'date', 'passed', 'failed', 'skipped', 'minutes', 'processor minutes'];

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * Reads the results back from the page that `fullRunPage` wrote.
 *
 * @returns the results by the name of the part; none for text that has no such table
 */
export function readResults(page: string): Map<string, PartResult> {
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    cells.map(([, name = '', commit = '', date = '', passed, failed, skipped, minutes, processor]) => [
      name.replaceAll('`', ''),
      {
        commit,
        date,
        passed: Number(passed),
        failed: Number(failed),
        skipped: Number(skipped),
        minutes: Number(minutes),
        processorMinutes: Number(processor),
      },
    ]),
  );
}

/** The page of the full run; parts that no longer exist are left out. */
export function fullRunPage(parts: readonly string[], results: PartResults): string {
  const rows = parts.map((name) => {
    const result = results.get(name);
    if (result === undefined) return row([`${name} (not run yet)`, ...COLUMNS.slice(1).map(() => '')]);
    return row([
      `\`${name}\``,
      result.commit,
      result.date,
      String(result.passed),
      String(result.failed),
      String(result.skipped),
      result.minutes.toFixed(1),
      result.processorMinutes.toFixed(1),
    ]);
  });
  return `# The full run

\`npm run test:full\` runs every test in parts and writes this page after each part. [Develop](../guides/develop.md) explains the parts. A
commit with \`+\` after it had changes that were not committed. Skipped tests are named in the output, with how to enable them.

${[row(COLUMNS), row(COLUMNS.map(() => '---')), ...rows].join('\n')}
`;
}

/**
 * The counts that a command printed last: plants that were caught (`102 passed, 1 failed`), or seeds of the simulation
 * (`1000 seeds held`, or `7 of 1000 seeds` when the seventh failed). One that prints neither is one test.
 */
export function countsOf(output: string, code: number | null): Counts {
  const [, ofPlants, failedPlants = '0'] =
    [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  const [, ofSeeds] = [...output.matchAll(/^(\d+)(?: of \d+)? seeds\b/gm)].at(-1) ?? [];
  const failed = code === 0 ? 0 : Math.max(1, Number(failedPlants));
  if (ofPlants !== undefined) return { passed: Number(ofPlants), failed, skipped: 0 };
  return { passed: Number(ofSeeds ?? 1) - failed, failed, skipped: 0 };
}

const DOCUMENT = /^docs\/|\.md$/;
/** Files in docs/ that tests take their cases from. */
const TESTED = /^docs\/(specification\/|reference\/openapi\.json$)/;

/** Whether all files are documents. No test need run again when only they changed. */
export const areDocuments = (files: readonly string[]): boolean =>
  files.every((file) => DOCUMENT.test(file) && !TESTED.test(file));

/**
 * Whether a part need not run again.
 *
 * @param changedSince the files that changed since a commit; null when the commit is unknown
 */
export function hasPassed(
  result: PartResult | undefined,
  changedSince: (commit: string) => readonly string[] | null,
): boolean {
  if (result === undefined || result.failed > 0 || result.passed === 0) return false;
  if (result.commit.endsWith('+')) return false;
  const changed = changedSince(result.commit);
  return changed !== null && areDocuments(changed);
}
