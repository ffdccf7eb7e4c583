import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'lmdb';
import { CheckedFile, DATA_FILE } from '../lmdb/checked-file.ts';
import { rowsName } from './collection.ts';
import { OPENING_MARK, TREES_LIMIT } from './lmdb-documents.ts';
import type { Documents, Stored } from './port.ts';
import { decodeRow, documentOf } from './row.ts';

/** Documents that are only read, by id. */
export type DocumentsReader = Pick<Documents, 'get' | 'close'>;

/**
 * The read store in a folder, beside the process that may write it: reads documents that no projection owns, as they
 * are now, and writes nothing. undefined when there is no store, or none that can be read.
 */
export function readLmdbDocuments(folder: string): DocumentsReader | undefined {
  if (!existsSync(join(folder, DATA_FILE)) || existsSync(join(folder, OPENING_MARK))) return undefined;
  const file = new CheckedFile({ folder, readOnly: true });
  if (file.damage() !== undefined) return undefined;
  const root = file.open<string, string>({ maxDbs: TREES_LIMIT, encoding: 'string' }, () => {});
  const collections = new Map<string, Database<string, string> | undefined>();
  return {
    async get<T>(collection: string, id: string) {
      if (!collections.has(collection))
        collections.set(
          collection,
          root.openDB<string, string>({ name: rowsName(collection), encoding: 'string' }),
        );
      const text = collections.get(collection)?.get(id);
      return text === undefined
        ? undefined
        : (documentOf(decodeRow(text, collection, id), collection, id) as Stored<T>);
    },
    close: () => file.close(),
  };
}
