import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { CatalogueLot, LotPage, LotsPage } from '@saleyard/contract/lots.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import type { ManualText } from '../content/manuals.ts';

/** What documents say of a sale. */
export type PrintedSale = Pick<
  AuctionSummary,
  | 'number'
  | 'title'
  | 'description'
  | 'state'
  | 'auctionType'
  | 'kindData'
  | 'liveAt'
  | 'closedAt'
  | 'lotCount'
  | 'headCount'
  | 'showLotNumbers'
  | 'requiresTabs'
  | 'auctionTabs'
  | 'resultTable'
> & { states: readonly string[]; totalTable: LotsPage['totalTable'] };

/** A picture of a lot as it is drawn, or as the bytes of a PNG or JPEG. */
export type PrintedPicture = { svg: string } | { bytes: Uint8Array };

/** A lot with its first picture. */
export type PicturedLot = {
  lot: Omit<LotPage, 'totalPageViews' | 'watchCount'>;
  picture: PrintedPicture | null;
};

/** When it is made, ms. */
type Made = { at: number };

/** Somebody's results, the newest sale first. `whose`: their name. */
export type ResultsTask = Made & {
  document: 'my-results';
  format: 'pdf' | 'csv';
  whose: string;
  results: readonly OwnResult[];
};

/** What a manual is made of. */
export type ManualTask = Made & {
  document: 'manual';
  format: 'pdf';
  manual: Pick<ManualText, 'name' | 'description' | 'parts'>;
};

/** A lot with all that its seller wrote. */
export type OwnLotTask = Made & { document: 'own-lot'; format: 'pdf'; lot: WholeListing };

/** What a document about a sale is made of. */
export type SaleTask = Made & { sale: PrintedSale } & (
    | { document: 'catalogue' | 'results'; format: 'pdf' | 'csv'; lots: readonly CatalogueLot[] }
    | {
        document: 'details';
        format: 'pdf';
        lots: readonly PicturedLot[];
        /** Which part of a catalogue; null: the lot alone was asked for. */
        part: { step: number; steps: number } | null;
      }
  );

/** What one document is made of. It is copied to the thread that makes it. */
export type PrintTask = SaleTask | ResultsTask | ManualTask | OwnLotTask;
