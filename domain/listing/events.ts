import type { ListingContent } from './content.ts';
import type { ListingId } from './ids.ts';
import type { KindType } from './stock.ts';
import type { StoredChange } from './stored-change.ts';

/** The origin of a listing: new, or begun with the contents of another listing at a revision. */
export type Origin = { how: 'new' } | { how: 'copied' | 'reoffered'; listing: ListingId; revision: number };

/**
 * Why a listing was sent back or withdrawn; one of the two is empty. `sealed`: the text of its seller or staff, under
 * the key of the listing's account. `reason`: in clear, from its sale or stored by an earlier version.
 */
export type Reason = { reason: string; sealed: string };

/**
 * What happened to a listing. Storage formats: a change of shape needs a new `meta.schema` and an upcaster. `at` is
 * ms since the epoch. Prices are cents per unit.
 */
export type ListingEvent =
  | {
      type: 'ListingStarted';
      data: {
        at: number;
        kind: KindType;
        /** The sale it is meant for. */
        auction: string;
        /** Short number for people, from the one sequence of lots. */
        searchNumericId: number;
        /** The account whose listing it is. */
        createdBy: string;
        origin: Origin;
        content: ListingContent;
      };
    }
  /** Staff entered it for a catalogue: it is approved without changes. */
  | {
      type: 'ListingEntered';
      data: {
        at: number;
        kind: KindType;
        auction: string;
        searchNumericId: number;
        createdBy: string;
        content: ListingContent;
      };
    }
  /**
   * Only what differs from the content before. `auction`: it is meant for another sale from now on. Version 1 holds all
   * that was sent, with the whole list of heads.
   */
  | { type: 'ListingEdited'; data: { at: number; changes: StoredChange; auction?: string } }
  | { type: 'ListingSubmitted'; data: { at: number } }
  | { type: 'ListingApproved'; data: { at: number } }
  /** Its seller took it out of the queue: it is a draft again. */
  | { type: 'ListingRecalled'; data: { at: number } }
  /** Staff, or the sale that opened without it, returned it to its seller, who may change and resubmit it. */
  | { type: 'ListingRefused'; data: { at: number } & Reason }
  /** The late edit of an approved listing. */
  | {
      type: 'ListingPriceChanged';
      data: { at: number; startCents: number; reserveCents: number | null };
    }
  /** Staff recorded that the fee for listing it was paid. */
  | { type: 'ListingFeePaid'; data: { at: number } }
  /** Staff reverted that. */
  | { type: 'ListingFeeUnpaid'; data: { at: number } }
  /** It continues as another listing, in another sale. */
  | { type: 'ListingReoffered'; data: { at: number; as: ListingId; auction: string } }
  | { type: 'ListingWithdrawn'; data: { at: number } & Reason }
  /** It is offered again, in its place in the catalogue. */
  | { type: 'ListingReinstated'; data: { at: number } }
  | { type: 'ListingDeleted'; data: { at: number } };
