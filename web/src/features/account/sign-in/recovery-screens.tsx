import { messageOperations } from '@saleyard/contract/operations/messages.ts';
import { signInOperations } from '@saleyard/contract/operations/sign-in.ts';
import {
  confirmProblem,
  emailProblem,
  madePasswordProblem,
  PASSWORD_HINT,
  securityCodeProblem,
} from '@saleyard/domain/account/credentials.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call, fileAddress } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useServerStatus } from '@/lib/server-status.ts';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { KeptMessages } from '@/ui/notices/kept-messages.tsx';
import { Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { SecondFactor } from './second-factor.tsx';
import classes from './sign-in.module.css';
import { enter, secondStepOf, useRedeemLink } from './use-sign-in.ts';

const CHANGED = 'You have successfully changed your password. Please record it somewhere safely';

function Narrow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.narrow}>
      <Page title={title}>{children}</Page>
    </div>
  );
}

/** Has the field of the e-mail address that a security code is sent to: first `email`. `onSent`: it has left. */
export function ForgotScreen({
  email: known = '',
  onSent,
}: {
  email?: string;
  onSent: (email: string) => void;
}) {
  const forgot = useMutation({
    mutationFn: (email: string) => call(signInOperations.forgotPassword, { body: { email } }),
    onSuccess: (_, email) => onSent(email),
  });
  const { field, submit } = useSmallForm({
    initial: { email: known },
    checks: { email: (email) => emailProblem(email.trim()) },
    onSubmit: ({ email }) => !forgot.isPending && forgot.mutate(email.trim().toLowerCase()),
  });
  return (
    <Narrow title="Forgot Password">
      <p>We send a security code to your e-mail address. It works for 10 minutes.</p>
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <Button type="submit" size="md" loading={forgot.isPending}>
          Continue
        </Button>
        <Button component={Link} to={paths.signIn} size="md" variant="default">
          Login Now
        </Button>
      </form>
      {forgot.error && <MessageDialog {...errorTextOf(forgot.error)} onClose={forgot.reset} />}
    </Narrow>
  );
}

/** Sets a new password with the security code. `email`: where the code was sent, if this page sent it. */
export function RecoverScreen({ email, onChanged }: { email: string | null; onChanged: () => void }) {
  const demo = useServerStatus()?.demo === true;
  const [isChanged, setChanged] = useState(false);
  const reset = useMutation({
    mutationFn: ({ code, password }: { code: string; password: string }) =>
      call(signInOperations.resetPassword, { params: { token: code.trim() }, body: { password } }),
    onSuccess: () => setChanged(true),
  });
  const { field, submit } = useSmallForm({
    initial: { code: '', password: '', confirm: '' },
    checks: {
      code: securityCodeProblem,
      password: madePasswordProblem,
      confirm: (confirm, { password }) => confirmProblem(confirm, password),
    },
    onSubmit: ({ code, password }) => !reset.isPending && reset.mutate({ code, password }),
  });
  return (
    <Narrow title="Change Password">
      {email !== null && (
        <p role="status">
          Check your e-mail: we sent a security code to <strong>{email}</strong>.{' '}
          {demo && <Link to={paths.demoOutbox(email)}>Read it here</Link>}
        </p>
      )}
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextField label="Security Code" autoComplete="one-time-code" {...field('code')} />
        <TextField
          label="New Password"
          type="password"
          autoComplete="new-password"
          description={PASSWORD_HINT}
          {...field('password')}
        />
        <TextField
          label="Confirm New Password"
          type="password"
          autoComplete="new-password"
          {...field('confirm')}
        />
        <Button type="submit" size="md" loading={reset.isPending}>
          CHANGE PASSWORD
        </Button>
      </form>
      <p>
        No code came? <Link to={paths.forgot}>Have it sent again</Link>
      </p>
      {reset.error && <MessageDialog {...errorTextOf(reset.error)} onClose={reset.reset} />}
      {isChanged && <MessageDialog title="Change Password" message={CHANGED} onClose={onChanged} />}
    </Narrow>
  );
}

/**
 * A sign-in link that was opened: says whom it is for, and signs in at a press. `onSignedIn` is called once the session
 * stands.
 */
export function MagicLinkScreen({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const whose = useQuery({
    queryKey: ['magic-link', token],
    queryFn: async ({ signal }) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await call(signInOperations.magicMe, { headers, signal })).user;
    },
    retry: false,
    gcTime: 0,
  });
  const redeem = useRedeemLink(token);
  const client = useQueryClient();
  const step = secondStepOf(redeem.error);
  const error = step === null ? (redeem.error ?? whose.error) : null;
  return (
    <Narrow title={error ? errorTextOf(error).message : 'Sign in by link'}>
      {step !== null && (
        <SecondFactor
          setUp={step === 'set-up'}
          onClose={redeem.reset}
          onProven={(me) => {
            enter(client, me);
            onSignedIn();
          }}
        />
      )}
      {error ? (
        <>
          <p>A link works once, for 10 minutes after it was sent.</p>
          <Link to={paths.signIn}>Login Now</Link>
        </>
      ) : whose.data ? (
        <div className={classes.form}>
          <p>
            This link signs in{' '}
            <strong>
              {whose.data.firstName} {whose.data.lastName}
            </strong>
            .
          </p>
          <Button
            size="md"
            loading={redeem.isPending}
            onClick={() => redeem.mutate(undefined, { onSuccess: onSignedIn })}
          >
            Sign in
          </Button>
        </div>
      ) : (
        <Loading label="Looking at the link…" />
      )}
    </Narrow>
  );
}

const OUTBOX_RENEW_MS = 2_000;

/** In a demonstration, which sends no e-mails: those that were kept for an address. */
export function DemoOutboxScreen({ email }: { email: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['demo-outbox', email],
    queryFn: async ({ signal }) =>
      (await call(messageOperations.demoOutbox, { query: { email }, signal })).messages,
    staleTime: 0,
    // E-mails are sent after the answer to what asked for them.
    refetchInterval: OUTBOX_RENEW_MS,
  });
  return (
    <Page title="Outbox of the demonstration" before={<Link to={paths.signIn}>Login Now</Link>}>
      {data === undefined ? (
        error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading e-mails…" />
        )
      ) : data.length === 0 ? (
        <Empty title={`No e-mail was sent to ${email}`} />
      ) : (
        <KeptMessages
          messages={data}
          fileAddress={(message, place) =>
            fileAddress(messageOperations.demoOutboxFile, {
              params: { message, place: String(place) },
              query: { email },
            })
          }
        />
      )}
    </Page>
  );
}
