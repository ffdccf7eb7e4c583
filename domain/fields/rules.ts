import { isPostOfficeBox } from './identifiers.ts';
import { type Parser, plainLines } from './typed.ts';
import {
  parseAbn,
  parseAcn,
  parseBsb,
  parseDigits,
  parseName,
  parsePhone,
  parsePic,
  parsePostcode,
  parseState,
} from './typed-codes.ts';

// Rules for single fields of a person, a business or an address. Forms and the server check what was typed by these rules;
// the messages are the specification's, with the rule of the field after them.

/** What is wrong with a field, as a message for the form's user. `field`: "town", or "heads[3].weightLive". */
export type Problem = { field: string; message: string };

/** What is wrong with a text, or null. */
export type Rule = (text: string) => string | null;

/** The most characters of each kind of text. All of them have at least 1 where they are required. */
export const FIELD_LIMITS = {
  /** Names of people, businesses and towns, licences, and years held. */
  name: 30,
  /** A line of an address. */
  address: 82,
  phone: 10,
  pic: 8,
  abn: 11,
  acn: 9,
  postcode: 4,
  bsb: 30,
  accountNumber: 20,
} as const;

export const INVALID_MOBILE = 'Mobile numbers should be 10 digits and start with 04XX XXX XXX';
export const INVALID_BSB = 'Please Enter 6 Digit BSB';

const missing = (title: string): string => `Please Enter ${title}`;
const invalid = (title: string): string => `Sorry, invalid ${title}`;

/** A required text that a parser must accept. The message ends with the rule that it breaks. */
const required =
  (title: string, parse: Parser<unknown>): Rule =>
  (text) => {
    if (text.trim() === '') return missing(title);
    const parsed = parse(text);
    return 'value' in parsed ? null : `${invalid(title)}. It ${parsed.rule}.`;
  };

/** The same rule for an optional text. */
export const optional =
  (rule: Rule): Rule =>
  (text) =>
    text.trim() === '' ? null : rule(text);

/** The name of a person: letters, spaces, hyphens, apostrophes and full stops. */
export const personName = (title: string): Rule => required(title, parseName('person', FIELD_LIMITS.name));

/** The name of a business or a profession, a licence: also digits and the signs of such names. */
export const businessName = (title: string): Rule =>
  required(title, parseName('business', FIELD_LIMITS.name));

/** A line of an address. */
export const addressLine = (title: string): Rule =>
  required(title, parseName('address', FIELD_LIMITS.address));

/** A text of any signs, which may be left out. */
export const anyText =
  (title: string, most: number = FIELD_LIMITS.name): Rule =>
  (text) => {
    const { length } = plainLines(text);
    return length > most
      ? `${invalid(title)}. It can have at most ${most} characters, and this has ${length}.`
      : null;
  };

/** A text of digits alone. */
export const digitsOnly = (title: string, most: number = FIELD_LIMITS.name): Rule =>
  required(title, parseDigits(most));

/** A phone number; one that begins with 04 is validated as a mobile number. */
export const phoneNumber =
  (title: string): Rule =>
  (text) =>
    text.trim().startsWith('04') && !('value' in parsePhone(text))
      ? INVALID_MOBILE
      : required(title, parsePhone)(text);

export const abnRule: Rule = required('ABN', parseAbn);
export const acnRule: Rule = required('ACN', parseAcn);
export const stateRule = (title: string): Rule => required(title, parseState);

/** A property identification code of a state. While the state is not known, any state's will do. */
export const picRule = (state: string): Rule => required('PIC', parsePic(state));

/** A postcode of a state. While the state is not known, any state's will do. */
export const postcodeRule = (state: string): Rule => required('Postcode', parsePostcode(state));

export const bsbRule: Rule = (text) =>
  text.trim().length <= FIELD_LIMITS.bsb && 'value' in parseBsb(text) ? null : INVALID_BSB;

/** A postal or office address of Australia. */
export type Address = { address1: string; address2: string; town: string; state: string; postcode: string };

export const EMPTY_ADDRESS: Address = { address1: '', address2: '', town: '', state: '', postcode: '' };

/** Everything wrong with an address. `at`: the prefix of its field names; `box`: whether a PO Box is allowed. */
export function addressProblems(address: Address, { at, box }: { at: string; box: boolean }): Problem[] {
  const { address1, address2, town, state, postcode } = address;
  const street = (title: string): Rule => {
    const rule = addressLine(title);
    return (text) =>
      rule(text) ?? (!box && isPostOfficeBox(text) ? 'Office Address must not be a PO Box' : null);
  };
  return problemsOf({
    [`${at}.address1`]: street('Address')(address1),
    [`${at}.address2`]: optional(street('Address Line 2'))(address2),
    [`${at}.town`]: businessName('Town')(town),
    [`${at}.state`]: stateRule('State')(state),
    [`${at}.postcode`]: postcodeRule(state)(postcode),
  });
}

/** The problems among the results of rules, in their order. */
export const problemsOf = (results: Readonly<Record<string, string | null>>): Problem[] =>
  Object.entries(results).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
