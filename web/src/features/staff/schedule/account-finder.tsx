import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { type ReactNode, useState } from 'react';
import { accountLabel, useAccountSearch } from '@/features/staff/api/account-search.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Grid, Row } from '@/ui/layout.tsx';
import { TextField } from '@/ui/text-field.tsx';

/** Finds an account by what is typed: each that is found has a button, after which the search is empty again. */
export function AccountFinder({
  label,
  description,
  status,
  isOffered,
  none,
  action,
  icon,
  problem = null,
  onFound,
}: {
  label: string;
  description: string;
  /** Of the accounts that are searched. */
  status?: StaffAccountEntry['status'];
  isOffered: (account: StaffAccountEntry) => boolean;
  /** What is shown where no account fits. */
  none: string;
  /** The label of the buttons, before the account in their names. */
  action: string;
  icon?: ReactNode;
  problem?: string | null | undefined;
  onFound: (account: StaffAccountEntry) => void;
}) {
  const [typed, setTyped] = useState('');
  const { accounts, error } = useAccountSearch(typed, status);
  const offered = accounts?.filter(isOffered) ?? [];
  return (
    <>
      <TextField
        label={label}
        description={description}
        value={typed}
        onChange={setTyped}
        problem={problem ?? (error ? errorTextOf(error).message : null)}
      />
      <div aria-live="polite">
        {accounts !== undefined && offered.length === 0 && <p className="sy-dim">{none}</p>}
      </div>
      {offered.length > 0 && (
        <Grid as="ul" single gap="xs" mt="sm">
          {offered.map((account) => (
            <Row key={account._id} as="li" nowrap justify="space-between" gap="sm" anywhere>
              <span>{accountLabel(account)}</span>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={icon}
                aria-label={`${action} ${accountLabel(account)}`}
                onClick={() => {
                  onFound(account);
                  setTyped('');
                }}
              >
                {action}
              </Button>
            </Row>
          ))}
        </Grid>
      )}
    </>
  );
}
