import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { confirmProblem, newPasswordProblem } from '@saleyard/domain/account/credentials.ts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';

const CHANGED = 'Your password has been changed successfully';

const NO_PASSWORDS = { oldPassword: '', newPassword: '', confirmPassword: '' };
type Passwords = typeof NO_PASSWORDS;

const FIELDS: readonly { name: keyof Passwords; label: string; autoComplete: string }[] = [
  { name: 'oldPassword', label: 'Old Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
];

/**
 * Changes the person's password. A field is checked when it is left. `onClose` gets what must be said after it closed: that
 * it is done, why it was not, or what a new password must be.
 */
export function ChangePasswordDialog({
  onClose,
}: {
  onClose: (said: { title: string; message: string } | null) => void;
}) {
  const change = useMutation({
    mutationFn: (user: Passwords) => call(accountOperations.changePassword, { body: { user } }),
    onSuccess: () => onClose({ title: 'Change Password', message: CHANGED }),
    onError: (error) => onClose(errorTextOf(error)),
  });
  const { values, field, submit } = useSmallForm({
    initial: NO_PASSWORDS,
    checkOnBlur: true,
    checks: {
      oldPassword: (password) => (password === '' ? 'Please Enter Password' : null),
      newPassword: newPasswordProblem,
      confirmPassword: (password, { newPassword }) =>
        password === '' ? 'Please Enter Password' : confirmProblem(password, newPassword),
    },
    onSubmit: (passwords) => !change.isPending && change.mutate(passwords),
  });
  const confirm = (event: FormEvent) => {
    const invalid = values.newPassword === '' ? null : newPasswordProblem(values.newPassword);
    if (invalid === null) return submit(event);
    event.preventDefault();
    onClose({ title: 'Change Password', message: invalid });
  };
  return (
    <Dialog
      title="Change Password"
      onClose={() => onClose(null)}
      withCancel
      actions={
        <Button type="submit" form="change-password" loading={change.isPending}>
          Confirm
        </Button>
      }
    >
      <Grid as="form" single gap="md" id="change-password" noValidate onSubmit={confirm}>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextField key={name} label={label} type="password" autoComplete={autoComplete} {...field(name)} />
        ))}
      </Grid>
    </Dialog>
  );
}
