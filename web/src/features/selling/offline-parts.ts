import { useEffect } from 'react';

/** Longest wait for an idle moment, ms. */
const IDLE_MS = 5_000;

/**
 * Loads the dialogs for cropping and signing while the form is open and nothing else happens, so that they open where the
 * connection is gone by then. One that can't be loaded now is loaded when it opens.
 */
export function useOfflineParts(): void {
  useEffect(() => {
    const load = () => {
      void Promise.allSettled([import('./crop-dialog.tsx'), import('./signature-dialog.tsx')]);
    };
    // Missing in Safari.
    if (!('requestIdleCallback' in window)) return load();
    const waiting = window.requestIdleCallback(load, { timeout: IDLE_MS });
    return () => window.cancelIdleCallback(waiting);
  }, []);
}
