import type { StockType } from '@saleyard/domain/account/events.ts';
import type { KindType as KindName } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import type { OnlineState } from './accounts.ts';
import type { PublicAuction } from './auctions.ts';
import type { OwnAutoBid, OwnBid } from './bids.ts';
import type { PublicLot } from './lots.ts';
import { Cents, CommandId, Id, only } from './schema.ts';

/**
 * The version of the realtime protocol. It grows when a client of an earlier version would misread what it is sent.
 * A client names its own in the handshake: `/realtime?protocol=1`. One that names none is taken for the present one.
 */
export const PROTOCOL_VERSION = 1;
/** The parameter of the handshake's address that names the client's protocol version. */
export const PROTOCOL_PARAMETER = 'protocol';
/** The close code for a client of another protocol version: it must be loaded again, and not reconnect. */
export const OTHER_PROTOCOL_CLOSE = 4000;

const message = <C extends string, E extends string, D extends Type.TSchema>(channel: C, event: E, data: D) =>
  only({
    id: Type.Integer({ minimum: 0 }),
    channel: Type.Literal(channel),
    event: Type.Literal(event),
    data,
  });

const empty = only({});

/** Everything a client may send, by `channel/event`. A frame is an array of these. */
export const ClientMessages = {
  'bids/login': message('bids', 'login', empty),
  'bids/join-auction': message(
    'bids',
    'join-auction',
    only({
      _id: Id,
      since: Type.Optional(Type.Integer({ minimum: -1 })),
      authorized: Type.Optional(Type.Boolean()),
    }),
  ),
  'bids/leave-auction': message('bids', 'leave-auction', only({ _id: Id })),
  'bids/bid': message('bids', 'bid', only({ bid: only({ lot: Id, cents: Cents }), commandId: CommandId })),
  'user/connect-user': message('user', 'connect-user', only({ _id: Id })),
  'anonymous-user/connect-anonymous-user': message(
    'anonymous-user',
    'connect-anonymous-user',
    // The id of an earlier connection: the visitor keeps it unless another has it now.
    only({ _id: Type.Optional(Id) }),
  ),
  'anonymous-user/disconnect-anonymous-user': message(
    'anonymous-user',
    'disconnect-anonymous-user',
    only({ _id: Id }),
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

/** `_id` is the listing's, and its lot's where it is catalogued; `auction` the sale it is meant for. */
export type OwnListingChange = { _id: string; auction: string; position: number };

/** What `user-update` may carry; each is the viewer's own. */
export type UserUpdate = {
  status?: string;
  type?: string;
  isRequestedAsBuyer?: boolean;
  isRequestedAsSeller?: boolean;
  stockTypes?: readonly StockType[];
  approvedStockTypes?: readonly StockType[];
  watchList?: readonly { lotId: string }[];
  /** When the alerts of saved searches last changed; 0: there was none. ms. */
  alertsAt?: number;
  bid?: OwnBid;
  /** The lot was withdrawn: the viewer's bids on it no longer count and are not listed. */
  'bid-delete'?: { auction: string; lot: string };
  autobid?: OwnAutoBid;
  'autobid-delete'?: { auction: string; lot: string };
  /**
   * A listing of the viewer's changed, or was deleted. `position`: how far the log reached by then; a read that names it
   * shows the change. It is the sign to ask again.
   */
  lot?: OwnListingChange;
  'lot-delete'?: OwnListingChange;
  /** A favourite PIC of the viewer's was added or changed, or was deleted: the sign to ask again, naming `position`. */
  pic?: { _id: string; position: number };
  'pic-delete'?: { _id: string; position: number };
  /** What another page of the viewer's said last of being looked at. */
  changeOnlineState?: OnlineState;
  /** The viewer's alias in an auction, as soon as they have one. */
  paddle?: { auction: string; paddle: string };
};

/** Every push, by channel and event. Pushes of one auction's stream carry `auction` and `seq`. */
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
