import type { WireError } from '@saleyard/contract/errors.ts';
import { ApiError } from './api-error.ts';

const NOTHING_SENT: WireError = {
  code: 'offline',
  title: 'No Network Available',
  message: 'No Network Available. Nothing was sent.',
};

/** Statuses by which a retry is turned away: they say nothing of the command as it was sent before. */
const TURNED_AWAY: readonly number[] = [401, 403, 404, 429];

/** No answer came, or the answer is `unknown`: it may or may not be done. */
export const isDoubtful = ({ status, code, isNoConnection }: ApiError): boolean =>
  isNoConnection || code === 'unknown' || (status >= 500 && status !== 503);

/** Whether a failure still shows the outcome of the command after its first answer was lost. */
const isAnswered = ({ status }: ApiError): boolean => status < 500 && !TURNED_AWAY.includes(status);

/** Whether it is not known after this failure what became of a command. `inDoubt`: it was not known before. */
export const leavesDoubt = (error: ApiError, inDoubt: boolean): boolean =>
  isDoubtful(error) || (inDoubt && !isAnswered(error));

export type RetryPolicy = {
  /** How often it is sent at most, and ms between. */
  times: number;
  everyMs: number;
  /** The failure when the outcome stays unknown. Its code is `unknown`. */
  stillUnknown: WireError & { code: 'unknown' };
};

/** A press that a person waits for: it is sent four times, 700 ms apart. `message`: what they read when no answer came. */
export const whilePressed = (message: string): RetryPolicy => ({
  times: 4,
  everyMs: 700,
  stillUnknown: { code: 'unknown', title: 'No answer', message },
});

/**
 * Sends a command that acts once, by an id in its body. As long as it is not known what became of it the same is sent
 * again: that it was turned away then says nothing of the first time. Without a network nothing is sent, now or later.
 * @throws ApiError: refused, surely not done, or (code `unknown`) still not known after the last try
 */
export async function callWithRetry<T>(send: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  if (!navigator.onLine) throw new ApiError(0, [NOTHING_SENT]);
  let inDoubt = false;
  for (let sent = 1; ; sent += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!leavesDoubt(error, inDoubt)) throw error;
      inDoubt = true;
      if (sent === policy.times) throw new ApiError(0, [policy.stillUnknown]);
      await new Promise((done) => setTimeout(done, error.retryAfterMs ?? policy.everyMs));
    }
  }
}
