import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, sources } from '../conventions/sources.ts';
import {
  CITED_FILE,
  citationsOf,
  citingFiles,
  compare,
  DOCUMENTS,
  type Requirement,
  readRecorded,
  readRequirements,
} from './requirements.ts';

/**
 * `npm run spec`: how many requirements of each area tests cite. `--list [AREA]` lists those that no test cites,
 * an id shows one requirement and who cites it. `--record` writes the list of what is cited; an id that no test cites
 * any more keeps it from being written, unless `--drop ID` names it.
 */
const COLUMNS = 2;

const requirements = readRequirements();
const { proven } = citationsOf(citingFiles());

const isCited = ({ id }: Requirement) => proven.has(id);
const share = (of: Requirement[]) =>
  `${String(of.filter(isCited).length).padStart(4)} of ${String(of.length).padStart(4)}`;

function summary(): string[] {
  const lines = [`${share(requirements)} requirements are cited by tests`];
  for (const [letter, title] of DOCUMENTS) {
    const own = requirements.filter(({ document }) => document === letter);
    lines.push('', `${letter}  ${title.padEnd(24)}${share(own)}`);
    const cells = [...new Set(own.map(({ area }) => area))]
      .sort()
      .map((area) => `${area.padEnd(24)}${share(own.filter((one) => one.area === area))}`);
    const height = Math.ceil(cells.length / COLUMNS);
    for (let row = 0; row < height; row += 1) {
      const line = Array.from({ length: COLUMNS }, (_, column) => cells[row + column * height] ?? '');
      lines.push(`   ${line.join('      ').trimEnd()}`);
    }
  }
  return lines;
}

const listOf = (chosen: Requirement[]): string[] => [
  ...chosen.filter((one) => !isCited(one)).map(({ id, area, text }) => `${id}  ${area.padEnd(20)}  ${text}`),
  '',
  `${share(chosen).trim()} are cited`,
];

function show(id: string): string[] {
  const found = requirements.find((one) => one.id === id);
  if (!found) throw new Error(`there is no requirement ${id}`);
  return [`${id}  ${found.area}  ${found.text}`, ...(proven.get(id) ?? ['cited by no test'])];
}

function record(dropped: readonly string[]): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  const before = readRecorded(sources(/^docs\/specification\/cited\.txt$/)[0]?.text ?? '');
  const { lost, unrecorded } = compare(before, proven);
  const missing = lost.filter((id) => !dropped.includes(id));
  if (missing.length > 0) throw new Error(`cited no more, and not dropped: ${missing.join(' ')}`);
  const now = [...proven.keys()].filter((id) => known.has(id)).sort();
  writeFileSync(path.join(ROOT, CITED_FILE), now.map((id) => `${id}\n`).join(''));
  return [
    `${now.length} recorded, ${unrecorded.length} new`,
    ...(lost.length > 0 ? [`dropped: ${lost.join(' ')}`] : []),
  ];
}

function answer(): string[] {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      record: { type: 'boolean' },
      drop: { type: 'string', multiple: true },
    },
  });
  const [word] = positionals;
  if (values.record) return record(values.drop ?? []);
  if (values.list) {
    const chosen = requirements.filter(
      ({ area, document }) => word === undefined || area === word || document === word,
    );
    if (chosen.length === 0) throw new Error(`there is no area ${word}`);
    return listOf(chosen);
  }
  return word === undefined ? summary() : show(word);
}

try {
  console.log(answer().join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
