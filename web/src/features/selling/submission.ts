import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { useEffect, useRef } from 'react';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { leavesDoubt } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';

/** ms between two requests whose answer left the outcome open: doubled each time, up to the second. */
const [FIRST_MS, LAST_MS] = [2_000, 15_000];

/** What a seller reads while it is not known whether a lot was submitted. */
export const UNDECIDED = {
  title: 'Checking your submission',
  message:
    'We don’t know yet whether your lot was submitted: the answer did not arrive. We keep checking. Please keep this page open.',
  headline: 'We don’t know yet whether this lot was submitted',
  stopped: 'Press Submit to check again. It can’t be submitted twice.',
} as const;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Submits a lot. While the outcome is not known the same command is sent again: it is carried out once. `onUndecided` is called
 * when that begins. Resolves to false when `stop` ended it before the outcome was known; the next call then goes on with the
 * same command.
 * @throws ApiError the server's refusal: the lot is not submitted
 */
export function useSubmission() {
  const command = useRef<{ of: string; commandId: string; inDoubt: boolean } | null>(null);
  const asking = useRef(new AbortController());
  useEffect(() => () => asking.current.abort(), []);
  const submit = async (lot: string, revision: number, onUndecided: () => void): Promise<boolean> => {
    const of = `${lot} ${revision}`;
    if (command.current?.of !== of) command.current = { of, commandId: newCommandId(), inDoubt: false };
    const sent = command.current;
    asking.current = new AbortController();
    const { signal } = asking.current;
    for (let wait = FIRST_MS; ; wait = Math.min(LAST_MS, wait * 2)) {
      try {
        await call(sellingOperations.submitListing, {
          params: { lot },
          body: { revision, commandId: sent.commandId },
        });
        command.current = null;
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || !leavesDoubt(error, sent.inDoubt)) {
          command.current = null;
          throw error;
        }
        sent.inDoubt = true;
        if (wait === FIRST_MS) onUndecided();
        await pause(wait, signal);
        if (signal.aborted) return false;
      }
    }
  };
  return { submit, stop: () => asking.current.abort() };
}
