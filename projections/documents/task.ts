import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type {
  AuditPeople,
  AuditStep,
  AuditStepsWanted,
  SaleAudit,
  SaleWhatIf,
} from '@saleyard/contract/audit.ts';
import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { CatalogueLot, LotPage, LotsPage } from '@saleyard/contract/lots.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import type { ManualInParts } from '@saleyard/domain/content/text-parts.ts';

/** The fields of a sale that documents show. */
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

/** A picture of a lot: an SVG drawing, or the bytes of a PNG or JPEG. */
export type PrintedPicture = { svg: string } | { bytes: Uint8Array };

/** A lot with its first picture. */
export type PicturedLot = {
  lot: Omit<LotPage, 'totalPageViews' | 'watchCount'>;
  picture: PrintedPicture | null;
};

/** When it is made, in ms. */
type Made = { at: number };

/** A person's results, newest sale first. `whose`: their name. */
export type ResultsTask = Made & {
  document: 'my-results';
  format: 'pdf' | 'csv';
  whose: string;
  results: readonly OwnResult[];
};

/** The input of a manual. */
export type ManualTask = Made & {
  document: 'manual';
  format: 'pdf';
  manual: ManualInParts;
};

/** The audit of a sale, and the first of the steps that were chosen. `wanted`: the query of the steps. */
export type AuditTask = Made & {
  document: 'audit';
  format: 'pdf';
  audit: SaleAudit;
  wanted: AuditStepsWanted;
  steps: readonly AuditStep[];
  /** `total`: the steps that match the filter; `inAll`: all steps of the lot or the sale. */
  total: number;
  inAll: number;
  people: AuditPeople;
  /** How the sale would have ended under another policy; null: not asked for. */
  whatIf: SaleWhatIf | null;
};

/** A lot with everything its seller entered. */
export type OwnLotTask = Made & { document: 'own-lot'; format: 'pdf'; lot: WholeListing };

/** The input of a document about a sale. */
export type SaleTask = Made & { sale: PrintedSale } & (
    | { document: 'catalogue' | 'results'; format: 'pdf' | 'csv'; lots: readonly CatalogueLot[] }
    | {
        document: 'details';
        format: 'pdf';
        lots: readonly PicturedLot[];
        /** Which part of a catalogue; null: one lot only. */
        part: { step: number; steps: number } | null;
      }
  );

/** The input of one document. It is copied to the worker thread. */
export type PrintTask = SaleTask | ResultsTask | ManualTask | OwnLotTask | AuditTask;
