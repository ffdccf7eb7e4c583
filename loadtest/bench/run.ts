import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCHES, type Bench } from './benches.ts';
import { Child } from './child.ts';
import type { BenchOrder, BenchReport } from './one-bench.ts';
import { beforeRun } from './report/circumstances.ts';
import { page, type Result, table } from './report/page.ts';
import { verdict } from './row.ts';

/**
 * Runs the benchmarks, each beside its peers in the same run, and prints one table. `--only NAME` runs one; all of
 * them together also write the reference page with its charts. Ends with 1 when a target is missed or a benchmark came
 * to no end.
 */
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

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = BENCHES.filter(({ name }) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(
    `no benchmark is called ${values.only}; there are ${BENCHES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

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
if (values.only === undefined) {
  // Pictures of benchmarks that are no more go with their page.
  rmSync(path.join(REFERENCE, 'benchmarks'), { recursive: true, force: true });
  mkdirSync(path.join(REFERENCE, 'benchmarks'), { recursive: true });
  for (const [name, content] of page(results, circumstances()))
    writeFileSync(path.join(REFERENCE, name), content);
}
const isRight = results.every(({ failed }) => failed === undefined);
process.exit(isRight && !rows.some((row) => verdict(row) === 'MISSED') ? 0 : 1);
