import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock/port.ts';
import { randomToken } from '../ids/ids.ts';
import type { Secrets } from '../secrets/port.ts';
import { signedCookie } from './signed-cookie.ts';

/** Name among the secrets of the key that signs passes. */
const SECRET_NAME = 'visitor-secret';
const SECRET_BITS = 256;
/** How long a pass is valid. Seconds. */
const VALID_SECONDS = 3_600;

/**
 * Passes of visitors, who have no account: a signed cookie with an id and the time at which it ends. A pass signs
 * nobody in; it only identifies the person of a practice sale.
 */
export type VisitorPasses = {
  /** The visitor of a request; null without a valid pass. */
  visitorOf(request: Pick<IncomingMessage, 'headers'>): string | null;
  /** Gives the browser a pass, or renews it. */
  issue(response: ServerResponse, visitor: string): void;
};

/** `secure`: people reach us by https. */
export async function createVisitorPasses(parts: {
  secrets: Secrets;
  clock: Clock;
  secure: boolean;
}): Promise<VisitorPasses> {
  const { secrets, clock, secure } = parts;
  const secret = await secrets.putIfAbsent(SECRET_NAME, randomToken(SECRET_BITS));
  const cookie = signedCookie({ name: 'saleyard-visitor', secret, maxAge: VALID_SECONDS, secure });
  return {
    visitorOf(request) {
      const [visitor = '', endsAt] = cookie.read(request)?.split('.') ?? [];
      return visitor !== '' && Number(endsAt) > clock.now() ? visitor : null;
    },

    issue(response, visitor) {
      const endsAt = clock.now() + VALID_SECONDS * 1_000;
      cookie.write(response, `${visitor}.${endsAt}`);
    },
  };
}
