import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { emailProblem } from '@saleyard/domain/account/credentials.ts';
import { FIELD_LIMITS, personName, phoneNumber } from '@saleyard/domain/fields/rules.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { callWithRetry, whilePressed } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';
import { Button } from '@/ui/button.tsx';
import { Text } from '@/ui/layout.tsx';
import { BackLink, Page } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './account.module.css';

const EMPTY = { firstName: '', lastName: '', phone: '', email: '' };

/** A request whose answer is lost is sent again this often. */
const RETRY_POLICY = whilePressed(
  'No answer came. The account may be open: press again, and no second one is opened.',
);

/** Opens an account for somebody who phones, and invites them to set a password. */
export function OpenAccountScreen() {
  const navigate = useNavigate();
  // The same request keeps its id, so that pressing again after a lost answer opens no second account.
  const sent = useRef<{ request: string; commandId: string } | null>(null);
  const open = useMutation({
    mutationFn: ({ firstName, lastName, phone, email }: typeof EMPTY) => {
      const person = {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        phone: phone.trim(),
        email: email.trim().toLowerCase(),
      };
      const request = JSON.stringify(person);
      if (sent.current?.request !== request) sent.current = { request, commandId: newCommandId() };
      const body = { ...person, status: 'approved-buyer', commandId: sent.current.commandId } as const;
      return callWithRetry(() => call(accountOperations.openAccount, { body }), RETRY_POLICY);
    },
    onSuccess: ({ _id, invited }, { firstName, lastName }) => {
      toast(
        invited
          ? `Account of ${firstName} ${lastName} opened, invitation sent`
          : `Account of ${firstName} ${lastName} opened. The invitation could not be sent: please send it again.`,
      );
      void navigate(paths.staffAccount({ _id }), { replace: true });
    },
  });
  const refused = open.error instanceof ApiError ? open.error.errors[0] : undefined;
  const isAtEmail = refused?.field === 'email';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isAtEmail) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isAtEmail]);
  const { field, submit } = useSmallForm({
    initial: EMPTY,
    checks: {
      firstName: personName('First Name'),
      lastName: personName('Last Name'),
      phone: phoneNumber('Phone'),
      // An address that the server refused stays refused until it is changed.
      email: (email) =>
        emailProblem(email.trim()) ??
        (isAtEmail && email === open.variables?.email ? (refused?.message ?? null) : null),
    },
    onSubmit: (values) => !open.isPending && open.mutate(values),
  });
  return (
    <Page title="Open an account" before={<BackLink to={paths.staffAccounts}>Back to Accounts</BackLink>}>
      <form ref={form} noValidate onSubmit={submit} className={classes.opening}>
        <Text>
          For somebody who bids by phone. The account may buy at once: place their bids with Phone bid on a
          lot. They get an e-mail with a link, which works once for 7 days, to set a password and bid
          themselves.
        </Text>
        <TextField label="First Name" most={FIELD_LIMITS.name} autoComplete="off" {...field('firstName')} />
        <TextField label="Last Name" most={FIELD_LIMITS.name} autoComplete="off" {...field('lastName')} />
        <TextField label="Phone" most={60} autoComplete="off" {...field('phone')} />
        <TextField
          label="Email"
          description="Every account needs its own. Somebody without one? Enter an address that your office reads for them: all e-mails to them go there."
          type="email"
          autoComplete="off"
          {...field('email')}
        />
        <Button type="submit" loading={open.isPending}>
          Open account and invite
        </Button>
        {open.error && !isAtEmail && <Text role="alert">{errorTextOf(open.error).message}</Text>}
      </form>
    </Page>
  );
}
