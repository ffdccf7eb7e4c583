/**
 * What must never stand in the log: password hashes, per-account keys, the session secret.
 * Deleting a person's key makes their personal fields in the log unreadable for ever.
 */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  /** Stores `value` only if the name has none; answers the value that then stands. */
  putIfAbsent(name: string, value: string): Promise<string>;
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}
