import { hash } from 'node:crypto';
import { allBlockDeadlines } from '@saleyard/domain/auction/deadlines.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';

const MAP = '~map';
const SET = '~set';

/**
 * A value with Maps and Sets as plain data. `sorted`: the entries of Maps and Sets are sorted by key, else in
 * insertion order.
 */
function plain(value: unknown, sorted: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, sorted));
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => [key, plain(item, sorted)] as const);
    return { [MAP]: sorted ? entries.sort(([a], [b]) => (a < b ? -1 : 1)) : entries };
  }
  if (value instanceof Set) return { [SET]: sorted ? [...value].sort() : [...value] };
  const out: Record<string, unknown> = {};
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members).sort()) out[name] = plain(members[name], sorted);
  return out;
}

function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revived);
  const members = value as Record<string, unknown>;
  const entries = members[MAP];
  if (Array.isArray(entries)) return new Map(entries.map(([key, item]) => [key, revived(item)]));
  const items = members[SET];
  if (Array.isArray(items)) return new Set(items);
  for (const name of Object.keys(members)) members[name] = revived(members[name]);
  return members;
}

/** The state without its derived parts. */
function essential(state: AuctionState): Omit<AuctionState, 'blockDeadlines'> {
  const { blockDeadlines: _derived, ...rest } = state;
  return rest;
}

/** The state as a text: equal states give equal texts. Maps and Sets keep their order. */
export function encodeState(state: AuctionState): string {
  return JSON.stringify(plain(essential(state), false));
}

/** Parses the result of `encodeState`. */
export function decodeState(text: string): AuctionState {
  const rest = revived(JSON.parse(text)) as Omit<AuctionState, 'blockDeadlines'>;
  return { ...rest, blockDeadlines: allBlockDeadlines(rest.lots) };
}

/**
 * sha256 (hex) of the state's canonical JSON, with sorted Maps and Sets. Folding from the start, from any snapshot,
 * and the live state must give the same hash.
 */
export function stateHash(state: AuctionState): string {
  return hash('sha256', JSON.stringify(plain(essential(state), true)));
}
