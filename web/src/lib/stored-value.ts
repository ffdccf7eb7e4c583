import { useCallback, useMemo, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Values that the storage refused: kept until the page is left. */
const refused = new Map<string, string>();

function read(key: string): string | null {
  try {
    return refused.get(key) ?? localStorage.getItem(key);
  } catch {
    return refused.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    refused.delete(key);
  } catch (error) {
    console.warn(`${key} could not be stored`, error);
    refused.set(key, text);
  }
  for (const listener of listeners) listener();
}

function parsed<Value>(text: string | null, fallback: Value): Value {
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return fallback;
  }
}

function watch(changed: () => void) {
  listeners.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

/**
 * A value of this browser, kept as JSON in its storage under `key`; all windows show the same. `fallback`: the value while
 * nothing is stored. A list or an object must be the same at every render.
 */
export function useStoredValue<Value>(
  key: string,
  fallback: Value,
): [Value, (next: Value | ((known: Value) => Value)) => void] {
  const text = useSyncExternalStore(
    watch,
    () => read(key),
    () => null,
  );
  const value = useMemo(() => parsed(text, fallback), [text, fallback]);
  const set = useCallback(
    (next: Value | ((known: Value) => Value)) => {
      const known = parsed(read(key), fallback);
      write(key, JSON.stringify(next instanceof Function ? next(known) : next));
    },
    [key, fallback],
  );
  return [value, set];
}
