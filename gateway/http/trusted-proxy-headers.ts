import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header by which our own processes know each other. Never sent to anyone else. */
const FORWARDING_KEY_HEADER = 'x-saleyard-door';

/** Headers by which a sender claims an address, host or scheme. They are replaced by what is determined here. */
const CLAIMS = ['x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto', 'x-real-ip', 'forwarded'];

/** Where requests come from [G22]. */
export type TrustedProxyHeaders = {
  /**
   * Establishes where a request comes from, once, before anything else sees it: afterwards `x-forwarded-for` is the
   * client's address and nothing else, and every other claim is removed. True: it came through one of our own processes.
   */
  establish(request: IncomingMessage): boolean;
  /** The headers with which a request of established origin is forwarded to another process of ours. */
  onward(request: IncomingMessage): Record<string, string>;
};

export type TrustedProxyHeadersParts = {
  /** What our own processes share; null: no request comes through another of them. */
  key: string | null;
  /** Proxies in front of this process (our own not counted) whose address headers are trusted. */
  proxies: number;
  /** People reach us by https. */
  secure: boolean;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createTrustedProxyHeaders({
  key,
  proxies,
  secure,
}: TrustedProxyHeadersParts): TrustedProxyHeaders {
  const expected = key === null ? null : digest(key);
  const isOurs = (claimed: string | string[] | undefined): boolean =>
    expected !== null && typeof claimed === 'string' && timingSafeEqual(digest(claimed), expected);

  return {
    establish(request) {
      const { headers, socket } = request;
      const ours = isOurs(headers[FORWARDING_KEY_HEADER]);
      const claimed = headers['x-forwarded-for']?.toString() ?? '';
      const seen = [...claimed.split(','), socket.remoteAddress ?? '']
        .map((one) => one.trim())
        .filter(Boolean);
      // The last address was seen by the nearest proxy, and so on; what lies before them was written by the client.
      const address = seen.at(-1 - (ours ? 1 : proxies)) ?? seen[0] ?? 'unknown';
      for (const name of [FORWARDING_KEY_HEADER, ...CLAIMS]) delete headers[name];
      headers['x-forwarded-for'] = address;
      return ours;
    },

    onward: ({ headers }) => ({
      'x-forwarded-for': headers['x-forwarded-for']?.toString() ?? 'unknown',
      'x-forwarded-proto': secure ? 'https' : 'http',
      ...(headers.host !== undefined && { 'x-forwarded-host': headers.host }),
      ...(key !== null && { [FORWARDING_KEY_HEADER]: key }),
    }),
  };
}

/** The client's address, once its origin is established. */
export const addressOf = ({ headers }: IncomingMessage): string =>
  headers['x-forwarded-for']?.toString() ?? 'unknown';

/** Whether a header is one of those that `establish` and `onward` alone may write. */
export const isClaim = (name: string): boolean => {
  const lower = name.toLowerCase();
  return lower === FORWARDING_KEY_HEADER || lower === 'x-forwarded-for' || CLAIMS.includes(lower);
};
