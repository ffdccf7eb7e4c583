import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { JoinAnswer, UserUpdate } from '@saleyard/contract/realtime.ts';
import { produce } from 'immer';
import type { PushOf } from './socket.ts';

/** A lot's live state and its revision; -1 for a state from REST before the first push. */
export type LiveLot = PublicLot & { seq: number };

/** An auction as followed live. Cached by React Query under `liveAuctionKey`. */
export type LiveAuction = {
  auction: PublicAuction;
  auctionSeq: number;
  lots: Readonly<Record<string, LiveLot>>;
  /** Ids of the lots in catalogue order. */
  order: readonly string[];
  /** The newest revision applied: where a reconnect resumes. null: nothing live was heard yet. */
  seq: number | null;
  /** The viewer's own alias in this auction; null until they have bid. */
  paddle: string | null;
};

export const liveAuctionKey = (auction: string) => ['auction-live', auction] as const;

/** The state from REST, to which live pushes are applied. */
export function seedLive(auction: PublicAuction, lots: readonly PublicLot[]): LiveAuction {
  return {
    auction,
    auctionSeq: -1,
    lots: Object.fromEntries(lots.map((lot) => [lot._id, { ...lot, seq: -1 }])),
    order: lots.map(({ _id }) => _id),
    seq: null,
    paddle: null,
  };
}

/** Adds lots from REST that no live message has named yet. Live states are kept. */
export function addLots(live: LiveAuction, lots: readonly PublicLot[]): LiveAuction {
  const unknown = lots.filter(({ _id }) => !live.lots[_id]);
  if (unknown.length === 0) return live;
  const added = seedLive(live.auction, unknown);
  return { ...live, lots: { ...live.lots, ...added.lots }, order: [...live.order, ...added.order] };
}

/**
 * Takes one frame's pushes of this auction. Each lot and the sale itself only ever go forward: a push whose `seq`
 * is not newer than what is known of the same lot changes nothing, so frames may repeat and overtake.
 */
export function applyPushes(live: LiveAuction, pushes: readonly PushOf<'bids'>[]): LiveAuction {
  const own = pushes.filter((push) => push.auction === live.auction._id);
  if (own.length === 0) return live;
  return produce(live, (draft) => {
    for (const push of own) {
      if (push.event === 'lot-update') putLot(draft, push.data, push.seq);
      else if (push.event === 'auction-update') putAuction(draft, push.data, push.seq);
      else {
        putAuction(draft, push.data.auction, push.seq);
        for (const lot of push.data.lots) putLot(draft, lot, push.seq);
        if (push.seq >= (draft.seq ?? -1)) draft.order = push.data.lots.map(({ _id }) => _id);
      }
      draft.seq = Math.max(draft.seq ?? -1, push.seq);
    }
  });
}

/** The answer to a join: who the viewer is here. */
export const applyJoin = (live: LiveAuction, answer: JoinAnswer): LiveAuction =>
  produce(live, (draft) => {
    if (answer.paddle !== null) draft.paddle = answer.paddle;
    // Nothing changed since: the state known is the state as of the answer.
    if (answer.mode === 'changes') draft.seq = Math.max(draft.seq ?? -1, answer.seq);
  });

/** The viewer's alias, as soon as the server sends it. */
export const applyPaddle = (live: LiveAuction, update: UserUpdate): LiveAuction =>
  update.paddle?.auction === live.auction._id ? { ...live, paddle: update.paddle.paddle } : live;

type Draft = { -readonly [K in keyof LiveAuction]: LiveAuction[K] } & {
  lots: Record<string, LiveLot>;
  order: string[];
};

function putLot(draft: Draft, lot: PublicLot, seq: number): void {
  const known = draft.lots[lot._id];
  if (known && known.seq > seq) return;
  draft.lots[lot._id] = { ...lot, seq };
  if (!known) draft.order.push(lot._id);
  // All lots of a HELMSMAN sale close at one instant: the first to be heard of closes the sale here.
  if (draft.auction.auctionType === 'synchronous' && lot.state === 'closed' && !lot.withdrawn)
    draft.auction = { ...draft.auction, state: 'closed' };
}

function putAuction(draft: Draft, auction: PublicAuction, seq: number): void {
  if (draft.auctionSeq > seq) return;
  draft.auction = auction;
  draft.auctionSeq = seq;
}
