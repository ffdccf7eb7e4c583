import Type, { type Static } from 'typebox';

/** A UUID, or in general an id of at most 64 characters of the harmless kind. */
export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z_-]+$' });

/** Cents: a safe positive integer. */
export const Cents = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The id under which a command acts once; made by the client. */
export const CommandId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[0-9A-Za-z_-]+$' });

const message = <C extends string, E extends string, D extends Type.TSchema>(channel: C, event: E, data: D) =>
  Type.Object(
    { id: Type.Integer({ minimum: 0 }), channel: Type.Literal(channel), event: Type.Literal(event), data },
    { additionalProperties: false },
  );

const empty = Type.Object({}, { additionalProperties: false });
const only = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

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
  'anonymous-user/connect-anonymous-user': message('anonymous-user', 'connect-anonymous-user', empty),
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

/** Where a viewer's price stands to the reserve; the reserve itself is never told. */
export type ReserveStatus = 'awaitingBids' | 'notNear' | 'nearReserve' | 'onMarket';

/**
 * A lot's whole live state, as anyone may see it. Amounts in cents per `bidding` unit, times in ms since the
 * epoch. `winner` is a bidder's alias in this auction ("4821"), `vendor`, `floor`, or null.
 */
export type PublicLot = {
  _id: string;
  auction: string;
  number: string;
  searchNumericId: number;
  state: 'future' | 'open' | 'live' | 'futureInLive' | 'closed';
  status: 'sold' | 'passed' | 'noBid' | null;
  withdrawn: boolean;
  winner: string | null;
  currentBidCents: number | null;
  previousBidCents: number | null;
  /** Cents. */
  startPrice: number;
  bidIncrementCents: number;
  /** The smallest amount a bid may name now, by the sale's opening policy; null when none may be made. */
  nextBidCents: number | null;
  bidding: 'head' | 'kg';
  reserveStatus: ReserveStatus;
  bidCount: number;
  vendorBids: number;
  /** Head. */
  count: number;
  /** Interfaced sales: the clerk has opened bidding. Others: true once live. */
  biddingOpen: boolean;
  liveAt: number | null;
  finishAt: number | null;
  /** When it was frozen or paused (ms), or null. */
  frozenTime: number | null;
  pausedTime: number | null;
  /** Seconds an accepted bid leaves at least. */
  staleTime: number;
  /** The price it closed at, for sold and passed lots. */
  closedPrice: number | null;
};

/** The sale's live state, as anyone may see it. */
export type PublicAuction = {
  _id: string;
  searchNumber: number;
  /** The same number as shown to people. */
  number: string;
  title: string;
  description: string;
  state: 'future' | 'open' | 'live' | 'closed';
  auctionType: 'simultaneous' | 'sequential' | 'sequentialOffline' | 'synchronous';
  kindData: { type: 'cattle' | 'sheep' | 'goat' | 'sheep-abblamb'; title: string };
  public: boolean;
  openAt: number;
  liveAt: number;
  /** synchronous: the sale's deadline. */
  finishAt: number | null;
  closedAt: number | null;
  frozenTime: number | null;
  pausedTime: number | null;
  auctionpaused: boolean;
  /** Seconds. */
  staleTime: number;
  inactiveTime: number;
  lotOpeningSeconds: number;
  allowAutoBid: boolean;
  allowUpcomingBid: boolean;
  /** 'above-start' or 'at-start': whether a lot's first bid may be the start price itself. */
  opening: 'above-start' | 'at-start';
  requiresTabs: boolean;
  auctionTabs: readonly { tabName: string; description: string }[];
  lotCount: number;
  withdrawnCount: number;
  headCount: number;
  location: { state: readonly string[] };
};

/** The answer to a bid or an auto-bid: what the engine decided. */
export type BidDecision = {
  outcome: 'accepted' | 'refused';
  lot: string;
  /** Refused: the code, and its message in the specification's words. */
  code?: string;
  message?: string;
  currentBidCents: number | null;
  /** The sender leads after this decision. False on an accepted bid: outbid at once by an auto-bid. */
  leading: boolean;
  finishAt: number | null;
  /** Revision of the decision in the auction's stream. */
  seq: number;
};

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

export type OwnBid = { auction: string; lot: string; cents: number; at: number };
export type OwnAutoBid = { auction: string; lot: string; cents: number; active: boolean };
export type SoundEvent = 'bid' | 'won' | 'autobid' | 'outbid' | 'preclose';

/** What `user-update` may carry; each is the viewer's own. */
export type UserUpdate = {
  status?: string;
  type?: string;
  isRequestedAsBuyer?: boolean;
  isRequestedAsSeller?: boolean;
  stockTypes?: readonly string[];
  approvedStockTypes?: readonly string[];
  watchList?: readonly { lotId: string }[];
  bid?: OwnBid;
  autobid?: OwnAutoBid;
  'autobid-delete'?: { auction: string; lot: string };
  /** The viewer's alias in an auction, as soon as they have one. */
  paddle?: { auction: string; paddle: string };
};

/** Every push, by channel and event. `auction` and `seq` stand on those of one auction's stream. */
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
