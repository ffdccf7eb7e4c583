import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { sign, unsign } from 'cookie-signature';

/** Cookies of a longer header are ignored: no browser sends so much. Characters. */
const COOKIE_HEADER_LIMIT = 16_384;

type WithCookies = Pick<IncomingMessage, 'headers'>;

/** The value of a request's cookie; null without it. */
export function cookieIn({ headers: { cookie } }: WithCookies, name: string): string | null {
  if (cookie === undefined || cookie.length > COOKIE_HEADER_LIMIT) return null;
  return parseCookie(cookie)[name] ?? null;
}

/** A cookie for the whole site, hidden from scripts, whose value only we can write. */
export type SignedCookie = {
  /** The value that we wrote; null without the cookie, and if the signature is wrong. */
  read(request: WithCookies): string | null;
  write(response: ServerResponse, value: string): void;
};

/** `secure`: people reach us by https; then the name gets the prefix `__Host-`. `maxAge`: in seconds. */
export function signedCookie(parts: {
  name: string;
  secret: string;
  maxAge: number;
  secure: boolean;
}): SignedCookie {
  const { secret, maxAge, secure } = parts;
  const name = secure ? `__Host-${parts.name}` : parts.name;
  return {
    read(request) {
      const raw = cookieIn(request, name);
      return (raw !== null && unsign(raw, secret)) || null;
    },

    write(response, value) {
      response.appendHeader(
        'Set-Cookie',
        stringifySetCookie({
          name,
          value: sign(value, secret),
          path: '/',
          maxAge,
          httpOnly: true,
          sameSite: 'lax',
          secure,
        }),
      );
    },
  };
}
