import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { LotDescription, LotTerms } from '@saleyard/domain/auction/terms.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import type { ListingId } from '@saleyard/domain/listing/ids.ts';
import { descriptionOf, type Listing } from '@saleyard/domain/listing/state.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { SubmitCommand } from '../engine-replies.ts';
import {
  type CommandOutcome,
  type HandleCommandParts,
  handleCommand,
  loadAggregate,
} from '../handle-command.ts';
import { descriptionHash } from './description-hash.ts';
import { sealedContent } from './personal-fields.ts';

/** Listings written in parallel: the log merges the appends of many streams. */
const AT_ONCE = 64;

/** A lot that staff enter. Its listing has the same id. */
export type EnteredLot = {
  lot: ListingId;
  searchNumericId: number;
  createdBy: string;
  content: ListingContent;
};

type Failure = Exclude<CommandOutcome<never, never, never>['outcome'], 'accepted' | 'refused'>;

type EnterParts = HandleCommandParts & { secrets: Secrets };

/**
 * Creates a listing for each lot that staff enter, and returns references to their descriptions for the catalogue, in
 * the order of the lots. Each listing's command id is derived from its own id, so a repetition, also after a crash
 * half-way, completes the rest. Personal values are encrypted with the key of the account that owns the lot.
 * `digest`: of the request. @throws SecretsUnavailable
 */
export async function enterListings(
  parts: EnterParts,
  request: {
    auction: string;
    kind: KindType;
    lots: readonly EnteredLot[];
    actor: Actor;
    digest: string;
  },
): Promise<{ outcome: 'entered'; descriptions: readonly LotDescription[] } | { outcome: Failure }> {
  const { lots, ...common } = request;
  const descriptions: LotDescription[] = [];
  for (let from = 0; from < lots.length; from += AT_ONCE) {
    const entered = await Promise.all(
      lots.slice(from, from + AT_ONCE).map((lot) => enter(parts, common, lot)),
    );
    for (const one of entered) {
      if (one.outcome !== 'entered') return one;
      descriptions.push(one.description);
    }
  }
  return { outcome: 'entered', descriptions };
}

async function enter(
  { secrets, ...parts }: EnterParts,
  { auction, kind, actor, digest }: { auction: string; kind: KindType; actor: Actor; digest: string },
  { lot, ...own }: EnteredLot,
): Promise<{ outcome: 'entered'; description: LotDescription } | { outcome: Failure }> {
  const content = await sealedContent(secrets, own.createdBy, kind, own.content);
  const outcome = await handleCommand(parts, STREAMS.listing, {
    id: lot,
    commandId: eventIdOf(lot, 0),
    actor,
    digest,
    body: { type: 'enter', auction, kind, ...own, content },
  });
  if (outcome.outcome === 'accepted' && outcome.state !== null) {
    return { outcome: 'entered', description: cataloguedAs(lot, outcome.revision, outcome.state) };
  }
  // A listing with this id that another request created is not this request's.
  return {
    outcome:
      outcome.outcome === 'refused' || outcome.outcome === 'accepted'
        ? 'duplicate-conflict'
        : outcome.outcome,
  };
}

/** The reference to a listing's description at a revision, for a catalogue. */
function cataloguedAs(listing: ListingId, revision: number, state: Listing): LotDescription {
  const description = descriptionOf(state);
  const { state: where = '' } = description.details;
  const hash = descriptionHash(description);
  return { kept: 'listing', listing, revision, hash, state: String(where) };
}

/**
 * An approved listing as a lot of its sale, described as it was at `revision`; null when it lacks required fields.
 * `number`: the lot's public number.
 */
export function lotOfListing(
  listing: ListingId,
  { state, revision }: { state: Listing; revision: number },
  number: string,
): LotTerms | null {
  const { unit, count, startCents, incrementCents, reserveCents, maxVendorBids } = state.content;
  if (unit === null || count === null || startCents === null || incrementCents === null) return null;
  const { searchNumericId, createdBy } = state;
  return {
    lot: listing,
    number,
    searchNumericId,
    unit,
    count,
    startCents,
    incrementCents,
    reserveCents,
    maxVendorBids,
    createdBy,
    description: cataloguedAs(listing, revision, state),
  };
}

/**
 * Updates a catalogued lot with its listing's current prices and description, after a late edit. The command's id is
 * derived from the listing and its revision, so a repetition changes nothing. null: there is nothing to catalogue.
 * @throws EventLogUnavailable
 */
export async function amendCatalogued(
  { log, submit }: { log: HandleCommandParts['log']; submit: SubmitCommand },
  listing: ListingId,
  actor: Actor,
): Promise<CommandReply | null> {
  const { state, revision } = await loadAggregate({ log }, STREAMS.listing, listing);
  const startCents = state?.content.startCents ?? null;
  if (state?.phase !== 'approved' || startCents === null) return null;
  const { reserveCents } = state.content;
  const description = cataloguedAs(listing, revision, state);
  return submit({
    auction: state.auction,
    commandId: eventIdOf(listing, revision),
    actor,
    body: { type: 'amendLot', lot: listing, startCents, reserveCents, description },
  });
}
