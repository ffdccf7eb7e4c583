import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { paths } from '@/app/paths.ts';
import { forgetPerson, meQuery } from '@/lib/session.ts';

/** What sign-in says when a session ended by itself. */
export const SESSION_ENDED = 'session-ended';

/**
 * A call was answered "unauthorized": the session is over. Forgets who we were and everything that was theirs,
 * and goes to sign-in, which says why. Nothing happens to a visitor, who had no session to lose.
 */
export function endSession(client: QueryClient, router: Pick<DataRouter, 'navigate'>): void {
  if (!client.getQueryData(meQuery.queryKey)) return;
  forgetPerson(client);
  void router.navigate(paths.signIn, { state: SESSION_ENDED });
}
