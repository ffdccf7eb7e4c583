import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomToken } from '../ids/ids.ts';
import type { Secrets } from '../secrets/port.ts';
import { signedCookie } from './signed-cookie.ts';

/** Name among the secrets of the key that signs device cookies. */
const SECRET_NAME = 'device-secret';
const SECRET_BITS = 256;
/** Accounts that one browser is known by; the one that signed in last comes last. */
const ACCOUNTS_LIMIT = 8;
/** How long a browser is known after a sign-in. Seconds. */
const KNOWN_SECONDS = 180 * 24 * 3_600;
/** Characters of an account's mark in the cookie. */
const MARK_LENGTH = 16;

/**
 * Browsers in which somebody has signed in before, known by a signed cookie. The cookie signs nobody in: it only shows
 * failed sign-ins of an account's own browsers from those of everyone else.
 */
export type KnownDevices = {
  /** The browser's id when this account has signed in there before, else null. */
  deviceOf(request: IncomingMessage, account: string): string | null;
  /** The browser's id when anybody has signed in there before, else null. */
  anyDeviceOf(request: IncomingMessage): string | null;
  /** Makes the browser known for an account. */
  remember(request: IncomingMessage, response: ServerResponse, account: string): void;
};

export async function createKnownDevices(parts: {
  secrets: Secrets;
  secure: boolean;
}): Promise<KnownDevices> {
  const { secrets, secure } = parts;
  const secret = await secrets.putIfAbsent(SECRET_NAME, randomToken(SECRET_BITS));
  const cookie = signedCookie({ name: 'saleyard-device', secret, maxAge: KNOWN_SECONDS, secure });

  /** An account's mark in one browser's cookie; it reveals nothing about the account. */
  const markOf = (device: string, account: string): string =>
    createHmac('sha256', secret).update(`${device}:${account}`).digest('hex').slice(0, MARK_LENGTH);

  const read = (request: IncomingMessage): { device: string; marks: string[] } | null => {
    const value = cookie.read(request);
    if (value === null) return null;
    const [device = '', ...marks] = value.split('-');
    return { device, marks };
  };

  return {
    deviceOf(request, account) {
      const found = read(request);
      return found?.marks.includes(markOf(found.device, account)) ? found.device : null;
    },

    anyDeviceOf: (request) => read(request)?.device ?? null,

    remember(request, response, account) {
      const { device, marks } = read(request) ?? { device: randomToken(), marks: [] };
      const own = markOf(device, account);
      const kept = [...marks.filter((mark) => mark !== own), own].slice(-ACCOUNTS_LIMIT);
      cookie.write(response, [device, ...kept].join('-'));
    },
  };
}
