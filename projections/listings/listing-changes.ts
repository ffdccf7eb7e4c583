import type { ListingComparison } from '@saleyard/contract/selling.ts';
import { lastSeen, offeredBefore, type SeenListing } from '@saleyard/domain/listing/last-seen.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { listingChanges, type ReadableListing } from '@saleyard/domain/presentation/listing-changes.ts';
import { type EventOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { byId } from '../documents-by-id.ts';
import { keptDescription, keptDocument, type OpenTexts, openedDetails, saidOf } from '../lots/own-texts.ts';
import { AUCTIONS, type AuctionDocument } from '../sales/auctions.projection.ts';

type Parts = { log: EventLog; documents: Documents; openTexts: OpenTexts };

/** The events of a listing, in order. `last`: the revision of the last one to read; omitted: all. */
async function eventsOf(log: EventLog, id: string, last?: number) {
  const found: EventOf<'listing'>[] = [];
  const read = last === undefined ? {} : { limit: last + 1 };
  for await (const events of log.read(streamOf(STREAMS.listing, id), read)) {
    found.push(...(events as unknown as EventOf<'listing'>[]));
  }
  return found;
}

/** A listing with its private texts decrypted. */
async function readable(
  { openTexts }: Parts,
  { kind, auction, createdBy: account, content }: Listing,
  titles: ReadonlyMap<string, Pick<AuctionDocument, 'title'>>,
): Promise<ReadableListing> {
  const kept = [keptDescription(content), ...content.documents.map(keptDocument)];
  const [details, [description = '', ...said]] = await Promise.all([
    openedDetails(openTexts, account, content),
    openTexts(kept.map((text) => ({ account, ...text }))),
  ]);
  return {
    kind,
    auction: titles.get(auction)?.title ?? '',
    content,
    details,
    description,
    documents: content.documents.flatMap((_, at) => saidOf(said[at])?.name ?? []),
  };
}

/** The lot that a reoffered listing was offered as, at the revision from which it continues. */
async function earlierLot({ log }: Parts, now: Listing): Promise<SeenListing['seen'] | null> {
  const origin = offeredBefore(now);
  if (origin === null) return null;
  return lastSeen(await eventsOf(log, origin.listing, origin.revision))?.seen ?? null;
}

/**
 * What changed of a listing since staff saw it last, in words; null when they see it for the first time.
 * @throws EventLogUnavailable
 */
export async function comparisonOf(parts: Parts, id: string): Promise<ListingComparison | null> {
  const found = lastSeen(await eventsOf(parts.log, id));
  if (found === null) return null;
  const { now } = found;
  const own = found.seen;
  const seen = own ?? (await earlierLot(parts, now));
  if (seen === null) return null;
  const titles = await byId<AuctionDocument>(parts.documents, AUCTIONS, [seen.listing.auction, now.auction]);
  const [before, after] = await Promise.all([
    readable(parts, seen.listing, titles),
    readable(parts, now, titles),
  ]);
  return {
    since: own === null ? 'offeredBefore' : seen.as,
    at: seen.at,
    fields: listingChanges(before, after),
  };
}
