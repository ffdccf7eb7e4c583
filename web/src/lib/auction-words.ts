import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';

/** How a sale is run, as the catalogue tags it. */
export const AUCTION_TYPE_LABELS: Readonly<Record<PublicAuction['auctionType'], string>> = {
  simultaneous: 'TIMED',
  sequential: 'SEQ ONLINE',
  sequentialOffline: 'INTERFACED',
  synchronous: 'HELMSMAN',
};

/** The same in a sentence, for people who do not know the tags. */
export const AUCTION_TYPE_EXPLAINED: Readonly<Record<PublicAuction['auctionType'], string>> = {
  simultaneous: 'All lots run together, each with its own finish',
  sequential: 'One lot after another, online only',
  sequentialOffline: 'Called by an auctioneer at the yards, with online bids',
  synchronous: 'All lots run together and close at one instant',
};

/** A sale's state as people read it: `future` is shown as Upcoming. */
export const AUCTION_STATE_LABELS: Readonly<Record<PublicAuction['state'], string>> = {
  future: 'Upcoming',
  open: 'Auction is open',
  live: 'Auction is live',
  closed: 'Closed',
};

/** What became of a closed lot. */
export const LOT_STATUS_LABELS: Readonly<Record<NonNullable<PublicLot['status']>, string>> = {
  noBid: 'No Bids',
  passed: 'Passed In',
  sold: 'Sold',
};

export const KIND_TITLES: Readonly<Record<PublicAuction['kindData']['type'], string>> = {
  cattle: 'Cattle',
  sheep: 'Sheep',
  goat: 'Goat',
  'sheep-abblamb': 'AbbLamb',
};
