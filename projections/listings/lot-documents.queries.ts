import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findAuction } from '../auctions/auctions.queries.ts';
import { LOT_PAGES, type LotPageDocument } from '../lots/lots.projection.ts';
import { LOT_DOCUMENTS, type LotDocumentDocument } from './listings.projection.ts';

/** Reads the file of an account's document by its key, to be saved under a name; null where there is none (any more). */
export type LotDocumentOf = (account: string, key: string, name: string) => Promise<Download | null>;

/** Listings that one document can be in: a lot, and those that it went on as. */
const LISTINGS_MOST = 100;

/**
 * A document of a lot that somebody may download: its seller, staff, and whoever may see the lot in its catalogue.
 * undefined where there is none, or none that they may know of.
 */
export async function lotDocumentFor(
  documents: Documents,
  key: string,
  viewer: { _id: string; role: string | null } | null,
): Promise<LotDocumentDocument | undefined> {
  const found = await documents.find<LotDocumentDocument>(LOT_DOCUMENTS, { key }, { limit: LISTINGS_MOST });
  for (const one of found) {
    if (viewer !== null && (viewer.role !== null || viewer._id === one.account)) return one;
    const page = await documents.get<LotPageDocument>(LOT_PAGES, one.listing);
    // What the catalogue shows of the lot counts, not what was written since.
    if (!page?.documents.some(({ uri }) => documentKey(uri) === key)) continue;
    if (await findAuction(documents, page.auction, { hidden: viewer !== null })) return one;
  }
  return undefined;
}
