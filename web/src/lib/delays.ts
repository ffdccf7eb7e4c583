import { useEffect, useMemo, useState } from 'react';
import { useLatestCallback } from './latest-callback.ts';

/** Calls `callback` with the last arguments, `ms` after the last call. `flush` calls it at once when it waits. */
export function useDebouncedCallback<Args extends unknown[]>(callback: (...args: Args) => void, ms: number) {
  const latest = useLatestCallback(callback);
  const debounced = useMemo(() => {
    let waiting: { timer: ReturnType<typeof setTimeout>; args: Args } | null = null;
    const flush = () => {
      if (waiting === null) return;
      const { timer, args } = waiting;
      clearTimeout(timer);
      waiting = null;
      latest(...args);
    };
    const cancel = () => {
      if (waiting) clearTimeout(waiting.timer);
      waiting = null;
    };
    const call = (...args: Args) => {
      cancel();
      waiting = { timer: setTimeout(flush, ms), args };
    };
    return Object.assign(call, { flush, cancel });
  }, [latest, ms]);
  useEffect(() => debounced.cancel, [debounced]);
  return debounced;
}

/** The value as it was `ms` after it last changed. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Calls `callback` at once, then at most every `ms`; the last call is never lost while the component is shown. */
export function useThrottledCallback(callback: () => void, ms: number): () => void {
  const latest = useLatestCallback(callback);
  const throttled = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const run = () => {
      isDue = false;
      latest();
      timer = setTimeout(() => {
        timer = undefined;
        if (isDue) run();
      }, ms);
    };
    const call = () => {
      if (timer === undefined) run();
      else isDue = true;
    };
    const cancel = () => {
      clearTimeout(timer);
      timer = undefined;
      isDue = false;
    };
    return { call, cancel };
  }, [latest, ms]);
  useEffect(() => throttled.cancel, [throttled]);
  return throttled.call;
}
