import type { DocumentDefinition } from 'pdfmake';

/** Characters that Roboto, the font of documents, does not have. */
const NOT_IN_FONT =
  /[^\t\n\r\x20-\x7e\xa0-\u017f\u018f\u0192\u01a0-\u01a1\u01af-\u01b0\u01fa-\u01ff\u0218-\u021b\u02bc\u02c6-\u02c7\u02d8-\u02dd\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u0488-\u0513\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2000-\u200b\u2010-\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2025-\u2027\u2030\u2032-\u2033\u2039-\u203a\u203c\u2044\u2070\u2074-\u208e\u20a3-\u20a4\u20a6-\u20ac\u20b1\u20b9-\u20ba\u20bc-\u20bd\u2105\u2113\u2116\u2122\u2126\u212e\u215b-\u215e\u2202\u2206\u220f\u2211-\u2212\u221a\u221e\u222b\u2248\u2260\u2264-\u2265\u25ca]/gu;

const EMOJI =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}|[\u20e3\ufe0e\ufe0f]/u;

/** A text as it can be printed: emoji are left out, and `?` is printed for other characters without a glyph. */
function printableText(text: string): string {
  const printed = text.normalize('NFC').replace(NOT_IN_FONT, (one) => (EMOJI.test(one) ? '' : '?'));
  return printed.trim() === '' && text.trim() !== '' ? '?' : printed;
}

/** The same for every text of a value. Functions stay as they are. */
function printableTexts<T>(value: T): T;
function printableTexts(value: unknown): unknown {
  if (typeof value === 'string') return printableText(value);
  if (Array.isArray(value)) return value.map((one) => printableTexts(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, printableTexts(one)]));
}

/** A document with texts that its font can print. */
export const printable = (definition: DocumentDefinition): DocumentDefinition => ({
  ...definition,
  header: () => printableTexts(definition.header()),
  content: printableTexts(definition.content),
});
