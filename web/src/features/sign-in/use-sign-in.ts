import { accountOperations, type Me } from '@saleyard/contract/accounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { meQuery } from '@/lib/session.ts';

export type Credentials = { email: string; password: string; remember: boolean };

/** The `Authorization` header of Basic credentials; the e-mail is lowercased. */
function basicCredentials(email: string, password: string): string {
  const bytes = new TextEncoder().encode(`${email.trim().toLowerCase()}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

async function signIn({ email, password, remember }: Credentials): Promise<Me> {
  const { user } = await call(accountOperations.signInOrMe, {
    headers: {
      authorization: basicCredentials(email, password),
      ...(remember && { 'x-remember-me': 'true' }),
    },
  });
  return user;
}

/** Signs in. What a visitor had read is forgotten: the same questions have other answers now. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (me) => {
      client.removeQueries({ queryKey: ['auctions'] });
      client.setQueryData(meQuery.queryKey, me);
    },
  });
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
  if (error.status === 403) {
    return { title: other, message: 'Please allow 24-hours for your account to be verified and approved' };
  }
  return { title: other, message: error.message };
}
