import { pictureOfWidth } from '@saleyard/contract/picture-addresses.ts';
import { namedIn } from '@saleyard/contract/web-addresses.ts';
import { SALE_ZONE } from '@saleyard/domain/days.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findLot, type StoredLot } from '../lots/lots.queries.ts';
import { findAuction, type StoredAuction } from './auctions.queries.ts';

/** What is shown of an address where it is shared. `image`: an address, or a path of our own; null without one. */
export type LinkPreview = { title: string; description: string; image: string | null };

/** px that the pages of others show of a picture. */
const PREVIEW_WIDTH = 1_280;

const WHEN = new Intl.DateTimeFormat('en-AU', {
  timeZone: SALE_ZONE,
  dateStyle: 'full',
  timeStyle: 'short',
});
const COUNT = new Intl.NumberFormat('en-AU');

const together = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

function ofSale(auction: StoredAuction): LinkPreview {
  const { title, kindData, liveAt, lotCount, headCount, location, image, logo } = auction;
  const facts = [
    auction.cancelled ? 'Cancelled' : `${WHEN.format(liveAt)} Sydney`,
    kindData.title,
    `${COUNT.format(lotCount)} lots, ${COUNT.format(headCount)} head`,
    location.state.join(', '),
  ];
  return { title, description: together(facts), image: image.url || logo.url || null };
}

function ofLot(lot: StoredLot, auction: StoredAuction): LinkPreview {
  const { title, majorBreed, location, summary } = lot.publicDetails;
  const sale = `${auction.title}, ${WHEN.format(auction.liveAt)} Sydney`;
  const named = `${COUNT.format(lot.count)} ${title || majorBreed || 'head'}`;
  if (lot.withdrawn) return { title: named, description: `Withdrawn · ${sale}`, image: null };
  if (lot.soldBeforeAuction)
    return { title: named, description: `Sold before Auction · ${sale}`, image: null };
  const place = [location.town, location.state].filter(Boolean).join(', ');
  const picture = lot.media[0];
  return {
    title: named,
    description: together([place, summary.age, summary.weight, sale]),
    image: picture === undefined ? null : pictureOfWidth(picture.thumbnail || picture.url, PREVIEW_WIDTH),
  };
}

/**
 * What visitors may see of the sale or the lot that an address of the web shows. null: it shows none, there is none, or
 * visitors may not see it.
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
