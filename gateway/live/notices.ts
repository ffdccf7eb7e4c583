import type { ServerPush, SoundEvent, UserUpdate } from '@saleyard/contract/realtime.ts';
import { madeBy } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { BidderId, LotId } from '@saleyard/domain/auction/ids.ts';
import { autoBidShown, bidsMadeBy, ownBidShown } from '@saleyard/domain/auction/own-bids.ts';
import { autoBidActive, lotIn, sealedInOrder, winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';

/** A message for one person only [G14]. Of several with the same `key` in one flush, only the newest is sent. */
export type Notice = { user: BidderId; key: string; push: ServerPush };

/** The state before an event, and of its lot if it has one, as far as the event's notices need it. */
export type Standing = {
  leader: BidderId | null;
  /** Bidders whose auto-bid was active: bidding, or sealed. */
  answering: readonly BidderId[];
  /** Bidders who had a paddle. */
  paddles: number;
  withdrawn: boolean;
};

/** The lot of an event, if someone may get a notice about it. */
export function lotConcerned(event: AuctionEvent): LotId | null {
  switch (event.type) {
    case 'BidAccepted':
    case 'AutoBidAccepted':
    case 'AutoBidStopped':
      return event.data.command.lot;
    case 'SealedAutoBidsTaken':
    case 'LotAmended':
    case 'LotSoldBefore':
    case 'FloorBidRetracted':
    case 'LotReopened':
    case 'LotReinstated':
    case 'SaleCorrected':
      return event.data.lot;
    default:
      return null;
  }
}

const answeringOn = (lot: LotState): BidderId[] => {
  const answering: BidderId[] = [];
  for (const autoBid of lot.autoBids.values())
    if (autoBidActive(lot, autoBid)) answering.push(autoBid.bidder);
  return answering;
};

/** Keeps the state that the next event's notices are compared with. */
export function standingOf(state: AuctionState, lot: LotState | undefined): Standing {
  const paddles = state.paddles.size;
  if (lot === undefined) return { leader: null, answering: [], paddles, withdrawn: false };
  const { leader, withdrawn } = lot;
  return { leader, answering: answeringOn(lot), paddles, withdrawn };
}

/** Whether a person is connected here; others get no notices. */
type Concerned = (user: BidderId) => boolean;

type Notifier = {
  update(user: BidderId, kind: string, data: UserUpdate): void;
  sound(user: BidderId, event: SoundEvent, cents: number): void;
};

function notifier(auction: string, lot: LotId, concerned: Concerned, notices: Notice[]): Notifier {
  return {
    update(user, kind, data) {
      if (!concerned(user)) return;
      notices.push({
        user,
        key: `${kind}:${lot}`,
        push: { channel: 'user', event: 'user-update', data },
      });
    },
    sound(user, event, cents) {
      if (!concerned(user)) return;
      notices.push({
        user,
        key: `${event}:${lot}`,
        push: { channel: 'events', event: 'event', data: { event, data: { bid: { auction, lot, cents } } } },
      });
    },
  };
}

/** A withdrawn lot: its bids no longer count, and its auto-bids stop. */
function notifyWithdrawal(auction: string, lot: LotState, concerned: Concerned, notices: Notice[]): void {
  const notify = notifier(auction, lot.terms.lot, concerned, notices);
  const of = { auction, lot: lot.terms.lot };
  for (const bidder of lot.participants) notify.update(bidder, 'bid', { 'bid-delete': of });
  for (const autoBid of lot.autoBids.values())
    notify.update(autoBid.bidder, 'autobid', { autobid: { ...of, ...autoBidShown(lot, autoBid) } });
}

/** Staff changed a lot: auto-bids that became active or inactive, and bids that count again or no longer. */
function notifyChange(
  notify: Notifier,
  auction: string,
  lot: LotState,
  before: Standing,
  { type, data }: AuctionEvent,
): void {
  const of = { auction, lot: lot.terms.lot };
  for (const autoBid of lot.autoBids.values()) {
    const { bidder } = autoBid;
    const shown = autoBidShown(lot, autoBid);
    if (shown.active === before.answering.includes(bidder)) continue;
    notify.update(bidder, 'autobid', { autobid: { ...of, ...shown } });
  }
  const bidders: Set<BidderId | null> = new Set();
  // Its bidder, and the one whose auto-bid answered it [C1].
  if (type === 'FloorBidRetracted') bidders.add(data.bidder).add(before.leader);
  if (before.withdrawn !== lot.withdrawn) for (const bidder of lot.participants) bidders.add(bidder);
  for (const bidder of bidders) {
    if (bidder === null) continue;
    const shown = lot.withdrawn ? null : ownBidShown(lot, bidder);
    const bid = shown === null ? {} : { bid: { auction, ...shown } };
    notify.update(bidder, 'bid', { 'bid-delete': of, ...bid });
  }
}

/**
 * Notices of a lost lead, of an auto-bid that bid, and of one that was exceeded, after an action of `actor` (null: by
 * time).
 */
function notifyStanding(
  notify: Notifier,
  auction: string,
  lot: LotState,
  before: Standing,
  actor: BidderId | null,
) {
  const cents = lot.currentBidCents ?? 0;
  const { leader } = lot;
  if (before.leader !== null && before.leader !== leader) notify.sound(before.leader, 'outbid', cents);
  if (actor !== null && actor !== leader && actor !== before.leader) notify.sound(actor, 'outbid', cents);
  if (leader !== null && leader !== actor && lot.leadKind === 'autoBid')
    notify.sound(leader, 'autobid', cents);
  for (const bidder of before.answering) {
    const autoBid = lot.autoBids.get(bidder);
    if (autoBid === undefined || bidder === actor || autoBidActive(lot, autoBid)) continue;
    notify.update(bidder, 'autobid', {
      autobid: { auction, lot: lot.terms.lot, ...autoBidShown(lot, autoBid) },
    });
    // A sealed maximum that lost when the lot went live never led.
    if (actor === null && bidder !== before.leader) notify.sound(bidder, 'outbid', cents);
  }
}

function winnerIn(state: AuctionState, id: LotId): BidderId | null {
  const lot = lotIn(state, id);
  return lot === undefined ? null : winnerOf(lot);
}

/** The buyers that an event names. They get a paddle without a bid [E18]. */
function buyersBy(event: AuctionEvent, state: AuctionState): (BidderId | null)[] {
  switch (event.type) {
    case 'LotsClosed':
      return event.data.lots.map(({ lot }) => winnerIn(state, lot));
    case 'LotSoldAfter':
    case 'FloorBuyerNamed':
    case 'SaleCorrected':
      return [winnerIn(state, event.data.lot)];
    case 'BuyerNumberAssigned':
      return [event.data.account];
    default:
      return [];
  }
}

/**
 * The notices of an event: own bids, auto-bids and paddles, and the sounds `outbid`, `autobid` (it bid for them) and
 * `won`. `state` is the auction after the event; `before` what it was before.
 */
export function noticesOf(
  auction: string,
  event: AuctionEvent,
  before: Standing,
  state: AuctionState,
  concerned: Concerned,
): Notice[] {
  const notices: Notice[] = [];
  const notifyPaddle = (user: BidderId | null) => {
    if (user === null || state.paddles.size === before.paddles || !concerned(user)) return;
    const paddle = state.paddles.get(user);
    if (paddle === undefined) return;
    const push = { channel: 'user', event: 'user-update', data: { paddle: { auction, paddle } } } as const;
    notices.push({ user, key: `paddle:${auction}`, push });
  };
  for (const buyer of buyersBy(event, state)) notifyPaddle(buyer);
  if (event.type === 'LotsClosed') {
    for (const { lot: id, priceCents } of event.data.lots) {
      const winner = winnerIn(state, id);
      if (winner !== null) notifier(auction, id, concerned, notices).sound(winner, 'won', priceCents ?? 0);
    }
    return notices;
  }
  if (event.type === 'LotWithdrawn' || event.type === 'AuctionCancelled') {
    const withdrawn =
      event.type === 'LotWithdrawn'
        ? state.lots.filter(({ terms }) => terms.lot === event.data.lot)
        : state.lots;
    for (const one of withdrawn) notifyWithdrawal(auction, one, concerned, notices);
    return notices;
  }
  const id = lotConcerned(event);
  const lot = lotIn(state, id);
  if (id === null || lot === undefined) return notices;
  const notify = notifier(auction, id, concerned, notices);
  const notifyAutoBid = (user: BidderId) => {
    const autoBid = lot.autoBids.get(user);
    if (autoBid === undefined) return;
    notify.update(user, 'autobid', { autobid: { auction, lot: id, ...autoBidShown(lot, autoBid) } });
  };
  const { at } = event.data;
  for (const { bidder, ...bid } of bidsMadeBy(event)) {
    notify.update(bidder, 'bid', { bid: { auction, ...bid, at } });
  }
  switch (event.type) {
    case 'BidAccepted': {
      const { command, steps } = event.data;
      const actor = madeBy(command, steps);
      notifyPaddle(actor);
      notifyStanding(notify, auction, lot, before, actor);
      if (before.answering.includes(actor)) notifyAutoBid(actor);
      break;
    }
    case 'AutoBidAccepted':
      notifyAutoBid(event.data.command.bidder);
      if (!event.data.sealed) {
        notifyPaddle(event.data.command.bidder);
        notifyStanding(notify, auction, lot, before, event.data.command.bidder);
      }
      break;
    case 'AutoBidStopped':
      notifyAutoBid(event.data.command.bidder);
      break;
    case 'SealedAutoBidsTaken': {
      // The lot is live already, and no sealed auto-bid has bid yet.
      const answering = sealedInOrder(lot).map(({ bidder }) => bidder);
      for (const user of answering) notifyPaddle(user);
      notifyStanding(notify, auction, lot, { ...before, answering }, null);
      break;
    }
    default:
      notifyChange(notify, auction, lot, before, event);
  }
  return notices;
}
