import { type ComponentType, lazy } from 'react';

/** Pauses before code that could not be loaded is tried again, ms. After the last one the page says so. */
const AGAIN_MS = [1_000, 4_000, 15_000] as const;

/** Resolves after `ms`, or as soon as the network is back; without a network only then. */
const waitFor = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = navigator.onLine ? setTimeout(go, ms) : undefined;
    window.addEventListener('online', go);
  });

/** Loads code, and again where that fails: a phone loses its network in between. @throws the last failure */
export async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of AGAIN_MS) {
    try {
      return await load();
    } catch {
      await waitFor(ms);
    }
  }
  return load();
}

/** A part of a screen whose code is loaded when it is first shown. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadAgain(load) }));

/** Whether an error is a browser's that could not load code. Chromium, Firefox and WebKit word it differently. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message);
