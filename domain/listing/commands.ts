import type { AccountStatus } from '../account/status.ts';
import type { ContentChange, Document, ListingContent, Media, UsefulLink } from './content.ts';
import type { Days } from './forms/problems.ts';
import type { ListingId } from './ids.ts';
import type { KindType } from './stock.ts';

/** The facts about the target sale that a listing's decider needs. */
export type SaleFacts = {
  auction: string;
  kind: KindType;
  phase: 'future' | 'open' | 'live' | 'closed';
  cancelled: boolean;
  /** Lots can still be added: the lead window is open, and the agent restrictions allow this seller. */
  takesLots: boolean;
  /** ms until which the prices of its lots may be edited late. */
  lateEditUntil: number;
};

/**
 * What affects decisions besides the listing. `weighedShare`: percent of a lot's head, replacing the form's own.
 * `byAgent`: whether the seller is an agent; the agent's declaration is required unless it is false.
 */
export type ListingSettings = { weighedShare?: number; byAgent?: boolean };

/** Personal values of a listing by field, each sealed and in clear. Never stored. */
export type OpenedPersonal = Readonly<Record<string, { sealed: string; value: string }>>;

/** Another listing that this one is copied from. `closedAt`: when its sale closed, ms; null when it did not. */
export type SourceListing = {
  listing: ListingId;
  revision: number;
  kind: KindType;
  createdBy: string;
  content: ListingContent;
  phase: 'draft' | 'submitted' | 'refused' | 'approved' | 'withdrawn' | 'deleted';
  result: 'sold' | 'passed' | 'noBid' | null;
  closedAt: number | null;
  /** The listing that it is reoffered as; null for none. */
  reofferedAs: ListingId | null;
};

/** The facts beside its content that decide whether a listing may be reoffered. `days`: of the other sale. */
export type ReofferFacts = Pick<SourceListing, 'result' | 'closedAt'> & {
  sale: SaleFacts;
  changes: ReofferChange;
  days: Days;
};

/** What a reoffer may change: prices, weight adjustment and delivery dates. */
export type ReofferChange = {
  startCents: number | null;
  reserveCents: number | null;
  incrementCents: number | null;
  adjustWeight: number;
  earliestDelivery: string;
  latestDelivery: string;
};

type Beginning = {
  sale: SaleFacts;
  searchNumericId: number;
  createdBy: string;
  status: AccountStatus;
};

export type ListingCommandBody =
  /** The first save of a draft. `status`: of the account whose listing it is. */
  | ({ type: 'start'; changes: ContentChange } & Beginning)
  /** Staff enter a lot for a catalogue. Its rules are those of catalogues (`catalogue.ts`), checked before. */
  | {
      type: 'enter';
      auction: string;
      kind: KindType;
      searchNumericId: number;
      createdBy: string;
      content: ListingContent;
    }
  | ({ type: 'copy'; from: SourceListing } & Beginning)
  /** `listing`: its own id, which the source must have been reoffered as before. */
  | ({
      type: 'reoffer';
      listing: ListingId;
      from: SourceListing;
      changes: ReofferChange;
      days: Days;
    } & Beginning)
  /**
   * Marks the source as reoffered as `as`, so that it is in one sale only. `earlier`: the phase of its previous
   * reoffer; null where that has not begun, or there is none.
   */
  | ({ type: 'offerAgain'; as: ListingId; earlier: SourceListing['phase'] | null } & ReofferFacts)
  /**
   * `by`: the seller changes a draft or a refused listing, staff any that is not over. A seller keeps, describes and
   * orders documents, media and linked PDFs that the listing has, and adds them by `attach`, `attachMedia` and
   * `attachLink` alone.
   */
  | { type: 'edit'; by: 'seller' | 'staff'; changes: ContentChange; sale?: SaleFacts }
  /** The seller adds a document to a draft. Its file is stored before. */
  | { type: 'attach'; document: Document }
  /** The same for a picture or a video. `order`: its place among the others, from 0; the first is the main one. */
  | { type: 'attachMedia'; media: Media; order: number }
  /** The same for a PDF that one of its links points to. */
  | { type: 'attachLink'; link: UsefulLink }
  /** `personal`: the personal values that the listing holds sealed, opened to be checked. */
  | { type: 'submit'; sale: SaleFacts; days: Days; settings?: ListingSettings; personal?: OpenedPersonal }
  | { type: 'approve' }
  /** The seller takes a submitted listing out of the queue, to correct it and submit it again. */
  | { type: 'recall' }
  /** `sealed`: the encrypted reason. Sent back by its sale, which opened or was cancelled first, it is in clear. */
  | { type: 'refuse'; reason: string; sealed?: string; by?: 'sale' }
  | { type: 'lateEdit'; startCents: number; reserveCents: number | null; sale: SaleFacts; last?: PriceField }
  /** `by`: its seller, whose reason is kept sealed, or its sale, whose own record holds the reason. */
  | { type: 'withdraw'; by: 'seller'; reason: string; sealed?: string }
  | { type: 'withdraw'; by: 'sale'; reason: string }
  /** Its sale put the lot back, or corrected it to another result. */
  | { type: 'reinstate' }
  | { type: 'delete' }
  /** Staff record whether the fee for listing it was paid. */
  | { type: 'recordFee'; paid: boolean; sale: Pick<SaleFacts, 'phase' | 'cancelled'> };

/** Which of the two prices was changed last: a problem between them is shown there. */
export type PriceField = 'startCents' | 'reserveCents';
