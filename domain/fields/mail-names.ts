// Names that e-mails address people by. An e-mail to somebody must not contain what the sender wrote freely.

/** Characters of a name in an e-mail, at most. */
export const MAIL_NAME_LENGTH = 60;

/** The rule as a message for the sender. */
export const MAIL_NAME_RULE = `Please enter a name: at most ${MAIL_NAME_LENGTH} letters, digits, spaces and the characters & ' . , ( ) + -, without web or e-mail addresses and phone numbers`;

const MADE_OF = /^[\p{L}\p{M}\p{N}&' .,()’+-]+$/u;
/** A full stop inside a word of more than initials, as in host names: "farm.example", and not "J.R. Hall". */
const LIKE_A_HOST = /[\p{L}\p{N}]\.[\p{L}\p{M}\p{N}-]{2,}/u;
/** Six digits with no letter between them: a phone number, however it is spaced. */
const LIKE_A_PHONE = /(?:\p{N}[^\p{L}\p{N}]*){6}/u;

/** What is wrong with the name of an e-mail's recipient, or null. Surrounding spaces are ignored. */
export function mailNameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Please Enter Name';
  const isName =
    trimmed.length <= MAIL_NAME_LENGTH &&
    MADE_OF.test(trimmed) &&
    /\p{L}/u.test(trimmed) &&
    !LIKE_A_HOST.test(trimmed) &&
    !LIKE_A_PHONE.test(trimmed);
  return isName ? null : MAIL_NAME_RULE;
}

/** The name where an e-mail may contain it; '' where it may not. */
export const mailableName = (name: string): string => (mailNameProblem(name) === null ? name.trim() : '');
