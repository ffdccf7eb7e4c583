const logged = new WeakSet<Error>();

/** Logs a call that failed, once, however many parts of the page learn of it. */
export function logFailure(error: unknown): void {
  if (error instanceof Error) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  console.warn('A call failed.', error);
}
