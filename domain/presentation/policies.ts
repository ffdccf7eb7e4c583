import type { Policy } from '../auction/policy.ts';

type Labels = { label: string; values: Readonly<Record<string, string>> };

/** The choices on which auction rules differ, in words. */
export const POLICY_LABELS: { readonly [K in keyof Policy]: Labels } = {
  opening: {
    label: 'First bid',
    values: { 'above-start': 'Start price plus one increment', 'at-start': 'The start price itself' },
  },
  challenge: {
    label: 'A leading auto-bid answers a lower bid',
    values: { beat: 'One increment above it', match: 'At the same amount' },
  },
  tie: {
    label: "A bid equal to the leader's maximum",
    values: {
      'earlier-leads': 'The earlier maximum leads',
      'later-manual-leads': 'The later manual bid leads',
    },
  },
  reserve: {
    label: 'A leading maximum at or above the reserve',
    values: { jump: 'Lifts the price to the reserve', 'second-price': 'Leaves the price' },
  },
  belowReserve: {
    label: 'A leading maximum below the reserve',
    values: { 'second-price': 'Leaves the price', 'jump-to-max': 'Lifts the price to that maximum' },
  },
};

/** A `field=value` of a policy in words. */
export function policyText(swap: string): string {
  const [field = '', value = ''] = swap.split('=');
  const known = Object.hasOwn(POLICY_LABELS, field) ? POLICY_LABELS[field as keyof Policy] : undefined;
  return known === undefined ? swap : `${known.label}: ${(known.values[value] ?? value).toLowerCase()}`;
}
