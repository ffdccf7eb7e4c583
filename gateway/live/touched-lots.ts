import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotId } from '@saleyard/domain/auction/ids.ts';
import { AUCTION_TYPES, type AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';

/** What an event may have changed in public. A lot listed here may look the same as before. */
export type Touched = { auction: boolean; lots: 'all' | readonly LotId[] };

const NOTHING: Touched = { auction: false, lots: [] };
const EVERYTHING: Touched = { auction: true, lots: 'all' };

const lotOnly = (lot: LotId): Touched => ({ auction: false, lots: [lot] });

const idsOf = (lots: readonly { lot: LotId }[]): readonly LotId[] => lots.map(({ lot }) => lot);

function byBid(lot: LotId, extended: boolean, type: AuctionType | undefined): Touched {
  // Where all lots close together, a late bid moves the deadline of each [T6].
  return extended && type !== undefined && AUCTION_TYPES[type].closesTogether ? EVERYTHING : lotOnly(lot);
}

/** What to check for public changes after `event`: too much rather than too little [G11]. */
export function touchedBy(event: AuctionEvent, type: AuctionType | undefined): Touched {
  switch (event.type) {
    case 'BidRefused':
    case 'ActionRefused':
    case 'ResultsExported':
      return NOTHING;
    case 'BidAccepted':
    case 'AutoBidAccepted':
      return byBid(event.data.command.lot, event.data.extended, type);
    case 'AutoBidStopped':
      return lotOnly(event.data.command.lot);
    case 'SealedAutoBidsTaken':
    case 'BiddingOpened':
      return lotOnly(event.data.lot);
    case 'Announced':
    case 'EveryoneMessaged':
      return { auction: true, lots: [] };
    case 'LotsWentLive':
    case 'LotsClosed':
      return { auction: true, lots: idsOf(event.data.lots) };
    case 'LotWithdrawn':
    case 'LotSoldBefore':
    case 'LotSoldAfter':
    case 'LotAmended':
    case 'FloorBidRetracted':
    case 'LotReopened':
    case 'SaleCorrected':
    case 'CorrectionProposed':
    case 'CorrectionConfirmed':
    case 'CorrectionDeclined':
    case 'OfferAnswered':
    case 'FloorBuyerNamed':
    case 'LotReinstated':
      return { auction: true, lots: [event.data.lot] };
    case 'AuctionScheduled':
    case 'LotsCatalogued':
    case 'BuyerNumberAssigned':
    case 'AuctionOpened':
    case 'AuctionWentLive':
    case 'AuctionCancelled':
    case 'AuctionClosed':
    case 'Frozen':
    case 'Resumed':
    case 'Paused':
    case 'Unpaused':
      return EVERYTHING;
  }
}
