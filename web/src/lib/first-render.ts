import { createContext, useContext, useSyncExternalStore } from 'react';

/** What a page was rendered with at the server: when, by the server's clock in ms, and whether for a person with a session. */
export type FirstRender = { at: number; isSignedIn: boolean };

/** The server's render of this page; null where the browser renders it from nothing. */
export const FirstRenderContext = createContext<FirstRender | null>(null);

const never = () => () => undefined;

/**
 * The server's render, as long as what is rendered must be equal to it: at the server, and until the browser has hydrated
 * the component. Afterwards null. Everything that differs between the two (time, who is signed in) is read by this; what
 * the browser stores is read by `useSyncExternalStore`, with the server's value as its third argument.
 */
export function useFirstRender(): FirstRender | null {
  const first = useContext(FirstRenderContext);
  const isFirst = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return isFirst ? first : null;
}
