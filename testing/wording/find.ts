import { isTest, type Source, sources } from '../conventions/sources.ts';
import { BANNED } from './banned.ts';
import { FIXED_TEXTS } from './fixed-texts.ts';
import { namesOf, spelledOut, textsOf } from './texts.ts';

/** A banned word where it was found. `write` says what to write. `line` counts from 1. */
export type FoundPhrase = { file: string; line: number; word: string; write: string; around: string };

/** Files with comments, texts or documents. The words themselves are listed in `testing/wording/`. */
const CHECKED = /\.(?:tsx?|mjs|cjs|js|md)$/;
const LISTS = /^testing\/wording\/|^docs\/specification\/requirements/;

const AROUND = 40;

/** Line breaks of a paragraph become spaces of the same length, so that a place still names its line. */
const joined = (text: string): string =>
  FIXED_TEXTS.reduce((left, fixed) => left.replaceAll(fixed, ' '.repeat(fixed.length)), text).replace(
    /\n(?!\s*\n)/g,
    ' ',
  );

/** Code in a document or a comment is not prose, nor is the glossary's list of words to avoid. */
const withoutCode = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```|`[^`\n]*`|^## Words that are not used[\s\S]*/gm, (code) =>
    code.replace(/[^\n]/g, ' '),
  );

/** The banned words of one file, in its order. */
export function phrasesIn({ name, text }: Source): FoundPhrase[] {
  // Most files have none: those are not parsed.
  const flat = joined(text.replace(/\n\s*(?:\/\/|\*)/g, (start) => start.replace(/[^\n]/g, ' ')));
  if (!BANNED.some(({ found }) => flat.search(found) >= 0)) return [];
  const texts = name.endsWith('.md') ? [{ line: 1, text }] : textsOf(name, text);
  return texts
    .flatMap(({ line, text: prose }) => {
      const one = joined(withoutCode(prose));
      return BANNED.flatMap(({ found, write }) =>
        [...one.matchAll(found)].map((match) => ({
          file: name,
          line: line + prose.slice(0, match.index).split('\n').length - 1,
          word: match[0],
          write,
          around: one.slice(Math.max(0, match.index - AROUND), match.index + match[0].length + AROUND).trim(),
        })),
      );
    })
    .sort((a, b) => a.line - b.line);
}

/** The names of one file that hold a banned word, in its order. Tests may name what they like. */
export function namesIn({ name, text }: Source): FoundPhrase[] {
  const banned = BANNED.filter(({ inNames }) => inNames);
  const spelled = spelledOut(text);
  if (!/\.tsx?$/.test(name) || isTest(name) || !banned.some(({ found }) => spelled.search(found) >= 0))
    return [];
  return namesOf(name, text).flatMap(({ line, text: around }) =>
    banned.flatMap(({ found, write }) =>
      [...around.matchAll(found)].map(([word]) => ({ file: name, line, word, write, around })),
    ),
  );
}

/** Every banned word of the checkout, by file. */
export const findPhrases = (): FoundPhrase[] =>
  sources(CHECKED)
    .filter(({ name }) => !LISTS.test(name))
    .flatMap((source) => [...phrasesIn(source), ...namesIn(source)]);

/** The top-level folder of a file; `.` for files in the root. */
export const workspaceOf = (file: string): string =>
  file.includes('/') ? file.slice(0, file.indexOf('/')) : '.';
