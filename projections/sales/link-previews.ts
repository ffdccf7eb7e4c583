import { pictureOfWidth } from '@saleyard/contract/picture-addresses.ts';
import { namedIn } from '@saleyard/contract/web-addresses.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { placeOf, resultText } from '@saleyard/domain/presentation/lots.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findLot, type StoredLot } from '../lots/lots.queries.ts';
import { findAuction, type StoredAuction } from './auctions.queries.ts';

/** The preview of a shared page. `image`: a URL, or a path on our site; null without one. */
export type LinkPreview = { title: string; description: string; image: string | null };

/** px width of a preview picture on other sites. */
const PREVIEW_WIDTH = 1_280;

const together = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

function ofSale(auction: StoredAuction): LinkPreview {
  const { title, kindData, liveAt, lotCount, headCount, location, image, logo } = auction;
  const facts = [
    auction.cancelled ? 'Cancelled' : formatDateTimeWithZone(liveAt),
    kindData.title,
    `${countOf(lotCount, 'lot')}, ${countOf(headCount, 'head', 'head')}`,
    location.state.join(', '),
  ];
  return { title, description: together(facts), image: image.url || logo.url || null };
}

function ofLot(lot: StoredLot, auction: StoredAuction): LinkPreview {
  const { title, majorBreed, location, summary } = lot.publicDetails;
  const sale = `${auction.title}, ${formatDateTimeWithZone(auction.liveAt)}`;
  const named = `${formatCount(lot.count)} ${title || majorBreed || 'head'}`;
  if (lot.withdrawn || lot.soldBeforeAuction)
    return { title: named, description: `${resultText({ ...lot, status: null })} · ${sale}`, image: null };
  const picture = lot.media[0];
  return {
    title: named,
    description: together([placeOf(location), summary.age, summary.weight, sale]),
    image: picture === undefined ? null : pictureOfWidth(picture.thumbnail || picture.url, PREVIEW_WIDTH),
  };
}

/**
 * The preview of the sale or lot at a web address, as visitors see it. null: the address shows neither, there is
 * none, or visitors may not see it.
 */
export async function linkPreview(documents: Documents, pathname: string): Promise<LinkPreview | null> {
  const named = namedIn(pathname);
  if (named === null) return null;
  const auction = await findAuction(documents, named.auction, { hidden: false });
  if (auction === undefined) return null;
  if (named.lot === null) return ofSale(auction);
  const lot = await findLot(documents, named.lot);
  return lot?.auction === auction._id ? ofLot(lot, auction) : ofSale(auction);
}
