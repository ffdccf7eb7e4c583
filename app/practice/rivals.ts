import type { PracticeLevel } from '@saleyard/contract/practice.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { between, seededRandom, seedOf } from '../sample-data/random.ts';
import type { BidderStyle } from '../sample-data/strategy.ts';

/** A simulated bidder of practice sales. It has no account: only practice streams know its id. */
export type Rival = { id: string; style: BidderStyle };

export const RIVALS = {
  steady: { id: 'practice-bidder-1', style: 'steady' },
  eager: { id: 'practice-bidder-2', style: 'eager' },
  autoBidder: { id: 'practice-bidder-3', style: 'autoBidder' },
  sniper: { id: 'practice-bidder-4', style: 'sniper' },
} as const satisfies Record<string, Rival>;

const { steady, eager, autoBidder, sniper } = RIVALS;

/**
 * Who wants which lot. Each lot shows one thing more: being outbid, being outbid at once by an auto-bid, a bid in the
 * last seconds that adds time, then all of them.
 */
const PARTIES: readonly (readonly Rival[])[] = [
  [steady, eager],
  [steady, autoBidder],
  [steady, sniper],
  [eager, autoBidder, sniper],
  [steady, eager, autoBidder, sniper],
];

/** How many increments above the start the others would go, by how keen they are: from, to. */
const REACH: Readonly<Record<PracticeLevel, readonly [number, number]>> = {
  relaxed: [4, 8],
  keen: [8, 15],
};
/** Even the weakest answers a few times, or a learner would never see what being outbid looks like. */
const LEAST_REACH = 3;
/** By how much a lot the learner lost weakens the others on those after it, and one they won strengthens them. */
const AFTER_LOSS = 0.7;
const AFTER_WIN = 1.15;
const WEAKEST = 0.4;
const STRONGEST = 1.5;

export const partyOf = (lot: Pick<LotState, 'index'>): readonly Rival[] =>
  PARTIES[lot.index % PARTIES.length] ?? [];

/**
 * How strong the others are on a lot, by how the learner did on those that closed before it in the catalogue: who
 * loses finds it easier, who wins harder.
 */
export function nerve(lots: readonly LotState[], before: number, learner: string): number {
  let strength = 1;
  for (const lot of lots.slice(0, before)) {
    if (lot.status === null || !lot.participants.has(learner)) continue;
    strength *= lot.status === 'sold' && lot.leader === learner ? AFTER_WIN : AFTER_LOSS;
  }
  return Math.min(STRONGEST, Math.max(WEAKEST, strength));
}

/**
 * The most a rival pays for a lot, cents per unit; 0 for a lot it does not want. Rests on the stream alone, so
 * that it can be shown again afterwards. To be asked of a lot once those before it have closed.
 */
export function limitCents(state: AuctionState, lot: LotState, rival: Rival, learner: string): number {
  if (!partyOf(lot).some(({ id }) => id === rival.id)) return 0;
  const [least, most] = REACH[state.details?.practice?.level ?? 'relaxed'];
  const random = seededRandom(seedOf('practice', lot.terms.lot, rival.id));
  const reach = between(random, least, most) * nerve(state.lots, lot.index, learner);
  const steps = Math.max(LEAST_REACH, Math.round(reach));
  return lot.terms.startCents + steps * lot.terms.incrementCents;
}

/** The most any rival pays for a lot, cents per unit. */
export const othersLimitCents = (state: AuctionState, lot: LotState, learner: string): number =>
  Math.max(...partyOf(lot).map((rival) => limitCents(state, lot, rival, learner)));
