import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import type { KindType, Unit } from '@saleyard/domain/listing/stock.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { shownDescription } from '../lots/descriptions.ts';
import type { Projection } from '../projection.ts';

export const SOLD_LOTS = 'sold-lots';

/** A lot that was sold in a closed sale, by what other lots are compared with. Everybody who may see the sale may read it. */
export type SoldLotDocument = {
  auction: string;
  /** The sale is public. */
  public: boolean;
  searchNumber: number;
  auctionTitle: string;
  kindData: { type: KindType; title: string };
  /** When the sale closed, ms. */
  closedAt: number;
  searchNumericId: number;
  title: string;
  sex: string;
  state: string;
  /** kg per head on average; null where it was not weighed. */
  weightKg: number | null;
  count: number;
  unit: Unit;
  /** Cents per unit. */
  price: number;
};

/** Sold lots of closed sales. A lot that a correction leaves unsold is taken out. */
export const soldLotsProjection: Projection = {
  name: 'sold-lots',
  version: 2,
  // Version 1 counted heads that the form no longer shows.
  readsSince: 1,
  collections: [{ name: SOLD_LOTS, indexes: [{ keys: { 'kindData.type': 1, closedAt: -1 } }] }],
  of: 'auction',
  project({ id: auction, before, after, descriptions }) {
    const { details, closedAt } = after;
    if (details === null || after.terms === null || closedAt === null || after.phase !== 'closed') return [];
    const isOther = before.phase !== after.phase || before.details !== after.details;
    const { kindData } = publicAuction(after, auction);
    return after.lots.flatMap((lot, index): DocumentWrite[] => {
      if (!isOther && lot === before.lots[index]) return [];
      const place = { collection: SOLD_LOTS, id: lot.terms.lot };
      const { status, withdrawn, closedPrice, count, [SENT_AS.unit]: unit } = publicLot(after, lot, auction);
      const isSold = status === 'sold' || status === 'soldAfterAuction';
      if (!isSold || withdrawn || closedPrice === null || after.cancelledAt !== undefined)
        return [{ op: 'delete', ...place }];
      const described = shownDescription(lot.terms.description, descriptions);
      const { publicDetails } = lotView(details.kind, described, FORMS[details.kind]);
      const { weight } = publicDetails;
      const document: SoldLotDocument = {
        auction,
        public: details.public,
        searchNumber: details.searchNumber,
        auctionTitle: details.title,
        kindData,
        closedAt,
        searchNumericId: lot.terms.searchNumericId,
        title: publicDetails.title,
        sex: publicDetails.sex,
        state: publicDetails.location.state,
        weightKg: weight.average ?? weight.curfew,
        count,
        unit,
        price: closedPrice,
      };
      return [{ op: 'put', ...place, document }];
    });
  },
};
