import type { Me } from '@saleyard/contract/rest.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '@/app/paths.ts';
import { saveRedirect, takeRedirect } from '@/lib/redirect-url.ts';
import { meQuery } from '@/lib/session.ts';

/** Route loaders that send people where they may be. Each asks who we are, once. */
export function guards(client: QueryClient) {
  const whoAmI = (): Promise<Me | null> => client.ensureQueryData(meQuery);

  const home = async () => redirect((await whoAmI()) ? paths.upcoming : paths.signIn);

  /** /main/* and /staff: a visitor's address is kept, and they sign in first. */
  const signedIn = async ({ request }: LoaderFunctionArgs) => {
    if (await whoAmI()) return null;
    const { pathname, search, hash } = new URL(request.url);
    saveRedirect(`${pathname}${search}${hash}`);
    return redirect(paths.signIn);
  };

  /** /sign-in: someone already signed in goes on to where they wanted to be. */
  const visitor = async () => ((await whoAmI()) ? redirect(takeRedirect() ?? paths.upcoming) : null);

  return { home, signedIn, visitor };
}
