import type { Logger } from '@saleyard/platform/logging/logger.ts';

/** Work that nobody waits for but the end of the process: what it uses is closed after it. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** `failure`: what the log says if it fails. */
  add(failure: string, work: Promise<void>): void {
    const running = work
      .catch((error: unknown) => this.#logger.error({ err: error }, failure))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when none is left. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
