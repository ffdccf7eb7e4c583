import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';

/** Documents of a collection by their ids. Missing ones are left out. */
export async function byId<T>(
  documents: Documents,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored<T>>> {
  if (ids.length === 0) return new Map();
  const found = await documents.find<T>(collection, { _id: { $in: [...new Set(ids)] } });
  return new Map(found.map((document) => [document._id, document]));
}
