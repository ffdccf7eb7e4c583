import { hash } from 'node:crypto';
import { allBlockDeadlines } from '@saleyard/domain/auction/deadlines.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';

const MAP = '~map';
const SET = '~set';

/**
 * Plain data of a value that may hold Maps and Sets, its members by name. `sorted`: the entries of Maps and Sets
 * by key, else as they were added.
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

/** The state without what is derived from the rest of it. */
function essential(state: AuctionState): Omit<AuctionState, 'blockDeadlines'> {
  const { blockDeadlines: _derived, ...rest } = state;
  return rest;
}

/** The state as one text: the same state always gives the same. Maps and Sets keep their order. */
export function encodeState(state: AuctionState): string {
  return JSON.stringify(plain(essential(state), false));
}

/** The state that `encodeState` wrote. */
export function decodeState(text: string): AuctionState {
  const rest = revived(JSON.parse(text)) as Omit<AuctionState, 'blockDeadlines'>;
  return { ...rest, blockDeadlines: allBlockDeadlines(rest.lots) };
}

/**
 * sha256 (hex) of the state's canonical JSON, Maps and Sets by their sorted entries. Folding from zero, from any
 * snapshot, and the live state must agree on it.
 */
export function stateHash(state: AuctionState): string {
  return hash('sha256', JSON.stringify(plain(essential(state), true)));
}
