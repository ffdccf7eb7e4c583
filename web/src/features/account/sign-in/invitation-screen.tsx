import { signInOperations } from '@saleyard/contract/operations/sign-in.ts';
import { confirmProblem, madePasswordProblem, PASSWORD_HINT } from '@saleyard/domain/account/credentials.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Page } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import classes from './sign-in.module.css';

/** What went wrong with an invitation, and what to do. */
function problemText(error: unknown): string {
  if (error instanceof ApiError && error.status === 401)
    return 'This link was used already, or has expired. Please call the office for another one.';
  return errorTextOf(error).message;
}

/** /invitation/{token}: somebody whose account staff opened sets a password. */
export function InvitationScreen() {
  const { token = '' } = useParams();
  const accept = useMutation({
    mutationFn: (password: string) =>
      call(signInOperations.acceptInvitation, { params: { token }, body: { password } }),
  });
  const { field, submit } = useSmallForm({
    initial: { password: '', confirm: '' },
    checks: {
      password: madePasswordProblem,
      confirm: (confirm, { password }) => confirmProblem(confirm, password),
    },
    onSubmit: ({ password }) => !accept.isPending && accept.mutate(password),
  });
  return (
    <div className={classes.narrow}>
      <Page title={accept.isSuccess ? 'Your password is set' : 'Set a password'}>
        {accept.isSuccess ? (
          <div className={classes.form}>
            <p role="status">You can sign in with your e-mail address and this password.</p>
            <Button component={Link} to={paths.signIn} size="md">
              Login Now
            </Button>
          </div>
        ) : (
          <form noValidate className={classes.form} onSubmit={submit}>
            <p>With a password you bid online yourself, and see your bids, results and documents.</p>
            <TextField
              label="Password"
              type="password"
              autoComplete="new-password"
              description={PASSWORD_HINT}
              {...field('password')}
            />
            <TextField
              label="Confirm Password"
              type="password"
              autoComplete="new-password"
              {...field('confirm')}
            />
            <Button type="submit" size="md" loading={accept.isPending}>
              Set password
            </Button>
            {accept.error && <p role="alert">{problemText(accept.error)}</p>}
          </form>
        )}
      </Page>
    </div>
  );
}
