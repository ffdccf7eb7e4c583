import type { ListingPhase } from '../listing/state.ts';

/** A listing that its seller can read: a deleted one is in no list. */
type ShownPhase = Exclude<ListingPhase, 'deleted'>;

/** A listing's status, as its seller sees it on screens. */
export const LISTING_LABELS: Readonly<Record<ShownPhase, string>> = {
  draft: 'Draft',
  submitted: 'Pending',
  refused: 'Sent back',
  approved: 'Submitted',
  withdrawn: 'Withdrawn',
};

/** The same on paper and in e-mails, where nothing beside it says what is pending. */
export const PRINTED_LISTING_LABELS: Readonly<Record<ShownPhase, string>> = {
  ...LISTING_LABELS,
  submitted: 'Pending approval',
};
