import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { basicCredentials, meQuery, useMe } from '@/lib/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextInput } from './inputs.tsx';
import { Stack } from './layout.tsx';

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/**
 * Signs a person in again where they are, with their second factor where they have one: what they typed on the page stays.
 * `onDone`: they are signed in.
 */
export function SignInAgain({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const me = useMe();
  const [email, setEmail] = useState(me?.email ?? '');
  const [password, setPassword] = useState('');
  const enter = (user: Me) => {
    client.setQueryData(meQuery.queryKey, user);
    onDone();
  };
  const signIn = useMutation({
    mutationFn: async () =>
      (
        await call(accountOperations.signInOrMe, {
          headers: { authorization: basicCredentials(email, password) },
        })
      ).user,
    onSuccess: (user) => enter(user),
  });
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: async () =>
      (await call(secondFactorOperations.proveSecondFactor, { body: { code: code.trim() } })).user,
    onSuccess: (user) => enter(user),
  });
  const isSecondStep = hasCode(signIn.error, 'second-factor-required');
  const failure = hasCode(signIn.error, 'second-factor-setup')
    ? 'This account must set up a second factor first. Sign in on the sign-in page; what you typed is kept on this device.'
    : signIn.error?.message;
  // Apart from the form that it is shown in: a form can't be inside another.
  return createPortal(
    <Dialog
      title="Sign in again"
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form="sign-in-again" loading={signIn.isPending || prove.isPending}>
          {isSecondStep ? 'Continue' : 'Login'}
        </Button>
      }
    >
      <p>Your session is over. What you typed stays on this page.</p>
      <Stack
        as="form"
        id="sign-in-again"
        onSubmit={(event) => {
          event.preventDefault();
          // React hands it on to the form around.
          event.stopPropagation();
          if (isSecondStep) prove.mutate();
          else signIn.mutate();
        }}
      >
        {isSecondStep ? (
          <>
            <p>Enter the code of your authenticator app, or one of your recovery codes.</p>
            <TextInput
              key="code"
              label="Code"
              autoComplete="one-time-code"
              // The focus was on the password, which is gone.
              ref={(input) => input?.focus()}
              value={code}
              error={prove.error ? prove.error.message : undefined}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          </>
        ) : (
          <>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <TextInput
              label="Password"
              type="password"
              autoComplete="current-password"
              value={password}
              error={failure}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </>
        )}
      </Stack>
    </Dialog>,
    document.body,
  );
}
