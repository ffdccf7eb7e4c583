import { lotMedium } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { MediumPlace } from '@saleyard/contract/lot-media.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { LOT_PAGES, LOTS, type LotDocument, type LotPageDocument } from '../lots/lots.projection.ts';
import { findAuction } from '../sales/auctions.queries.ts';
import { LOT_DOCUMENTS, type LotDocumentDocument } from './listings.projection.ts';

/** Reads the files of lots; each method returns null when there is no such file, or no longer. */
export type LotMediaOf = {
  /** A picture in a width, or a video's poster picture (`thumbnail`). */
  picture(place: MediumPlace, size: string): Promise<Download | null>;
  /** A video, or the `Range` of it; `outside`: the range is beyond its end. `isHead`: nothing of it is read. */
  video(
    place: MediumPlace,
    asked: { range: string | undefined; isHead: boolean },
  ): Promise<Download | 'outside' | null>;
  signature(place: MediumPlace): Promise<Download | null>;
};

/** Reads an account's document by its key, for download under a name; null when there is none, or no longer. */
export type LotDocumentOf = (account: string, key: string, name: string) => Promise<Download | null>;

/** Listings that can share one document: a lot, and its reoffers. */
const LISTINGS_MOST = 100;

/** The sale in whose catalogue a lot shows a document, a picture or a video; undefined: none. */
async function saleShowing(documents: Documents, { listing, uri }: LotDocumentDocument) {
  // The catalogue's entry of the lot counts, not later edits of the listing.
  if (lotMedium(uri) !== null) {
    const lot = await documents.get<LotDocument>(LOTS, listing);
    return lot?.media.some(({ url }) => url === uri) ? lot.auction : undefined;
  }
  const page = await documents.get<LotPageDocument>(LOT_PAGES, listing);
  const shown = [
    ...(page?.documents ?? []).map((one) => one.uri),
    ...(page?.usefulLinks ?? []).map(({ url }) => url),
  ];
  return shown.some((one) => documentKey(one) === documentKey(uri)) ? page?.auction : undefined;
}

/**
 * A document, a picture or a video of a lot, if the viewer may read it: its seller, administrators, and people who may see its
 * catalogue. undefined: there is none, or the viewer must not know of it.
 */
export async function lotDocumentFor(
  documents: Documents,
  key: string,
  viewer: { _id: string; role: string | null } | null,
): Promise<LotDocumentDocument | undefined> {
  const found = await documents.find<LotDocumentDocument>(LOT_DOCUMENTS, { key }, { limit: LISTINGS_MOST });
  for (const one of found) {
    if (viewer !== null && (viewer.role === 'admin' || viewer._id === one.account)) return one;
    const auction = await saleShowing(documents, one);
    if (auction !== undefined && (await findAuction(documents, auction, { hidden: viewer !== null })))
      return one;
  }
  return undefined;
}

/** The sender of a document, a picture or a video, by its key; null: there is none. The caller must check access. */
export async function sellerOf(documents: Documents, key: string): Promise<string | null> {
  const [found] = await documents.find<LotDocumentDocument>(LOT_DOCUMENTS, { key }, { limit: 1 });
  return found?.account ?? null;
}
