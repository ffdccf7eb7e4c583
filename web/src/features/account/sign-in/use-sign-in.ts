import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { signInOperations } from '@saleyard/contract/operations/sign-in.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { basicCredentials, meQuery, SIGN_OUT_LATER } from '@/lib/session.ts';

type Credentials = { email: string; password: string; remember: boolean };

async function signIn({ email, password, remember }: Credentials): Promise<Me> {
  const { user } = await call(accountOperations.signInOrMe, {
    headers: {
      authorization: basicCredentials(email, password),
      ...(remember && { 'x-remember-me': 'true' }),
    },
  });
  return user;
}

/** A person has signed in. What a visitor had read is forgotten: the same questions have other answers now. */
export function enter(client: QueryClient, me: Me): void {
  client.removeQueries({ queryKey: ['auctions'] });
  // Of the person before.
  localStorage.removeItem(SIGN_OUT_LATER);
  client.setQueryData(meQuery.queryKey, me);
}

/** Signs in by e-mail and password. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({ mutationFn: signIn, onSuccess: (me) => enter(client, me) });
}

/** Signs in by a passkey; null: the person gave it up. */
export function usePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (remember: boolean): Promise<Me | null> => {
      const passkeys = await import('@/features/account/passkeys.ts');
      try {
        return await passkeys.signInByPasskey(remember);
      } catch (error) {
        if (passkeys.isCancelled(error)) return null;
        throw error;
      }
    },
    onSuccess: (me) => me && enter(client, me),
  });
}

/** Signs in by the token of a link. Only a press does it: a program that opens links in advance uses nothing up. */
export function useRedeemLink(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await call(signInOperations.redeemMagicLink, { headers })).user;
    },
    onSuccess: (me) => enter(client, me),
  });
}

/** Has a sign-in link sent to an address; a text instead of an address is what is wrong with it. */
export function useRequestLink() {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (to: { email: string } | string) =>
      typeof to === 'string'
        ? { said: to, isSent: false }
        : { said: (await call(signInOperations.requestMagicLink, { body: to })).message, isSent: true },
  });
  return { mutate, isPending, ...(error ? { said: errorTextOf(error).message, isSent: false } : data) };
}

/** Which second step a sign-in needs, if that is why it was not answered; null: none. */
export function secondStepOf(error: unknown): 'prove' | 'set-up' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'second-factor-required') return 'prove';
  return error.code === 'second-factor-setup' ? 'set-up' : null;
}

/** A failed sign-in in the specification's words. */
export function signInFailure(error: unknown): { title: string; message: string } {
  const other = 'Failed Login: Something is wrong';
  if (!(error instanceof ApiError)) {
    return { title: other, message: 'Something is wrong. Please connect and try again.' };
  }
  if (error.isNoConnection) return { title: 'No Internet Connection', message: error.message };
  if (error.status === 401) {
    return {
      title: 'Failed Login: Incorrect credentials',
      message: 'Sorry incorrect password. Try again or click Forgot Password? below.',
    };
  }
  if (error.status === 403 && error.code !== 'suspended') {
    return { title: other, message: 'Please allow 24-hours for your account to be verified and approved' };
  }
  return { title: other, message: error.message };
}
