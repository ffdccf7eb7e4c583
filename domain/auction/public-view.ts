import { SENT_AS } from '../listing/price-names.ts';
import { KIND_TITLES } from '../listing/stock.ts';
import { lowestBidCents } from './bidding.ts';
import type { AuctionId } from './ids.ts';
import { aliasOf } from './paddles.ts';
import { pricingOf } from './pricing.ts';
import { isOffered, lotFinishAt, priceCentsOf, reserveStatus, resultOf, winnerOf } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import { type AuctionDetails, stateOf } from './terms.ts';
import { AUCTION_TYPES, typeOf } from './types/auction-types.ts';

/** The sale and its lots are public only once it is scheduled; nothing is shown of one that is not. */
export class NotScheduled extends Error {
  constructor(auction: AuctionId) {
    super(`the auction ${auction} is not scheduled`);
    this.name = 'NotScheduled';
  }
}

/**
 * One lot of an auction as anyone may see it [E12]: no reserve, no maxima, no identities; nothing of what is sealed
 * [E7]. Its shape is the wire's `PublicLot`. Where all lots close together, the lot's deadline is the sale's.
 * @throws NotScheduled for a stream that has no schedule.
 */
export function publicLot(state: AuctionState, lot: LotState, auction: AuctionId) {
  const { terms } = state;
  if (terms === null) throw new NotScheduled(auction);
  const { byClerk } = AUCTION_TYPES[terms.type];
  const { unit, startCents, incrementCents } = lot.terms;
  const open = lot.phase === 'live' && lot.frozenAt === null && state.frozenAt === null;
  return {
    _id: lot.terms.lot,
    auction,
    number: lot.terms.number,
    searchNumericId: lot.terms.searchNumericId,
    state: lot.phase,
    status: resultOf(lot),
    withdrawn: lot.withdrawn,
    soldBeforeAuction: lot.soldBeforeAt !== undefined,
    winner: shownLeader(state, lot),
    currentBidCents: lot.currentBidCents,
    previousBidCents: lot.previousBidCents,
    [SENT_AS.startCents]: startCents,
    [SENT_AS.incrementCents]: incrementCents,
    nextBidCents: open ? lowestBidCents(pricingOf(lot, terms), lot.currentBidCents) : null,
    [SENT_AS.unit]: unit,
    reserveStatus: reserveStatus(lot),
    bidCount: lot.bidCount,
    vendorBids: lot.vendorBids,
    count: lot.terms.count,
    biddingOpen: byClerk ? lot.biddingOpen : lot.liveAt !== null,
    liveAt: lot.liveAt,
    finishAt: lotFinishAt(state, lot),
    frozenTime: lot.frozenAt,
    pausedTime: lot.pausedAt,
    stoppedTime: stoppedAt(state, lot),
    staleTime: terms.staleTimeSeconds,
    closedPrice: lot.phase === 'closed' && !lot.withdrawn ? priceCentsOf(lot) : null,
    ...correctedOf(state, lot),
    ...(lot.takenBack !== undefined && { takenBack: lot.takenBack }),
  };
}

/** When the timer of a live lot stopped, or the sale's where all lots close together; null while it runs [T10]. */
function stoppedAt(state: AuctionState, lot: LotState): number | null {
  if (lot.phase !== 'live') return null;
  return typeOf(state)?.closesTogether ? state.timersStoppedAt : lot.timerStoppedAt;
}

/** What a corrected lot closed with, beside what stands now [C4]. */
function correctedOf(state: AuctionState, { correction }: LotState) {
  if (correction === undefined) return {};
  const { at, outcome, first } = correction;
  const { result, buyer, cents } = first;
  const winner = buyer === null ? null : aliasOf(state, buyer);
  return { corrected: { at, outcome, knockedDown: { result, winner, cents } } };
}

/** The leader or winner; nobody on a lot that was passed in or withdrawn. */
function shownLeader(state: AuctionState, lot: LotState): string | null {
  const shown = lot.phase === 'closed' ? winnerOf(lot) : lot.leader;
  return shown === null ? null : aliasOf(state, shown);
}

/** The states of its lots: those it was scheduled for, then those its catalogue adds, alphabetically. */
function statesOf({ states }: AuctionDetails, lots: readonly LotState[]): readonly string[] {
  const found = new Set(lots.map(({ terms }) => stateOf(terms)));
  const added = [...found].filter((state) => state !== '' && !states.includes(state));
  return added.length === 0 ? states : [...states, ...added.sort()];
}

/**
 * An auction as anyone may see it: the wire's `PublicAuction`. `lotCount` and `headCount` count the lots that are
 * offered.
 * @throws NotScheduled for a stream that has no schedule.
 */
export function publicAuction(state: AuctionState, auction: AuctionId) {
  const { details, terms } = state;
  if (details === null || terms === null) throw new NotScheduled(auction);
  const offered = state.lots.filter(isOffered);
  return {
    _id: auction,
    searchNumber: details.searchNumber,
    number: String(details.searchNumber),
    title: details.title,
    description: details.description,
    state: state.phase,
    auctionType: terms.type,
    kindData: { type: details.kind, title: KIND_TITLES[details.kind] },
    notification: state.phase === 'closed' ? null : (state.announcement ?? null),
    public: details.public,
    openAt: state.openAt ?? terms.openAt,
    liveAt: state.liveAt ?? terms.liveAt,
    finishAt: state.finishAt,
    closedAt: state.closedAt,
    frozenTime: state.frozenAt,
    pausedTime: state.pausedAt,
    stoppedTime: state.timersStoppedAt,
    auctionpaused: state.pausedAt !== null,
    staleTime: terms.staleTimeSeconds,
    inactiveTime: terms.inactiveSeconds,
    lotOpeningSeconds: terms.lotOpeningSeconds,
    allowAutoBid: terms.allowAutoBid,
    allowUpcomingBid: terms.allowUpcomingBid,
    opening: terms.policy.opening,
    requiresTabs: details.requiresTabs,
    auctionTabs: details.auctionTabs,
    lotCount: offered.length,
    withdrawnCount: state.lots.filter(({ withdrawn }) => withdrawn).length,
    headCount: offered.reduce((head, { terms: { count } }) => head + count, 0),
    location: { state: statesOf(details, offered) },
    ...(state.reopenable !== undefined && { reopenable: state.reopenable }),
  };
}
