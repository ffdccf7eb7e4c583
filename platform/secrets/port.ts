import { Unavailable } from '../unavailable.ts';

/**
 * Values that must never be in the log: password hashes, per-account keys, the session secret.
 * Deleting a person's key makes their personal fields in the log unreadable for ever.
 * Every method throws `SecretsUnavailable` while secrets kept elsewhere can't be reached, and a read of a garbled one
 * throws `SecretDamaged`.
 */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  /** Stores `value` only if the name has none; answers the value that it has then. */
  putIfAbsent(name: string, value: string): Promise<string>;
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Secrets that are only read. */
export type SecretsReader = Pick<Secrets, 'get' | 'close'>;

/** The secrets are elsewhere and can't be reached, or there is no answer in time. */
export class SecretsUnavailable extends Unavailable {
  constructor(cause?: unknown) {
    super('the secrets', cause);
    this.name = 'SecretsUnavailable';
  }
}

/** What is stored for a secret is not what was written. */
export class SecretDamaged extends Error {
  /** `where`: the file, or the name and the database. */
  constructor(where: string) {
    super(`the secret in ${where} is damaged: put back an undamaged copy of all the secrets`);
    this.name = 'SecretDamaged';
  }
}
