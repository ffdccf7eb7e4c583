import { useEffect, useState } from 'react';
import { ICON_SIZES, IconCheck } from '@/config/icons.ts';
import classes from './toasts.module.css';

/** How long a toast stays. ms. */
const STAYS_MS = 5_000;

type Listener = (message: string) => void;
const listeners = new Set<Listener>();

/** Says in a corner that something was done. What people must read, or act on, does not belong here. */
export function toast(message: string): void {
  for (const listener of listeners) listener(message);
}

/** A message that goes after a while; not while the pointer is on it. */
function Toast({ message, onGone }: { message: string; onGone: () => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onGone, STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onGone]);
  return (
    <p className={classes.toast} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <IconCheck size={ICON_SIZES.md} aria-hidden="true" />
      {message}
    </p>
  );
}

type Shown = { id: number; message: string; onGone: () => void };

/** Where toasts appear. One is around all screens. */
export function Toasts() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(() => {
    let last = 0;
    const listener: Listener = (message) => {
      const id = ++last;
      const onGone = () => setShown((known) => known.filter((one) => one.id !== id));
      setShown((known) => [...known, { id, message, onGone }]);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return (
    <div className={`${classes.toasts} sy-no-print`} aria-live="polite">
      {shown.map(({ id, message, onGone }) => (
        <Toast key={id} message={message} onGone={onGone} />
      ))}
    </div>
  );
}
