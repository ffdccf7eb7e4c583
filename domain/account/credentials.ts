import { EMAIL_PATTERN, EMAIL_RULE } from '../fields/identifiers.ts';

/** The allowed characters and lengths of e-mail addresses and passwords. */
export const CREDENTIALS = {
  email: { least: 3, most: 60, pattern: EMAIL_PATTERN },
  password: { least: 6, most: 50, pattern: /^[A-Za-z0-9&@%+/!#$^?:,(){}~_-]+$/ },
} as const;

const fits = (
  text: string,
  { least, most, pattern }: { least: number; most: number; pattern: RegExp },
): boolean => text.length >= least && text.length <= most && pattern.test(text);

/** What is wrong with an e-mail address, in the specification's words with the rule after them; null when nothing is. */
export function emailProblem(email: string): string | null {
  if (email === '') return 'Please Enter Email';
  return fits(email, CREDENTIALS.email) ? null : `Sorry, invalid Email. It ${EMAIL_RULE}.`;
}

/** The mailbox of an address, for limits: mail to `jo+sale@…` reaches `jo@…`, in capitals or not. */
export const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');

const INVALID_NEW_PASSWORD =
  'Please Enter New Password min. 6 characters long, can include letters,numbers and special characters like &@%+/!#$^?:,(){}~_&-';

const LETTERS_AND_DIGITS = 'The password must have at least one letter and one digit';

/** What a password of a new account or after a recovery must be, as its field says. */
export const PASSWORD_HINT = '6 to 50 letters, digits and symbols, with at least one letter and one digit';

/** What is wrong with a password of a new account or after a recovery: it also has letters and digits. */
export function madePasswordProblem(password: string): string | null {
  const problem = passwordProblem(password);
  if (problem !== null) return problem;
  return /[A-Za-z]/.test(password) && /[0-9]/.test(password) ? null : LETTERS_AND_DIGITS;
}

/** What is wrong with a password that replaces another; null when nothing is. */
export function newPasswordProblem(password: string): string | null {
  return password !== '' && passwordProblem(password) !== null
    ? INVALID_NEW_PASSWORD
    : madePasswordProblem(password);
}

/** What is wrong with the repetition of a new password; null when nothing is. */
export function confirmProblem(confirm: string, password: string): string | null {
  if (confirm === '') return 'Please Enter Confirm Password';
  return confirm === password ? null : 'Passwords must match';
}

/** What is wrong with the security code of a password recovery; null when nothing is. */
export const securityCodeProblem = (code: string): string | null =>
  code.trim() === '' ? 'Please Enter Security Code' : null;

/** What is wrong with a password, in the specification's words with the rule after them; null when nothing is. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Please Enter Password';
  return fits(password, CREDENTIALS.password)
    ? null
    : 'Sorry, invalid password. It must be 6 to 50 letters, digits and symbols like &@%+/!#$^?:,(){}~_-';
}
