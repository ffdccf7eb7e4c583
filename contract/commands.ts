import type { StreamKindName } from '@saleyard/domain/streams.ts';
import type { OnlineState } from './accounts.ts';

/** The sender of a command. */
export type CommandActor = { kind: 'user' | 'staff' | 'system'; id: string };

/** A command on its way to the auction's owner, over the bus. `Body` is the domain's `CommandBody`. */
export type CommandEnvelope<Body = unknown> = {
  auction: string;
  commandId: string;
  actor: CommandActor;
  body: Body;
};

/**
 * What became of it.
 * - `decided`: the engine's decision, on disk. `seq`: its revision; `position`: how far the log then reached.
 * - `duplicate-conflict`: this commandId was used with another body.
 * - `not-found`: there is no such auction.
 * - `unavailable`: surely not done (no owner, full disk, clock off); try later.
 * - `unknown`: may or may not be done; send the same commandId again for the outcome.
 */
export type CommandReply =
  | {
      outcome: 'decided';
      accepted: boolean;
      code: string | null;
      lot: string | null;
      currentBidCents: number | null;
      /** Account id of the leader. Internal: the gateway turns it into `leading`. */
      leader: string | null;
      finishAt: number | null;
      seq: number;
      position: number;
    }
  | { outcome: 'duplicate-conflict' }
  | { outcome: 'not-found' }
  | { outcome: 'unavailable'; code: 'unavailable' | 'full' | 'rate-limited'; retryAfterMs: number }
  | { outcome: 'unknown' };

/** Names cached by `remembered`; beyond it strings are derived again. */
const REMEMBERED = 10_000;

/** Caches strings derived from a name: lookups by a newly built string are slower. */
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
   * The log's events of a stream of one kind, relayed: payload is an array of recorded events of one stream. Each kind
   * has subjects of its own: a subscriber of sales does not receive practice sales.
   */
  streamEvents: (kind: StreamKindName, id: string) => `events.${kind}.${id}`,
  /** The same of every stream of the kind. */
  allEvents: (kind: StreamKindName) => `events.${kind}.*`,
  /** To every gateway: who is in the room of a sale. `PresenceAsked`; each answers to its `replyTo` with `PresenceAnswer`. */
  presenceAsked: 'presence.asked',
  presenceAnswer: (question: string) => `presence.answer.${question}`,
  /** To every gateway: what a page of somebody's said of being looked at, `OnlineStateSaid`. */
  onlineState: 'presence.state',
  /** A session was ended: gateways close its sockets. */
  sessionEnded: 'sessions.ended',
  /** From the relay: everything up to this `RelayedUpTo` has been published. */
  relayedUpTo: 'relay.position',
  /** From the relay, when something may not have been published: subscribers read the log then. */
  resync: 'relay.resync',
} as const;

export type PresenceAsked = { auction: string; replyTo: string };

export type OnlineStateSaid = { user: string; state: OnlineState };

/** `sessionId` names a session and opens nothing. */
export type SessionEnded = { sessionId: string };

/** Accounts that one gateway names at most. */
export const PRESENCE_LISTED = 2_000;

/** The people in a room at one gateway. `people`: accounts, at most `PRESENCE_LISTED` of the `signedIn`. */
export type PresenceAnswer = { people: readonly string[]; signedIn: number; visitors: number };

/** The relay's sign of life. */
export type RelayedUpTo = { position: number };

/** The leases by which nodes agree who runs what. */
export const leaseKeys = {
  auction: remembered((auction) => `auction.${auction}`),
  relay: 'relay',
  projections: 'projections',
} as const;

/** The time to retry for a command that reached no node, in ms. */
const NOBODY_RETRY_MS = 1_000;

/**
 * Commands as requests to the node that runs their auction, for `requestOwner`. A node that is stopping or may run
 * nothing answers `unavailable`; another may take it. A full disk and an overload concern every node.
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

/** A command as one of them. */
export const commandRequest = (envelope: CommandEnvelope) => ({
  key: leaseKeys.auction(envelope.auction),
  payload: envelope,
});
