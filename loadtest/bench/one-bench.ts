import { BENCHES } from './benches.ts';
import type { Measured } from './row.ts';

/** Runs one benchmark in a process of its own, so that none inherits another's heap. */
export type BenchOrder = { order: 'run'; name: string };
export type BenchReport =
  | { report: 'measured'; measured: Measured }
  /** It did not finish, and why. */
  | { report: 'failed'; why: string };

const report = (message: BenchReport): void => void process.send?.(message);

process.on('message', ({ name }: BenchOrder) => {
  const bench = BENCHES.find((one) => one.name === name);
  bench?.run().then(
    (measured) => report({ report: 'measured', measured }),
    (error: unknown) =>
      report({ report: 'failed', why: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
