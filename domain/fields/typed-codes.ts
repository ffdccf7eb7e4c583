import { STATES, type State } from '../listing/stock.ts';
import { EMAIL_RULE, isAbn, isAcn, isEmail, isMobile, isPhone, isPic, PIC_RULES } from './identifiers.ts';
import { isPostcodeOf } from './postcode-regions.ts';
import { type Parser, plainSigns, plainText } from './typed.ts';

// Codes and names as people type them: see `typed.ts`.

/** Without the signs between digits and letters that people group those of a code with. */
const ungrouped = (typed: string): string =>
  plainSigns(typed).replaceAll(/(?<=[\p{L}\d])[ .-](?=[\p{L}\d])/gu, '');

/** Without the name of a code before it, as people copy it from letters: "ABN: 51 824 753 556". */
const unlabelled = (typed: string, name: RegExp): string =>
  plainSigns(typed)
    .replace(name, '')
    .replace(/^(?: ?(?:no|number)\b\.?)? ?[:#]? ?/i, '');

const PHONE_RULE = 'must be 10 digits with the area code, such as 0412 345 678 or 02 6742 1234';

/** A phone number of Australia, as 10 digits: "+61 412 345 678" → "0412345678". */
export const parsePhone: Parser<string> = (typed) => {
  const text = unlabelled(typed, /^(?:tel|telephone|ph|phone|mob|mobile)\b\.?/i).replaceAll(/[ ().-]/g, '');
  const abroad = /^(?:\+|0011|00)?61(0?[2-478]\d{8})$/.exec(text);
  const phone = abroad?.[1] === undefined ? text : abroad[1].padStart(10, '0');
  return isPhone(phone) && (!phone.startsWith('04') || isMobile(phone))
    ? { value: phone }
    : { rule: PHONE_RULE };
};

/** An e-mail address. Its capitals stay: they are ignored where addresses are compared. */
export const parseEmail: Parser<string> = (typed) => {
  const email = plainSigns(typed);
  return isEmail(email) ? { value: email } : { rule: EMAIL_RULE };
};

export const isState = (text: string): text is State => (STATES as readonly string[]).includes(text);

const STATE_NAMES: Readonly<Record<State, string>> = {
  NSW: 'newsouthwales',
  VIC: 'victoria',
  QLD: 'queensland',
  SA: 'southaustralia',
  WA: 'westernaustralia',
  TAS: 'tasmania',
  NT: 'northernterritory',
  ACT: 'australiancapitalterritory',
};

/** A state by its letters or its name, as its letters: "N.S.W." and "New South Wales" → "NSW". */
export const parseState: Parser<string> = (typed) => {
  const letters = plainSigns(typed).toLowerCase().replaceAll(/[ .]/g, '');
  const state = STATES.find((one) => one.toLowerCase() === letters || STATE_NAMES[one] === letters);
  return state === undefined ? { rule: `must be one of ${STATES.join(', ')}` } : { value: state };
};

/** A property identification code of a state, in upper case; of any state while none is known. */
export const parsePic =
  (state: string): Parser<string> =>
  (typed) => {
    const pic = ungrouped(unlabelled(typed, /^p\.?i\.?c\b\.?/i)).toUpperCase();
    const isOne = isState(state) ? isPic(pic, state) : STATES.some((one) => isPic(pic, one));
    if (isOne) return { value: pic };
    return { rule: isState(state) ? PIC_RULES[state] : 'must be 8 letters and digits, such as NA123456' };
  };

/** An Australian Business Number, as 11 digits. */
export const parseAbn: Parser<string> = (typed) => {
  const abn = ungrouped(unlabelled(typed, /^a\.?b\.?n\b\.?/i));
  if (isAbn(abn)) return { value: abn };
  return {
    rule: /^\d{11}$/.test(abn) ? 'has a wrong digit: its check digits do not match' : 'must be 11 digits',
  };
};

/** An Australian Company Number, as 9 digits. */
export const parseAcn: Parser<string> = (typed) => {
  const acn = ungrouped(unlabelled(typed, /^a\.?c\.?n\b\.?/i));
  if (isAcn(acn)) return { value: acn };
  if (isAbn(acn)) return { rule: 'must be 9 digits: this is an ABN' };
  return {
    rule: /^\d{9}$/.test(acn) ? 'has a wrong digit: its check digit does not match' : 'must be 9 digits',
  };
};

/** A bank branch, as 6 digits. */
export const parseBsb: Parser<string> = (typed) => {
  const bsb = ungrouped(unlabelled(typed, /^bsb\b/i));
  return /^\d{6}$/.test(bsb) ? { value: bsb } : { rule: 'must be 6 digits, such as 062-000' };
};

/** A number of digits that is not counted with, such as an account number; leading zeros stay. */
export const parseDigits =
  (most: number, least = 1): Parser<string> =>
  (typed) => {
    const digits = plainSigns(typed).replaceAll(/(?<=\d)[ -](?=\d)/g, '');
    if (/^\d+$/.test(digits) && digits.length >= least && digits.length <= most) return { value: digits };
    return {
      rule: least === most ? `must be ${most} digits` : `must be at most ${most} digits and nothing else`,
    };
  };

/** A postcode of a state; of any state while none is known. */
export const parsePostcode =
  (state: string): Parser<string> =>
  (typed) => {
    const postcode = plainSigns(typed).replaceAll(' ', '');
    if (!/^\d{4}$/.test(postcode)) return { rule: 'must be 4 digits' };
    if (isState(state))
      return isPostcodeOf(postcode, state) ? { value: postcode } : { rule: `must be one of ${state}` };
    return STATES.some((one) => isPostcodeOf(postcode, one))
      ? { value: postcode }
      : { rule: 'is not in use in Australia' };
  };

/** What keyboards and word processors write for an apostrophe and for a hyphen. */
export const APOSTROPHES = "'’‘‛`´ʼ′";
const DASHES = '‐‑‒–—−-';

/** Signs that the names of each kind are made of, and how messages name them. */
const NAMES = {
  person: {
    signs: `\\p{L}\\p{M} .${APOSTROPHES}${DASHES}`,
    says: 'letters, spaces, hyphens, apostrophes and full stops',
  },
  business: {
    signs: `\\p{L}\\p{M}\\p{N}& .,()/+${APOSTROPHES}${DASHES}`,
    says: "letters, digits, spaces and the signs & ' . , ( ) / + -",
  },
  address: {
    signs: `\\p{L}\\p{M}\\p{N}& .,()/#;:${APOSTROPHES}${DASHES}`,
    says: "letters, digits, spaces and the signs & ' . , ( ) / # ; : -",
  },
} as const;

/** A name of a person, a business or a town, or a line of an address, with at most `most` characters. */
export const parseName =
  (kind: keyof typeof NAMES, most: number): Parser<string> =>
  (typed) => {
    const name = plainText(typed);
    if (name.length > most)
      return { rule: `can have at most ${most} characters, and this has ${name.length}` };
    const { signs, says } = NAMES[kind];
    const isMade = new RegExp(`^[${signs}]+$`, 'u').test(name) && /[\p{L}\p{N}]/u.test(name);
    return isMade ? { value: name } : { rule: `can only have ${says}` };
  };
