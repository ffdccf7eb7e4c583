import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import { REASON_MOST } from '@saleyard/contract/schema.ts';
import type { FreshProof, StaffAccount } from '@saleyard/contract/staff-accounts.ts';
import type { AccountRole } from '@saleyard/domain/account/events.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { ownFactorsQuery, proveByPasskey } from '@/lib/fresh-proof.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Grid } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';

/** Acts of an administrator that need their second factor at that moment. */
export type GuardedAct = 'role' | 'reset' | 'close';

export const GUARDED_TITLES: Readonly<Record<GuardedAct, string>> = {
  role: 'Change role',
  reset: 'Reset second factor',
  close: 'Close account',
};

const MEANING: Readonly<Record<GuardedAct, string>> = {
  role: 'The person is signed out everywhere, is e-mailed, and has the new role at the next sign-in.',
  reset:
    'The authenticator app, recovery codes and passkeys are removed. The person is signed out everywhere and is e-mailed. Make sure that it is really them who asked.',
  close:
    'The personal details are deleted for ever, and nobody can sign in with this account again. What it bought, sold and bid stays. The person is e-mailed before. This cannot be undone.',
};

/** A role as the list of roles has it. */
type RoleChoice = '' | NonNullable<AccountRole>;

const ROLES: readonly { value: RoleChoice; label: string }[] = [
  { value: '', label: 'No role' },
  { value: 'auditor', label: 'Auditor: reads everything, changes nothing' },
  { value: 'admin', label: 'Administrator' },
];

type Sent = { reason: string; role: RoleChoice; code: string; isSure: boolean };

function send(
  account: string,
  act: GuardedAct,
  { reason, role, proof }: { reason: string; role: AccountRole; proof: FreshProof },
): Promise<unknown> {
  const params = { account };
  switch (act) {
    case 'role':
      return call(staffAccountOperations.changeRole, { params, body: { role, reason, proof } });
    case 'reset':
      return call(staffAccountOperations.resetSecondFactor, { params, body: { reason, proof } });
    case 'close':
      return call(staffAccountOperations.closeAccount, { params, body: { proof } });
  }
}

/** The words of a failure; a browser that ended the question for a passkey gives none. */
const failureOf = (error: unknown): string =>
  error instanceof ApiError ? errorTextOf(error).message : 'Your passkey was not used. Please try again.';

/** A dialog for a reason and for the administrator's own second factor, then acts. */
export function GuardedDialog({
  account,
  act,
  onClose,
  onClosed,
}: {
  account: StaffAccount;
  act: GuardedAct;
  onClose: () => void;
  /** The account was closed: there is nothing more to show of it. */
  onClosed: () => void;
}) {
  const client = useQueryClient();
  const factors = useQuery(ownFactorsQuery);
  const hasPasskey = (factors.data?.passkeys.length ?? 0) > 0;
  const hasApp = factors.data?.totp === true;
  const codeLabel = hasApp ? 'Code of your authenticator app' : 'Your password';
  const [byPasskey, setByPasskey] = useState(false);
  const isByPasskey = hasPasskey && (byPasskey || !hasApp);
  const acting = useMutation({
    mutationFn: async ({ reason, role, code }: Sent) => {
      const typed: FreshProof = hasApp ? { code: code.trim() } : { password: code };
      const proof = isByPasskey ? await proveByPasskey() : typed;
      await send(account._id, act, { reason: reason.trim(), role: role === '' ? null : role, proof });
    },
    onSuccess: async () => {
      if (act === 'close') return onClosed();
      await client.invalidateQueries({ queryKey: ['staff'] });
      onClose();
    },
  });
  const { values, set, field, submit } = useSmallForm<Sent>({
    initial: { reason: '', role: account.role ?? '', code: '', isSure: false },
    checks: {
      reason: (reason) => (act !== 'close' && reason.trim() === '' ? 'Please Enter Reason' : null),
      role: (role) => (act === 'role' && role === (account.role ?? '') ? 'This is the present role.' : null),
      code: (code) => (!isByPasskey && code.trim() === '' ? `Please enter: ${codeLabel}` : null),
      isSure: (isSure) => (act === 'close' && !isSure ? 'Please confirm.' : null),
    },
    onSubmit: (sent) => !acting.isPending && acting.mutate(sent),
  });
  const name = `${account.firstName} ${account.lastName}`;
  const { problem: roleProblem, ...role } = field('role');
  return (
    <Dialog
      title={`${GUARDED_TITLES[act]}: ${name}`}
      onClose={onClose}
      withCancel
      actions={
        <Button
          type="submit"
          form="guarded-act"
          color={act === 'close' ? 'ochre' : undefined}
          loading={acting.isPending}
          disabled={!factors.data}
        >
          {GUARDED_TITLES[act]}
        </Button>
      }
    >
      {factors.data ? (
        <Grid as="form" single gap="md" id="guarded-act" noValidate onSubmit={submit}>
          <p>{MEANING[act]}</p>
          {act === 'role' && (
            <Select
              label="Role"
              options={ROLES}
              value={role.value}
              ref={role.ref}
              error={roleProblem ?? undefined}
              onChange={({ currentTarget }) => role.onChange(currentTarget.value as RoleChoice)}
            />
          )}
          {act !== 'close' && <TextField label="Reason" most={REASON_MOST} {...field('reason')} />}
          {isByPasskey ? (
            <p>Your browser opens your passkey when you go on.</p>
          ) : (
            <TextField
              label={codeLabel}
              type={hasApp ? 'text' : 'password'}
              autoComplete={hasApp ? 'one-time-code' : 'current-password'}
              {...field('code')}
            />
          )}
          {hasApp && hasPasskey && (
            <Checkbox
              label="Use my passkey"
              checked={byPasskey}
              onChange={({ currentTarget }) => setByPasskey(currentTarget.checked)}
            />
          )}
          {act === 'close' && (
            <Checkbox
              label={`Close the account of ${name} for ever`}
              checked={values.isSure}
              error={field('isSure').problem ?? undefined}
              onChange={({ currentTarget }) => set({ isSure: currentTarget.checked })}
            />
          )}
          {acting.error && <p role="alert">{failureOf(acting.error)}</p>}
        </Grid>
      ) : factors.error ? (
        <Failed error={factors.error} onRetry={() => void factors.refetch()} />
      ) : (
        <Loading label="Loading your second factor…" />
      )}
    </Dialog>
  );
}
