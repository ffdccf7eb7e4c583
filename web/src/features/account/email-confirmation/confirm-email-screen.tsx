import { signInOperations } from '@saleyard/contract/operations/sign-in.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useServerStatus } from '@/lib/server-status.ts';
import { meQuery, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Grid } from '@/ui/layout.tsx';
import { Loading, Page } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import classes from './confirm-email.module.css';

const TITLE = 'Confirm your e-mail address';

function useConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(signInOperations.confirmEmail, { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}

const Narrow = ({ children }: { children: ReactNode }) => (
  <div className={classes.narrow}>
    <Page title={TITLE}>{children}</Page>
  </div>
);

function Confirmed() {
  const me = useMe();
  return (
    <>
      <p role="status">Your e-mail address is confirmed.</p>
      <Button component={Link} to={me ? paths.upcoming : paths.signIn} size="md">
        {me ? 'Upcoming Auctions' : 'Login Now'}
      </Button>
    </>
  );
}

/** A link that was opened: it confirms at a press, because programs open links in e-mails too. */
function ByLink({ code }: { code: string }) {
  const confirmation = useConfirmation();
  if (confirmation.isSuccess) return <Confirmed />;
  return (
    <Grid single gap="md" mt="md" mb="md">
      <p>Press the button to confirm that this e-mail was sent to your address.</p>
      <Button size="md" loading={confirmation.isPending} onClick={() => confirmation.mutate(code)}>
        Confirm my address
      </Button>
      {confirmation.error && (
        <>
          <p role="alert">{errorTextOf(confirmation.error).message}</p>
          <Link to={paths.confirmEmail}>Enter a code, or have another e-mail sent</Link>
        </>
      )}
    </Grid>
  );
}

function SendAgain({ email }: { email: string }) {
  const demo = useServerStatus()?.demo === true;
  const sending = useMutation({ mutationFn: () => call(signInOperations.sendEmailConfirmation) });
  return (
    <>
      <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
        Send another e-mail
      </Button>
      <p role={sending.error ? 'alert' : 'status'}>
        {sending.error
          ? errorTextOf(sending.error).message
          : sending.isSuccess && `We sent another e-mail to ${email}. The codes before it no longer work.`}
      </p>
      {demo && <Link to={paths.demoOutbox(email)}>Read the e-mail here</Link>}
    </>
  );
}

function ByCode() {
  const me = useMe();
  const confirmation = useConfirmation();
  const { field, submit } = useSmallForm({
    initial: { code: '' },
    checks: { code: (code) => (code.trim() === '' ? 'Please Enter Code' : null) },
    onSubmit: ({ code }) => !confirmation.isPending && confirmation.mutate(code.trim()),
  });
  if (me === undefined) return <Loading label="Loading your account…" />;
  if (confirmation.isSuccess || me?.isEmailConfirmed) return <Confirmed />;
  return (
    <>
      <p>
        {me ? (
          <>
            Open the link or enter the code of the e-mail that we send to <strong>{me.email}</strong>. You can
            change the address in <Link to={paths.profile}>your profile</Link>.
          </>
        ) : (
          'Enter the code of the e-mail that we sent you.'
        )}{' '}
        Until the address is confirmed you can send e-mails to yourself only.
      </p>
      <Grid as="form" single gap="md" mt="md" mb="md" noValidate onSubmit={submit}>
        <TextField label="Code" autoComplete="one-time-code" {...field('code')} />
        {confirmation.error && <p role="alert">{errorTextOf(confirmation.error).message}</p>}
        <Button type="submit" size="md" loading={confirmation.isPending}>
          Confirm
        </Button>
      </Grid>
      {me && <SendAgain email={me.email} />}
    </>
  );
}

/** /confirm-email, and /confirm-email/{code}, which the link in the e-mail opens. */
export function ConfirmEmailScreen() {
  const { code } = useParams();
  return <Narrow>{code === undefined ? <ByCode /> : <ByLink key={code} code={code} />}</Narrow>;
}
