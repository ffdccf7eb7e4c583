import type { Files } from '@saleyard/platform/files/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

/** Name of the secret with the identity of the file store that all processes use. */
const NAME = 'file-store';

/** The file that marks the file store of an identity. */
const markOf = (identity: string): string => `file-stores/${identity}`;

type FileStoreParts = { files: Pick<Files, 'put' | 'get' | 'delete'>; secrets: Secrets };

/** This process has files of its own, which the others can't read. Nothing was changed. */
export class OtherFileStore extends Error {
  constructor(where: string) {
    super(
      `the files in ${where} are not those that the other processes use, so pictures and documents would be missing: give every command-api and projections the same S3_URL or the same folder of files, or run \`saleyard restore --accept-lost-files\` if the others are lost`,
    );
    this.name = 'OtherFileStore';
  }
}

/** Marks this file store and names it in the secrets, unless another process did so first; returns what they name. */
async function nameFileStore({ files, secrets }: FileStoreParts): Promise<string> {
  const identity = newId();
  // The mark goes first: a store that the secrets name has its mark.
  await files.put(markOf(identity), Buffer.from(identity));
  const named = await secrets.putIfAbsent(NAME, identity);
  if (named !== identity) await files.delete(markOf(identity));
  return named;
}

/**
 * Makes sure that the files are those of the marketplace, by a marker file whose name is among the secrets. Processes
 * share the secrets; a folder that only one of them has lacks the marker.
 * @throws OtherFileStore, FilesUnavailable, SecretsUnavailable
 */
export async function checkFileStore(parts: FileStoreParts, where: string): Promise<void> {
  const named = (await parts.secrets.get(NAME)) ?? (await nameFileStore(parts));
  if ((await parts.files.get(markOf(named))) === undefined) throw new OtherFileStore(where);
}

/** The next process that starts names its file store. */
export const acceptLostFiles = (secrets: Secrets): Promise<void> => secrets.delete(NAME);
