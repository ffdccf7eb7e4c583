import { useCallback, useInsertionEffect, useRef } from 'react';

/** A function that stays the same from render to render and calls the newest `callback`. Not for use while rendering. */
export function useLatestCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
