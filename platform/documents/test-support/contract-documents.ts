import type { Documents, DocumentWrite, Stored } from '../port.ts';

/* What the contract of documents writes and reads. */

export type Lot = {
  n: number;
  sex?: string | null;
  tags?: string[];
  at?: { town: string; heads: { count: number }[] };
};

/** When a contract's clock begins (ms). */
export const START = 1_700_000_000_000;

export const put = (id: string, document: Record<string, unknown>, collection = 'lots'): DocumentWrite => ({
  op: 'put',
  collection,
  id,
  document,
});
export const remove = (id: string, collection = 'lots'): DocumentWrite => ({ op: 'delete', collection, id });
export const ids = (found: readonly Stored<unknown>[]): string[] => found.map(({ _id }) => _id);

export async function dumped(
  documents: Documents,
  collection: string,
): Promise<Stored<Record<string, unknown>>[]> {
  const all: Stored<Record<string, unknown>>[] = [];
  for await (const document of documents.dump(collection)) all.push(document);
  return all;
}
