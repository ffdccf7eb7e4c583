/** Runs a test in a browser that reports when the end of a list comes into sight. `reach` brings the newest end there. */
export async function withEndOfList(run: (reach: () => void) => Promise<void>): Promise<void> {
  const seen: (() => void)[] = [];
  const browsers = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      const entry = { isIntersecting: true } as IntersectionObserverEntry;
      seen.push(() => callback([entry], this as unknown as IntersectionObserver));
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  try {
    await run(() => seen.at(-1)?.());
  } finally {
    globalThis.IntersectionObserver = browsers;
  }
}
