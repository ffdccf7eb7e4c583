/** The result of one test file. */
export type FileResult = {
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Suites that cannot run here, with what would enable them. */
  notRun: string[];
  output: string;
};

const count = (output: string, word: 'Total' | 'Passed' | 'Skipped'): number | undefined => {
  const found = new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'm').exec(output);
  return found ? Number(found[1]) : undefined;
};

/**
 * Reads a test process's end. A process that ended without uvu's totals ran into a wall (a hang that let the
 * event loop run dry, a crash, a limit), and counts as one failure, with any exit code.
 */
export function readResult(file: string, output: string, code: number | null, timedOut: boolean): FileResult {
  const notRun = [...output.matchAll(/^NOT RUN: (.*)$/gm)].map((match) => match[1] ?? '');
  const total = count(output, 'Total');
  const passed = count(output, 'Passed') ?? 0;
  const skippedTests = count(output, 'Skipped') ?? 0;
  const skipped = skippedTests + notRun.length;
  const broken = (why: string): FileResult => ({
    file,
    passed,
    failed: Math.max(1, (total ?? 0) - passed - skippedTests),
    skipped,
    notRun,
    output: `${output}\n${file}: ${why}`,
  });
  if (timedOut) return broken('stopped, it took longer than its file may take');
  if (total === undefined && !(code === 0 && notRun.length > 0)) {
    return broken(`ended (exit ${code}) without printing its totals`);
  }
  const failed = (total ?? 0) - passed - skippedTests;
  // null: ended by the runner after its totals, since something kept it alive.
  if (failed === 0 && code !== 0 && code !== null)
    return broken(`all tests passed, yet it exited with ${code}`);
  return { file, passed, failed, skipped, notRun, output };
}
