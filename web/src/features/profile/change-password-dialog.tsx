import { accountOperations } from '@saleyard/contract/accounts.ts';
import { confirmProblem, newPasswordProblem } from '@saleyard/domain/account/credentials.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog } from '@/components/dialog.tsx';
import { TextField } from '@/components/text-field.tsx';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import classes from './profile.module.css';

const CHANGED = 'Your password has been changed successfully';

type Passwords = { oldPassword: string; newPassword: string; confirmPassword: string };
type Name = keyof Passwords;

const judges: Readonly<Record<Name, (values: Passwords) => string | null>> = {
  oldPassword: ({ oldPassword }) => (oldPassword === '' ? 'Please Enter Password' : null),
  newPassword: ({ newPassword }) => newPasswordProblem(newPassword),
  confirmPassword: ({ newPassword, confirmPassword }) =>
    confirmPassword === '' ? 'Please Enter Password' : confirmProblem(confirmPassword, newPassword),
};
const NAMES = Object.keys(judges) as Name[];

const FIELDS: readonly { name: Name; label: string; autoComplete: string }[] = [
  { name: 'oldPassword', label: 'Old Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
];

/**
 * Changes one's own password. A field is judged when it is left. `onClose` gets what must be said after it closed: that
 * it is done, why it was not, or what a new password must be.
 */
export function ChangePasswordDialog({
  onClose,
}: {
  onClose: (said: { title: string; message: string } | null) => void;
}) {
  const [values, setValues] = useState<Passwords>({ oldPassword: '', newPassword: '', confirmPassword: '' });
  const [judged, setJudged] = useState<readonly Name[]>([]);
  const change = useMutation({
    mutationFn: () => call(accountOperations.changePassword, { body: { user: values } }),
    onSuccess: () => onClose({ title: 'Change Password', message: CHANGED }),
    onError: (error) => onClose(errorTextOf(error)),
  });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    setJudged(NAMES);
    const invalid = values.newPassword === '' ? null : newPasswordProblem(values.newPassword);
    if (invalid !== null) return onClose({ title: 'Change Password', message: invalid });
    if (NAMES.every((name) => judges[name](values) === null) && !change.isPending) change.mutate();
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
      <form id="change-password" noValidate onSubmit={confirm} className={classes.passwords}>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextField
            key={name}
            label={label}
            type="password"
            autoComplete={autoComplete}
            value={values[name]}
            onChange={(text) => setValues((known) => ({ ...known, [name]: text }))}
            onBlur={() => setJudged((known) => (values[name] === '' ? known : [...known, name]))}
            fault={judged.includes(name) ? judges[name](values) : null}
          />
        ))}
      </form>
    </Dialog>
  );
}
