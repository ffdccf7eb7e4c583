import { barChart, curveChart, targetChart } from '../../charts.ts';
import type { Bench } from '../benches.ts';
import { type Curve, type Row, verdict } from '../row.ts';
import type { Circumstances } from './circumstances.ts';

/** The result of one benchmark. `failed`: why it did not finish. */
export type Result = Omit<Bench, 'run'> & { rows: readonly Row[]; curves: readonly Curve[]; failed?: string };

const figures = new Intl.NumberFormat('en-AU', { maximumSignificantDigits: 3 });
const shown = (value: number): string => (Number.isFinite(value) ? figures.format(value) : 'not run');

const HEADS = ['what', 'ours', 'peer', "peer's", 'unit', 'ratio', 'target', '', 'note'];

const cells = (row: Row): string[] => [
  `${row.bench}: ${row.subject}`,
  shown(row.value),
  row.peer,
  shown(row.peerValue),
  row.unit,
  Number.isFinite(row.ratio) ? `${row.ratio.toFixed(2)}×` : '',
  row.target === null ? '' : `${row.better === 'less' ? '≤' : '≥'} ${row.target}×`,
  verdict(row),
  row.note ?? '',
];

/** Rows as a table of Markdown. */
export function table(rows: readonly Row[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(HEADS), line(HEADS.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n');
}

/** A page's files by name: `benchmarks.md` and the pictures it shows, in a folder beside it. */
export function page(results: readonly Result[], when: Circumstances): ReadonlyMap<string, string> {
  const rows = results.flatMap((result) => result.rows);
  const files = new Map<string, string>();
  const shownAs = (name: string, described: string, svg: string): string => {
    files.set(`benchmarks/${name}.svg`, svg);
    return `![${described}](benchmarks/${name}.svg)`;
  };
  const sections = results.map(({ name, title, boundBy, rows: own, curves, failed }) => {
    const pictures = [
      ...(own.length > 0 ? [shownAs(name, `${title}: ours and its peers as bars`, barChart(own))] : []),
      ...(curves.length > 0
        ? [
            shownAs(
              `${name}-spread`,
              `${title}: the spread of latencies`,
              curveChart('From the fastest answer to the slowest', curves),
            ),
          ]
        : []),
    ];
    const said = failed === undefined ? [] : [`**It came to no end:** ${failed.split('\n')[0]}`];
    return [
      `## ${title}`,
      `\`npm run bench -- --only ${name}\``,
      `Bound by: ${boundBy}`,
      ...said,
      ...pictures,
    ].join('\n\n');
  });
  const missed = rows.filter((row) => verdict(row) === 'MISSED');
  const notRun = rows.filter(({ ratio }) => !Number.isFinite(ratio));
  const endless = results.flatMap(({ title, failed }) =>
    failed === undefined ? [] : [`${title}: ${failed.split('\n')[0]}`],
  );
  const { date, commit, machine, load, minutes } = when;
  files.set(
    'benchmarks.md',
    `# Benchmarks

Written by \`npm run bench\` on ${date} at commit ${commit}, in ${minutes} minutes. Each number is shown beside a peer that was measured in
the same run, in turns; the ratio is what to compare between machines. Servers and their clients have a core each.

Machine: ${machine}.

Load before it began: ${load}.

${shownAs('targets', 'How far each benchmark is from its target', targetChart(rows))}

${described('Missed', 'Every target that was measured is met.', missed.map(missedBy))}

${described('Not run', 'Every peer was run.', notRun.map(whyNotRun))}
${endless.length > 0 ? `\n${described('Came to no end', '', endless)}\n` : ''}
## All of them

${table(rows)}

${sections.join('\n\n')}
`,
  );
  return files;
}

const missedBy = ({ bench, ratio, peer, better, target }: Row): string =>
  `${bench}: ${ratio.toFixed(2)}× ${peer}, where ${better === 'less' ? 'at most' : 'at least'} ${target}× is asked for`;

const whyNotRun = ({ bench, subject, value, peer, note }: Row): string =>
  `${bench}, ${Number.isFinite(value) ? peer : subject}: ${note ?? ''}`;

function described(some: string, none: string, lines: readonly string[]): string {
  if (lines.length === 0) return none;
  return [`${some}:`, '', ...lines.map((line) => `- ${line}`)].join('\n');
}
