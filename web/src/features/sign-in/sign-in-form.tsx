import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SUPPORT_PHONE } from '@saleyard/contract/errors.ts';
import { MessageModal } from '../../components/message-modal.tsx';
import type { DemoAccount } from '../../lib/server-status.ts';
import { emailFault, passwordFault } from './credentials.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import classes from './sign-in.module.css';
import { signInFailure, useSignIn } from './use-sign-in.ts';

/** E-mail, password and a press. `onSignedIn` is called once the session stands. */
export function SignInForm({ demo, onSignedIn }: { demo: readonly DemoAccount[]; onSignedIn: () => void }) {
  const { mutate, isPending, error, reset } = useSignIn();
  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: { email: emailFault, password: passwordFault },
    // Silent until the first press, then each edit is judged again.
    validateInputOnChange: false,
  });
  const again = (field: 'email' | 'password', value: string) => {
    if (form.errors[field])
      form.setFieldError(field, (field === 'email' ? emailFault : passwordFault)(value));
  };
  const failure = error ? signInFailure(error) : null;
  return (
    <>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) => mutate(values, { onSuccess: onSignedIn }))}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          size="md"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('email', value);
            again('email', value);
          }}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('password', value);
            again('password', value);
          }}
        />
        <Checkbox label="Remember me" {...form.getInputProps('remember', { type: 'checkbox' })} />
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
      {demo.length > 0 && (
        <DemoAccounts
          accounts={demo}
          onPick={({ email, password }) => {
            form.setValues({ email, password });
            form.clearErrors();
          }}
        />
      )}
      <MessageModal
        opened={failure !== null}
        title={failure?.title ?? ''}
        message={failure?.message ?? ''}
        onClose={reset}
      />
    </>
  );
}
