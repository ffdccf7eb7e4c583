import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import type { ListingId } from '@saleyard/domain/listing/ids.ts';
import { descriptionOf } from '@saleyard/domain/listing/state.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { type CommandOutcome, type HandleCommandParts, handleCommand } from '../handle-command.ts';
import { descriptionHash } from './description-hash.ts';

/** Listings written at a time: the log takes the appends of many streams together. */
const AT_ONCE = 64;

/** A lot that staff enter. Its listing has the lot's id. */
export type EnteredLot = {
  lot: ListingId;
  searchNumericId: number;
  createdBy: string;
  content: ListingContent;
};

type Failure = Exclude<CommandOutcome<never, never, never>['outcome'], 'accepted' | 'refused'>;

/**
 * Makes a listing of each lot that staff enter for a catalogue, and says where the catalogue finds its description,
 * in the order of the lots. Each listing's command id follows from its own id: the same lots again, also after a
 * crash half-way, find what is there and complete the rest. `digest`: of the request that brought them.
 */
export async function enterListings(
  parts: HandleCommandParts,
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
  parts: HandleCommandParts,
  { auction, kind, actor, digest }: { auction: string; kind: KindType; actor: Actor; digest: string },
  { lot, ...own }: EnteredLot,
): Promise<{ outcome: 'entered'; description: LotDescription } | { outcome: Failure }> {
  const outcome = await handleCommand(parts, STREAMS.listing, {
    ...{ id: lot, commandId: eventIdOf(lot, 0), actor, digest },
    body: { type: 'enter', auction, kind, ...own },
  });
  if (outcome.outcome === 'accepted' && outcome.state !== null) {
    const description = descriptionOf(outcome.state);
    const { state = '' } = description.details;
    return {
      outcome: 'entered',
      description: {
        ...{ kept: 'listing', listing: lot, revision: outcome.revision, state: String(state) },
        hash: descriptionHash(description),
      },
    };
  }
  // A listing of this id that others began is not the one that this request was given.
  return {
    outcome:
      outcome.outcome === 'refused' || outcome.outcome === 'accepted'
        ? 'duplicate-conflict'
        : outcome.outcome,
  };
}
