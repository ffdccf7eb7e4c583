import { Unavailable } from '../unavailable.ts';

/** The actor of an event. Ids only: no name, address or other personal data is ever in `meta`. */
export type Actor = {
  kind: 'user' | 'staff' | 'system';
  /** Account id, or the name of the part of the system that acted. */
  id: string;
};

/**
 * How a bid came, for those who ask later why it won or lost. It decides nothing and is no part of a command's
 * identity. What the page reported may be wrong.
 */
export type Arrival = {
  /** When the gateway received it, by the gateway's clock. ms. */
  receivedAt: number;
  /** How far the page's clock was ahead of the server's, as the page knew it. ms. */
  clockOffsetMs?: number;
  /** The price that the page showed when the person bid; null: none. Cents per unit. */
  seenCents?: number | null;
};

/**
 * What is beside an event's data. `at` is whole ms since the epoch, taken once when the command was sequenced.
 * All events decided by one command share its `commandId`.
 */
export type EventMeta = {
  at: number;
  commandId: string;
  actor: Actor;
  causationId?: string;
  /** Digest of the command's body, which reveals the same commandId with another body. */
  commandDigest?: string;
  /** Only of bids, and not of those from before it was recorded. */
  arrival?: Arrival;
  /** Version of this event type's data shape; upcasters lift older ones when they are read. */
  schema: number;
};

/** An event's type and its data, as an aggregate's own union names them. */
type EventShape = { type: string; data: unknown };

/** An event that is not stored yet. `id` is the idempotency key of the append (a UUID). */
export type NewEvent<T extends EventShape = EventShape> = T extends EventShape
  ? { id: string; type: T['type']; data: T['data']; meta: EventMeta }
  : never;

/**
 * A stored event. `revision` counts 0,1,2… within the stream; `position` grows through the whole log
 * (not necessarily by one). Only hash-chained streams have `prevHash` and `hash`.
 * Of a union of shapes it is the union, so that a stored event is still one of its aggregate's events.
 */
export type RecordedEvent<T extends EventShape = EventShape> = T extends EventShape
  ? {
      id: string;
      type: T['type'];
      data: T['data'];
      stream: string;
      revision: number;
      position: number;
      meta: EventMeta & { prevHash?: string; hash?: string };
    }
  : never;

/** An event that an append has stored: as reading gives it, but for its position. */
export type AppendedEvent = Omit<RecordedEvent, 'position'>;

/** The revision before the first event: an append that expects it requires that the stream does not exist. */
export const NO_STREAM = -1;

/**
 * The outcome of an append.
 * - `appended`: on disk, all of it. `revision` and `position` are those of its last event; where the others lie is
 *   known by reading them. A repeat of the
 *   same ids with the same expected revision answers this again and stores nothing.
 * - `conflict`: nothing stored; `actual` is the stream's last revision (−1 when it has none).
 * - `full`: nothing stored, there was no space; reads go on, and the same append may be tried again.
 * - `unknown`: it may or may not be stored. Repeat the same append to find out (same ids, same expected
 *   revision), never by assuming failure.
 */
export type AppendResult =
  | { outcome: 'appended'; revision: number; position: number; events: AppendedEvent[] }
  | { outcome: 'conflict'; actual: number }
  | { outcome: 'full' }
  | { outcome: 'unknown'; reason: string };

export type ReadOptions = {
  /** First revision to read (inclusive). Forwards default: 0. Backwards default: the last one. */
  from?: number;
  direction?: 'forwards' | 'backwards';
  /** At most this many events. */
  limit?: number;
  /** The stored form, not lifted by upcasters: what the hashes are of. For audits. */
  asStored?: boolean;
};

/** The items of a subscription: batches in log order, and a mark each time it has reached the log's end. */
export type SubscriptionItem =
  | { kind: 'events'; events: RecordedEvent[] }
  | { kind: 'caughtUp'; position: number };

export type SubscribeOptions = {
  /**
   * Yield only what lies after this position, which an event or a mark of this log has; −1 (default) begins at
   * the log's start.
   */
  after?: number;
  /** Yield only streams whose name begins with one of these; all when left out. */
  streams?: readonly string[];
  /** Ends the subscription. */
  signal?: AbortSignal;
};

/**
 * The one truth of the system: named streams of immutable events, in one total order.
 *
 * Events are handed out as frozen-by-convention values: callers never change them.
 */
export interface EventLog {
  /**
   * Appends all of `events` to `stream`, or none. Resolves only when they are on disk (or refused). What is
   * appended is never changed afterwards either: subscriptions may hand out the very same data.
   * `expected` is the revision the stream must be at (−1: it must not exist).
   * @throws RangeError for events that this log never stores, too large for it or malformed: nothing is stored
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * Yields a stream's events in batches. A stream that does not exist yields nothing.
   * @throws EventLogCorrupt naming the event when a stored event can't be what was appended.
   */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent[]>;
  /**
   * Yields every event after a position, in order, for ever; backpressure is the consumer's `for await`. A stream with
   * a damaged event is set aside: nothing of it is yielded from that event on, and everything else is.
   */
  subscribe(options?: SubscribeOptions): AsyncIterable<SubscriptionItem>;
  /**
   * The streams that were set aside since the log was opened, each with the first damage that was found. Until a
   * sound copy is put back they take no appends, and reads of them fail where the damage is.
   */
  setAside(): readonly EventLogCorrupt[];
  /**
   * The log's identity (a UUID): made once, kept in the log and copied with it, so that another log in its place is
   * noticed. undefined as long as it has none.
   */
  identity(): Promise<string | undefined>;
  /**
   * Gives the log the identity `id`, if the one it has is `replaced` (undefined: none); answers the one that it then
   * has. What others gave it meanwhile stays.
   */
  identify(id: string, replaced: string | undefined): Promise<string>;
  /** The key ring that the log was written with, by its id; undefined as long as none is named. It is copied with the log. */
  keyRing(): Promise<string | undefined>;
  /** Names the key ring `id`, if the one named is `replaced` (undefined: none); returns the one that is named then. */
  nameKeyRing(id: string, replaced: string | undefined): Promise<string>;
  /** The position of the last event in the log (−1 when it is empty), which may be one that the server made for itself. */
  lastPosition(): Promise<number>;
  /** The last revision of a stream (−1 when it does not exist). */
  lastRevision(stream: string): Promise<number>;
  /** ms that the log server's clock is ahead of this node's (0 where they are the same machine). */
  clockSkewMs(): Promise<number>;
  /** Waits for appends under way, then closes the store. */
  close(): Promise<void>;
}

/** A stored event is not what was appended (a bit flipped, a record missing). Names the event. */
export class EventLogCorrupt extends Error {
  readonly stream: string;
  readonly revision: number;
  readonly position: number | undefined;
  constructor(at: { stream: string; revision: number; position?: number }, what: string) {
    super(
      `event ${at.revision} of ${at.stream}${at.position === undefined ? '' : ` (position ${at.position})`}: ${what}`,
    );
    this.name = 'EventLogCorrupt';
    this.stream = at.stream;
    this.revision = at.revision;
    this.position = at.position;
  }
}

/**
 * The log can't be asked just now: its server is away, changes its leader or does not answer in time. Says nothing
 * of what is stored. The same call may be made again. An append never throws it: its outcome is then `unknown`.
 */
export class EventLogUnavailable extends Unavailable {
  constructor(what: string, options?: ErrorOptions) {
    super(`the event log (${what})`, options?.cause);
    this.name = 'EventLogUnavailable';
  }
}

/** The file that holds the log can't be opened: it is not what was written to it. */
export class EventLogDamaged extends Error {
  constructor(folder: string, what: string) {
    super(
      `the event log in ${folder} is damaged: ${what}. Put back a backup of the data folder; \`saleyard check\` says what else is wrong`,
    );
    this.name = 'EventLogDamaged';
  }
}

/** The data folder is held by another process. */
export class EventLogInUse extends Error {
  constructor(folder: string, holder: string) {
    super(`the data folder ${folder} is in use by ${holder}; stop it first, or choose another with --data`);
    this.name = 'EventLogInUse';
  }
}
