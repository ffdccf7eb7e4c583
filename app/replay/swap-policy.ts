import { POLICY_VALUES, type Policy } from '@saleyard/domain/auction/policy.ts';

/** The policy, or the fields of one, with each `field=value` put in, or what is wrong with one of them. */
export function swapPolicy<P extends Partial<Policy>>(policy: P, swaps: readonly string[]): P | string {
  let swapped = policy;
  for (const swap of swaps) {
    const [field = '', value = '', ...rest] = swap.split('=');
    const values = Object.hasOwn(POLICY_VALUES, field) ? POLICY_VALUES[field as keyof Policy] : undefined;
    if (values === undefined || rest.length > 0) {
      return `--policy must be field=value, where field is one of ${Object.keys(POLICY_VALUES).join(', ')}`;
    }
    if (!(values as readonly string[]).includes(value)) {
      return `--policy ${field} must be one of ${values.join(', ')}`;
    }
    swapped = { ...swapped, [field]: value };
  }
  return swapped;
}
