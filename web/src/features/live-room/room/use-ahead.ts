import { useEffect, useRef, useState } from 'react';

/**
 * A value that is kept elsewhere (the address) and follows there in its own time. What was set here is shown at
 * once and holds until something else changes the value; late echoes of one's own changes are not taken for news.
 * Returns the value to show, how to set it, and how to read the newest one between renders.
 */
export function useAhead<T>(kept: T, keep: (value: T) => void): [T, (value: T) => void, () => T] {
  const [shown, setShown] = useState(kept);
  /** What is kept, and what was set since and is on its way there. */
  const own = useRef<T[]>([kept]);
  useEffect(() => {
    const at = own.current.lastIndexOf(kept);
    own.current = at < 0 ? [kept] : own.current.slice(at);
    if (at < 0) setShown(kept);
  }, [kept]);
  const set = (value: T) => {
    own.current.push(value);
    setShown(value);
    keep(value);
  };
  return [shown, set, () => own.current.at(-1) ?? kept];
}
