import type { PublicAuction, PublicLot } from './realtime.ts';

/** The header every call carries, and the ones that carry log positions and paging. */
export const HEADERS = {
  platform: 'platform',
  position: 'x-saleyard-position',
  /** Set when a read answered before its projection reached the asked position. */
  stale: 'x-saleyard-stale',
  currentPage: 'x-current-page',
  totalPages: 'x-total-pages',
} as const;

/** A signed-in person, as they see themselves (GET users/me). */
export type Me = {
  _id: string;
  numericId: number;
  shortId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** 4.1 of the accounts document. */
  status: string;
  type: string;
  role: 'admin' | 'auditor' | null;
  stockTypes: readonly string[];
  approvedStockTypes: readonly string[];
  watchList2: readonly { lotId: string }[];
};

/** An auction as lists show it. */
export type AuctionSummary = PublicAuction & {
  cancelled: boolean;
  /** Results of a closed auction, per sex, else null. */
  resultTable: {
    categories: readonly {
      sex: string;
      head: number;
      lots: number;
      sold: number;
      noBid: number;
      passed: number;
    }[];
  } | null;
};

/** What anyone may read about a lot beside its live state. Ages in months, weights in kg. */
export type LotDetails = {
  publicDetails: {
    title: string;
    agentComment: string;
    majorBreed: string;
    sex: string;
    stockCategory: string;
    location: { town: string; state: string };
    summary: { age: string; weight: string };
    age: { min: number | null; max: number | null };
    weight: { average: number | null; curfew: number | null; min: number | null; max: number | null };
  };
  inlineDetails: { postcode: string; assessorType: string };
  additionalTitle: string;
  allocatedSection: string;
  media: readonly { thumbnail: string; url: string; title: string }[];
};

/** A catalogue lot: live state and details. `mine` is true for the lot's creator only. */
export type CatalogueLot = PublicLot & LotDetails & { mine: boolean };

export type LotsPage = {
  lots: readonly CatalogueLot[];
  totalTable: readonly { sex: string; counts: { heads: number; total: number } }[];
};

/** A lot as staff see it: with its reserve, its creator and who leads. Never sent to anyone else. */
export type StaffLot = CatalogueLot & {
  reserveCents: number | null;
  maxVendorBids: number;
  vendorName: string;
  createdBy: string;
  leader: { _id: string; shortId: string; paddle: string; name: string } | null;
};
