import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { NotRunnable, npmCommand, runNpmCommand } from '@saleyard/app/command-line.ts';
import { ROOT, sources } from '../conventions/sources.ts';
import { type Plant, plantable, planted, readPlants, readReplaced, testFilesOf } from './plants.ts';
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
import { type Outcome, runPlants } from './run-plants.ts';

const COLUMNS = 2;
/** Tests that fail wait most of their time, for what a plant keeps away. */
const WORKERS = availableParallelism() * 3;

const requirements = readRequirements();
const { cited } = citationsOf(citingFiles());
const plants = readPlants();
const replaced = readReplaced();
const proven = new Set(plants.flatMap(({ ids }) => ids));

const count = (of: Requirement[], ids: { has: (id: string) => boolean }): string =>
  String(of.filter(({ id }) => ids.has(id)).length).padStart(4);
const shares = (of: Requirement[]): string =>
  `${count(of, cited)} cited ${count(of, proven)} proven of ${String(of.length).padStart(4)}`;

function summary(): string[] {
  const lines = [`${shares(requirements).trim()} requirements, ${replaced.size} replaced by a reading`];
  for (const [letter, title] of DOCUMENTS) {
    const own = requirements.filter(({ document }) => document === letter);
    lines.push('', `${letter}  ${title.padEnd(24)}${shares(own)}`);
    const cells = [...new Set(own.map(({ area }) => area))]
      .sort()
      .map((area) => `${area.padEnd(20)}${shares(own.filter((one) => one.area === area))}`);
    const height = Math.ceil(cells.length / COLUMNS);
    for (let row = 0; row < height; row += 1) {
      const line = Array.from({ length: COLUMNS }, (_, column) => cells[row + column * height] ?? '');
      lines.push(`   ${line.join('      ').trimEnd()}`);
    }
  }
  return lines;
}

const listOf = (chosen: Requirement[]): string[] => [
  ...chosen
    .filter(({ id }) => !cited.has(id))
    .map(({ id, area, text }) => {
      const reading = replaced.has(id) ? ` (replaced by a reading: ${replaced.get(id)})` : '';
      return `${id}  ${area.padEnd(20)}  ${text}${reading}`;
    }),
  '',
  shares(chosen).trim(),
];

function requirementOf(id: string): Requirement {
  const found = requirements.find((one) => one.id === id);
  if (!found) throw new NotRunnable(`there is no requirement ${id}`);
  return found;
}

function show(word: string): string[] {
  const { id, area, text } = requirementOf(word);
  const reading = replaced.get(id);
  return [
    `${id}  ${area}  ${text}`,
    ...(reading ? [`replaced by a reading: ${reading}`] : []),
    ...(cited.get(id) ?? ['cited by no test']),
    ...plants
      .filter(({ ids }) => ids.includes(id))
      .map(({ place, why, file }) => `plant: ${why} (${file}, ${place})`),
  ];
}

function record(dropped: readonly string[]): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  const before = readRecorded(sources(/^docs\/specification\/cited\.txt$/)[0]?.text ?? '');
  const { lost, unrecorded } = compare(before, cited);
  const missing = lost.filter((id) => !dropped.includes(id));
  if (missing.length > 0) throw new NotRunnable(`cited no more, and not dropped: ${missing.join(' ')}`);
  const now = [...cited.keys()].filter((id) => known.has(id)).sort();
  writeFileSync(path.join(ROOT, CITED_FILE), now.map((id) => `${id}\n`).join(''));
  return [
    `${now.length} recorded, ${unrecorded.length} new`,
    ...(lost.length > 0 ? [`dropped: ${lost.join(' ')}`] : []),
  ];
}

/** The plants of the words: `all`, ids, or a part of the path of planted files or of the files that plants are kept in. */
function chosenPlants(words: readonly string[]): { plant: Plant; ids: readonly string[] }[] {
  if (words.length === 0) throw new NotRunnable('--plant needs an id, "all" or a part of the path of a file');
  const unmatched = new Set(words);
  const chosen = plants.flatMap((plant) => {
    const byFile = words.filter(
      (word) => word === 'all' || plant.file.includes(word) || plant.place.includes(word),
    );
    const byId = plant.ids.filter((id) => words.includes(id));
    for (const word of [...byFile, ...byId]) unmatched.delete(word);
    const ids = byFile.length > 0 ? plant.ids : byId;
    return ids.length > 0 ? [{ plant, ids }] : [];
  });
  for (const word of unmatched) {
    if (/^[ABS]\d{3}$/.test(word)) requirementOf(word);
    throw new NotRunnable(`there is no plant for ${word}`);
  }
  return chosen;
}

function reportOutcome({ plant, id, caughtBy, notes }: Outcome): void {
  const title = `${id} ${plant.why} (${plant.place})`;
  if (caughtBy !== null) console.log(`caught      ${title}\n            by ${caughtBy}`);
  else console.log(`NOT CAUGHT  ${title}\n${notes.map((note) => `            ${note}`).join('\n')}`);
}

/** Plants the chosen bugs, one after the other in each copy of the checkout. The exit code is 1 where one isn't caught. */
async function plantAll(words: readonly string[]): Promise<string[]> {
  const chosen = chosenPlants(words);
  const files = sources(/./);
  const product = plantable();
  for (const { plant, ids } of chosen) {
    planted(plant, product);
    const uncited = ids.find((id) => !cited.has(id));
    if (uncited) throw new NotRunnable(`${plant.place}: no test cites ${uncited}`);
  }
  const outcomes: Outcome[] = [];
  const testsOf = (id: string) => testFilesOf(cited.get(id) ?? [], files);
  const report = (outcome: Outcome) => {
    outcomes.push(outcome);
    reportOutcome(outcome);
  };
  await runPlants(chosen, testsOf, files, report, WORKERS);
  const failed = outcomes.filter(({ caughtBy }) => caughtBy === null).length;
  if (failed > 0) process.exitCode = 1;
  return ['', `${outcomes.length - failed} passed, ${failed} failed`];
}

type Options = { list?: true; plant?: true; record?: true; drop?: string[] };

async function answer(words: readonly string[], { list, plant, ...options }: Options): Promise<string[]> {
  const [word] = words;
  if (options.record) return record(options.drop ?? []);
  if (plant) return plantAll(words);
  if (list) {
    const chosen = requirements.filter(
      ({ area, document }) => word === undefined || area === word || document === word,
    );
    if (chosen.length === 0) throw new NotRunnable(`there is no area ${word}`);
    return listOf(chosen);
  }
  return word === undefined ? summary() : show(word);
}

await runNpmCommand(
  npmCommand('spec')
    .description(
      `Counts the requirements of each area that tests cite, and those that a planted
bug proves.`,
    )
    .argument('[words...]', 'an id: shows that requirement, the files that cite it and its plants')
    .option('--list', 'lists the requirements (of an area) that no test cites')
    .option(
      '--plant',
      'plants the bugs of ids (or "all", or of a part of a path) and runs the files that cite them; exit 1 when one is not caught',
    )
    .option('--record', 'writes the list of what is cited, unless an id is cited no more')
    .option('--drop <id...>', 'with --record: ids that need not be cited any more')
    .action(async (words: readonly string[], options: Options) =>
      console.log((await answer(words, options)).join('\n')),
    ),
);
