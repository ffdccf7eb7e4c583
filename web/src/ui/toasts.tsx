import { lazy, Suspense, useEffect, useState } from 'react';

// The stack of toasts comes with the first of them: public pages show none.
const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }));

type Listener = (message: string) => void;
const listeners = new Set<Listener>();

/** Says in a corner that something was done. What people must read, or act on, does not belong here. */
export function toast(message: string): void {
  for (const listener of listeners) listener(message);
}

/** Where toasts appear. One is around all screens. */
export function Toasts() {
  const [messages, setMessages] = useState<readonly string[]>([]);
  useEffect(() => {
    const listener: Listener = (message) => setMessages((known) => [...known, message]);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return (
    messages.length > 0 && (
      <Suspense fallback={null}>
        <ToastStack messages={messages} />
      </Suspense>
    )
  );
}
