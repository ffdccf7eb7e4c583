/**
 * Words that comments, documents and screen texts avoid, each with what to write. `inNames`: names of the program avoid it
 * too, read as words: `onAnew` is "on anew".
 */
export type BannedPhrase = { found: RegExp; write: string; inNames?: true };

/** Verbs that only people do; found where the word before them names no person. */
const PEOPLE =
  'who|person|people|seller|buyer|bidder|staff|agent|vendor|clerk|auditor|administrator|visitor|viewer|user|reader|owner|leader|guest|member|attacker|engineer|somebody|someone|nobody|everybody|everyone|anybody|anyone|he|she|they|you|we|i|never|only|also|always|often';

const phrase = (text: string): RegExp => new RegExp(`\\b(?:${text.replaceAll(' ', '\\s+')})\\b`, 'gi');

export const BANNED: readonly BannedPhrase[] = [
  { found: phrase('can not'), write: 'cannot, can’t' },
  { found: phrase('whoever|whomever'), write: 'name the person: the seller, a caller, anyone who' },
  { found: phrase('whatever'), write: 'name the thing, or: any, every' },
  { found: phrase('of theirs'), write: 'their' },
  { found: phrase("one[’']s own"), write: 'their own, your own' },
  { found: phrase('anew'), write: 'again', inNames: true },
  { found: phrase('reckon(?:s|ed|ing)?'), write: 'calculate, count' },
  { found: phrase('strangers?'), write: 'visitor, unknown client, other account', inNames: true },
  { found: phrase('hears?|heard'), write: 'receive, is notified' },
  { found: phrase('tells?|told'), write: 'send, notify, return, report; tell apart: distinguish' },
  {
    found: phrase('judges?|judged|judging|judge?ments?'),
    write: 'validate, validator, check',
    inNames: true,
  },
  { found: phrase('that which|that is none|which is none|none like it'), write: 'name the thing' },
  { found: phrase('of two minds'), write: 'may disagree' },
  { found: /(?<!in-)\bdoubt\b/gi, write: 'uncertain, unknown outcome' },
  { found: phrase('doubts'), write: 'uncertain, mismatches', inNames: true },
  { found: phrase('(?:sales?|auctions?|lots?|those|ones?|what is) to come'), write: 'upcoming' },
  { found: phrase('buttons? to come'), write: 'placeholder', inNames: true },
  { found: phrase('mended|mends|readied|readies'), write: 'fixed, prepared' },
  { found: phrase('shut by'), write: 'closed by, closed reason', inNames: true },
  { found: phrase('companions?'), write: 'cache, or what it does', inNames: true },
  { found: phrase('unlimited worth'), write: 'unlimited value', inNames: true },
  { found: phrase('described here'), write: 'inline description', inNames: true },
  { found: phrase('ask while away'), write: 'refetch, restore', inNames: true },
  { found: phrase('was beaten|is beaten|are beaten|be beaten|been beaten'), write: 'outbid' },
  { found: phrase('for who|whose eyes'), write: 'for a client that, audience' },
  { found: phrase("(?:is|are|not) (?:theirs|ours|[\\w]+[’']s) to say"), write: 'is decided by' },
  { found: phrase('(?:stands?|stood) (?:in|on|at|there|beside|behind|where|under|above|as)'), write: 'is' },
  {
    found: new RegExp(`(?<!\\b(?:${PEOPLE})s? )\\b(?:wants|knows|feels|asks)\\b`, 'gi'),
    write: 'needs, has, checks, requests',
  },
  {
    found: /(?<=^|[.;:*/]\s|\/\*\*\s)Who (?![^.?]*\?)[a-z]+/g,
    write: 'Anyone who, a person who; name the role',
  },
];
