import type { Me } from '@saleyard/contract/accounts.ts';
import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid, Text } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import classes from './sign-in.module.css';

type Proven = { onProven: (me: Me) => void; onClose: () => void };

const codeProblem = (code: string): string | null => (code.trim() === '' ? 'Please Enter Code' : null);

/** A form of one code, inside a dialog whose main button submits it. */
function CodeDialog({
  title,
  isPending,
  error,
  onCode,
  onClose,
  children,
}: {
  title: string;
  isPending: boolean;
  error: unknown;
  onCode: (code: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { field, submit } = useSmallForm({
    initial: { code: '' },
    checks: { code: codeProblem },
    onSubmit: ({ code }) => !isPending && onCode(code.trim()),
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form="second-factor" loading={isPending}>
          Continue
        </Button>
      }
    >
      <form id="second-factor" noValidate className={classes.form} onSubmit={submit}>
        {children}
        <TextField label="Code" autoComplete="one-time-code" {...field('code')} />
        {error !== null && <p role="alert">{errorTextOf(error).message}</p>}
      </form>
    </Dialog>
  );
}

function ProveCode({ onProven, onClose }: Proven) {
  const prove = useMutation({
    mutationFn: (code: string) => call(secondFactorOperations.proveSecondFactor, { body: { code } }),
    onSuccess: ({ user }) => onProven(user),
  });
  return (
    <CodeDialog
      title="One more step"
      isPending={prove.isPending}
      error={prove.error}
      onCode={prove.mutate}
      onClose={onClose}
    >
      <p>Enter the code of your authenticator app, or one of your recovery codes.</p>
    </CodeDialog>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onDone}
      actions={<Button onClick={onDone}>I kept them</Button>}
    >
      <p>
        Keep them safe. Each signs you in once when you have no authenticator app. They are shown this once.
      </p>
      <Grid as="ul" least="sm" gap="xs">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
    </Dialog>
  );
}

function SetUp({ onProven, onClose }: Proven) {
  const [codes, setCodes] = useState<{ codes: readonly string[]; me: Me } | null>(null);
  const secret = useQuery({
    queryKey: ['second-factor', 'setup'],
    queryFn: () => call(secondFactorOperations.startTotp),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const confirm = useMutation({
    mutationFn: (code: string) => call(secondFactorOperations.confirmTotp, { body: { code } }),
    onSuccess: ({ recoveryCodes, user }) => setCodes({ codes: recoveryCodes, me: user }),
  });
  if (codes !== null) return <RecoveryCodes codes={codes.codes} onDone={() => onProven(codes.me)} />;
  return (
    <CodeDialog
      title="Set up your second factor"
      isPending={confirm.isPending}
      error={confirm.error}
      onCode={confirm.mutate}
      onClose={onClose}
    >
      <p>
        Administrators sign in with an authenticator app beside their password. Add this account to yours:
      </p>
      {secret.data ? (
        <p>
          <a href={secret.data.uri}>Open the app on this device</a>, or type this key into it:{' '}
          <Text as="code" anywhere>
            {secret.data.secret}
          </Text>
        </p>
      ) : secret.error ? (
        <Failed error={secret.error} onRetry={() => void secret.refetch()} />
      ) : (
        <Loading label="Making a key…" />
      )}
      <p>Then enter the code that it shows.</p>
    </CodeDialog>
  );
}

/** The second step of signing in. `setUp`: the account has no second factor yet, and must have one. */
export const SecondFactor = ({ setUp, ...proven }: Proven & { setUp: boolean }) =>
  setUp ? <SetUp {...proven} /> : <ProveCode {...proven} />;
