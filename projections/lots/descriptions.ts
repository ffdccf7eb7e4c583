import type { LotDescription, LotTerms } from '@saleyard/domain/auction/terms.ts';
import type { Media } from '@saleyard/domain/listing/content.ts';
import type { ShownDescription } from '@saleyard/domain/listing/forms/lot-view.ts';
import { type Description, descriptionOf, type Listing } from '@saleyard/domain/listing/state.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Listings read at a time. */
const AT_ONCE = 64;

type InListing = Extract<LotDescription, { kept: 'listing' }>;

/** A listing as it was at a revision, with when it was started and last changed until then. Times in ms. */
export type CataloguedListing = {
  readonly listing: Listing;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Listings at revisions, by both: "0198…@0". */
export type Descriptions = ReadonlyMap<string, CataloguedListing>;

/** For sales whose lots have no listings. */
export const NO_DESCRIPTIONS: Descriptions = new Map();

const keyOf = ({ listing, revision }: InListing): string => `${listing}@${revision}`;

/**
 * The public description of a lot: its listing at the catalogued revision, or the catalogue's own. Media that are stored in
 * another shape are left out, so that one lot cannot stop the read models.
 */
export function shownDescription(
  description: LotDescription | null,
  descriptions: Descriptions,
): ShownDescription | null {
  const stored = storedDescription(description, descriptions);
  return stored === null || isListOfMedia(stored.media)
    ? stored
    : { ...stored, media: mediaAmong(stored.media) };
}

/** How many media of a lot's description cannot be shown; a value that is not a list counts as one. */
export function unreadableMedia(description: LotDescription | null, descriptions: Descriptions): number {
  const media: unknown = storedDescription(description, descriptions)?.media ?? [];
  return Array.isArray(media) ? media.length - mediaAmong(media).length : 1;
}

const storedDescription = (
  description: LotDescription | null,
  descriptions: Descriptions,
): ShownDescription | null =>
  description?.kept === 'here'
    ? description
    : (cataloguedListing(description, descriptions)?.listing.content ?? null);

const isMedium = (stored: unknown): stored is Media => {
  if (typeof stored !== 'object' || stored === null) return false;
  const { url, thumbnail, title } = stored as Partial<Record<keyof Media, unknown>>;
  return [url, thumbnail, title].every((text) => typeof text === 'string');
};

const isListOfMedia = (media: unknown): boolean => Array.isArray(media) && media.every(isMedium);

const mediaAmong = (media: unknown): Media[] => (Array.isArray(media) ? media.filter(isMedium) : []);

/** The listing of a lot as it was catalogued; null for a lot without one. */
export const cataloguedListing = (
  description: LotDescription | null,
  descriptions: Descriptions,
): CataloguedListing | null =>
  description?.kept === 'listing' ? (descriptions.get(keyOf(description)) ?? null) : null;

/** A listing at a revision; undefined when its stream does not reach so far. @throws EventLogCorrupt */
export async function describedAt(
  log: Pick<EventLog, 'read'>,
  named: Pick<InListing, 'listing' | 'revision'>,
): Promise<Description | undefined> {
  const found = await listingAt(log, named);
  return found && descriptionOf(found.listing);
}

async function listingAt(
  log: Pick<EventLog, 'read'>,
  { listing, revision }: Pick<InListing, 'listing' | 'revision'>,
): Promise<CataloguedListing | undefined> {
  const { decider } = STREAMS.listing;
  let state = decider.initial;
  let last = -1;
  let createdAt: number | null = null;
  let updatedAt = 0;
  for await (const events of log.read(streamOf(STREAMS.listing, listing), { limit: revision + 1 })) {
    for (const event of events.map(asListingEvent)) {
      state = decider.evolve(state, event);
      updatedAt = event.data.at;
      createdAt ??= updatedAt;
    }
    last = events.at(-1)?.revision ?? last;
  }
  return state === null || last !== revision
    ? undefined
    : { listing: state, createdAt: createdAt ?? updatedAt, updatedAt };
}

const asListingEvent = (event: RecordedEvent): Parameters<typeof STREAMS.listing.decider.evolve>[1] =>
  event as unknown as Parameters<typeof STREAMS.listing.decider.evolve>[1];

/**
 * The listings of these lots as they were catalogued, including those already `known`. A listing is written before
 * the catalogue refers to it, and its state at a revision never changes, so the same log gives the same read models.
 * A listing that is missing from the log is left out; an audit reports it. @throws EventLogCorrupt
 */
export async function readDescriptions(
  log: Pick<EventLog, 'read'>,
  lots: readonly Pick<LotTerms, 'description'>[],
  known: Descriptions = NO_DESCRIPTIONS,
): Promise<Descriptions> {
  const needed = lots.flatMap(({ description }) =>
    description?.kept === 'listing' && !known.has(keyOf(description)) ? [description] : [],
  );
  const found = new Map(known);
  for (let from = 0; from < needed.length; from += AT_ONCE) {
    const some = needed.slice(from, from + AT_ONCE);
    const read = await Promise.all(some.map((one) => listingAt(log, one)));
    some.forEach((one, index) => {
      const description = read[index];
      if (description !== undefined) found.set(keyOf(one), description);
    });
  }
  return found;
}
