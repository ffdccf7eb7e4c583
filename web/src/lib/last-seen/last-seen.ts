import type { Me } from '@saleyard/contract/accounts.ts';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { deviceNow } from '@/lib/clock.ts';
import { forgetLastSeen, isLastSeen, type LastSeenMe, meQuery } from '@/lib/session.ts';
import { LastSeenStore, type SeenAnswer } from './last-seen-store.ts';
import { isKeptKey, KEPT_KEYS, shownOf, withoutPrivate } from './what-is-kept.ts';

/** Answers are written together, this long after the first of them. ms. */
const WRITE_AFTER_MS = 500;

const store = new LastSeenStore();

const ME = hashKey(meQuery.queryKey);

const answerOf = ({ queryHash, queryKey, state }: Query): SeenAnswer => ({
  hash: queryHash,
  queryKey,
  data: withoutPrivate(state.data),
  seenAt: state.dataUpdatedAt,
});

/**
 * Keeps what pages for browsing show, for the person who is signed in, until the returned function is called, which waits
 * until what was seen is written. Anything that the browser refuses (no space, a private window) is not kept.
 */
export function keepLastSeen(client: QueryClient): () => Promise<unknown> {
  if (!('indexedDB' in globalThis)) return async () => {};
  const cache = client.getQueryCache();
  const changed = new Set<string>();
  /** Whose the store is, as far as this page has read. */
  let claimed: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One write after the other, so that answers follow the claim. */
  let writing: Promise<unknown> = Promise.resolve();
  const then = (work: () => Promise<unknown>) => {
    writing = writing.then(work).catch(() => undefined);
  };
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const account = claimed;
    const answers = [...changed].flatMap((hash) => {
      const query = cache.get(hash);
      return query?.state.data === undefined ? [] : [answerOf(query)];
    });
    changed.clear();
    if (account !== null && answers.length > 0) then(() => store.keep(account, answers, deviceNow()));
  };
  const note = (query: Query) => {
    if (!isKeptKey(query.queryKey) || query.state.data === undefined) return;
    changed.add(query.queryHash);
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  };
  /** `isAnswer`: the server has said so now, and not this page. */
  const person = (me: Me | null | undefined, isAnswer: boolean) => {
    if (me === null) {
      claimed = null;
      changed.clear();
      then(async () => forgetLastSeen());
    } else if (me !== undefined && !isLastSeen(me) && (isAnswer || claimed !== me._id)) {
      claimed = me._id;
      then(() => store.claim(shownOf(me)));
    }
  };
  const ending = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryHash === ME) person(event.query.state.data as Me | null, !event.action.manual);
    else note(event.query);
  });
  person(client.getQueryData(meQuery.queryKey), true);
  for (const query of cache.getAll()) note(query);
  // A page that is left may not run again.
  const left = () => document.visibilityState === 'hidden' && write();
  document.addEventListener('visibilitychange', left);
  return () => {
    write();
    ending();
    document.removeEventListener('visibilitychange', left);
    return writing;
  };
}

/**
 * Puts what was last seen into the cache, where nothing newer stands, and keeps it there while there is no connection.
 * Resolves to the person whose it is; null: nothing is kept, or it is another account's than `account`.
 */
export async function restoreLastSeen(client: QueryClient, account?: string): Promise<LastSeenMe | null> {
  if (!('indexedDB' in globalThis)) return null;
  const seen = await store.read(deviceNow(), account).catch(() => null);
  if (seen === null) return null;
  for (const key of KEPT_KEYS) client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
  for (const { queryKey, data, seenAt } of seen.answers) {
    const state = client.getQueryState(queryKey);
    if (state === undefined || state.dataUpdatedAt < seenAt)
      client.setQueryData(queryKey, data, { updatedAt: seenAt });
  }
  return { ...seen.person, lastSeenAt: Math.max(...seen.answers.map(({ seenAt }) => seenAt)) };
}

/** There is a connection again: what is on no page is forgotten by this page, and read again when it is opened. */
export function dropLastSeen(client: QueryClient): void {
  for (const key of KEPT_KEYS) {
    client.setQueryDefaults(key, {});
    client.removeQueries({ queryKey: key, type: 'inactive' });
  }
}
