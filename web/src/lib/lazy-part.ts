import { type ComponentType, createElement, lazy, useState } from 'react';

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

/** The digest of a part that the server does not render: React hands it from the server to the browser. */
export const LEFT_TO_BROWSER = 'left-to-browser';

/** Thrown at the server in place of a part that only browsers render: what is shown meanwhile is in the page. */
export class LeftToBrowser extends Error {}

const leaveToBrowser = (): never => {
  throw new LeftToBrowser();
};

const isServer = typeof window === 'undefined';

/** A part of a screen whose code is loaded when it is first shown. The server leaves it to the browser. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  isServer ? leaveToBrowser : lazy(async () => ({ default: await loadAgain(load) }));

const firstParts: (() => Promise<unknown>)[] = [];

/** The same for a part that the server renders too. Its code is loaded before a page of the server is hydrated. */
export function firstPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  const keep = async () => {
    loaded = await loadAgain(load);
    return { default: loaded };
  };
  firstParts.push(keep);
  const Later = lazy(keep);
  return function FirstPart(props) {
    // The same component for as long as it is shown.
    const [Part] = useState<ComponentType<P>>(() => loaded ?? Later);
    return createElement(Part, props);
  };
}

/** Loads the parts that the server renders, of the screens that are loaded. */
export async function loadFirstParts(): Promise<void> {
  await Promise.all(firstParts.map((load) => load()));
}

/** Whether an error is a browser's that could not load code. Chromium, Firefox and WebKit word it differently. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message);
