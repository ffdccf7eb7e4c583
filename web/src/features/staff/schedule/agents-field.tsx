import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ICON_SIZES, IconPlus, IconX } from '@/config/icons.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useDebouncedValue } from '@/lib/delays.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { fieldId } from '@/ui/form/fields.tsx';
import { TextField } from '@/ui/text-field.tsx';
import classes from './schedule.module.css';

/** The search waits until the typing rests so long. ms. */
const TYPING_MS = 250;
const SHOWN_ACCOUNTS = 6;

type Named = Pick<StaffAccountEntry, 'firstName' | 'lastName' | 'tradingName' | 'shortId'>;

const nameOf = ({ firstName, lastName, tradingName, shortId }: Named): string =>
  [`${firstName} ${lastName}`.trim(), tradingName, `ID ${shortId}`].filter(Boolean).join(', ');

/** The sellers that may add lots, by the ids of their accounts. `name`: of the list in the form. */
export function AgentsField({ name }: { name: string }) {
  const { field, fieldState } = useController({ name });
  const chosen = (field.value ?? []) as readonly string[];
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ['staff', 'accounts', 'sellers', search],
    queryFn: ({ signal }) =>
      callForPage(staffAccountOperations.searchAccounts, {
        query: { search, status: 'approved-seller', page: 1, limit: SHOWN_ACCOUNTS },
        signal,
      }),
    enabled: search !== '',
  });
  const known = useQueries({
    queries: chosen.map((account) => ({
      queryKey: ['staff', 'accounts', account],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(staffAccountOperations.staffAccount, { params: { account }, signal })).account,
    })),
  });
  const offered = (found.data?.data.accounts ?? []).filter(({ _id }) => !chosen.includes(_id));
  return (
    <fieldset className={classes.agents}>
      <legend>Accounts that may add lots</legend>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((account, place) => {
            const data = known[place]?.data;
            const shown = data === undefined ? account : nameOf(data);
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
          description="Name, e-mail, phone, trading name, PIC or user ID"
          value={typed}
          onChange={setTyped}
          problem={fieldState.error?.message ?? (found.error ? errorTextOf(found.error).message : null)}
        />
      </div>
      <div aria-live="polite">
        {search !== '' && found.data !== undefined && offered.length === 0 && (
          <p className="sy-dim">No other approved seller matches.</p>
        )}
      </div>
      {search !== '' && offered.length > 0 && (
        <ul>
          {offered.map((account) => (
            <li key={account._id}>
              <span>{nameOf(account)}</span>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
                aria-label={`Add ${nameOf(account)}`}
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
