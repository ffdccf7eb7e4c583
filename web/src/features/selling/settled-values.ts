import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { LotValues } from './lot-values.ts';

/** What follows from many values is read so long after the last change: a key renders its own field only. ms. */
const READ_MS = 300;

/** What `read` makes of the form's values, once nothing was typed for a moment. */
export function useSettledValues<T>(read: (values: LotValues) => T): T {
  const { getValues, subscribe } = useFormContext<LotValues>();
  const [settled, setSettled] = useState(() => read(getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(read(getValues())), READ_MS);
    };
    later();
    const stop = subscribe({ formState: { values: true }, callback: later });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [read, getValues, subscribe]);
  return settled;
}
