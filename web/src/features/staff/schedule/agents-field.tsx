import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import { useQueries } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { ICON_SIZES, IconPlus, IconX } from '@/config/icons.ts';
import { accountLabel, FOUND_BY } from '@/features/staff/api/account-search.ts';
import { call } from '@/lib/api-client.ts';
import { IconButton } from '@/ui/button.tsx';
import { fieldId } from '@/ui/form/fields.tsx';
import { Grid, Row } from '@/ui/layout.tsx';
import { AccountFinder } from './account-finder.tsx';
import classes from './schedule.module.css';

/** The sellers that may add lots, by the ids of their accounts. `name`: of the list in the form. */
export function AgentsField({ name }: { name: string }) {
  const { field, fieldState } = useController({ name });
  const chosen = (field.value ?? []) as readonly string[];
  const known = useQueries({
    queries: chosen.map((account) => ({
      queryKey: ['staff', 'accounts', account],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(staffAccountOperations.staffAccount, { params: { account }, signal })).account,
    })),
  });
  return (
    <fieldset className={classes.agents}>
      <legend>Accounts that may add lots</legend>
      {chosen.length > 0 && (
        <Grid as="ul" single gap="xs" mt="sm">
          {chosen.map((account, place) => {
            const data = known[place]?.data;
            const shown = data === undefined ? account : accountLabel(data);
            return (
              <Row key={account} as="li" nowrap justify="space-between" gap="sm" anywhere>
                <span>{shown}</span>
                <IconButton
                  aria-label={`Remove ${shown}`}
                  onClick={() => field.onChange(chosen.filter((one) => one !== account))}
                >
                  <IconX size={ICON_SIZES.md} aria-hidden="true" />
                </IconButton>
              </Row>
            );
          })}
        </Grid>
      )}
      <Grid single gap="sm" id={fieldId(name)} tabIndex={-1}>
        <AccountFinder
          label="Find a seller"
          description={FOUND_BY}
          status="approved-seller"
          isOffered={({ _id }) => !chosen.includes(_id)}
          none="No other approved seller matches."
          action="Add"
          icon={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
          problem={fieldState.error?.message}
          onFound={({ _id }) => field.onChange([...chosen, _id])}
        />
      </Grid>
    </fieldset>
  );
}
