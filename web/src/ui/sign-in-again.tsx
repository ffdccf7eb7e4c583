import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '@/lib/api-client.ts';
import { basicCredentials, meQuery, useMe } from '@/lib/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextInput } from './inputs.tsx';

/** Signs a person in again where they are: what they typed on the page stays. `onDone`: they are signed in. */
export function SignInAgain({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const me = useMe();
  const [email, setEmail] = useState(me?.email ?? '');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async () =>
      (
        await call(accountOperations.signInOrMe, {
          headers: { authorization: basicCredentials(email, password) },
        })
      ).user,
    onSuccess: (user) => {
      client.setQueryData(meQuery.queryKey, user);
      onDone();
    },
  });
  // Apart from the form that it is shown in: a form can't stand in another.
  return createPortal(
    <Dialog
      title="Sign in again"
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form="sign-in-again" loading={signIn.isPending}>
          Login
        </Button>
      }
    >
      <p>Your session is over. What you typed stays on this page.</p>
      <form
        id="sign-in-again"
        onSubmit={(event) => {
          event.preventDefault();
          // React hands it on to the form around.
          event.stopPropagation();
          signIn.mutate();
        }}
      >
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
          error={signIn.error ? signIn.error.message : undefined}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </form>
    </Dialog>,
    document.body,
  );
}
