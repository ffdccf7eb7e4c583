import type { QueryClient } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { paths } from '@/app/paths.ts';
import { api } from '@/lib/api-client.ts';
import { forgetPerson } from '@/lib/session.ts';

/** Ends the session and forgets everything that was this person's, then goes to sign-in. */
export const logOut = (client: QueryClient) => async () => {
  await api.get('logout');
  forgetPerson(client);
  return redirect(paths.signIn);
};
