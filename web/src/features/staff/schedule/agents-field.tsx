import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ICON_SIZES, IconPlus, IconX } from '@/config/icons.ts';
import { accountLabel, FOUND_BY, useAccountSearch } from '@/features/staff/api/account-search.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { fieldId } from '@/ui/form/fields.tsx';
import { TextField } from '@/ui/text-field.tsx';
import classes from './schedule.module.css';

/** The sellers that may add lots, by the ids of their accounts. `name`: of the list in the form. */
export function AgentsField({ name }: { name: string }) {
  const { field, fieldState } = useController({ name });
  const chosen = (field.value ?? []) as readonly string[];
  const [typed, setTyped] = useState('');
  const { accounts, error } = useAccountSearch(typed, 'approved-seller');
  const known = useQueries({
    queries: chosen.map((account) => ({
      queryKey: ['staff', 'accounts', account],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(staffAccountOperations.staffAccount, { params: { account }, signal })).account,
    })),
  });
  const offered = accounts?.filter(({ _id }) => !chosen.includes(_id)) ?? [];
  return (
    <fieldset className={classes.agents}>
      <legend>Accounts that may add lots</legend>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((account, place) => {
            const data = known[place]?.data;
            const shown = data === undefined ? account : accountLabel(data);
            return (
              <li key={account}>
                <span>{shown}</span>
                <IconButton
                  aria-label={`Remove ${shown}`}
                  onClick={() => field.onChange(chosen.filter((one) => one !== account))}
                >
                  <IconX size={ICON_SIZES.md} aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <div id={fieldId(name)} tabIndex={-1}>
        <TextField
          label="Find a seller"
          description={FOUND_BY}
          value={typed}
          onChange={setTyped}
          problem={fieldState.error?.message ?? (error ? errorTextOf(error).message : null)}
        />
      </div>
      <div aria-live="polite">
        {accounts !== undefined && offered.length === 0 && (
          <p className="sy-dim">No other approved seller matches.</p>
        )}
      </div>
      {offered.length > 0 && (
        <ul>
          {offered.map((account) => (
            <li key={account._id}>
              <span>{accountLabel(account)}</span>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
                aria-label={`Add ${accountLabel(account)}`}
                onClick={() => {
                  field.onChange([...chosen, account._id]);
                  setTyped('');
                }}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
