import { STATES, type State } from '../listing/stock.ts';
import { isAbn, isAcn, isBsb, isMobile, isPhone, isPic, isPostOfficeBox } from './identifiers.ts';
import { isPostcodeOf } from './postcode-regions.ts';

// Rules for single fields of a person, a business or an address, and the characters that their inputs accept.
// Forms and the server check by these rules; the messages are the specification's.

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

/** A required text that must pass `isValid`. Surrounding spaces are ignored. */
const required =
  (title: string, isValid: (text: string) => boolean): Rule =>
  (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return missing(title);
    return isValid(trimmed) ? null : invalid(title);
  };

/** The same rule for an optional text. */
export const optional =
  (rule: Rule): Rule =>
  (text) =>
    text.trim() === '' ? null : rule(text);

/** Characters that the texts of each kind are made of. */
const CHARACTERS = {
  person: "\\p{L}\\p{M}' .’-",
  business: "\\p{L}\\p{M}\\p{N}&' .,()/’+-",
  address: "\\p{L}\\p{M}\\p{N}&' .,()/’#;:-",
} as const;

const isMadeOf = (text: string, characters: string, most: number): boolean =>
  text.length <= most && new RegExp(`^[${characters}]+$`, 'u').test(text) && /[\p{L}\p{N}]/u.test(text);

/** The name of a person: letters, spaces, hyphens, apostrophes and full stops. */
export const personName = (title: string): Rule =>
  required(title, (text) => isMadeOf(text, CHARACTERS.person, FIELD_LIMITS.name));

/** The name of a business or a profession, a licence: also digits and the signs of such names. */
export const businessName = (title: string): Rule =>
  required(title, (text) => isMadeOf(text, CHARACTERS.business, FIELD_LIMITS.name));

/** A line of an address. */
export const addressLine = (title: string): Rule =>
  required(title, (text) => isMadeOf(text, CHARACTERS.address, FIELD_LIMITS.address));

/** A text of digits alone. */
export const digitsOnly = (title: string, most: number = FIELD_LIMITS.name): Rule =>
  required(title, (text) => text.length <= most && /^\d+$/.test(text));

/** A phone number; one that begins with 04 is validated as a mobile number. */
export const phoneNumber =
  (title: string): Rule =>
  (text) => {
    const phone = text.trim();
    if (phone === '') return missing(title);
    if (phone.startsWith('04')) return isMobile(phone) ? null : INVALID_MOBILE;
    return isPhone(phone) ? null : invalid(title);
  };

export const abnRule: Rule = required('ABN', isAbn);
export const acnRule: Rule = required('ACN', isAcn);
export const stateRule = (title: string): Rule => required(title, isState);
const isState = (text: string): text is State => (STATES as readonly string[]).includes(text);

/** A property identification code of a state. While the state is not known, any state's will do. */
export const picRule = (state: string): Rule =>
  required('PIC', (pic) => (isState(state) ? isPic(pic, state) : STATES.some((one) => isPic(pic, one))));

/** A postcode of a state. While the state is not known, any state's will do. */
export const postcodeRule = (state: string): Rule =>
  required('Postcode', (postcode) =>
    isState(state) ? isPostcodeOf(postcode, state) : STATES.some((one) => isPostcodeOf(postcode, one)),
  );

export const bsbRule: Rule = (text) => (isBsb(text.trim()) ? null : INVALID_BSB);

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

/** How an input changes what is typed: it drops characters that are not allowed, and corrects upper and lower case. */
export type InputFilter = (typed: string) => string;

const kept =
  (characters: string, most: number): InputFilter =>
  (typed) =>
    (typed.match(new RegExp(`[${characters}]`, 'gu')) ?? []).join('').slice(0, most);

/** With its first letter in upper case. */
const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const digits = (most: number): InputFilter => kept('0-9', most);

export const INPUT_FILTERS = {
  personName: (typed) => capitalised(kept(CHARACTERS.person, FIELD_LIMITS.name)(typed.trimStart())),
  businessName: (typed) => capitalised(kept(CHARACTERS.business, FIELD_LIMITS.name)(typed.trimStart())),
  addressLine: kept(CHARACTERS.address, FIELD_LIMITS.address),
  town: (typed) => kept(CHARACTERS.business, FIELD_LIMITS.name)(typed.trimStart()).toUpperCase(),
  phone: digits(FIELD_LIMITS.phone),
  digits: digits(FIELD_LIMITS.name),
  abn: digits(FIELD_LIMITS.abn),
  acn: digits(FIELD_LIMITS.acn),
  postcode: digits(FIELD_LIMITS.postcode),
  pic: (typed) => kept('A-Z0-9', FIELD_LIMITS.pic)(typed.toUpperCase()),
  bsb: kept('0-9 -', FIELD_LIMITS.bsb),
  accountNumber: digits(FIELD_LIMITS.accountNumber),
} as const satisfies Record<string, InputFilter>;
