import { ApiError, isAway } from '@/lib/api-error.ts';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';

/** Why what is typed is not at the server. */
export type NotSaved =
  | { why: 'offline' | 'server-away' | 'signed-out' | 'changed-elsewhere' }
  /** These fields hold what can't be saved; all others are saved. */
  | { why: 'fields'; problems: readonly FormProblem[] }
  | { why: 'refused'; message: string };

/**
 * Where the saving of a lot stands; docs/reference/lot-form.md draws it. `waiting`: something was typed and is saved in
 * a moment. `at`: server ms.
 */
export type Saving =
  | { state: 'nothing' | 'waiting' | 'saving' }
  | { state: 'saved'; at: number }
  | { state: 'not-saved'; reason: NotSaved };

/** What is known of it. `error`: how the last save failed; null once one succeeded. `heldBack`: what it left out. */
export type SavingFacts = {
  isSaving: boolean;
  isDirty: boolean;
  savedAt: number | null;
  error: unknown;
  heldBack: readonly FormProblem[];
  /** The person has not chosen yet between what was changed here and elsewhere. */
  isUnsettled?: boolean;
  isOnline: boolean;
};

function reasonOf(error: unknown, isOnline: boolean): NotSaved {
  if (isAway(error)) return { why: isOnline ? 'server-away' : 'offline' };
  if (!(error instanceof ApiError)) return { why: 'refused', message: 'Something is wrong.' };
  if (error.status === 401) return { why: 'signed-out' };
  if (error.code === 'changed-elsewhere') return { why: 'changed-elsewhere' };
  // A proxy's or the server's own word that it can't answer now.
  return error.status >= 500 || error.status === 429
    ? { why: 'server-away' }
    : { why: 'refused', message: error.message };
}

/** "Saved" is said only where everything typed is at the server. */
export function savingOf(facts: SavingFacts): Saving {
  const { isSaving, isDirty, savedAt, error, heldBack, isUnsettled = false, isOnline } = facts;
  if (isSaving) return { state: 'saving' };
  if (isUnsettled) return { state: 'not-saved', reason: { why: 'changed-elsewhere' } };
  if (error !== null) return { state: 'not-saved', reason: reasonOf(error, isOnline) };
  if (isDirty && !isOnline) return { state: 'not-saved', reason: { why: 'offline' } };
  if (heldBack.length > 0) return { state: 'not-saved', reason: { why: 'fields', problems: heldBack } };
  if (isDirty) return { state: 'waiting' };
  return savedAt === null ? { state: 'nothing' } : { state: 'saved', at: savedAt };
}

/** Whether a save that failed like this is sent again by itself: its outcome is not known, or the server can't save now. */
export const isSentAgain = (error: unknown): boolean => reasonOf(error, true).why === 'server-away';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** When a save that failed `failures` times is tried again by itself, ms; null: not before something changes. */
export function retryMs(saving: Saving, failures: number): number | null {
  if (saving.state !== 'not-saved') return null;
  const { why } = saving.reason;
  if (why !== 'server-away' && why !== 'offline') return null;
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
}

/** What the bar says. */
export function savingText(saving: Saving, fieldsOf: (problems: readonly FormProblem[]) => string): string {
  switch (saving.state) {
    case 'nothing':
      return '';
    case 'waiting':
      return 'Not saved yet';
    case 'saving':
      return 'Saving...';
    case 'saved':
      return '';
    case 'not-saved':
      return `Not saved: ${whyText(saving.reason, fieldsOf)}`;
  }
}

function whyText(reason: NotSaved, fieldsOf: (problems: readonly FormProblem[]) => string): string {
  switch (reason.why) {
    case 'offline':
      return 'you are offline. It is kept on this device and saved when the connection is back.';
    case 'server-away':
      return "the server can't be reached. It is kept on this device and tried again.";
    case 'signed-out':
      return 'you are signed out. It is kept on this device.';
    case 'changed-elsewhere':
      return 'this lot was changed in another window or by another person.';
    case 'refused':
      return reason.message;
    case 'fields':
      return `fix ${fieldsOf(reason.problems)}. Everything else is saved.`;
  }
}
