import { useState } from 'react';
import { useController } from 'react-hook-form';
import { accountLabel, FOUND_BY, useAccountSearch } from '@/features/staff/api/account-search.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import { TextField } from '@/ui/text-field.tsx';
import type { LotsValues } from './lots-form.ts';
import classes from './schedule.module.css';

/**
 * The vendor or agent whose typed lots these are. They get the fees, e-mails and results; the log names who typed the
 * lots. Without a choice the lots belong to the person who types them.
 */
export function OwnerField() {
  const { field } = useController<{ lots: LotsValues }, 'lots.owner'>({ name: 'lots.owner' });
  const [typed, setTyped] = useState('');
  const { accounts, error } = useAccountSearch(typed);
  const found = accounts?.filter(({ isSuspended }) => !isSuspended) ?? [];
  const owner = field.value ?? null;
  if (owner !== null)
    return (
      <Row gap="sm" mb="sm">
        <span>
          These lots belong to <strong>{owner.label}</strong>.
        </span>
        <Button variant="default" size="compact-sm" onClick={() => field.onChange(null)}>
          Change
        </Button>
      </Row>
    );
  return (
    <fieldset className={classes.agents}>
      <legend>Vendor or agent</legend>
      <TextField
        label="Whose lots are these?"
        description={`${FOUND_BY}. Fees, e-mails and results are theirs. Empty: yours`}
        value={typed}
        onChange={setTyped}
        problem={error ? errorTextOf(error).message : null}
      />
      <div aria-live="polite">
        {accounts !== undefined && found.length === 0 && <p className="sy-dim">No account matches.</p>}
      </div>
      {found.length > 0 && (
        <ul>
          {found.map((account) => (
            <li key={account._id}>
              <span>{accountLabel(account)}</span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Choose ${accountLabel(account)}`}
                onClick={() => {
                  field.onChange({ _id: account._id, label: accountLabel(account) });
                  setTyped('');
                }}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
