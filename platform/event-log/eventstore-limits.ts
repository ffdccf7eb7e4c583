/** What bounds an EventStoreDB log. A test may set some of them lower. */
export type EventStoreLimits = {
  /** From the call to the answer of an append, in ms, waiting included; one that takes longer is `unknown`. */
  appendDeadlineMs: number;
  /** A read that has not answered within this, in ms, is EventLogUnavailable. */
  readDeadlineMs: number;
  /** How long opening tries to reach the server, in ms, before it is EventLogUnavailable. */
  openDeadlineMs: number;
  /** Appends that may wait for an answer; one more is `unknown` at once, and was not sent. */
  waitingAppends: number;
  /** A broken subscription is taken up again after this, in ms, … */
  resubscribeFirstMs: number;
  /** … each time twice as long, up to this; what arrives sets it back. */
  resubscribeLastMs: number;
};

export const EVENTSTORE_LIMITS: EventStoreLimits = {
  appendDeadlineMs: 5_000,
  readDeadlineMs: 10_000,
  openDeadlineMs: 15_000,
  waitingAppends: 16_384,
  resubscribeFirstMs: 50,
  resubscribeLastMs: 500,
};

/** Events in one batch of a read. */
export const READ_BATCH_EVENTS = 256;
/** Messages of a subscription that wait to be taken; the server then holds back the rest … */
export const FEED_MESSAGES = 512;
/** … and so it does when they have this many bytes of events. */
export const FEED_BYTES = 8 * 1024 * 1024;
/**
 * Events the server reads between two checkpoints while a subscription catches up: an interrupted one reads at most
 * that many again.
 */
export const CATCH_UP_WINDOW = 512;
/**
 * The server sends nothing for another stream's event that was stored just before confirmation. If nothing follows for
 * this time (ms), subscribe again. A read of an own write may wait this long.
 */
export const UNREPORTED_MS = 100;
/** Hashes of streams' last events kept in memory; the oldest entries are dropped and read again when needed. */
export const HEADS_LIMIT = 100_000;
/** How often a call is redirected to another leader before it fails as EventLogUnavailable. */
export const LEADER_MOVES = 3;
/** Probes of one comparison of clocks: the one that was answered soonest is believed. */
export const CLOCK_PROBES = 3;
