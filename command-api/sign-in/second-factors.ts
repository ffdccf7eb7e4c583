import { createHmac } from 'node:crypto';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { randomCode } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { keyNamed } from '@saleyard/platform/secrets/sealing.ts';
import { generateSecret, generateURI, verify } from 'otplib';
import { asMade, inHalves, type OneTimeCodes } from './one-time-codes.ts';

/** The name that authenticator apps show. */
const ISSUER = 'Saleyard';
/** Seconds that an app's clock may be off, in either direction. */
const TOLERANCE_SECONDS = 30;
/** Recovery codes of one set, and characters of each: 50 bits. */
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Name of the secret key with which recovery codes are hashed. */
const KEY_NAME = 'recovery-code-key';

/** `totp`: the app's secret. `begun`: a secret that is not confirmed yet. `recovery`: hashes of its codes. */
type Stored = { totp: string | null; begun: string | null; recovery: readonly string[] };

const NONE: Stored = { totp: null, begun: null, recovery: [] };

/** Authenticator apps (TOTP, RFC 6238) and the recovery codes for when the app is lost. */
export type SecondFactors = {
  statusOf(account: string): Promise<{ totp: boolean; recoveryCodesLeft: number }>;
  /** A new secret, which is valid once confirmed. `label`: shown by the app beside the issuer. */
  begin(account: string, label: string): Promise<{ secret: string; uri: string }>;
  /** Confirms it with its first code and returns the recovery codes; null: the code is wrong. */
  confirm(account: string, code: string): Promise<readonly string[] | null>;
  /** Whether this is the app's code, or a recovery code. Each is valid once. */
  prove(account: string, code: string): Promise<boolean>;
  remove(account: string): Promise<void>;
};

const nameOf = (account: string): string => `second-factor-${account}`;
const recoveryName = (hash: string): string => `recovery-code-${hash}`;

const read = async (secrets: Secrets, account: string): Promise<Stored> => {
  const text = await secrets.get(nameOf(account));
  return text === undefined ? NONE : (JSON.parse(text) as Stored);
};

/** Deletes an account's app and its recovery codes. */
export async function forgetSecondFactor(secrets: Secrets, account: string): Promise<void> {
  const { recovery } = await read(secrets, account);
  for (const hash of recovery) await secrets.delete(recoveryName(hash));
  await secrets.delete(nameOf(account));
}

export async function createSecondFactors(parts: {
  secrets: Secrets;
  codes: Pick<OneTimeCodes, 'claimOnce'>;
  clock: Clock;
}): Promise<SecondFactors> {
  const { secrets, codes, clock } = parts;
  const key = await keyNamed(secrets, KEY_NAME);

  const write = (account: string, stored: Stored): Promise<void> =>
    secrets.put(nameOf(account), JSON.stringify(stored));
  const hashOf = (account: string, code: string): string =>
    createHmac('sha256', key)
      .update(`${account}:${asMade(code)}`)
      .digest('hex');

  /** Whether it is an app's current code, or the one before or after it, and was not used. */
  const isOfApp = async (account: string, secret: string, code: string): Promise<boolean> => {
    const token = code.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(token)) return false;
    const epoch = Math.floor(clock.now() / 1_000);
    const found = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
    if (!found.valid || !('timeStep' in found)) return false;
    return codes.claimOnce(`totp:${account}:${found.timeStep}`);
  };

  const isRecovery = async (account: string, { recovery }: Stored, code: string): Promise<boolean> => {
    const hash = hashOf(account, code);
    if (!recovery.includes(hash) || (await secrets.get(recoveryName(hash))) === undefined) return false;
    if (!(await codes.claimOnce(`recovery:${hash}`))) return false;
    await secrets.delete(recoveryName(hash));
    return true;
  };

  return {
    async statusOf(account) {
      const { totp, recovery } = await read(secrets, account);
      const left = await Promise.all(recovery.map((hash) => secrets.get(recoveryName(hash))));
      return { totp: totp !== null, recoveryCodesLeft: left.filter((one) => one !== undefined).length };
    },

    async begin(account, label) {
      const secret = generateSecret();
      await write(account, { ...(await read(secrets, account)), begun: secret });
      return { secret, uri: generateURI({ issuer: ISSUER, label, secret }) };
    },

    async confirm(account, code) {
      const stored = await read(secrets, account);
      if (stored.begun === null || !(await isOfApp(account, stored.begun, code))) return null;
      const made = Array.from({ length: RECOVERY_CODES }, () => randomCode(RECOVERY_LENGTH));
      const recovery = made.map((one) => hashOf(account, one));
      for (const hash of recovery) await secrets.put(recoveryName(hash), account);
      await write(account, { totp: stored.begun, begun: null, recovery });
      for (const hash of stored.recovery) await secrets.delete(recoveryName(hash));
      return made.map(inHalves);
    },

    async prove(account, code) {
      const stored = await read(secrets, account);
      if (stored.totp === null) return false;
      return (await isOfApp(account, stored.totp, code)) || isRecovery(account, stored, code);
    },

    remove: (account) => forgetSecondFactor(secrets, account),
  };
}
