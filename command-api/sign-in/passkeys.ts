import type { Clock } from '@saleyard/platform/clock/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Loaded at its first use: it is a tenth of what a process loads at start. */
const webAuthn = () => import('@simplewebauthn/server');

/** The name that browsers show. */
const RP_NAME = 'Saleyard';
/** Passkeys of one account, at most. */
const PASSKEYS_LIMIT = 20;

/** A stored passkey. `publicKey`: base64url. Times in ms since the epoch. */
export type StoredPasskey = {
  _id: string;
  /** The credential's id, from the browser. */
  id: string;
  name: string;
  publicKey: string;
  counter: number;
  transports?: readonly string[];
  addedAt: number;
  usedAt: number | null;
};

/** The web's origin, where passkeys are valid. */
type RelyingParty = { origin: string };

/** A browser's response, and the challenge it must match. */
type Answered = RelyingParty & { credential: unknown; challenge: string };

/**
 * Passkeys (WebAuthn), stored among the secrets by account. The device verifies its user (a fingerprint, a PIN), so a
 * passkey is two factors. Browsers offer the passkeys that they have; the server never lists an account's.
 */
export type Passkeys = {
  of(account: string): Promise<readonly StoredPasskey[]>;
  /** The options for creating a passkey. Keep the `challenge`. */
  creation(account: string, email: string, party: RelyingParty): Promise<{ challenge: string }>;
  /** Adds a created passkey; null: it does not match the challenge, or there are too many. */
  add(account: string, name: string, answered: Answered): Promise<StoredPasskey | null>;
  /** False: there is none with this id. */
  remove(account: string, id: string): Promise<boolean>;
  /** The options for signing in. Keep the `challenge`. */
  request(party: RelyingParty): Promise<{ challenge: string }>;
  /** The account that a passkey verifies; null: none. */
  accountOf(answered: Answered): Promise<string | null>;
};

const nameOf = (account: string): string => `passkeys-${account}`;
const rpIdOf = ({ origin }: RelyingParty): string => new URL(origin).hostname;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'utf8'));

/** Deletes all passkeys of an account. */
export const forgetPasskeys = (secrets: Secrets, account: string): Promise<void> =>
  secrets.delete(nameOf(account));

export function createPasskeys({ secrets, clock }: { secrets: Secrets; clock: Clock }): Passkeys {
  const read = async (account: string): Promise<StoredPasskey[]> => {
    const text = await secrets.get(nameOf(account));
    return text === undefined ? [] : (JSON.parse(text) as StoredPasskey[]);
  };
  const write = (account: string, passkeys: readonly StoredPasskey[]): Promise<void> =>
    passkeys.length === 0
      ? secrets.delete(nameOf(account))
      : secrets.put(nameOf(account), JSON.stringify(passkeys));

  return {
    of: read,

    async creation(account, email, party) {
      const known = await read(account);
      const { generateRegistrationOptions } = await webAuthn();
      return generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: rpIdOf(party),
        userName: email,
        userID: bytesOf(account),
        excludeCredentials: known.map(({ id, transports }) => ({
          id,
          ...(transports && { transports: [...transports] }),
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async add(account, name, { credential, challenge, origin }) {
      const known = await read(account);
      if (known.length >= PASSKEYS_LIMIT) return null;
      try {
        const { verifyRegistrationResponse } = await webAuthn();
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: credential as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpIdOf({ origin }),
          requireUserVerification: true,
        });
        if (!verified) return null;
        const { id, publicKey, counter, transports } = registrationInfo.credential;
        if (known.some((other) => other.id === id)) return null;
        const passkey: StoredPasskey = {
          _id: newId(),
          id,
          name,
          counter,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          ...(transports && { transports }),
          addedAt: clock.now(),
          usedAt: null,
        };
        await write(account, [...known, passkey]);
        return passkey;
      } catch (error) {
        return notVerified(error);
      }
    },

    async remove(account, id) {
      const known = await read(account);
      const left = known.filter(({ _id }) => _id !== id);
      if (left.length === known.length) return false;
      await write(account, left);
      return true;
    },

    async request(party) {
      const { generateAuthenticationOptions } = await webAuthn();
      return generateAuthenticationOptions({ rpID: rpIdOf(party), userVerification: 'required' });
    },

    async accountOf({ credential, challenge, origin }) {
      const response = credential as AuthenticationResponseJSON;
      const handle = (response.response as { userHandle?: unknown } | undefined)?.userHandle;
      if (typeof handle !== 'string' || typeof response.id !== 'string') return null;
      const account = Buffer.from(handle, 'base64url').toString('utf8');
      const known = await read(account);
      const passkey = known.find(({ id }) => id === response.id);
      if (passkey === undefined) return null;
      try {
        const { verifyAuthenticationResponse } = await webAuthn();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpIdOf({ origin }),
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: true,
        });
        if (!verified) return null;
        const used = { ...passkey, counter: authenticationInfo.newCounter, usedAt: clock.now() };
        await write(
          account,
          known.map((other) => (other.id === used.id ? used : other)),
        );
        return account;
      } catch (error) {
        return notVerified(error);
      }
    },
  };
}

/** The library's error for an invalid credential becomes null; an unavailable store is still thrown. */
function notVerified(error: unknown): null {
  if (error instanceof Error && error.name !== 'SecretsUnavailable') return null;
  throw error;
}
