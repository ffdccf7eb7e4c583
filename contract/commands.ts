import type { StreamKindName } from '@saleyard/domain/streams.ts';
import type { OnlineState } from './accounts.ts';
import type { PageReport } from './realtime.ts';

/** The sender of a command. */
export type CommandActor = { kind: 'user' | 'staff' | 'system'; id: string };

/** A command sent to the auction's owner over the bus. `Body` is the domain's `CommandBody`. */
export type CommandEnvelope<Body = unknown> = {
  auction: string;
  commandId: string;
  actor: CommandActor;
  body: Body;
  /** How a bid came; recorded with it. It decides nothing and is no part of the command's identity. */
  arrival?: BidArrival;
};

/** When the gateway received a bid (ms), and what the page reported. */
export type BidArrival = PageReport & { receivedAt: number };

/**
 * The outcome of a command.
 * - `decided`: the engine's decision, on disk. `seq`: its revision; `position`: the log position then.
 * - `duplicate-conflict`: this commandId was used with another body.
 * - `not-found`: there is no such auction.
 * - `unavailable`: certainly not executed (no owner, full disk, clock off); retry later.
 * - `unknown`: may have been executed; send the same commandId again for the outcome.
 */
export type CommandReply =
  | {
      outcome: 'decided';
      accepted: boolean;
      code: string | null;
      lot: string | null;
      currentBidCents: number | null;
      /** Account id of the leader. Internal: the gateway maps it to `leading`. */
      leader: string | null;
      finishAt: number | null;
      seq: number;
      position: number;
    }
  | { outcome: 'duplicate-conflict' }
  | { outcome: 'not-found' }
  | { outcome: 'unavailable'; code: 'unavailable' | 'full' | 'rate-limited'; retryAfterMs: number }
  | { outcome: 'unknown' };

/** Cached strings at most; beyond it strings are built again. */
const REMEMBERED = 10_000;

/** Caches strings built from a name, since lookups by a newly built string are slower. */
function remembered(make: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let made = known.get(name);
    if (made === undefined) {
      made = make(name);
      if (known.size < REMEMBERED) known.set(name, made);
    }
    return made;
  };
}

/** Subjects on the bus. */
export const subjects = {
  /** Requests to one node that runs auctions: `CommandEnvelope` → `CommandReply`. A node's name is one token. */
  commandsTo: remembered((node) => `command.node.${node}`),
  /**
   * The log's events of a stream of one kind, relayed: the payload is an array of recorded events of one stream. Each
   * kind has its own subjects: a subscriber of sales does not receive practice sales.
   */
  streamEvents: (kind: StreamKindName, id: string) => `events.${kind}.${id}`,
  /** All streams of the kind. */
  allEvents: (kind: StreamKindName) => `events.${kind}.*`,
  /**
   * To every gateway: who is in the room of a sale, or connected at all? (`PresenceAsked`). Each answers to its
   * `replyTo` with a `PresenceAnswer`.
   */
  presenceAsked: 'presence.asked',
  presenceAnswer: (question: string) => `presence.answer.${question}`,
  /** To every gateway: a page of a person was opened, used or closed (`OnlineStateChange`). */
  onlineState: 'presence.state',
  /** A session ended: gateways close its sockets. */
  sessionEnded: 'sessions.ended',
  /** From the relay: everything up to this `RelayedUpTo` has been published. */
  relayedUpTo: 'relay.position',
  /** From the relay, when events may not have been published: subscribers then read the log. */
  resync: 'relay.resync',
} as const;

/** `auction`: null for everybody who is connected. */
export type PresenceAsked = { auction: string | null; replyTo: string };

export type OnlineStateChange = { user: string; state: OnlineState };

/** `sessionId` identifies a session but grants nothing. */
export type SessionEnded = { sessionId: string };

/** Accounts that one gateway lists at most. */
export const PRESENCE_LISTED = 2_000;

/** The people in a room, or connected, at one gateway. `people`: accounts, at most `PRESENCE_LISTED` of the `signedIn`. */
export type PresenceAnswer = { people: readonly string[]; signedIn: number; visitors: number };

/** The relay's heartbeat. */
export type RelayedUpTo = { position: number };

/** The keys of the leases by which nodes agree who runs what. */
export const leaseKeys = {
  auction: remembered((auction) => `auction.${auction}`),
  relay: 'relay',
  projections: 'projections',
} as const;

/** ms after which a command that reached no node is retried. */
const NOBODY_RETRY_MS = 1_000;

/**
 * Commands as requests to the node that runs their auction, for `requestOwner`. A node that is stopping or may run
 * nothing answers `unavailable`; another may accept the command. A full disk or an overload affects every node.
 */
export const COMMAND_REQUESTS = {
  subjectOf: subjects.commandsTo,
  verdict(reply: CommandReply): 'done' | 'not-done' | 'ask-another' {
    if (reply.outcome !== 'unavailable') return 'done';
    return reply.code === 'unavailable' ? 'ask-another' : 'not-done';
  },
  notDone: {
    outcome: 'unavailable',
    code: 'unavailable',
    retryAfterMs: NOBODY_RETRY_MS,
  } satisfies CommandReply as CommandReply,
  unknown: { outcome: 'unknown' } satisfies CommandReply as CommandReply,
};

export const commandRequest = (envelope: CommandEnvelope) => ({
  key: leaseKeys.auction(envelope.auction),
  payload: envelope,
});
