/** Who sends a command. */
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
 * - `unknown`: may or may not be done; settle with the same commandId.
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

/** Subjects on the bus. */
export const subjects = {
  /** Requests to an auction's owner: `CommandEnvelope` → `CommandReply`. */
  command: (auction: string) => `command.auction.${auction}`,
  commands: 'command.auction.*',
  /** The log's events of one stream kind, relayed: payload is an array of recorded events of one stream. */
  auctionEvents: (auction: string) => `events.auction.${auction}`,
  allAuctionEvents: 'events.auction.*',
  /** Those of a practice sale, apart from every sale's: whoever listens to sales does not hear them. */
  practiceEvents: (auction: string) => `events.practice.${auction}`,
  allPracticeEvents: 'events.practice.*',
  accountEvents: (account: string) => `events.account.${account}`,
  allAccountEvents: 'events.account.*',
} as const;
