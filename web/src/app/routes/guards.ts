import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type DataRouter, type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { watchedLotOf, withoutWatchedLot } from '@/lib/incoming-links.ts';
import {
  forgetPerson,
  isLastSeen,
  isPageHeld,
  meQuery,
  saveRedirect,
  signOut,
  takeRedirect,
} from '@/lib/session.ts';

/** The server's message that sign-in shows after a session ended by itself. */
type SessionEnded = { sessionEnded: string };

/** Where a person begins who wanted to go nowhere else: an auditor at the audits, everyone else at the sales. */
export const homeOf = (me: Me | null | undefined): string =>
  me?.role === 'auditor' ? paths.audits : paths.upcoming;

/** Those words, of the state of an address; null where nobody was sent here. */
export const sessionEndOf = (state: unknown): string | null =>
  (state as Partial<SessionEnded> | null)?.sessionEnded ?? null;

/** The e-mail that was typed on the page before, of the state of an address; '' where there is none. */
export const typedEmailOf = (state: unknown): string =>
  (state as Partial<{ email: string }> | null)?.email ?? '';

/**
 * A call was answered "unauthorized": the session is over. Forgets who we were and everything that was theirs,
 * and goes to sign-in, which says why; a page that is held stays, and signs in again in place. Nothing happens to a visitor,
 * who had no session to lose.
 */
export function endSession(
  client: QueryClient,
  router: Pick<DataRouter, 'navigate'>,
  { message }: Pick<ApiError, 'message'>,
): void {
  if (!client.getQueryData(meQuery.queryKey)) return;
  forgetPerson(client);
  if (isPageHeld()) return;
  const state: SessionEnded = { sessionEnded: message };
  void router.navigate(paths.signIn, { state });
}

/** Ends the session and forgets everything that was this person's, then goes to sign-in. */
export const logOut = (client: QueryClient) => async () => {
  await signOut();
  forgetPerson(client);
  return redirect(paths.signIn);
};

/** Addresses of pages that show what was last seen. */
const BROWSED = /^\/main\/(upcoming|watchlist|results)\b/;

type Guard = (args: LoaderFunctionArgs) => Promise<Response | null>;

/** What runs before a screen: null lets it be shown. */
export type Guards = Readonly<Record<'home' | 'signedIn' | 'signedOutOnly' | 'visitor', Guard>>;

/** Route loaders that send people where they may be. Each reads the session once. */
export function guards(client: QueryClient) {
  const whoAmI = (): Promise<Me | null> => client.ensureQueryData(meQuery);

  /** /: what a marker of its address names was saved as the page opened. */
  const home = async () => redirect((await whoAmI()) ? (takeRedirect() ?? paths.upcoming) : paths.signIn);

  /** /main/* and /staff: a visitor's address is kept, and they sign in first. */
  const signedIn = async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search, hash } = new URL(request.url);
    const me = await whoAmI();
    if (me) {
      // Of a person who is only known from before, most is blank.
      if (isLastSeen(me) && !BROWSED.test(pathname)) throw new ApiError(0, []);
      const lot = watchedLotOf(search);
      if (lot === null) return null;
      // A link of an e-mail has its lot watched. A lot that can't be watched gives no message.
      await call(accountOperations.watchLot, { body: { lotId: lot } }).catch(() => undefined);
      await client.invalidateQueries(meQuery);
      // It was also saved for after sign-in: the next person must not watch it.
      takeRedirect();
      return redirect(`${pathname}${withoutWatchedLot(search)}${hash}`);
    }
    saveRedirect(`${pathname}${search}${hash}`);
    return redirect(paths.signIn);
  };

  /** Registration and recovery: a person who is signed in has no use for them. */
  const signedOutOnly = async () => ((await whoAmI()) ? redirect(paths.upcoming) : null);

  /** /sign-in: a person who is already signed in is redirected to the page they wanted. */
  const visitor = async () => {
    const me = await whoAmI();
    return me ? redirect(takeRedirect() ?? homeOf(me)) : null;
  };

  return { home, signedIn, signedOutOnly, visitor };
}
