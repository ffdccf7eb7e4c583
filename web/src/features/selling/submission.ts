import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { useEffect, useRef } from 'react';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { leavesDoubt } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';
import { isSentAgain } from './saving.ts';

/** ms between two requests whose answer left the outcome open: doubled each time, up to the second. */
const [FIRST_MS, LAST_MS] = [2_000, 15_000];

/** What a seller reads while it is not known whether a lot was submitted. */
export const UNDECIDED = {
  title: 'Checking your submission',
  message:
    'We don’t know yet whether your lot was submitted: the answer did not arrive. We keep checking. Please keep this page open.',
  stop: 'Stop checking',
  headline: 'We don’t know yet whether this lot was submitted',
  stopped: 'Press Submit to check again. It can’t be submitted twice.',
} as const;

/** What a seller reads while a submission waits for the save before it. */
export const UNSAVED = {
  title: 'Waiting for the last save',
  message: 'Submitting when the last save is confirmed… Please keep this page open.',
  stop: 'Stop',
  stopped: 'What you typed is kept on this device and still being saved. Press Submit again to submit it.',
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
 * `save` repeats a save until its outcome is known; `onWaiting` is called while it is not. `submit` submits a lot. While the outcome
 * is not known the same command is sent again: it is carried out once. `onUndecided` is called when that begins. Both resolve to
 * false when `stop` ended them before the outcome was known; the next `submit` then goes on with the same command.
 * @throws ApiError the server's refusal: the lot is not submitted
 */
export function useSubmission() {
  const command = useRef<{ of: string; commandId: string; inDoubt: boolean } | null>(null);
  const asking = useRef(new AbortController());
  useEffect(() => () => asking.current.abort(), []);
  const save = async (send: () => Promise<unknown>, onWaiting: () => void): Promise<boolean> => {
    asking.current = new AbortController();
    const { signal } = asking.current;
    // Before the form's own retry, whose delay starts again after each of these.
    for (let wait = FIRST_MS / 2; ; wait = Math.min(LAST_MS, wait * 2)) {
      try {
        await send();
        return !signal.aborted;
      } catch (error) {
        if (signal.aborted) return false;
        if (!isSentAgain(error)) throw error;
        onWaiting();
        await pause(wait, signal);
        if (signal.aborted) return false;
      }
    }
  };
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
  return { save, submit, stop: () => asking.current.abort() };
}
