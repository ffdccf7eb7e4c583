import type { Me } from '@saleyard/contract/accounts.ts';
import { SESSION_HINT } from '@saleyard/contract/headers.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { type AccountStatus, headerLabel } from '@saleyard/domain/account/status.ts';
import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CACHES, LAST_SEEN } from '@/service-worker/messages.ts';
import { call } from './api-client.ts';
import { ApiError, isAway } from './api-error.ts';
import { useFirstRender } from './first-render.ts';

/** Whether there may be a session. Its own cookie is hidden from scripts; the server keeps this hint beside it. */
const mayHaveSession = (): boolean => document.cookie.split('; ').includes(`${SESSION_HINT}=1`);

/** Set while a person who logged out without a connection is still signed in at the server. */
export const SIGN_OUT_LATER = 'saleyard-sign-out';

/** A person as this browser last knew them, while nobody can be asked: most of them is blank. */
export type LastSeenMe = Me & { lastSeenAt: number };

/** Whether a person is only known from before. */
export const isLastSeen = (me: Me | null | undefined): boolean => !!me && 'lastSeenAt' in me;

/** Removes what the person who was signed in saw here. Pages that are open let go of it. */
export function forgetLastSeen(): void {
  // Neither is there in every browser.
  globalThis.indexedDB?.deleteDatabase(LAST_SEEN);
  void globalThis.caches?.delete(CACHES.pictures);
}

/** The browser's database of what was typed of lots and is not at the server, and how the last changes of it are named. */
export const UNSENT_LOTS = 'saleyard-unsent-lots';
export const LAST_TYPED = 'saleyard-last-typed';

/** Removes it: who logs out leaves nothing on the device. A session that only ended keeps it for the same person. */
function forgetUnsentLots(): void {
  globalThis.indexedDB?.deleteDatabase(UNSENT_LOTS);
  for (const name of Object.keys(localStorage))
    if (name.startsWith(LAST_TYPED)) localStorage.removeItem(name);
}

/** Logs out. Without a connection the session ends here at once, and at the server when there is one again. */
export async function signOut(): Promise<void> {
  try {
    await call(accountOperations.signOut);
    localStorage.removeItem(SIGN_OUT_LATER);
    forgetUnsentLots();
  } catch (error) {
    if (!isAway(error)) throw error;
    localStorage.setItem(SIGN_OUT_LATER, '1');
    forgetUnsentLots();
  }
}

/** The person who was signed in when the server was last reached: set by the application, loaded when needed. */
let restoreMe: (client: QueryClient) => Promise<LastSeenMe | null> = async () => null;
export function restoreMeWhileAway(restore: typeof restoreMe): void {
  restoreMe = restore;
}

async function fetchMe(client: QueryClient, signal: AbortSignal): Promise<Me | null> {
  if (localStorage.getItem(SIGN_OUT_LATER)) {
    await signOut();
    return null;
  }
  if (!mayHaveSession()) return null;
  try {
    const { user } = await call(accountOperations.signInOrMe, { signal });
    return user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    const seen = isAway(error) && (await restoreMe(client));
    if (seen) return seen;
    throw error;
  }
}

/** The `Authorization` header of Basic credentials; the e-mail is lowercased. */
export function basicCredentials(email: string, password: string): string {
  const bytes = new TextEncoder().encode(`${email.trim().toLowerCase()}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** The person of the session cookie, or null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: ({ client, signal }) => fetchMe(client, signal),
  staleTime: 60_000,
});

/** How many pages are open that stay when the session ends by itself. */
let heldPages = 0;

/**
 * Whether the open page stays when the session ends by itself: it has what a person typed, and signs them in again in
 * place.
 */
export const isPageHeld = (): boolean => heldPages > 0;

function forgetRead(client: QueryClient): void {
  const me = hashKey(meQuery.queryKey);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== me });
  client.getMutationCache().clear();
}

/**
 * Keeps the page of this account open when the session ends by itself. What was read as its person is forgotten when the
 * page is left, unless the same person is signed in then.
 */
export function useHeldPage(account: string): void {
  const client = useQueryClient();
  useEffect(() => {
    heldPages += 1;
    return () => {
      heldPages -= 1;
      const me = client.getQueryData(meQuery.queryKey);
      if (me !== undefined && me?._id !== account) forgetRead(client);
    };
  }, [client, account]);
}

/**
 * The session is over: nobody is signed in, and everything read as that person is forgotten, also what was kept. A page
 * that is held still shows what it has read.
 */
export function forgetPerson(client: QueryClient): void {
  forgetLastSeen();
  client.setQueryData(meQuery.queryKey, null);
  if (!isPageHeld()) forgetRead(client);
}

/**
 * The signed-in person; null for a visitor, undefined until it is known. What the server renders is for everybody: while
 * its page is taken over, a person with a session is not known yet.
 */
export function useMe(): Me | null | undefined {
  const me = useQuery(meQuery).data;
  const first = useFirstRender();
  if (first === null) return me;
  return first.isSignedIn ? undefined : null;
}

/** Whether somebody is signed in, also while it is not known yet who. */
export function useIsSignedIn(): boolean {
  const me = useMe();
  const first = useFirstRender();
  if (first !== null) return first.isSignedIn;
  return me === undefined ? mayHaveSession() : me !== null;
}

/** Staff: who schedule and run sales. */
export const isStaff = (me: Me | null | undefined): boolean => me?.role === 'admin';

/** People who sell: vendors, their agents, and staff. */
export const isSeller = (me: Me | null | undefined): boolean => me?.type === 'seller' || isStaff(me);

/** People who may watch lots: a person whose name is known. */
export const mayWatch = (me: Me | null | undefined): boolean => Boolean(me?.firstName);

/** People who may read what staff read: staff, and auditors, who change nothing. */
export const readsAsStaff = (me: Me | null | undefined): boolean => isStaff(me) || me?.role === 'auditor';

/** The header's word for a person: Guest, Buyer, Seller or Buyer & Seller; those with a role are shown by their role. */
export function statusText(me: Me | null | undefined): string {
  if (!me) return 'Guest';
  if (isStaff(me)) return 'Staff';
  return me.role === 'auditor' ? 'Auditor' : headerLabel(me.status as AccountStatus);
}

/** Places that a visitor wanted to go to, in the order in which one of them is gone to after sign-in. */
const PLACES = {
  /** A result that a link named. */
  result: 'saleyard-result-route',
  /** A page whose lot is to be watched. */
  watchLot: 'saleyard-watch-lot-route',
  /** The page that was opened. */
  address: 'saleyard-redirect',
} as const;

/** Remembers where a visitor wanted to go, for after sign-in. Only addresses of this site are kept. */
export function saveRedirect(path: string, as: keyof typeof PLACES = 'address'): void {
  if (isOurs(path)) sessionStorage.setItem(PLACES[as], path);
}

/** Where to go after sign-in, forgetting it and every other place; null when nothing was saved. */
export function takeRedirect(): string | null {
  const saved = Object.values(PLACES).map((key) => sessionStorage.getItem(key));
  for (const key of Object.values(PLACES)) sessionStorage.removeItem(key);
  return saved.find((path) => path !== null && isOurs(path)) ?? null;
}

/** A path, never "//elsewhere" nor "/\\elsewhere", which browsers read as another host. */
const isOurs = (path: string): boolean => /^\/(?![/\\])/.test(path);
