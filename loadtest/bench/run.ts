import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Row } from './row.ts';

/**
 * Runs the benchmarks, each beside its peer in the same run, and prints one table. `--only NAME` runs one; all of
 * them together also write the reference page. Ends with 1 when a target is missed.
 */
const PAGE = fileURLToPath(new URL('../../docs/reference/benchmarks.md', import.meta.url));

type Bench = {
  name: string;
  /** What holds the measured number down. */
  boundBy: string;
  run(): Promise<Row[]>;
};

const BENCHES: readonly Bench[] = [
  {
    name: 'fold',
    boundBy: 'One core. Folding allocates what each event changes; parsing allocates the whole event.',
    run: async () => (await import('./fold.ts')).benchFold(),
  },
  {
    name: 'append',
    boundBy:
      'The disk: an append is answered when its commit is synced. Small appends wait for the sync, large ones for hashing and copying.',
    run: async () => (await import('./append.ts')).benchAppend(),
  },
  {
    name: 'bid-path',
    boundBy:
      "The server's one thread, and the sync of each group commit: a bid that comes during one waits for the next. Server, disk thread and load client share the machine's cores. Of the thread's time about 42 % writes to sockets (answers 24 %, the room's flushes 16 %) and 6 % collects garbage; an echo that does nothing but wait for bare LMDB's disk is the second peer.",
    run: async () => (await import('./bid-path.ts')).benchBidPath(),
  },
  {
    name: 'fanout',
    boundBy:
      'One write to the kernel for each socket and flush. The number of updates within a flush hardly matters, the number of sockets does.',
    run: async () => (await import('./fanout.ts')).benchFanout(),
  },
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = BENCHES.filter(({ name }) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(
    `no benchmark is called ${values.only}; there are ${BENCHES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const figures = new Intl.NumberFormat('en-AU', { maximumSignificantDigits: 3 });
const shown = (value: number): string => (Number.isFinite(value) ? figures.format(value) : 'not run');

function verdict({ ratio, target }: Row): string {
  if (target === null) return '';
  if (!Number.isFinite(ratio)) return 'not run';
  return ratio >= target ? 'met' : 'MISSED';
}

const HEADS = ['what', 'ours', 'peer', "peer's", 'unit', 'ratio', 'target', '', 'note'];

const cells = (row: Row): string[] => [
  `${row.bench}: ${row.subject}`,
  shown(row.value),
  row.peer,
  shown(row.peerValue),
  row.unit,
  Number.isFinite(row.ratio) ? `${row.ratio.toFixed(2)}×` : '',
  row.target === null ? '' : `≥ ${row.target}×`,
  verdict(row),
  row.note ?? '',
];

const table = (rows: readonly Row[]): string => {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(HEADS), line(HEADS.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n');
};

function page(rows: readonly Row[]): string {
  const [cpu] = cpus();
  const machine = `${availableParallelism()} cores of ${cpu?.model.trim() ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const bounds = BENCHES.map(({ name, boundBy }) => `- **${name}**: ${boundBy}`);
  return `# Benchmarks

Written by \`npm run bench\`. Each number stands beside a peer that was measured in the same run, turn by turn, medians
of several rounds; the ratio is what to compare between machines.

Machine: ${machine}.

${table(rows)}

## What each is bound by

${bounds.join('\n')}
`;
}

const rows: Row[] = [];
for (const { name, run } of chosen) {
  console.error(`measuring ${name} …`);
  rows.push(...(await run()));
}
console.log(table(rows));
if (values.only === undefined) writeFileSync(PAGE, page(rows));
process.exit(rows.some((row) => verdict(row) === 'MISSED') ? 1 : 0);
