import crypto from 'k6/crypto';

// k6 runs these files in an engine of its own, without the ports of platform/: time, random numbers and ids are here.

/** ms since the epoch. */
export const now = (): number => Date.now();

/** A number in [0, 1), for jitter. */
export const random = (): number => Math.random();

/** A new id under which a command acts once. */
export function newCommandId(): string {
  const bytes = new Uint8Array(crypto.randomBytes(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
