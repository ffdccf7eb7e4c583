import { isTest, isTestSupport, type Source, sources } from '../conventions/sources.ts';

/**
 * Planted bugs. A plant breaks exactly the required behaviour, in one place of the product's source, and a test
 * that cites the requirement must fail then. docs/specification/README.md describes the files in plants/.
 */
export type Plant = {
  /** The requirements that the bug breaks. */
  ids: string[];
  /** What the bug does. */
  why: string;
  /** The planted file, relative to the root. */
  file: string;
  /** The lines that the file has, and the lines put in their place. Blank lines and indentation don't matter. */
  before: string[];
  after: string[];
  /** Where the plant is written: `docs/specification/plants/selling.diff:12`. */
  place: string;
};

const FILES = /^docs\/specification\/plants\/[\w-]+\.diff$/;

/** The plants of one file. Throws where a line is not as the format has it. */
export function parsePlants({ name, text }: Source): Plant[] {
  const plants: Plant[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const place = `${name}:${index + 1}`;
    const plant = plants.at(-1);
    const heading = /^((?:[ABS]\d{3} )+)(\S.*)$/.exec(line);
    const isComment = line.startsWith('#') && plant?.before.length !== 0;
    if (line.trim() === '' || isComment) continue;
    if (heading) {
      const [, ids = '', why = ''] = heading;
      plants.push({ ids: ids.trim().split(' '), why, file: '', before: [], after: [], place });
    } else if (plant?.file === '' && line.startsWith('@ ')) {
      plant.file = line.slice(2).trim();
    } else if (plant && plant.file !== '' && /^[-+ ]/.test(line)) {
      if (!line.startsWith('+')) plant.before.push(line.slice(1));
      if (!line.startsWith('-')) plant.after.push(line.slice(1));
    } else {
      throw new Error(
        `${place}: expected "ID what the bug does", "@ file", or a line after "-", "+" or a space`,
      );
    }
  }
  const isSame = ({ before, after }: Plant) => before.length === 0 || before.join('\n') === after.join('\n');
  const empty = plants.find(isSame);
  if (empty) throw new Error(`${empty.place}: the plant changes nothing`);
  return plants;
}

/** Every plant, in the order of the files. */
export const readPlants = (): Plant[] => sources(FILES).flatMap(parsePlants);

type Line = { text: string; index: number };

/** The lines of a text that are not blank, trimmed. */
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), index }))
    .filter((line) => line.text !== '');

/** Where the plant's lines begin and end in a text: one pair for each occurrence. */
function occurrences({ before }: Plant, text: string): { from: number; to: number }[] {
  const lines = linesOf(text);
  const wanted = linesOf(before.join('\n'));
  return lines.flatMap(({ index: from }, start) => {
    const found = wanted.every((line, offset) => lines[start + offset]?.text === line.text);
    const to = lines[start + wanted.length - 1]?.index;
    return found && to !== undefined ? [{ from, to }] : [];
  });
}

/**
 * The text of the planted file with the bug in it. Throws a sentence that names the plant where the file does not exist
 * or does not have the text exactly once; `files` are searched for where the text may have moved to.
 */
export function planted(plant: Plant, files: readonly Source[]): string {
  const file = files.find(({ name }) => name === plant.file);
  const found = file ? occurrences(plant, file.text) : [];
  const [place, second] = found;
  if (file && place && !second) {
    const lines = file.text.split('\n');
    return [...lines.slice(0, place.from), ...plant.after, ...lines.slice(place.to + 1)].join('\n');
  }
  const problem = second ? `has the text ${found.length} times` : file ? 'lacks the text' : 'does not exist';
  const elsewhere = found.length === 0 ? files.filter(({ text }) => occurrences(plant, text).length > 0) : [];
  const hint = elsewhere.length > 0 ? `; moved to ${elsewhere.map(({ name }) => name).join(' or ')}?` : '';
  throw new Error(`${plant.place} (${plant.ids.join(' ')}): ${plant.file} ${problem}${hint}`);
}

/** The files that plants may be in: the sources of the product. */
export const plantable = (): Source[] =>
  sources(
    /^(domain|contract|platform|http|mails|command-api|projections|gateway|web|app)\/.*\.(ts|tsx|css|html|json|js)$/,
  ).filter(({ name }) => !isTest(name) && !isTestSupport(name));

/** Cheap tests first. */
const KINDS = [/\.test\.tsx?$/, /\.int\.tsx?$/, /\.e2e\.tsx?$/, /\.multi\.ts$/];

/**
 * The test files to run for citing files, cheap ones first: a file that tests share is run by the tests that import it.
 */
export function testFilesOf(citing: readonly string[], files: readonly Source[]): string[] {
  const tests = citing.flatMap((name) => {
    if (isTest(name)) return [name];
    const end = name.slice(name.lastIndexOf('/test-support/'));
    return files
      .filter((file) => isTest(file.name) && file.text.includes(`${end}'`))
      .map((file) => file.name);
  });
  const kind = (name: string) => KINDS.findIndex((pattern) => pattern.test(name));
  return [...new Set(tests)].sort((a, b) => kind(a) - kind(b));
}

/** A test of a file, from its name to its end, which is before the next one at the latest. */
const TEST = /^( *)test\((?:.*\);$|[\s\S]*?(?:^\1[})].*;$|(?=^ *test\()))/gm;
const TEST_NAME = /test\(\s*(['"`])((?:(?!\1)[\s\S])*)\1,/;

/** The names that a test may print: those of a template differ in what is put into it. */
function namePattern(test: string): RegExp {
  const name = TEST_NAME.exec(test)?.[2];
  if (name === undefined) return /^/;
  const literal = name.split(/\$\{.*\}/s).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

/**
 * What the names of a file's tests match that cite an id, in their name or body. Null where the file doesn't say which
 * of its tests do: the id is in a table or helper beside them, or in a file that tests share.
 */
export function citingNames(id: string, file: string): RegExp[] | null {
  const citation = `[${id}]`;
  const citing = [...file.matchAll(TEST)].map(([test]) => test).filter((test) => test.includes(citation));
  if (citing.length === 0 || file.replaceAll(TEST, '').includes(citation)) return null;
  return citing.map(namePattern);
}

/** Whether a test that failed cites an id, or may: see `citingNames`. */
export function citesOrMay(id: string, failed: string, file: string): boolean {
  const names = citingNames(id, file);
  return names === null || failed.includes(`[${id}]`) || names.some((name) => name.test(failed));
}

const REPLACED_FILE = /^docs\/specification\/replaced\.txt$/;

/** Requirements that a reading reverses or replaces, each with the reading's first words. Throws on a malformed line. */
export function readReplaced(files = sources(REPLACED_FILE)): Map<string, string> {
  const lines = files.flatMap(({ text }) => text.split('\n')).filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const [, id, reading] = /^([ABS]\d{3}) (\S.*)$/.exec(line) ?? [];
      if (!id || !reading) throw new Error(`replaced.txt: expected "ID first words of the reading": ${line}`);
      return [id, reading];
    }),
  );
}
