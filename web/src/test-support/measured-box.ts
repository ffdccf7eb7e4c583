/** What a test's charts are measured by. */
export type MeasuredBox = { /** px */ width: number };

/**
 * Boxes that are measured: a page that lays nothing out has no sizes, so every observed box is as wide as the answer says.
 * Change its `width` before a screen is rendered.
 */
export function measureBoxes(width: number): MeasuredBox {
  const box: MeasuredBox = { width };
  globalThis.ResizeObserver = class {
    readonly #notify: ResizeObserverCallback;
    constructor(notify: ResizeObserverCallback) {
      this.#notify = notify;
    }
    observe(target: Element) {
      const contentRect = {
        width: box.width,
        height: 300,
        x: 0,
        y: 0,
        top: 0,
        left: 0,
        right: box.width,
        bottom: 300,
      };
      this.#notify(
        [{ target, contentRect } as unknown as ResizeObserverEntry],
        this as unknown as ResizeObserver,
      );
    }
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  return box;
}
