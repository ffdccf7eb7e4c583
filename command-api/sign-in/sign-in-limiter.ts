import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many sign-ins may fail within `windowSeconds`, and from when on answers are delayed. */
export type SignInLimits = {
  windowSeconds: number;
  /** On one device that the account has signed in on before. Counted separately from everything else. */
  perKnownDevice: number;
  /** On other devices: for one e-mail from one network address. */
  perEmailAndAddress: number;
  /** On other devices: for one e-mail from any address. */
  perEmail: number;
  /** On other devices: from one network address, with any e-mail. High, since many people may share it. */
  perAddress: number;
  /**
   * Codes and links that were never made, from one network address; more are refused as too many. Right ones are accepted
   * all the same: a code names no account until it is found, and its 50 bits are what protects it.
   */
  wrongCodesPerAddress: number;
  /** Failures of one e-mail, and of one network address, after which further answers are delayed. */
  slowAfter: number;
  slowAddressAfter: number;
  /** Failures of one e-mail on other devices after which the owner is notified. */
  noticeAfter: number;
};

export const SIGN_IN_LIMITS: SignInLimits = {
  windowSeconds: 15 * 60,
  perKnownDevice: 20,
  perEmailAndAddress: 10,
  perEmail: 50,
  perAddress: 1_000,
  wrongCodesPerAddress: 1_000,
  slowAfter: 4,
  slowAddressAfter: 100,
  noticeAfter: 10,
};

/** The first delay, which doubles with each failure, and the longest. ms. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** Delayed sign-ins at the same time, in all and from one network address; beyond: refused. */
const WAITING_LIMIT = 256;
const WAITING_PER_ADDRESS = 64;

/** A sign-in to be checked. */
type SignInTry = {
  /** A hash of the e-mail, so that the address is not stored. */
  emailHash: string;
  /** Network address. */
  ip: string;
  /** The device, if the e-mail's account has signed in there before; null: another. */
  device: string | null;
};

/** `isNoticeDue`: if it fails, the owner must be notified. `succeeded` removes it from the counts. */
type CountedTry =
  | { outcome: 'counted'; isNoticeDue: boolean; succeeded(): Promise<void> }
  | { outcome: 'over'; retryAfterMs: number };

export type SignInLimiter = {
  /** Counts an attempt before its password is checked, and waits for its delay. */
  count(tried: SignInTry): Promise<CountedTry>;
  /** Clears the failures of an e-mail, in this process and in the others. */
  unlock(emailHash: string): Promise<void>;
};

/** Name of the secret with the time when an e-mail's failures were last cleared. */
const unlockName = (emailHash: string): string => `sign-in-unlocked-${emailHash}`;

/**
 * Clears the failures of an e-mail in every process that shares the secrets; each checks it before it would refuse.
 */
export const unlockSignIn = (secrets: Secrets, emailHash: string, at: number): Promise<void> =>
  secrets.put(unlockName(emailHash), String(at));

const isOver = (error: unknown): error is RateLimiterRes => error instanceof RateLimiterRes;

const waitOf = (failures: number, after: number): number =>
  failures <= after ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - after - 1));

/**
 * Limits failed sign-ins so that guessing is slow and the owner is not locked out. Failures on an account's own
 * devices are counted separately from everyone else's, and a network address is delayed long before it is refused.
 * Every attempt counts before it is checked, so that concurrent attempts can't exceed a limit together. Kept per
 * process.
 */
export function createSignInLimiter(parts: {
  clock: Clock;
  secrets: Secrets;
  limits?: SignInLimits | undefined;
}): SignInLimiter {
  const { clock, secrets, limits = SIGN_IN_LIMITS } = parts;
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: limits.windowSeconds });
  const byDevice = limiter('device', limits.perKnownDevice);
  const byPair = limiter('pair', limits.perEmailAndAddress);
  const byEmail = limiter('email', limits.perEmail);
  const byAddress = limiter('address', limits.perAddress);
  /** The key of each e-mail's counters since its failures were last cleared. */
  const unlocked = new Map<string, string>();
  const waiting = { all: 0, from: new Map<string, number>() };

  /** Delays by `ms`; returns false when too many wait already. */
  const wait = async (ms: number, from: string): Promise<boolean> => {
    if (ms === 0) return true;
    const here = waiting.from.get(from) ?? 0;
    if (waiting.all >= WAITING_LIMIT || here >= WAITING_PER_ADDRESS) return false;
    waiting.all += 1;
    waiting.from.set(from, here + 1);
    await pause(clock, ms);
    waiting.all -= 1;
    const left = (waiting.from.get(from) ?? 1) - 1;
    if (left > 0) waiting.from.set(from, left);
    else waiting.from.delete(from);
    return true;
  };

  const over = (retryAfterMs: number): CountedTry => ({ outcome: 'over', retryAfterMs });

  const onKnownDevice = async ({ emailHash, ip, device }: SignInTry): Promise<CountedTry> => {
    const key = `${device}-${emailHash}`;
    const { consumedPoints } = await byDevice.consume(key);
    if (!(await wait(waitOf(consumedPoints, limits.slowAfter), `device ${ip}`))) return over(LONGEST_WAIT_MS);
    const succeeded = async () => void (await byDevice.delete(key));
    return { outcome: 'counted', isNoticeDue: false, succeeded };
  };

  const elsewhere = async ({ emailHash, ip }: SignInTry): Promise<CountedTry> => {
    const from = ipKeyGenerator(ip);
    const who = `${emailHash}-${unlocked.get(emailHash) ?? ''}`;
    const pair = `${who}-${from}`;
    const address = await byAddress.consume(from);
    await byPair.consume(pair);
    const email = await byEmail.consume(who);
    const ms = Math.max(
      waitOf(email.consumedPoints, limits.slowAfter),
      waitOf(address.consumedPoints, limits.slowAddressAfter),
    );
    if (!(await wait(ms, from))) return over(LONGEST_WAIT_MS);
    return {
      outcome: 'counted',
      isNoticeDue: email.consumedPoints === limits.noticeAfter,
      async succeeded() {
        await Promise.all([byAddress.reward(from), byPair.delete(pair), byEmail.reward(who)]);
      },
    };
  };

  /** Whether the failures of an e-mail were cleared since this process last counted them. */
  const wasUnlocked = async (emailHash: string): Promise<boolean> => {
    const at = await secrets.get(unlockName(emailHash));
    if (at === undefined || unlocked.get(emailHash) === at) return false;
    unlocked.set(emailHash, at);
    return true;
  };

  return {
    async count(tried) {
      try {
        return await (tried.device === null ? elsewhere(tried) : onKnownDevice(tried));
      } catch (error) {
        if (!isOver(error)) throw error;
        if (tried.device !== null || !(await wasUnlocked(tried.emailHash))) return over(error.msBeforeNext);
      }
      try {
        return await elsewhere(tried);
      } catch (error) {
        if (!isOver(error)) throw error;
        return over(error.msBeforeNext);
      }
    },

    async unlock(emailHash) {
      const at = clock.now();
      await unlockSignIn(secrets, emailHash, at);
      unlocked.set(emailHash, String(at));
    },
  };
}
