import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/** Server time in ms, renewed every `everyMs` on the beat of the server's own seconds. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const beat = () => {
      const current = serverNow();
      setNow(current);
      timer = setTimeout(beat, everyMs - (current % everyMs));
    };
    beat();
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}
