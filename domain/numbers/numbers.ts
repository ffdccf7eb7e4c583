import type { Decider } from '../decider.ts';

/** Short numbers for people: users' numericId, auctions' searchNumber, lots' searchNumericId. */
export type Sequence = 'users' | 'auctions' | 'lots';

/** `count` numbers from `from` on are assigned, used or not. */
export type NumbersEvent = { type: 'NumbersTaken'; data: { at: number; from: number; count: number } };

/** The last assigned numbers; null before the first. */
export type NumbersState = { readonly from: number; readonly count: number } | null;

/** Takes `count` numbers of a sequence, whose stream is `numbers-{sequence}`. */
export type NumbersCommandBody = { type: 'take'; sequence: Sequence; count: number };

/** The first number of each sequence. */
const FIRST: Readonly<Record<Sequence, number>> = { users: 1_001, auctions: 2_001, lots: 30_001 };

/** A sequence of numbers: each is assigned once, in order. Its last event alone holds its state. */
export const numbersDecider: Decider<NumbersState, NumbersCommandBody, NumbersEvent, never> = {
  initial: null,
  decide(state, { at, body: { sequence, count } }) {
    const from = state === null ? FIRST[sequence] : state.from + state.count;
    return { outcome: 'accepted', events: [{ type: 'NumbersTaken', data: { at, from, count } }] };
  },
  evolve: (_state, { data: { from, count } }) => ({ from, count }),
};
