import type { Document, ListingContent, Media, UsefulLink } from './content.ts';
import type { ListingEvent, Origin, Reason } from './events.ts';
import type { Values } from './forms/field.ts';
import type { ListingId } from './ids.ts';
import type { KindType } from './stock.ts';
import { afterStored } from './stored-change.ts';

/** `submitted` is shown as Pending, `approved` as Submitted. */
export type ListingPhase = 'draft' | 'submitted' | 'refused' | 'approved' | 'withdrawn' | 'deleted';

/** A listing folded from its stream. Immutable. */
export type Listing = {
  readonly kind: KindType;
  readonly auction: string;
  readonly searchNumericId: number;
  readonly createdBy: string;
  /** null: entered by staff. */
  readonly origin: Origin | null;
  readonly phase: ListingPhase;
  /** Why staff sent it back, or why it was withdrawn; null for neither. */
  readonly reason: Readonly<Reason> | null;
  readonly content: ListingContent;
  /** When it was submitted last, ms; null when it never was. */
  readonly submittedAt: number | null;
  /** The listing that it was reoffered as last; null for none. */
  readonly reofferedAs: ListingId | null;
  /** The fee for listing it was paid. */
  readonly isFeePaid: boolean;
};

/** A listing; null before it is started. */
export type ListingState = Listing | null;

const reasonOf = ({ reason, sealed }: Reason): Reason => ({ reason, sealed });

export const initialListing: ListingState = null;

const NEW = { reason: null, reofferedAs: null, isFeePaid: false } as const;

/** The listing after `event`. Pure; the argument is never changed. */
export function evolveListing(state: ListingState, event: ListingEvent): ListingState {
  if (event.type === 'ListingStarted') {
    const { at: _at, ...started } = event.data;
    return { ...started, ...NEW, phase: 'draft', submittedAt: null };
  }
  if (event.type === 'ListingEntered') {
    const { at: submittedAt, ...entered } = event.data;
    return { ...entered, ...NEW, origin: null, phase: 'approved', submittedAt };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'ListingEdited': {
      const { changes, auction = state.auction } = event.data;
      return { ...state, auction, content: afterStored(state.content, changes) };
    }
    case 'ListingSubmitted':
      return { ...state, phase: 'submitted', reason: null, submittedAt: event.data.at };
    case 'ListingApproved':
      return { ...state, phase: 'approved' };
    case 'ListingRecalled':
      return { ...state, phase: 'draft' };
    case 'ListingRefused':
      return { ...state, phase: 'refused', reason: reasonOf(event.data) };
    case 'ListingPriceChanged': {
      const { startCents, reserveCents } = event.data;
      return { ...state, content: { ...state.content, startCents, reserveCents } };
    }
    case 'ListingFeePaid':
      return { ...state, isFeePaid: true };
    case 'ListingFeeUnpaid':
      return { ...state, isFeePaid: false };
    case 'ListingReoffered':
      return { ...state, reofferedAs: event.data.as };
    case 'ListingWithdrawn':
      return { ...state, phase: 'withdrawn', reason: reasonOf(event.data) };
    case 'ListingReinstated':
      return { ...state, phase: 'approved', reason: null };
    case 'ListingDeleted':
      return { ...state, phase: 'deleted' };
  }
}

/**
 * A listing's description of the stock, without prices. Everything shown of a lot comes from it. Its hash
 * is in the catalogue, so its members and their order of evaluation are part of the storage format: canonical
 * JSON of exactly these.
 */
export type Description = {
  readonly kind: KindType;
  readonly details: Values;
  readonly heads: readonly Values[];
  readonly media: readonly Media[];
  readonly documents: readonly Document[];
  readonly usefulLinks: readonly UsefulLink[];
};

/** The present description of a listing. */
export function descriptionOf({ kind, content }: Listing): Description {
  const { details, heads, media, documents, usefulLinks } = content;
  return { kind, details, heads, media, documents, usefulLinks };
}
