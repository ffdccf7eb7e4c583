import {
  meaningOf,
  type Parser,
  parseAge,
  parseDate,
  parseNumber,
  parseWeight,
  plainLines,
  plainSigns,
  plainText,
  type Typed,
} from '../../fields/typed.ts';
import { parseEmail, parsePhone, parsePic, parseState } from '../../fields/typed-codes.ts';
import { LOT_LIMITS, STATES } from '../stock.ts';
import { type Field, isFlag, isNumeric, type Value } from './field.ts';

// How the fields of a form are read from text: what a person types, and the cells of a file.

/** `decimalComma`: a comma stands before decimals and nowhere else, as in files that separate cells by semicolons. */
export type Reading = { decimalComma?: boolean };

/** How the numbers of a field are read. */
export function numberParser(
  { type, whole, least = 0, most, unit }: Field,
  { decimalComma = false }: Reading = {},
): Parser<number> {
  if (type === 'weight') return parseWeight({ most: most ?? LOT_LIMITS.kgPerHead, decimalComma });
  if (unit === 'months') return parseAge(most ?? 600);
  const percent = unit === '%' ? { unit } : {};
  return parseNumber({
    least,
    whole: whole ?? type === 'rating',
    decimalComma,
    ...(most !== undefined && { most }),
    ...percent,
  });
}

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  x: true,
  no: false,
  n: false,
  false: false,
};

const parseFlag: Parser<boolean> = (typed) => {
  const flag = FLAGS[plainSigns(typed).toLowerCase()];
  return flag === undefined ? { rule: 'must be yes or no' } : { value: flag };
};

const alike = (text: string): string => plainSigns(text).toLowerCase();

/** The option that a text names, in upper or lower case; the text itself where there is none. */
const optionOf = (options: readonly string[], text: string): string =>
  options.find((option) => option === text) ??
  options.find((option) => alike(option) === alike(text)) ??
  text;

/** Several choices of a cell: separated by semicolons, or by commas where no choice has one. */
function choicesOf({ options = [] }: Field, typed: string): readonly string[] {
  const between = typed.includes(';') || options.some((option) => option.includes(',')) ? ';' : ',';
  return typed
    .split(between)
    .map((choice) => optionOf(options, plainText(choice)))
    .filter((choice) => choice !== '');
}

/** How the text of a field with rules of its own is read; null where any text is one. */
function textParser({ type, options, pattern }: Field): Parser<string> | null {
  if (type === 'date') return parseDate;
  if (type === 'phone') return parsePhone;
  if (type === 'picNumber') return parsePic('');
  if (type === 'email') return parseEmail;
  if (options === STATES) return parseState;
  if (options !== undefined) return (typed) => ({ value: optionOf(options, plainText(typed)) });
  if (pattern === undefined) return null;
  return (typed) => {
    const text = plainSigns(typed).replaceAll(' ', '');
    return new RegExp(pattern).test(text) ? { value: text } : { rule: `must match ${pattern}` };
  };
}

/**
 * The text that is stored for what was typed into a field of text: what it means, or, where it breaks a rule, the same text
 * without what nobody sees, for validation to name.
 */
export function storedFieldText(field: Field, typed: string): string {
  const parse = textParser(field);
  const plain = field.type === 'textarea' ? plainLines : plainText;
  const text = (parse && meaningOf(parse(typed))) ?? plain(typed);
  return field.upperCase ? text.toUpperCase() : text;
}

/** The value that a text means in a field, by its type; its limits are for validation. */
export function readField(field: Field, typed: string, reading: Reading = {}): Typed<Value> {
  if (isNumeric(field)) return numberParser(field, reading)(typed);
  if (isFlag(field)) return parseFlag(typed);
  if (field.type === 'multiDropdown') return { value: choicesOf(field, typed) };
  return { value: storedFieldText(field, typed) };
}
