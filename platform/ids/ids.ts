import { hash, randomBytes, randomInt } from 'node:crypto';
import { v5 as uuidV5, v7 as uuidV7 } from 'uuid';

/** The namespace under which event ids are derived from command ids. */
const EVENT_NAMESPACE = '6f3c1c52-7d0e-5b8a-9a53-5b1f0a2f7c11';
const NAMESPACE_BYTES = Buffer.from(EVENT_NAMESPACE.replaceAll('-', ''), 'hex');

/** Names up to this length (UTF-16 units) are hashed in memory that is kept; longer ones are rare. */
const SHORT_NAME = 300;
const named = Buffer.alloc(NAMESPACE_BYTES.length + 3 * SHORT_NAME);
NAMESPACE_BYTES.copy(named);

const UUID_LENGTH = 36;
const text = Buffer.alloc(UUID_LENGTH);
const HYPHEN = 0x2d;
const VERSION = 0x35;
/** The digit that begins a UUID's fourth group, by the two bits of it that are free. */
const VARIANTS = Buffer.from('89ab');

/** A new id (UUIDv7: sorts by time of making). */
export const newId = (): string => uuidV7();

/**
 * The id of the `index`-th event decided by a command (a UUIDv5): the same command always makes the same ids.
 * Every bid passes here, so the hash is taken in one call, in memory that is kept.
 */
export function eventIdOf(commandId: string, index: number): string {
  const name = `${commandId}:${index}`;
  if (name.length > SHORT_NAME) return uuidV5(name, EVENT_NAMESPACE);
  const end = NAMESPACE_BYTES.length + named.write(name, NAMESPACE_BYTES.length);
  return asUuidV5(hash('sha1', named.subarray(0, end), 'hex'));
}

function asUuidV5(sha1: string): string {
  let at = 0;
  for (let i = 0; at < UUID_LENGTH; i += 1) {
    if (i === 8 || i === 12 || i === 16 || i === 20) text[at++] = HYPHEN;
    const digit = sha1.charCodeAt(i);
    if (i === 12) text[at++] = VERSION;
    // The low bits of the character are those of the digit, but for a–f, which are one ahead.
    else if (i === 16) text[at++] = VARIANTS[(digit > 0x60 ? digit + 1 : digit) & 3] as number;
    else text[at++] = digit;
  }
  return text.toString('latin1');
}

/** `bits` of randomness (a multiple of 8) as lower-case hexadecimal. */
export const randomToken = (bits = 128): string => randomBytes(bits / 8).toString('hex');

/** Digits and letters that are not taken for each other: without I, L, O and U. */
const TYPED = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code that people type in: this many random digits and capital letters, 5 bits each. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => TYPED[randomInt(TYPED.length)]).join('');

/** A number in [0, 1) for jitter and for simulated bidders; rules never use it. */
export const randomFraction = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
