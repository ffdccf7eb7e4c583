/**
 * The engine behind a port can't be reached at the moment, or does not answer in time. Whether a write that failed
 * so was done is not known: it may be repeated where the port says that repeating is harmless. The HTTP answer is 503.
 */
export class Unavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be reached`, { cause });
    this.name = 'Unavailable';
  }
}
