import { useEffect, useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { debounceTime, Subject } from 'rxjs';
import { serverNow } from '@/lib/clock.ts';

/** A draft is written this long after the last change, where the form does not say otherwise. ms. */
const QUIET_MS = 500;
/** A draft that nobody came back to is forgotten after this long. ms. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** What was typed into a form, kept in the browser. `version` is the shape of its values. */
type Draft<Values> = { version: number; savedAt: number; values: Values };

/** Whose draft of what. Another version of the form has other drafts. */
export type DraftName = { person: string; form: string; version: number };

const keyOf = ({ person, form }: DraftName): string => `saleyard-draft ${person} ${form}`;

/** The draft that was kept, if it is of this version and not too old. Anything else is none. */
export function readDraft<Values>(name: DraftName): Draft<Values> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Draft<Values> | null;
    const isOurs = draft?.version === name.version && serverNow() - draft.savedAt < KEPT_MS;
    return isOurs ? draft : null;
  } catch {
    return null;
  }
}

/** Ends a draft of a form that is not on the page. */
export const forgetDraft = (name: DraftName): void => localStorage.removeItem(keyOf(name));

/** The state of a form's draft. `failed`: the browser keeps nothing (its storage is full, or shut). */
export type SavedState = { savedAt: number | null; failed: boolean };

const everything = <Values>(values: Values): Values => values;

/**
 * Keeps what is typed into `form` as a draft in this browser: `quietMs` after the last change, and at once when
 * the page is left or hidden, so that a crash costs at most the last words. `kept`: what of the values may be kept
 * (a stable function; no password may). `forget` ends it: what was typed has been sent, or is not wanted.
 */
export function useDraft<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  name: DraftName,
  {
    quietMs = QUIET_MS,
    kept = everything,
  }: { quietMs?: number; kept?: (values: Values) => Partial<Values> } = {},
): SavedState & { forget: () => void } {
  const { person, form: of, version } = name;
  const [state, setState] = useState<SavedState>(() => ({
    savedAt: readDraft(name)?.savedAt ?? null,
    failed: false,
  }));
  const keeper = useMemo(() => {
    const changes = new Subject<void>();
    let pending = false;
    const save = () => {
      if (!pending) return;
      pending = false;
      const savedAt = serverNow();
      try {
        const draft: Draft<Partial<Values>> = { version, savedAt, values: kept(form.getValues()) };
        localStorage.setItem(keyOf({ person, form: of, version }), JSON.stringify(draft));
        setState({ savedAt, failed: false });
      } catch {
        setState((known) => ({ ...known, failed: true }));
      }
    };
    return {
      changes,
      save,
      changed: () => {
        pending = true;
        changes.next();
      },
      forget: () => {
        pending = false;
        localStorage.removeItem(keyOf({ person, form: of, version }));
        setState({ savedAt: null, failed: false });
      },
    };
  }, [form, person, of, version, kept]);
  useEffect(() => {
    const saving = keeper.changes.pipe(debounceTime(quietMs)).subscribe(keeper.save);
    const stop = form.subscribe({ formState: { values: true }, callback: keeper.changed });
    addEventListener('pagehide', keeper.save);
    document.addEventListener('visibilitychange', keeper.save);
    return () => {
      keeper.save();
      stop();
      saving.unsubscribe();
      removeEventListener('pagehide', keeper.save);
      document.removeEventListener('visibilitychange', keeper.save);
    };
  }, [form, keeper, quietMs]);
  return { ...state, forget: keeper.forget };
}
