import { POLICY_VALUES, type Policy } from '@saleyard/domain/auction/policy.ts';
import { POLICY_LABELS } from '@saleyard/domain/presentation/policies.ts';
import { ChoiceField } from '@/ui/form/fields.tsx';
import classes from './schedule.module.css';

const FIELDS = Object.keys(POLICY_LABELS) as (keyof Policy)[];

const optionsOf = (field: keyof Policy) =>
  POLICY_VALUES[field].map((value, index) => ({
    value,
    label: `${POLICY_LABELS[field].values[value] ?? value}${index === 0 ? ' (house rule)' : ''}`,
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
            label={POLICY_LABELS[field].label}
            options={optionsOf(field)}
          />
        ))}
      </div>
    </details>
  );
}
