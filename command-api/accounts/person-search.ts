import { createHmac } from 'node:crypto';
import { isAgent } from '@saleyard/domain/account/profile.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openPerson } from './personal-data.ts';

const KEY_BITS = 256;
/** Characters of a word that are indexed: at least, and at most. A longer word is found by its first ones. */
const LEAST = 2;
const MOST = 12;
/** Bytes of a search key: enough that two prefixes rarely share one. */
const KEY_BYTES = 9;
/** Words of one search. */
const TOKENS_LIMIT = 8;

/**
 * Finds people by encrypted fields. The prefixes of a profile's words are stored as keyed hashes with the account: a
 * reader of the store learns no name, and without the account's own key no new ones can be made.
 */
export type PersonSearch = {
  /** The search keys of an account: of its short id, and of its encrypted profile while it can be decrypted. */
  keysOf(account: { id: string; shortId: string; personal: string }): Promise<string[]>;
  /** The keys that an account must have to match a search text; empty: the text has no word. */
  keysIn(text: string): string[];
  /** The keys of an agent with this name, town or postcode, and state; null: all of them are empty. */
  agentKeysIn(sought: AgentSought): string[] | null;
};

/** The criteria of a search for agents. Omitted ones are ignored. */
type AgentSought = { name?: string; location?: string; state?: string };

// Agents have separate keys: an agent is found only by data that is shown of them.
const AGENT = 'agent';
const agentName = (beginning: string): string => `agent-name:${beginning}`;
const agentPlace = (beginning: string): string => `agent-place:${beginning}`;
const agentState = (state: string): string => `agent-state:${state}`;

/** Words in lower case, without accents. A number is one word, however its digits are grouped. */
const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\d)[ -]+(?=\d)/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= LEAST);

const beginningsOf = (...texts: readonly string[]): string[] =>
  texts
    .flatMap(tokensOf)
    .flatMap((word) =>
      Array.from({ length: Math.min(word.length, MOST) - LEAST + 1 }, (_, n) => word.slice(0, LEAST + n)),
    );

/** The words of a search text, truncated to the indexed length. */
const soughtIn = (text: string): string[] =>
  [...new Set(tokensOf(text).map((word) => word.slice(0, MOST)))].slice(0, TOKENS_LIMIT);

export async function createPersonSearch(secrets: Secrets): Promise<PersonSearch> {
  const secret = Buffer.from(await secrets.putIfAbsent('person-search-key', randomToken(KEY_BITS)), 'hex');
  const keyOf = (beginning: string): string =>
    createHmac('sha256', secret).update(beginning).digest().subarray(0, KEY_BYTES).toString('base64url');

  return {
    async keysOf({ id, shortId, personal }) {
      const person = await openPerson(secrets, id, personal);
      if (person === null) return [];
      const { firstName, lastName, email, phone, secondaryPhone, tradingName, PIC, customerDetails } = person;
      const { companyName, legalNameOfTradingEntity } = customerDetails;
      const texts = [
        ...[shortId, firstName, lastName, email, phone, secondaryPhone, tradingName, PIC],
        ...[companyName, legalNameOfTradingEntity],
      ];
      const sought = new Set(beginningsOf(...texts));
      if (isAgent(person)) {
        const { town, postcode, state } = person.officeAddress;
        const names = beginningsOf(firstName, lastName, tradingName).map(agentName);
        const places = beginningsOf(town, postcode).map(agentPlace);
        for (const one of [AGENT, ...names, ...places, agentState(state)]) sought.add(one);
      }
      return [...sought].map(keyOf).sort();
    },
    keysIn: (text) => soughtIn(text).map(keyOf),
    agentKeysIn({ name = '', location = '', state = '' }) {
      const parts = [
        ...soughtIn(name).map(agentName),
        ...soughtIn(location).map(agentPlace),
        ...(state === '' ? [] : [agentState(state)]),
      ];
      return parts.length === 0 ? null : [AGENT, ...parts].map(keyOf);
    },
  };
}
