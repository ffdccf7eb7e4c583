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
 * Events the server looks at, while a subscription catches up, before it says how far it is: an interrupted one
 * looks again at no more than that.
 */
export const CATCH_UP_WINDOW = 512;
/**
 * What was stored just before a subscription was confirmed is reported by no message of its own, when it is not the
 * subscription's. When nothing after it comes for so long, in ms, the call is made again. Who waits for their own
 * write waits for this.
 */
export const UNTOLD_MS = 100;
/** Hashes of streams' last events kept in memory; the longest known are let go and read again when needed. */
export const HEADS_LIMIT = 100_000;
/** How often a call follows the server's word that another node leads before that is EventLogUnavailable. */
export const LEADER_MOVES = 3;
/** Probes of one comparison of clocks: the one that was answered soonest is believed. */
export const CLOCK_PROBES = 3;
