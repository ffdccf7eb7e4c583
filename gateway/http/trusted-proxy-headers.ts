import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RECEIVED_AT_HEADER } from '@saleyard/http/received-at.ts';
import { ipKeyGenerator } from 'express-rate-limit';

/** The header by which our own processes recognise each other. Never sent to anyone else. */
const FORWARDING_KEY_HEADER = 'x-saleyard-door';

/** Headers by which a sender claims an address, host or scheme. They are replaced by verified values. */
const CLAIMS = ['x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto', 'x-real-ip', 'forwarded'];

/** Where requests come from [G22]. */
export type TrustedProxyHeaders = {
  /**
   * Verifies where a request comes from, once, before anything else reads it. Afterwards `x-forwarded-for` is exactly
   * the client's address, and every other claim is removed. Returns whether it came through one of our own processes.
   */
  establish(request: IncomingMessage): boolean;
  /** The headers for forwarding a request of established origin to another of our processes. */
  onward(request: Pick<IncomingMessage, 'headers'>): Record<string, string>;
};

export type TrustedProxyHeadersParts = {
  /** The secret that our own processes share; null: no request comes through another of them. */
  key: string | null;
  /** Proxies in front of this process (ours not counted) whose address headers are trusted. */
  proxies: number;
  /** Clients connect by https. */
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
      // The nearest proxy appended the last address, and so on; the addresses before those are the client's own
      // claim.
      const address = seen.at(-1 - (ours ? 1 : proxies)) ?? seen[0] ?? 'unknown';
      for (const name of [FORWARDING_KEY_HEADER, ...CLAIMS]) delete headers[name];
      headers['x-forwarded-for'] = address;
      if (!ours) delete headers[RECEIVED_AT_HEADER];
      return ours;
    },

    onward: ({ headers }) => ({
      'x-forwarded-for': headers['x-forwarded-for']?.toString() ?? 'unknown',
      'x-forwarded-proto': secure ? 'https' : 'http',
      ...(headers.host !== undefined && { 'x-forwarded-host': headers.host }),
      ...(key !== null && { [FORWARDING_KEY_HEADER]: key }),
      ...(headers[RECEIVED_AT_HEADER] !== undefined && {
        [RECEIVED_AT_HEADER]: headers[RECEIVED_AT_HEADER].toString(),
      }),
    }),
  };
}

/**
 * The client's address for limits, once its origin is established. A network of IPv6 (/56) counts as one address: a household
 * or a rented server may use any address in its own.
 */
export const addressOf = ({ headers }: IncomingMessage): string =>
  ipKeyGenerator(headers['x-forwarded-for']?.toString() ?? 'unknown');

/** Whether only `establish` and `onward` may set this header. */
export const isClaim = (name: string): boolean => {
  const lower = name.toLowerCase();
  return [FORWARDING_KEY_HEADER, RECEIVED_AT_HEADER, 'x-forwarded-for', ...CLAIMS].includes(lower);
};
