import { documentKey, lotMedium } from '@saleyard/contract/lot-attachments.ts';
import type { MediumPlace } from '@saleyard/contract/lot-media.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { LOT_PAGES, LOTS, type LotDocument, type LotPageDocument } from '../lots/lots.projection.ts';
import { findAuction } from '../sales/auctions.queries.ts';
import { LOT_DOCUMENTS, type LotDocumentDocument } from './listings.projection.ts';

/** What reads the files of lots; each answers null where there is none (any more). */
export type LotMediaOf = {
  /** A picture in a width, or what stands for a video (`thumbnail`). */
  picture(place: MediumPlace, size: string): Promise<Download | null>;
  /** A video, or what of it a `Range` names; `outside`: it names nothing of it. */
  video(place: MediumPlace, range: string | undefined): Promise<Download | 'outside' | null>;
  signature(place: MediumPlace): Promise<Download | null>;
};

/** Reads the file of an account's document by its key, to be saved under a name; null where there is none (any more). */
export type LotDocumentOf = (account: string, key: string, name: string) => Promise<Download | null>;

/** Listings that one document can be in: a lot, and those that it went on as. */
const LISTINGS_MOST = 100;

/** The sale in whose catalogue a lot shows a document, a picture or a video; undefined: it does not. */
async function saleShowing(documents: Documents, { listing, uri }: LotDocumentDocument) {
  // What the catalogue shows of the lot counts, not what was written since.
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
 * A document, a picture or a video of a lot that somebody may read: its seller, staff, and who may see its catalogue.
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
    const auction = await saleShowing(documents, one);
    if (auction !== undefined && (await findAuction(documents, auction, { hidden: viewer !== null })))
      return one;
  }
  return undefined;
}

/** Who sent a document, a picture or a video, by its key; null: there is none. The caller checks access before. */
export async function sellerOf(documents: Documents, key: string): Promise<string | null> {
  const [found] = await documents.find<LotDocumentDocument>(LOT_DOCUMENTS, { key }, { limit: 1 });
  return found?.account ?? null;
}
