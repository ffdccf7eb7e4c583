import { hash, verify } from '@node-rs/argon2';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import pLimit from 'p-limit';

/** argon2id (the library's default algorithm): memory in KiB, passes, lanes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes that are computed at the same time. They run in the threads of the process in which bids are written to disk too:
 * four, unless UV_THREADPOOL_SIZE says otherwise. Two are left for those, and for files.
 */
const HASHED_AT_ONCE = 2;
/** Verifications in progress or queued, up to 19 MiB each; beyond: `busy`. */
const VERIFICATIONS_LIMIT = 64;

type Verification = 'right' | 'wrong' | 'busy';

export type Passwords = {
  set(account: string, password: string): Promise<void>;
  /** Sets a password unless the account has one. */
  setIfAbsent(account: string, password: string): Promise<void>;
  /**
   * Whether this is the account's password. For null (no such account) or an account without a password it takes as
   * long, so that timing does not reveal which accounts exist.
   */
  verify(account: string | null, password: string): Promise<Verification>;
  forget(account: string): Promise<void>;
};

const nameOf = (account: string): string => `password-${account}`;

/** Stores password hashes among the secrets; they never enter the log. `check` compares a hash with a password. */
export async function createPasswords(secrets: Secrets, check = verify): Promise<Passwords> {
  const dummy = await hash(randomToken(), COST);
  const inTurn = pLimit(HASHED_AT_ONCE);
  const hashed = (password: string): Promise<string> => inTurn(() => hash(password, COST));
  let underWay = 0;
  return {
    async set(account, password) {
      await secrets.put(nameOf(account), await hashed(password));
    },
    async setIfAbsent(account, password) {
      if ((await secrets.get(nameOf(account))) !== undefined) return;
      await secrets.putIfAbsent(nameOf(account), await hashed(password));
    },
    async verify(account, password) {
      if (underWay >= VERIFICATIONS_LIMIT) return 'busy';
      underWay += 1;
      try {
        const stored = account === null ? undefined : await secrets.get(nameOf(account));
        const right = await inTurn(() => check(stored ?? dummy, password));
        return right && stored !== undefined ? 'right' : 'wrong';
      } finally {
        underWay -= 1;
      }
    },
    forget: (account) => secrets.delete(nameOf(account)),
  };
}
