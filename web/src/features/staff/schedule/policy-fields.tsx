import { POLICY_VALUES, type Policy } from '@saleyard/domain/auction/policy.ts';
import { ChoiceField } from '@/ui/form/fields.tsx';
import classes from './schedule.module.css';

type Labels = { label: string; values: Readonly<Record<string, string>> };

const LABELS: { readonly [K in keyof Policy]: Labels } = {
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

const FIELDS = Object.keys(LABELS) as (keyof Policy)[];

const optionsOf = (field: keyof Policy) =>
  POLICY_VALUES[field].map((value, index) => ({
    value,
    label: `${LABELS[field].values[value] ?? value}${index === 0 ? ' (house rule)' : ''}`,
  }));

/** The choices on which auction rules differ; the house's own stand until someone opens this. */
export function PolicyFields() {
  return (
    <details className={classes.advanced}>
      <summary>Advanced: how bids and auto-bids meet</summary>
      <div className={classes.fields}>
        {FIELDS.map((field) => (
          <ChoiceField
            key={field}
            name={`terms.policy.${field}`}
            label={LABELS[field].label}
            options={optionsOf(field)}
          />
        ))}
      </div>
    </details>
  );
}
