import { Button } from '@mantine/core';
import { SUPPORT_PHONE } from '@saleyard/contract/errors.ts';
import { emailProblem, passwordProblem } from '@saleyard/domain/account/credentials.ts';
import { type FormEvent, useRef, useState } from 'react';
import { ICON_SIZES, IconEye, IconEyeOff } from '@/app/icons.ts';
import { MessageDialog } from '@/components/dialog.tsx';
import { TextField } from '@/components/text-field.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import classes from './sign-in.module.css';
import { signInFailure, useSignIn } from './use-sign-in.ts';

/** E-mail, password and a press. `onSignedIn` is called once the session stands. */
export function SignInForm({ demo, onSignedIn }: { demo: boolean; onSignedIn: () => void }) {
  const { mutate, isPending, error, reset } = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [shown, setShown] = useState(false);
  // Fields are judged from the first press on, then on every edit.
  const [judged, setJudged] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const faults = { email: emailProblem(email), password: passwordProblem(password) };
  const failure = error ? signInFailure(error) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (faults.email) emailField.current?.focus();
    else if (faults.password) passwordField.current?.focus();
    else if (!isPending) mutate({ email, password, remember }, { onSuccess: onSignedIn });
  };

  return (
    <>
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextField
          ref={emailField}
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          fault={judged ? faults.email : null}
          onChange={setEmail}
        />
        <TextField
          ref={passwordField}
          label="Password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={password}
          fault={judged ? faults.password : null}
          onChange={setPassword}
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
            checked={remember}
            onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
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
      {demo && (
        <DemoAccounts
          onPick={(account) => {
            setEmail(account.email);
            setPassword(account.password);
          }}
        />
      )}
      {failure && <MessageDialog title={failure.title} message={failure.message} onClose={reset} />}
    </>
  );
}
