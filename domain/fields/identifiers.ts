import type { State } from '../listing/stock.ts';

// Numbers and codes that identify properties, businesses, accounts and telephones in Australia.

/** Property identification codes by state: their format only, not the present owner. */
const PIC_PATTERNS: Readonly<Record<State, RegExp>> = {
  NSW: /^N[A-K]\d{6}$/,
  ACT: /^N[A-K]\d{6}$/,
  QLD: /^Q[A-Z]{3}\d{4}$/,
  VIC: /^3[A-Z]{4}\d{3}$/,
  WA: /^W[A-Z]{3}\d{4}$/,
  SA: /^S[ABCK]\d{6}$/,
  NT: /^T[A-Z]{3}\d{4}$/,
  TAS: /^M[A-Z]{3}\d{4}$/,
};

/** How the codes of each state are written, for people. */
export const PIC_RULES: Readonly<Record<State, string>> = {
  NSW: 'must be N, a letter A–K, 6 digits (NSW)',
  ACT: 'must be N, a letter A–K, 6 digits (ACT)',
  QLD: 'must be Q, 3 letters, 4 digits (QLD)',
  VIC: 'must be 3, 4 letters, 3 digits (VIC)',
  WA: 'must be W, 3 letters, 4 digits (WA)',
  SA: 'must be S, one of A B C K, 6 digits (SA)',
  NT: 'must be T, 3 letters, 4 digits (NT)',
  TAS: 'must be M, 3 letters, 4 digits (TAS)',
};

/** Whether `pic` (in upper case) is a property identification code of the state; of no state, never. */
export const isPic = (pic: string, state: string): boolean =>
  PIC_PATTERNS[state as State]?.test(pic) ?? false;

const digitsOf = (text: string): number[] => [...text].map(Number);
const weightedSum = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0);

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/**
 * Whether 11 digits are an Australian Business Number: with 1 taken from the first digit, the weighted sum is a
 * multiple of 89 (Australian Business Register).
 */
export function isAbn(abn: string): boolean {
  if (!/^[1-9]\d{10}$/.test(abn)) return false;
  const [first = 0, ...others] = digitsOf(abn);
  return weightedSum([first - 1, ...others], ABN_WEIGHTS) % 89 === 0;
}

const ACN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];

/**
 * Whether 9 digits are an Australian Company Number: the last is the check digit of the others (Australian Securities
 * and Investments Commission).
 */
export function isAcn(acn: string): boolean {
  if (!/^\d{9}$/.test(acn) || acn === '000000000') return false;
  const digits = digitsOf(acn);
  return (10 - (weightedSum(digits, ACN_WEIGHTS) % 10)) % 10 === digits.at(-1);
}

/** Whether it is an Australian phone number: 10 digits. */
export const isPhone = (phone: string): boolean => /^\d{10}$/.test(phone);

/** Whether it is a mobile number: 04 and 8 digits. */
export const isMobile = (phone: string): boolean => /^04\d{8}$/.test(phone);

/** Whether an address is a PO box or bag rather than a street address. */
export const isPostOfficeBox = (address: string): boolean =>
  /\b(g\.?\s*)?p\.?\s*o\.?\s*box\b|\bpost\s+office\s+box\b|\b(locked|private|mail)\s+bag\b/i.test(address);

/** An e-mail address: a name, and a host with a dot, without the signs that stand around addresses in lists and mails. */
export const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

/** How an e-mail address is written, for people. */
export const EMAIL_RULE =
  'must be one e-mail address of at most 60 characters, such as name@example.com, without spaces';

/** Whether it is an e-mail address, by its form. */
export const isEmail = (email: string): boolean => EMAIL_PATTERN.test(email);
