import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { SUPPORT_PHONE } from '@saleyard/contract/errors.ts';
import { type FormEvent, useRef, useState } from 'react';
import { MessageDialog } from '../../components/message-dialog.tsx';
import { emailFault, passwordFault } from './credentials.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import classes from './sign-in.module.css';
import { signInFailure, useSignIn } from './use-sign-in.ts';

/** E-mail, password and a press. `onSignedIn` is called once the session stands. */
export function SignInForm({ demo, onSignedIn }: { demo: boolean; onSignedIn: () => void }) {
  const { mutate, isPending, error, reset } = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  // Fields are judged from the first press on, then on every edit.
  const [judged, setJudged] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const faults = { email: emailFault(email), password: passwordFault(password) };
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
        <TextInput
          ref={emailField}
          label="Email"
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          error={judged && faults.email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          value={password}
          error={judged && faults.password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Checkbox
          label="Remember me"
          checked={remember}
          onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
        />
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
