/**
 * The version of the rules that sales are scheduled under now. A sale is decided, and decided again by an audit, under
 * the version in its terms [E23]. A rule whose change would decide a stored command otherwise gives this the next number,
 * and is named in `SINCE`.
 */
export const RULES_VERSION = 5;

/** The first version with each of the rules that earlier ones did not have. */
const SINCE = {
  /** An interfaced sale stays live until its last lot can no longer be reopened [C2]. */
  reopening: 2,
  /** An account that is named with the knock-down has a paddle [C7] [E18]. */
  namedBuyerPaddle: 3,
  /**
   * A lot that was sold to the floor after its sale is its named buyer's [C7]. In earlier sales too, but some of their
   * commands were decided as if it was still the floor's.
   */
  namedAfterSale: 3,
  /** A lot with a bid keeps its prices and description, also when it is no longer live [T18]. */
  bidKeepsLot: 4,
  /** An auto-bid that a correction could make answer again can be stopped before [E8]. */
  dormantStop: 5,
  /** The maximum that answers is accepted again, also where the price is off the increments [E13]. */
  sameMaximum: 5,
  /** A lot keeps the time that it had left while its timer stood still before it was withdrawn [C3]. */
  withdrawnHeld: 5,
  /** A correction to an assigned buyer number is one to its account [C4]. */
  numberIsAccount: 5,
  /** The vendor buys nothing after the sale, nor does anybody by a number a lot that they listed [T22]. */
  soldAfterBuyer: 5,
  /** A bid by the leader's own buyer number, or their maximum over it, is their own [C9]. */
  ownNumber: 5,
  /** An offer of a lot ends when staff name another buyer of it [C5]. */
  namedEndsOffer: 5,
} as const;

/** Whether a sale with these terms runs under the rule. Sales from before versions were recorded have version 1. */
export const hasRule = (terms: { readonly rules: number } | null, rule: keyof typeof SINCE): boolean =>
  (terms?.rules ?? 1) >= SINCE[rule];

/** Each choice on which published auction rules differ (engine rules, "Policy"). */
export type Policy = {
  /** The first valid bid is start + increment, or the start itself. */
  opening: 'above-start' | 'at-start';
  /** A leader's auto-bid answers a lower challenge at challenge + increment (capped), or at the challenge. */
  challenge: 'beat' | 'match';
  /** A challenge equal to the leader's maximum: the earlier maximum leads, or a manual bid takes the lead. */
  tie: 'earlier-leads' | 'later-manual-leads';
  /** A leading maximum at or above the reserve lifts the price to the reserve, or not. */
  reserve: 'jump' | 'second-price';
  /** A leading maximum below the reserve leaves the price, or lifts it to that maximum. */
  belowReserve: 'second-price' | 'jump-to-max';
};

export const DEFAULT_POLICY: Policy = {
  opening: 'above-start',
  challenge: 'beat',
  tie: 'earlier-leads',
  reserve: 'jump',
  belowReserve: 'second-price',
};

/** Every policy field with its allowed values, the default first. */
export const POLICY_VALUES: { readonly [K in keyof Policy]: readonly Policy[K][] } = {
  opening: ['above-start', 'at-start'],
  challenge: ['beat', 'match'],
  tie: ['earlier-leads', 'later-manual-leads'],
  reserve: ['jump', 'second-price'],
  belowReserve: ['second-price', 'jump-to-max'],
};
