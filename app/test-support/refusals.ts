import { Refused } from '../client/session.ts';

/** Waits for a call. The error code it was refused with, or "done". */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.code : Promise.reject(error)),
  );

/** Waits for a call. The HTTP status it was refused with, or 200. */
export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof Refused ? error.status : Promise.reject(error)),
  );
