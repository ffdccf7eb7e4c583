import type { StockType } from '@saleyard/domain/account/events.ts';
import type { KindType as KindName } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import type { OnlineState } from './accounts.ts';
import type { PublicAuction } from './auctions.ts';
import type { OwnAutoBid, OwnBid } from './bids.ts';
import type { PublicLot } from './lots.ts';
import { MOST_OFFSET_MS } from './realtime-protocol.ts';
import { Cents, CommandId, Id, orNull, strictObject } from './schema.ts';

const message = <C extends string, E extends string, D extends Type.TSchema>(channel: C, event: E, data: D) =>
  strictObject({
    id: Type.Integer({ minimum: 0 }),
    channel: Type.Literal(channel),
    event: Type.Literal(event),
    data,
  });

const empty = strictObject({});

/** What a page reports beside a bid, each where it is known. */
export const PageReport = strictObject({
  /** How far its device's clock was ahead of the server's, ms. */
  clockOffsetMs: Type.Optional(Type.Integer({ minimum: -MOST_OFFSET_MS, maximum: MOST_OFFSET_MS })),
  /** The price that it showed; null: no bid yet. */
  seenCents: Type.Optional(orNull(Cents)),
});
export type PageReport = Static<typeof PageReport>;

/** A bid, as it is sent over the socket and by REST. */
export const PlacedBid = strictObject({
  bid: strictObject({ lot: Id, cents: Cents }),
  commandId: CommandId,
  // What the page showed. It decides nothing: an audit shows it to those who ask why the bid won or lost.
  page: Type.Optional(PageReport),
});
export type PlacedBid = Static<typeof PlacedBid>;

/** Every message of clients, by `channel/event`. A frame is an array of these. */
export const ClientMessages = {
  'bids/login': message('bids', 'login', empty),
  'bids/join-auction': message(
    'bids',
    'join-auction',
    strictObject({
      _id: Id,
      since: Type.Optional(Type.Integer({ minimum: -1 })),
      authorized: Type.Optional(Type.Boolean()),
    }),
  ),
  'bids/leave-auction': message('bids', 'leave-auction', strictObject({ _id: Id })),
  'bids/bid': message('bids', 'bid', PlacedBid),
  'user/connect-user': message('user', 'connect-user', strictObject({ _id: Id })),
  'anonymous-user/connect-anonymous-user': message(
    'anonymous-user',
    'connect-anonymous-user',
    // The id of an earlier connection: the visitor keeps it unless another has it now.
    strictObject({ _id: Type.Optional(Id) }),
  ),
  'anonymous-user/disconnect-anonymous-user': message(
    'anonymous-user',
    'disconnect-anonymous-user',
    strictObject({ _id: Id }),
  ),
} as const;

export type ClientMessageName = keyof typeof ClientMessages;
export type ClientMessage<N extends ClientMessageName = ClientMessageName> = Static<
  (typeof ClientMessages)[N]
>;

/** Answer to `join-auction`. Its pushes (`snapshot`, or what changed) follow in the same frame. */
export type JoinAnswer = {
  _id: string;
  seq: number;
  mode: 'changes' | 'snapshot';
  /** The viewer's own alias in this auction once they have bid, else null. */
  paddle: string | null;
  /** Server time, ms. */
  serverTime: number;
};

export type SoundEvent = 'bid' | 'won' | 'autobid' | 'outbid' | 'preclose';

/** `_id` is the listing's id (its lot has the same once catalogued); `auction` its intended sale. */
export type OwnListingChange = { _id: string; auction: string; position: number };

/** The members of `user-update`, all about the viewer. */
export type UserUpdate = {
  status?: string;
  type?: string;
  isRequestedAsBuyer?: boolean;
  isRequestedAsSeller?: boolean;
  /** When the access was asked for that waits for a decision, in ms; null: none waits. */
  requestedAt?: number | null;
  stockTypes?: readonly StockType[];
  approvedStockTypes?: readonly StockType[];
  watchList?: readonly { lotId: string }[];
  /** When the alerts of saved searches last changed, in ms; 0: never. */
  alertsAt?: number;
  bid?: OwnBid;
  /**
   * The viewer's bids on the lot no longer count and are not listed: it was withdrawn, or staff corrected it.
   * With `bid`, that is the one that counts.
   */
  'bid-delete'?: { auction: string; lot: string };
  autobid?: OwnAutoBid;
  'autobid-delete'?: { auction: string; lot: string };
  /**
   * A listing of the viewer changed, or was deleted. Clients refetch; a read that names `position` shows the change.
   */
  lot?: OwnListingChange;
  'lot-delete'?: OwnListingChange;
  /** A favourite PIC of the viewer was added, changed or deleted. Clients refetch, naming `position`. */
  pic?: { _id: string; position: number };
  'pic-delete'?: { _id: string; position: number };
  /** The last online state that another page of the viewer reported. */
  changeOnlineState?: OnlineState;
  /** The viewer's alias in an auction, as soon as they have one. */
  paddle?: { auction: string; paddle: string };
};

/** Every push, by channel and event. Pushes of one auction's stream have `auction` and `seq`. */
export type ServerPush =
  | { channel: 'bids'; event: 'lot-update'; auction: string; seq: number; data: PublicLot }
  | { channel: 'bids'; event: 'auction-update'; auction: string; seq: number; data: PublicAuction }
  | {
      channel: 'bids';
      event: 'snapshot';
      auction: string;
      seq: number;
      data: { auction: PublicAuction; lots: readonly PublicLot[] };
    }
  | { channel: 'catalog'; event: 'auction'; data: PublicAuction }
  | { channel: 'catalog'; event: 'lot'; data: { _id: string; auction: string } }
  | { channel: 'catalog'; event: 'lot-delete'; data: { _id: string; auction: string } }
  | { channel: 'catalog'; event: 'auction-delete'; data: { _id: string } }
  | { channel: 'catalog'; event: 'kind'; data: { _id: string; type: KindName; title: string } }
  | { channel: 'catalog'; event: 'kind-delete'; data: { _id: string } }
  | { channel: 'user'; event: 'user-update'; data: UserUpdate }
  | {
      channel: 'events';
      event: 'event';
      data: { event: SoundEvent; data: { bid: { auction: string; lot: string; cents: number } } };
    };

export type ServerAnswer =
  | { id: number; data: unknown }
  | { id: number | null; error: { code: string; message: string } };

export type ServerMessage = ServerPush | ServerAnswer;
