/**
 * Runs a test in a browser that reports when the end of a list comes into sight. `reach` brings the newest end there;
 * `margins`: how far around the window each list had asked to look.
 */
export async function withEndOfList(
  run: (reach: () => void, margins: readonly string[]) => Promise<void>,
): Promise<void> {
  const margins: string[] = [];
  const seen: (() => void)[] = [];
  const browsers = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback, { rootMargin = '' }: IntersectionObserverInit = {}) {
      margins.push(rootMargin);
      const entry = { isIntersecting: true } as IntersectionObserverEntry;
      seen.push(() => callback([entry], this as unknown as IntersectionObserver));
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  try {
    await run(() => seen.at(-1)?.(), margins);
  } finally {
    globalThis.IntersectionObserver = browsers;
  }
}
