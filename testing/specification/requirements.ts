import { isTest, isTestSupport, type Source, sources } from '../conventions/sources.ts';

/** A row of the specification: what the product must do. `document` is the letter of its id. */
export type Requirement = { id: string; document: string; area: string; text: string };

/** The documents that requirements are taken from, by the letter of their ids. */
export const DOCUMENTS = new Map([
  ['B', 'browsing'],
  ['S', 'selling'],
  ['A', 'accounts and live room'],
]);

/** The file of ids that tests cite, relative to the root. */
export const CITED_FILE = 'docs/specification/cited.txt';

/** The rows of a table: a head line, then `id, section, area, text` parted by tabs. Throws on any other row. */
export function readTable({ name, text }: Source): Requirement[] {
  const [head, ...rows] = text.trimEnd().split('\n');
  if (head !== 'id\tsection\tarea\trequirement') throw new Error(`${name}: not a table of requirements`);
  return rows.map((row, index) => {
    const [id, section, area, words, ...more] = row.split('\t');
    if (!id || !/^[ABS]\d{3}$/.test(id) || !section || !area || !words || more.length > 0) {
      throw new Error(`${name}:${index + 2}: not a requirement: ${row}`);
    }
    return { id, document: id.charAt(0), area, text: words };
  });
}

/** Every requirement of docs/specification, in the order of the tables. */
export const readRequirements = (): Requirement[] =>
  sources(/^docs\/specification\/requirements-[\w-]+\.tsv$/).flatMap(readTable);

/**
 * The citations of a text: whole ids, and brackets that look like a citation and are none, such as `[A12]` or two ids
 * in one.
 */
export function citationsIn(text: string): { ids: string[]; malformed: string[] } {
  const ids: string[] = [];
  const malformed: string[] = [];
  for (const [bracket, inside = ''] of text.matchAll(/\[([ABS]\d[^\]\n]*)\]/g)) {
    if (/^[ABS]\d{3}$/.test(inside)) ids.push(inside);
    else malformed.push(bracket);
  }
  return { ids, malformed };
}

/** Citations of the code. `cited` has the files of the tests that cite an id. */
export type Citations = {
  cited: Map<string, string[]>;
  mentions: { id: string; file: string }[];
  malformed: string[];
};

/** Reads what the files cite. Production code may mention an id, but only a test or its support cites it. */
export function citationsOf(files: Source[]): Citations {
  const cited = new Map<string, string[]>();
  const mentions: Citations['mentions'] = [];
  const malformed: string[] = [];
  for (const { name, text } of files) {
    const found = citationsIn(text);
    malformed.push(...found.malformed.map((bracket) => `${name}: ${bracket}`));
    for (const id of new Set(found.ids)) {
      mentions.push({ id, file: name });
      if (isTest(name) || isTestSupport(name)) cited.set(id, [...(cited.get(id) ?? []), name]);
    }
  }
  return { cited, mentions, malformed };
}

/** The code that may cite requirements: every workspace but this one. */
export const citingFiles = (): Source[] =>
  sources(
    /^(domain|contract|platform|http|mails|command-api|projections|gateway|web|app|verification|loadtest)\/.*\.(ts|tsx|mjs|cjs)$/,
  );

/** The ids of a recorded list, one a line, in any order and possibly repeated. */
export const readRecorded = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

/** What has changed since the list was recorded: `lost` are cited no more, `unrecorded` are cited now. */
export function compare(recorded: Set<string>, cited: ReadonlyMap<string, unknown>) {
  return {
    lost: [...recorded].filter((id) => !cited.has(id)).sort(),
    unrecorded: [...cited.keys()].filter((id) => !recorded.has(id)).sort(),
  };
}
