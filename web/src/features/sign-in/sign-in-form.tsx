import { Button } from '@mantine/core';
import { SUPPORT_PHONE } from '@saleyard/contract/headers.ts';
import { emailProblem, passwordProblem } from '@saleyard/domain/account/credentials.ts';
import { useState } from 'react';
import { ICON_SIZES, IconEye, IconEyeOff } from '@/app/icons.ts';
import { MessageDialog } from '@/components/dialog.tsx';
import { TextField, useSmallForm } from '@/components/text-field.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import classes from './sign-in.module.css';
import { signInFailure, useSignIn } from './use-sign-in.ts';

/** E-mail, password and a press. `onSignedIn` is called once the session stands. */
export function SignInForm({ demo, onSignedIn }: { demo: boolean; onSignedIn: () => void }) {
  const { mutate, isPending, error, reset } = useSignIn();
  const [shown, setShown] = useState(false);
  const failure = error ? signInFailure(error) : null;
  const { field, set, submit } = useSmallForm({
    initial: { email: '', password: '', remember: '' },
    judges: { email: emailProblem, password: passwordProblem },
    onSubmit: ({ email, password, remember }) => {
      if (!isPending) mutate({ email, password, remember: remember !== '' }, { onSuccess: onSignedIn });
    },
  });

  return (
    <>
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <TextField
          label="Password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          {...field('password')}
          end={
            <button
              type="button"
              aria-label="Show the password"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? (
                <IconEyeOff size={ICON_SIZES.lg} aria-hidden="true" />
              ) : (
                <IconEye size={ICON_SIZES.lg} aria-hidden="true" />
              )}
            </button>
          }
        />
        <label className={classes.remember}>
          <input
            type="checkbox"
            checked={field('remember').value !== ''}
            onChange={({ currentTarget }) => set({ remember: currentTarget.checked ? 'yes' : '' })}
          />
          Remember me
        </label>
        <Button type="submit" size="md" fullWidth loading={isPending}>
          login now
        </Button>
        <details className={classes.forgot}>
          <summary>Forgot Password?</summary>
          <p>
            Call support on <a href={`tel:${SUPPORT_PHONE.replaceAll(' ', '')}`}>{SUPPORT_PHONE}</a>. We check
            who you are and let you in again, or take your bids by phone meanwhile.
          </p>
        </details>
      </form>
      {demo && <DemoAccounts onPick={({ email, password }) => set({ email, password })} />}
      {failure && <MessageDialog title={failure.title} message={failure.message} onClose={reset} />}
    </>
  );
}
