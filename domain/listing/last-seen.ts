import type { ListingEvent, Origin } from './events.ts';
import { evolveListing, type Listing, type ListingState } from './state.ts';

/** When staff saw a listing last: as they approved it, as they sent it back, or as it was submitted earlier. */
export type SeenAs = 'approved' | 'sentBack' | 'submitted';

/** A listing as it is now, and as staff saw it last. `seen` null: staff have not seen an earlier one. */
export type SeenListing = {
  readonly now: Listing;
  readonly seen: { readonly as: SeenAs; readonly at: number; readonly listing: Listing } | null;
};

/**
 * A listing as staff saw it last: at its last approval, if there was one; otherwise when it was last sent back or at
 * the submission before the latest one, whichever is later. `events`: all of its events; null without any.
 */
export function lastSeen(events: Iterable<ListingEvent>): SeenListing | null {
  let now: ListingState = null;
  let approved: SeenListing['seen'] = null;
  let other: SeenListing['seen'] = null;
  let submitted: SeenListing['seen'] = null;
  for (const event of events) {
    now = evolveListing(now, event);
    if (now === null) continue;
    const { at } = event.data;
    if (event.type === 'ListingApproved' || event.type === 'ListingEntered')
      approved = { as: 'approved', at, listing: now };
    if (event.type === 'ListingRefused') other = { as: 'sentBack', at, listing: now };
    if (event.type === 'ListingSubmitted') {
      // Staff may have seen the submission before this one.
      if (submitted !== null && (other === null || other.at < submitted.at)) other = submitted;
      submitted = { as: 'submitted', at, listing: now };
    }
  }
  return now === null ? null : { now, seen: approved ?? other };
}

/** The listing that this one was offered as before; null for a new one and a copy. */
export const offeredBefore = ({ origin }: Pick<Listing, 'origin'>): Exclude<Origin, { how: 'new' }> | null =>
  origin !== null && origin.how === 'reoffered' ? origin : null;
