import type { CommandReply } from '@saleyard/contract/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { auctionStream, isPractice } from '@saleyard/domain/auction/ids.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { nextNumber } from '@saleyard/domain/listing/forms/catalogue.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { statesOf } from '../aggregate-states.ts';
import type { SubmitCommand } from '../engine-replies.ts';
import { handleCommand, loadAggregate } from '../handle-command.ts';
import { amendCatalogued, lotOfListing } from '../listings/enter-listings.ts';
import { lotEnd, lotInSale, WITHDRAWN_BY_SELLER } from '../listings/lot-in-sale.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

type Parts = {
  log: EventLog;
  clock: Clock;
  submit: SubmitCommand;
  /** At least all listings that await approval for a sale; others are left as they are. */
  pendingOf(auction: string): Promise<readonly string[]>;
};

const ACTOR = { kind: 'system', id: 'catalogued-listings' } as const;

/** Why an approved lot is withdrawn again: its sale accepted no more lots. */
export const CATALOGUE_CLOSED = 'The auction took no more lots when this lot was approved';
/** Why a lot that was offered again is withdrawn: it was sold after the auction in which it was passed in. */
export const SOLD_MEANWHILE = 'Sold after the auction that it was offered in before';
const SALE_CANCELLED = 'The auction was cancelled';
/** Why a pending lot is sent back. Its seller reads it, and may move the lot to another sale. */
export const OPENED_FIRST =
  'The auction opened before this lot was approved. You can submit it to another auction.';
export const CANCELLED_FIRST =
  'The auction was cancelled before this lot was approved. You can submit it to another auction.';

/** Numbers that are tried for a lot while others are given away. */
const NUMBER_TRIES = 20;

const OF_LISTINGS: ReadonlySet<string> = new Set([
  'ListingSubmitted',
  'ListingApproved',
  'ListingPriceChanged',
  'ListingWithdrawn',
]);
const OF_SALES: ReadonlySet<string> = new Set<AuctionEvent['type']>([
  'LotWithdrawn',
  'LotReinstated',
  'LotSoldAfter',
  'SaleCorrected',
  'AuctionOpened',
  'AuctionCancelled',
]);

/** The listing that a new listing was reoffered from; null when it is not a reoffer. */
const reofferedFrom = ({ type, data }: RecordedEvent): string | null => {
  if (type !== 'ListingStarted') return null;
  const { origin } = data as Extract<ListingEvent, { type: 'ListingStarted' }>['data'];
  return origin.how === 'reoffered' ? origin.listing : null;
};

export const EVENTS_OF_CATALOGUED_LISTINGS: EventsOfProcess<'catalogued-listings'> = {
  name: 'catalogued-listings',
  streams: [STREAMS.listing.prefix, STREAMS.auction.prefix],
  concerns: (event) =>
    OF_LISTINGS.has(event.type) ||
    reofferedFrom(event) !== null ||
    (OF_SALES.has(event.type) && event.stream.startsWith(STREAMS.auction.prefix)),
};

/** A sale's catalogue before it opens: the lots by their ids, each with its number. */
async function catalogueOf(log: EventLog, auction: string): Promise<ReadonlyMap<string, string>> {
  const lots = new Map<string, string>();
  for await (const events of log.read(auctionStream(auction))) {
    for (const event of events as unknown as AuctionEvent[]) {
      if (event.type === 'LotsCatalogued' || event.type === 'AuctionScheduled')
        for (const { lot, number } of event.data.lots ?? []) lots.set(lot, number);
      // From here on nothing is catalogued, and a whole sale may follow.
      if (event.type === 'AuctionOpened' || event.type === 'AuctionWentLive') return lots;
    }
  }
  return lots;
}

/** Whether the engine has decided; throws otherwise, so that the event is retried. */
function decidedBy(reply: CommandReply, what: string): Extract<CommandReply, { outcome: 'decided' }> | null {
  if (reply.outcome === 'decided') return reply;
  // The same id with another body: it was executed before, when the catalogue was different.
  if (reply.outcome === 'duplicate-conflict' || reply.outcome === 'not-found') return null;
  throw new Error(`${what} is not known to be done: ${reply.outcome}`);
}

/**
 * Keeps catalogues and listings in sync. An approved listing enters the catalogue of its sale, a late edit amends its
 * lot, and withdrawing either withdraws the other. Every command's id is derived from its event, so that a
 * repetition, after a crash at any step, changes nothing more.
 */
export function cataloguedListings(parts: Parts): ProcessManager<'catalogued-listings'> {
  const { log, submit } = parts;

  const withdraw = async (listing: string, cause: string, reason: string): Promise<void> => {
    const reply = await handleCommand(parts, STREAMS.listing, {
      id: listing,
      commandId: eventIdOf(`${cause}:${listing}`, 0),
      actor: ACTOR,
      body: { type: 'withdraw', by: 'sale', reason },
    });
    // Refused: there is no such listing, or it is not listed.
    if (reply.outcome === 'accepted' || reply.outcome === 'refused' || reply.outcome === 'duplicate-conflict')
      return;
    throw new Error(`listing ${listing} is not known to be withdrawn: ${reply.outcome}`);
  };

  /** The listing of a lot that its sale put back, or corrected from withdrawn to another result. */
  const reinstate = async (listing: string, cause: string): Promise<void> => {
    const reply = await handleCommand(parts, STREAMS.listing, {
      id: listing,
      commandId: eventIdOf(`${cause}:${listing}:again`, 0),
      actor: ACTOR,
      body: { type: 'reinstate' },
    });
    // Refused: there is no such listing, or it was deleted.
    if (reply.outcome === 'accepted' || reply.outcome === 'refused' || reply.outcome === 'duplicate-conflict')
      return;
    throw new Error(`listing ${listing} is not known to be reinstated: ${reply.outcome}`);
  };

  /** Withdraws what a lot was offered again as, once the lot itself is sold. */
  const endReoffer = async (listing: string, cause: string): Promise<void> => {
    const { state } = await loadAggregate(parts, STREAMS.listing, listing);
    if (state?.reofferedAs != null) await takeBack(state.reofferedAs, cause);
  };

  /** Sends a pending lot back to its seller: its sale takes no more lots. */
  const sendBack = async (listing: string, cause: string, reason: string): Promise<void> => {
    const reply = await handleCommand(parts, STREAMS.listing, {
      id: listing,
      commandId: eventIdOf(`${cause}:${listing}:back`, 0),
      actor: ACTOR,
      body: { type: 'refuse', by: 'sale', reason },
    });
    // Refused: it was approved, recalled or withdrawn in the meantime.
    if (reply.outcome === 'accepted' || reply.outcome === 'refused' || reply.outcome === 'duplicate-conflict')
      return;
    throw new Error(`listing ${listing} is not known to be sent back: ${reply.outcome}`);
  };

  /** Sends a pending lot back if its sale opened or was cancelled. */
  const sendBackIfLate = async (listing: string, event: RecordedEvent): Promise<void> => {
    const { state } = await loadAggregate(parts, STREAMS.listing, listing);
    if (state?.phase !== 'submitted') return;
    const { state: sale } = await loadAggregate(parts, STREAMS.auction, state.auction);
    if (sale.cancelledAt !== undefined) return sendBack(listing, event.id, CANCELLED_FIRST);
    if (sale.phase !== 'future') return sendBack(listing, event.id, OPENED_FIRST);
  };

  /** The listing as it was approved. The catalogue has the description that staff read. */
  const approvedAt = ({ stream, revision }: RecordedEvent): Promise<Listing | null> =>
    statesOf(log).stateAt(STREAMS.listing, idOf(STREAMS.listing, stream), revision);

  const enter = async (listing: string, event: RecordedEvent): Promise<void> => {
    const { state: now } = await loadAggregate(parts, STREAMS.listing, listing);
    // It was withdrawn in the meantime.
    if (now?.phase !== 'approved') return;
    const state = await approvedAt(event);
    if (state === null) return;
    for (let attempt = 0; attempt < NUMBER_TRIES; attempt += 1) {
      const catalogue = await catalogueOf(log, state.auction);
      if (catalogue.has(listing)) return;
      const lot = lotOfListing(listing, { state, revision: event.revision }, nextNumber(catalogue.values()));
      if (lot === null) break;
      const reply = decidedBy(
        await submit({
          auction: state.auction,
          commandId: eventIdOf(event.id, attempt),
          actor: ACTOR,
          body: { type: 'catalogueLots', lots: [lot], after: 0 },
        }),
        `the entry of lot ${listing}`,
      );
      if (reply?.accepted) return;
      // Somebody gave its number to another lot in the meantime; null: so it was when this was tried before.
      if (reply !== null && reply.code !== 'number-taken') break;
    }
    if (!(await catalogueOf(log, state.auction)).has(listing))
      await withdraw(listing, event.id, CATALOGUE_CLOSED);
  };

  const withdrawFrom = async (auction: string, lot: string, commandId: string, reason: string) => {
    const reply = await submit({ auction, commandId, actor: ACTOR, body: { type: 'withdraw', lot, reason } });
    decidedBy(reply, `the withdrawal of lot ${lot}`);
  };

  const withdrawLot = async (listing: string, event: RecordedEvent): Promise<void> => {
    // The sale itself withdrew the lot, so it is withdrawn there already.
    if (event.meta.actor.kind === 'system') return;
    const { state } = await loadAggregate(parts, STREAMS.listing, listing);
    if (state === null || !(await catalogueOf(log, state.auction)).has(listing)) return;
    await withdrawFrom(state.auction, listing, eventIdOf(event.id, 0), WITHDRAWN_BY_SELLER);
  };

  /** Withdraws the reoffer of a lot that was sold: it can't be sold twice. */
  const takeBack = async (listing: string, cause: string): Promise<void> => {
    await withdraw(listing, cause, SOLD_MEANWHILE);
    const { state } = await loadAggregate(parts, STREAMS.listing, listing);
    if (state === null) return;
    const { lot } = await lotInSale(parts, state.auction, listing);
    if (lot === undefined || lot.withdrawn) return;
    await withdrawFrom(state.auction, listing, eventIdOf(`${cause}:${listing}`, 1), SOLD_MEANWHILE);
  };

  /** Called by the later of the two, the sale after the auction or the reoffer, which finds the other one. */
  const ofReoffer = async (listing: string, from: string, cause: string): Promise<void> => {
    const { state } = await loadAggregate(parts, STREAMS.listing, from);
    if (state === null) return;
    if ((await lotEnd(parts, state.auction, from)).result === 'sold') await takeBack(listing, cause);
  };

  const ofListing = async (event: RecordedEvent): Promise<void> => {
    const listing = idOf(STREAMS.listing, event.stream);
    const from = reofferedFrom(event);
    if (from !== null) return ofReoffer(listing, from, event.id);
    if (event.type === 'ListingSubmitted') return sendBackIfLate(listing, event);
    if (event.type === 'ListingApproved') return enter(listing, event);
    if (event.type === 'ListingWithdrawn') return withdrawLot(listing, event);
    const reply = await amendCatalogued(parts, listing, ACTOR);
    if (reply !== null) decidedBy(reply, `the late edit of lot ${listing}`);
  };

  return {
    ...EVENTS_OF_CATALOGUED_LISTINGS,
    async act(event) {
      if (OF_LISTINGS.has(event.type) || reofferedFrom(event) !== null) return ofListing(event);
      const own = event as unknown as AuctionEvent;
      if (isPractice(event.stream)) return;
      if (own.type === 'LotWithdrawn') return withdraw(own.data.lot, event.id, own.data.reason);
      if (own.type === 'LotReinstated') return reinstate(own.data.lot, event.id);
      if (own.type === 'LotSoldAfter') return endReoffer(own.data.lot, event.id);
      if (own.type === 'SaleCorrected') {
        const { lot, correction } = own.data;
        if (correction.outcome === 'withdrawn') return withdraw(lot, event.id, correction.reason);
        await reinstate(lot, event.id);
        if (correction.outcome === 'sold') await endReoffer(lot, event.id);
        return;
      }
      if (own.type !== 'AuctionCancelled' && own.type !== 'AuctionOpened') return;
      const auction = idOf(STREAMS.auction, event.stream);
      for (const listing of await parts.pendingOf(auction)) await sendBackIfLate(listing, event);
      if (own.type === 'AuctionOpened') return;
      for (const lot of (await catalogueOf(log, auction)).keys())
        await withdraw(lot, event.id, SALE_CANCELLED);
    },
  };
}
