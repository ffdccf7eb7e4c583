import { randomBytes } from 'node:crypto';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';

/** The namespace under which event ids are derived from command ids. */
const EVENT_NAMESPACE = '6f3c1c52-7d0e-5b8a-9a53-5b1f0a2f7c11';

/** A new id (UUIDv7: sorts by time of making). */
export const newId = (): string => uuidV7();

/** The id of the `index`-th event decided by a command: the same command always makes the same ids. */
export const eventIdOf = (commandId: string, index: number): string =>
  uuidV5(`${commandId}:${index}`, EVENT_NAMESPACE);

/** `bits` of randomness (a multiple of 8) as lower-case hexadecimal. */
export const randomToken = (bits = 128): string => randomBytes(bits / 8).toString('hex');

/** A number in [0, 1) for jitter and for simulated bidders; rules never use it. */
export const randomFraction = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
