import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { JoinAnswer, UserUpdate } from '@saleyard/contract/realtime.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import type { PushOf } from './socket.ts';

/** A lot's live state and its revision; -1 for a state from REST before the first push. */
export type LiveLot = PublicLot & { seq: number };

/** An auction as followed live. Cached by React Query under `liveAuctionKey`. */
export type LiveAuction = {
  auction: PublicAuction;
  auctionSeq: number;
  /** In catalogue order. An array: a frame of news copies it, and copying one is cheap. */
  lots: readonly LiveLot[];
  /** Where each lot is in `lots`, by its id. */
  places: ReadonlyMap<string, number>;
  /** The newest revision applied: where a reconnect resumes. null: no live update came yet. */
  seq: number | null;
  /** The viewer's own alias in this auction; null until they have bid. */
  paddle: string | null;
};

export const liveAuctionKey = (auction: string) => ['auction-live', auction] as const;

const placesOf = (lots: readonly LiveLot[]): Map<string, number> =>
  new Map(lots.map(({ _id }, place) => [_id, place]));

/** A lot as it is known, by its id. */
export function lotOf(
  { lots, places }: Pick<LiveAuction, 'lots' | 'places'>,
  id: string,
): LiveLot | undefined {
  const place = places.get(id);
  return place === undefined ? undefined : lots[place];
}

/** The state from REST, to which live pushes are applied. */
export function seedLive(auction: PublicAuction, known: readonly PublicLot[]): LiveAuction {
  const lots = known.map((lot) => ({ ...lot, seq: -1 }));
  return { auction, auctionSeq: -1, lots, places: placesOf(lots), seq: null, paddle: null };
}

/** Adds lots from REST that no live message has named yet. Live states are kept. */
export function addLots(live: LiveAuction, known: readonly PublicLot[]): LiveAuction {
  const unknown = known.filter(({ _id }) => !live.places.has(_id));
  if (unknown.length === 0) return live;
  const lots = [...live.lots, ...seedLive(live.auction, unknown).lots];
  return { ...live, lots, places: placesOf(lots) };
}

/**
 * Takes one frame's pushes of this auction. Each lot and the sale itself only ever go forward: a push whose `seq`
 * is not newer than what is known of the same lot changes nothing, so frames may repeat and overtake.
 */
export function applyPushes(live: LiveAuction, pushes: readonly PushOf<'bids'>[]): LiveAuction {
  const own = pushes.filter((push) => push.auction === live.auction._id);
  if (own.length === 0) return live;
  const draft: Draft = { ...live, lots: [...live.lots], places: live.places };
  for (const push of own) {
    if (push.event === 'lot-update') putLot(draft, push.data, push.seq);
    else if (push.event === 'auction-update') putAuction(draft, push.data, push.seq);
    else {
      putAuction(draft, push.data.auction, push.seq);
      const places = new Map(draft.places);
      draft.places = places;
      for (const lot of push.data.lots) putLot(draft, lot, push.seq, places);
      if (push.seq >= (draft.seq ?? -1)) inOrder(draft, push.data.lots);
    }
    draft.seq = Math.max(draft.seq ?? -1, push.seq);
  }
  return draft;
}

/** The answer to a join: who the viewer is here. */
export function applyJoin(live: LiveAuction, answer: JoinAnswer): LiveAuction {
  const paddle = answer.paddle ?? live.paddle;
  // Nothing changed since: the state known is the state as of the answer.
  const seq = answer.mode === 'changes' ? Math.max(live.seq ?? -1, answer.seq) : live.seq;
  return paddle === live.paddle && seq === live.seq ? live : { ...live, paddle, seq };
}

/** The viewer's alias, as soon as the server sends it. */
export const applyPaddle = (live: LiveAuction, update: UserUpdate): LiveAuction =>
  update.paddle?.auction === live.auction._id ? { ...live, paddle: update.paddle.paddle } : live;

type Draft = { -readonly [K in keyof LiveAuction]: LiveAuction[K] } & { lots: LiveLot[] };

/** `places`: a copy of the draft's own, where more than one lot may be new. */
function putLot(draft: Draft, lot: PublicLot, seq: number, places?: Map<string, number>): void {
  const place = draft.places.get(lot._id);
  const known = place === undefined ? undefined : draft.lots[place];
  if (known && known.seq > seq) return;
  if (place === undefined) {
    const added = places ?? new Map(draft.places);
    added.set(lot._id, draft.lots.length);
    draft.places = added;
  }
  draft.lots[place ?? draft.lots.length] = { ...lot, seq };
  // Lots that close together close at one instant: the first of them closes the sale here.
  const isClosedInSale = lot.state === 'closed' && !lot.withdrawn && !lot.soldBeforeAuction;
  if (AUCTION_TYPES[draft.auction.auctionType].closesTogether && isClosedInSale)
    draft.auction = { ...draft.auction, state: 'closed' };
}

/** Puts the lots into the order of a snapshot, which names every lot of the sale. */
function inOrder(draft: Draft, order: readonly PublicLot[]): void {
  draft.lots = order.flatMap(({ _id }) => lotOf(draft, _id) ?? []);
  draft.places = placesOf(draft.lots);
}

function putAuction(draft: Draft, auction: PublicAuction, seq: number): void {
  if (draft.auctionSeq > seq) return;
  draft.auction = auction;
  draft.auctionSeq = seq;
}
