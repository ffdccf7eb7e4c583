import type { Step } from './events.ts';
import type { BidderId } from './ids.ts';
import type { Policy } from './policy.ts';
import type { RefusalCode } from './refusals.ts';
import type { LotTerms } from './terms.ts';

/** The inputs of a price. */
export type Pricing = Pick<LotTerms, 'startCents' | 'incrementCents' | 'reserveCents'> & {
  policy: Policy;
  /** The highest amount that may be named, in cents per unit [E20]. */
  highestCents: number;
};

/** The public part of a lot's pricing: it decides which amounts may be bid. */
export type AmountPricing = Pick<Pricing, 'startCents' | 'incrementCents' | 'highestCents'> & {
  policy: Pick<Policy, 'opening'>;
};

/** The bidding state of a lot: its price (null: no bid yet), who leads, and their active maximum (null: none). */
export type Standing = { cents: number | null; leader: BidderId | null; maxCents: number | null };

export const NO_BID: Standing = { cents: null, leader: null, maxCents: null };

/**
 * [E2] The smallest amount a bid may name. Amounts are positive, so that a sale that opens at a start price of
 * nothing opens one increment above it.
 */
export function lowestBidCents(
  { startCents, incrementCents, policy }: Pricing,
  cents: number | null,
): number {
  if (cents !== null) return cents + incrementCents;
  return policy.opening === 'at-start' && startCents > 0 ? startCents : startCents + incrementCents;
}

/** [E20] Whether `cents` can be the price of a lot at all. */
export const isAmount = (cents: number, highestCents: number): boolean =>
  Number.isSafeInteger(cents) && cents > 0 && cents <= highestCents;

/**
 * Why `cents` is not an amount that may be bid, or null: first invalid, then too low, then off the increments
 * [E2] [E14] [E20]. `mayEqual`: the current price itself may be named too, as a leader's own maximum may [E5].
 */
export function amountRefusal(
  { startCents, incrementCents, policy, highestCents }: AmountPricing,
  standing: Pick<Standing, 'cents'>,
  cents: number,
  mayEqual = standing.cents === null && policy.opening === 'at-start',
): RefusalCode | null {
  if (!isAmount(cents, highestCents)) return 'invalid-amount';
  const price = standing.cents ?? startCents;
  if (cents < price || (cents === price && !mayEqual)) return 'too-low';
  return (cents - price) % incrementCents === 0 ? null : 'off-increment';
}

/** [E6] The step that a reserve adds after a change, where a maximum leads. */
function reserveStep(
  { reserveCents, policy }: Pricing,
  cents: number,
  leader: BidderId,
  max: number,
): Step[] {
  if (reserveCents === null || cents >= reserveCents) return [];
  const lifted =
    max >= reserveCents
      ? policy.reserve === 'jump' && reserveCents
      : policy.belowReserve === 'jump-to-max' && max;
  return lifted !== false && lifted > cents ? [{ rule: 'E6', cents: lifted, leader }] : [];
}

/** The price at which a leader's maximum answers a lower challenge, in cents. */
const answerCents = ({ incrementCents, policy }: Pricing, challenge: number, max: number): number =>
  policy.challenge === 'match' ? challenge : Math.min(challenge + incrementCents, max);

/**
 * What a manual bid of a valid amount does. `rule` names the kind of bid where it leads at its own amount;
 * a challenge that a maximum answers is decided by [E3].
 */
export function resolveBid(
  pricing: Pricing,
  standing: Standing,
  bidder: BidderId,
  cents: number,
  rule: 'E3' | 'E9' | 'E10' = 'E3',
): Step[] {
  const { leader, maxCents } = standing;
  if (leader === null) return [{ rule: rule === 'E3' ? 'E2' : rule, cents, leader: bidder }];
  if (leader === bidder) {
    const own = { rule: rule === 'E3' ? 'E5' : rule, cents, leader: bidder };
    return maxCents === null || maxCents < cents
      ? [own]
      : [own, ...reserveStep(pricing, cents, bidder, maxCents)];
  }
  const takes =
    maxCents === null ||
    cents > maxCents ||
    (cents === maxCents && pricing.policy.tie === 'later-manual-leads');
  if (takes) return [{ rule, cents, leader: bidder }];
  const price = answerCents(pricing, cents, maxCents);
  return [{ rule: 'E3', cents: price, leader }, ...reserveStep(pricing, price, leader, maxCents)];
}

/**
 * What an auto-bid with a valid maximum does [E4] [E5]. No steps: nothing that can be seen. `isOwn`: the bidder leads,
 * perhaps by their buyer number [C9].
 */
export function resolveAutoBid(
  pricing: Pricing,
  standing: Standing,
  bidder: BidderId,
  maxCents: number,
  isOwn = standing.leader === bidder,
): Step[] {
  const { leader, cents } = standing;
  if (leader === null || cents === null) {
    const opening = lowestBidCents(pricing, null);
    return [
      { rule: 'E4', cents: opening, leader: bidder },
      ...reserveStep(pricing, opening, bidder, maxCents),
    ];
  }
  if (isOwn) {
    const lead = leader === bidder ? [] : [{ rule: 'C9', cents, leader: bidder }];
    return [...lead, ...reserveStep(pricing, cents, bidder, maxCents)];
  }
  const against = standing.maxCents ?? cents;
  if (maxCents > against) {
    const price = Math.min(maxCents, against + pricing.incrementCents);
    return [{ rule: 'E4', cents: price, leader: bidder }, ...reserveStep(pricing, price, bidder, maxCents)];
  }
  // An equal maximum: the earlier leads at it. A lower one: the leader answers it.
  const price = answerCents(pricing, maxCents, against);
  return [{ rule: 'E4', cents: price, leader }, ...reserveStep(pricing, price, leader, against)];
}

/**
 * [E7] Sealed auto-bids taken one after another in the order they were set. One whose maximum the price has
 * passed by its turn changes nothing.
 */
export function resolveSealed(
  pricing: Pricing,
  autoBids: readonly { bidder: BidderId; maxCents: number }[],
): Step[] {
  const ladder: Step[] = [];
  let standing = NO_BID;
  for (const { bidder, maxCents } of autoBids) {
    if (standing.cents !== null && maxCents <= standing.cents) continue;
    const steps = resolveAutoBid(pricing, standing, bidder, maxCents);
    const last = steps.at(-1);
    if (last === undefined) continue;
    ladder.push(...steps);
    const leads = last.leader === bidder;
    standing = { cents: last.cents, leader: last.leader, maxCents: leads ? maxCents : standing.maxCents };
  }
  return ladder;
}
