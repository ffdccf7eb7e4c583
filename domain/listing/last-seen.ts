import type { ListingEvent, Origin } from './events.ts';
import { evolveListing, type Listing, type ListingState } from './state.ts';

/** The point with which a listing is compared: when staff approved it, sent it back, or it was submitted before. */
export type SeenAs = 'approved' | 'sentBack' | 'submitted';

/** A listing as it is now, and as staff saw it last. `seen` null: it is submitted for the first time, or was never. */
export type SeenListing = {
  readonly now: Listing;
  readonly seen: { readonly as: SeenAs; readonly at: number; readonly listing: Listing } | null;
};

/**
 * What staff saw of a listing last: its last approval, if there was one; otherwise the later of the last time it was
 * sent back and the submission before the present one. null: there is no listing. `events`: all of them.
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
      // A later submission makes of the one before what staff could see.
      if (submitted !== null && (other === null || other.at < submitted.at)) other = submitted;
      submitted = { as: 'submitted', at, listing: now };
    }
  }
  return now === null ? null : { now, seen: approved ?? other };
}

/** The listing that this one was offered as before; null for a new one and a copy. */
export const offeredBefore = ({ origin }: Pick<Listing, 'origin'>): Exclude<Origin, { how: 'new' }> | null =>
  origin !== null && origin.how === 'reoffered' ? origin : null;
