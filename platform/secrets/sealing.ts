import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { randomToken } from '../ids/ids.ts';
import type { Secrets } from './port.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BITS = 256;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed blob: the form of what follows. */
const FORMAT = 1;

/** The key of this name among the secrets, made if there is none. */
export const keyNamed = async (secrets: Secrets, name: string): Promise<Buffer> =>
  Buffer.from(await secrets.putIfAbsent(name, randomToken(KEY_BITS)), 'hex');

/**
 * Encrypts bytes under a key (AES-256-GCM), bound to `owner`: they can't be moved to another one. Answers format, nonce,
 * tag and cipher text.
 */
export function sealBytes(key: Buffer, owner: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]);
}

/** The bytes of a sealed blob. @throws when the blob was changed, or belongs to another owner or key */
export function unsealBytes(key: Buffer, owner: string, blob: Uint8Array): Buffer {
  if (blob[0] !== FORMAT) throw new Error(`what is sealed for ${owner} has the unknown format ${blob[0]}`);
  const tagAt = 1 + NONCE_BYTES;
  const textAt = tagAt + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, blob.subarray(1, tagAt), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(blob.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(blob.subarray(textAt)), decipher.final()]);
}

/** The same for a text; the blob is base64. */
export const seal = (key: Buffer, owner: string, text: string): string =>
  sealBytes(key, owner, Buffer.from(text, 'utf8')).toString('base64');

/** The text of a sealed blob. @throws as `unsealBytes` */
export const unseal = (key: Buffer, owner: string, sealed: string): string =>
  unsealBytes(key, owner, Buffer.from(sealed, 'base64')).toString('utf8');
