import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, NotRunnable, npmCommand, runNpmCommand } from '@saleyard/app/command-line.ts';
import { BENCHES, type Bench } from './benches.ts';
import { Child } from './child.ts';
import type { BenchOrder, BenchReport } from './one-bench.ts';
import { beforeRun } from './report/circumstances.ts';
import { page, type Result, table } from './report/page.ts';
import { verdict } from './row.ts';

const REFERENCE = fileURLToPath(new URL('../../docs/reference', import.meta.url));

/** ms that one benchmark may take; then it counts as failed. */
const LIMIT_MS = 600_000;

async function measured({ run: _, ...bench }: Bench): Promise<Result> {
  const child = new Child<BenchOrder, BenchReport>(new URL('./one-bench.ts', import.meta.url));
  const failed = (why: string): Result => ({ ...bench, rows: [], curves: [], failed: why });
  try {
    child.send({ order: 'run', name: bench.name });
    const report = await child.hearAny(LIMIT_MS);
    if (report.report === 'failed') return failed(report.why);
    const { rows, curves = [] } = report.measured;
    return { ...bench, rows, curves };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    child.end();
  }
}

async function bench({ only }: { only?: string }): Promise<void> {
  const chosen = BENCHES.filter(({ name }) => only === undefined || only === name);
  if (chosen.length === 0) {
    throw new NotRunnable(
      `there is no benchmark ${only}; there are ${BENCHES.map(({ name }) => name).join(', ')}`,
    );
  }
  buildWeb();
  const circumstances = beforeRun();
  const results: Result[] = [];
  for (const bench of chosen) {
    console.error(`measuring ${bench.name} …`);
    const result = await measured(bench);
    if (result.failed !== undefined) console.error(`${bench.name} came to no end: ${result.failed}`);
    results.push(result);
  }
  const rows = results.flatMap((result) => result.rows);
  console.log(table(rows));
  if (only === undefined) {
    // Pictures of benchmarks that are no more go with their page.
    rmSync(path.join(REFERENCE, 'benchmarks'), { recursive: true, force: true });
    mkdirSync(path.join(REFERENCE, 'benchmarks'), { recursive: true });
    for (const [name, content] of page(results, circumstances()))
      writeFileSync(path.join(REFERENCE, name), content);
  }
  const isRight = results.every(({ failed }) => failed === undefined);
  process.exit(isRight && !rows.some((row) => verdict(row) === 'MISSED') ? 0 : 1);
}

await runNpmCommand(
  npmCommand('bench')
    .description(
      `Runs the benchmarks, each beside its peers in the same run, and prints one
table. All of them together also write docs/reference/benchmarks.md with its
charts.`,
    )
    .option('--only <name>', `one of ${BENCHES.map(({ name }) => name).join(', ')}; writes no page`)
    .addHelpText(
      'after',
      '\nExit codes: 0 every target was met, 1 one was missed or a benchmark failed, 2 it could not be run.',
    )
    .action(bench),
);
