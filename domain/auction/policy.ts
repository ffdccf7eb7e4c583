/**
 * The version of the rules that sales are scheduled under now. A sale is decided, and decided again by an audit, under
 * the version in its terms [E23]. A rule whose change would decide a stored command otherwise gives this the next number and
 * branches on `terms.rules`; sales from before versions were recorded have version 1.
 * Version 2: an interfaced sale stays live until its last lot can no longer be reopened [C2].
 * Version 3: an account that is named with the knock-down has a paddle [C7] [E18].
 * Version 4: a lot that has a bid is not amended, not even where it is no longer live [T18].
 */
export const RULES_VERSION = 4;

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
