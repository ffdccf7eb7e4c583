import '@/test-support/dom.ts';

/**
 * Runs in a browser whose videos play, or do not, and whose pictures are of 1200 × 900 px. `asked`: gets the types of the files
 * that are given an address. `seconds`: how long a video is.
 */
export async function withMedia<T>(
  plays: boolean,
  asked: string[],
  run: () => Promise<T>,
  seconds = 12,
): Promise<T> {
  const known = [document.createElement, URL.createObjectURL, URL.revokeObjectURL] as const;
  const { createImageBitmap } = globalThis;
  globalThis.createImageBitmap = (async () => ({
    width: 1_200,
    height: 900,
    close: () => undefined,
  })) as unknown as typeof createImageBitmap;
  URL.createObjectURL = (film: Blob) => {
    asked.push(film.type);
    return 'blob:film';
  };
  URL.revokeObjectURL = () => undefined;
  document.createElement = ((name: string) => {
    const element = known[0].call(document, name);
    if (name !== 'video') return element;
    Object.defineProperties(element, {
      src: {
        set: () => queueMicrotask(() => element.dispatchEvent(new Event(plays ? 'loadedmetadata' : 'error'))),
      },
      currentTime: { set: () => queueMicrotask(() => element.dispatchEvent(new Event('error'))) },
      videoWidth: { value: 1_280 },
      videoHeight: { value: 720 },
      duration: { value: seconds },
      load: { value: () => undefined },
    });
    return element;
  }) as typeof document.createElement;
  try {
    return await run();
  } finally {
    [document.createElement, URL.createObjectURL, URL.revokeObjectURL] = known;
    globalThis.createImageBitmap = createImageBitmap;
  }
}
