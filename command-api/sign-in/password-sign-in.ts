import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { emailProblem, passwordProblem } from '@saleyard/domain/account/credentials.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { KnownDevices } from '@saleyard/platform/sessions/known-devices.ts';
import type { Request } from 'express';
import type { Account } from '../accounts/account-directory.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Recovery } from './recovery.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

/** `Retry-After` in ms when the queue of verifications is full. */
const BUSY_RETRY_MS = 2_000;
/** A failure is answered after a multiple of this many ms, so that its timing reveals nothing. */
const FAILURE_STEP_MS = 50;
/** Characters of an Authorization header that are read. */
const HEADER_LIMIT = 1_024;
/** Characters of an e-mail's hash in a log line: enough to see that two failures have the same one. */
const LOGGED_HASH = 12;

export type Credentials = { email: string; password: string };

/** The credentials of a Basic header (e-mail lower-cased), or null when there is no such header. */
export function basicCredentials(header: string | undefined): Credentials | null {
  const match = /^Basic\s+([\w+/=-]*)$/i.exec(header?.slice(0, HEADER_LIMIT).trim() ?? '');
  if (!match) return null;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [email, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  return { email: email.trim().toLowerCase(), password };
}

/** The token of a Bearer header, or null when there is no such header. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer\s+([\w-]{1,64})$/i.exec(header?.slice(0, HEADER_LIMIT).trim() ?? '')?.[1] ?? null;

/** The problem of credentials before any lookup, in the specification's words. */
function credentialsProblem({ email, password }: Credentials): Refusal | null {
  const invalid = (field: string, message: string) => refusal('invalid-request', { field, message });
  const wrongEmail = emailProblem(email);
  if (wrongEmail !== null) return invalid('email', wrongEmail);
  const wrongPassword = passwordProblem(password);
  if (wrongPassword !== null) return invalid('password', wrongPassword);
  return null;
}

/** The network of an address: its first 24 bits of IPv4, 48 of IPv6. Full addresses are not logged. */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:/i, '');
  return isIPv4(address)
    ? address.replace(/\.\d+$/, '.0/24')
    : `${address.split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * Checks credentials. A wrong e-mail and a wrong password get the same answer after the same time. Failures are
 * logged without the password, and with neither the full e-mail nor the full network address.
 */
export function createPasswordSignIn(parts: {
  accounts: Accounts;
  devices: KnownDevices;
  limiter: SignInLimiter;
  recovery: Pick<Recovery, 'notifyOfFailures'>;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}) {
  const { accounts, devices, limiter, recovery, clock, logger } = parts;
  const { directory, emails, passwords } = accounts;

  return async (credentials: Credentials, request: Request): Promise<Account | Refusal> => {
    const problem = credentialsProblem(credentials);
    if (problem) return problem;
    const beganAt = clock.now();
    const { email, password } = credentials;
    const ip = request.ip ?? 'unknown';
    const emailHash = emails.hashOf(email);
    const known = await emails.find(email);
    const device = known === undefined ? null : devices.deviceOf(request, known);
    const counted = await limiter.count({ emailHash, ip, device });
    const failed = (why: string): void => {
      // Hashed twice, so that a log line can't be matched with the secrets.
      const who = hash('sha256', emailHash).slice(0, LOGGED_HASH);
      logger.warn({ who, from: networkOf(ip), knownDevice: device !== null, why }, 'a sign-in failed');
    };
    if (counted.outcome === 'over') {
      failed('too many failures');
      return refusal('rate-limited', { retryAfterMs: counted.retryAfterMs });
    }
    const account = await directory.byEmail(email);
    const verification = await passwords.verify(account?._id ?? null, password);
    if (verification === 'busy') return refusal('unavailable', { retryAfterMs: BUSY_RETRY_MS });
    if (verification === 'wrong' || account === null) {
      failed('wrong e-mail or password');
      if (counted.isNoticeDue && account !== null) recovery.notifyOfFailures(account._id);
      await pause(clock, FAILURE_STEP_MS - ((clock.now() - beganAt) % FAILURE_STEP_MS));
      return refusal('wrong-credentials');
    }
    await counted.succeeded();
    return account;
  };
}
