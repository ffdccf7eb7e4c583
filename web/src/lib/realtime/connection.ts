/** How the live connection is, for people: and how old what they see may be. */
export type Connection = {
  state: 'Live' | 'Slow' | 'Reconnecting' | 'Offline';
  /** ms since anything was heard from the server; null before the first word. */
  ageMs: number | null;
  /** Prices may be out of date: they are dimmed and nobody may bid on them. */
  stale: boolean;
  /** Half of the last round trip's time, ms. */
  rttMs: number | null;
};

/** What the connection's state is made of. Times are local ms. */
export type ConnectionFacts = {
  online: boolean;
  open: boolean;
  /** Joined auctions have answered since the connection opened. */
  resumed: boolean;
  lastHeardAt: number | null;
  /** When the oldest unanswered heartbeat was sent. */
  askedAt: number | null;
  rttMs: number | null;
};

export const HEARTBEAT = {
  /** A join is asked again after this long without a word from the server, ms. */
  silentMs: 5_000,
  /** An answer that takes longer makes the connection Slow, ms. */
  slowMs: 1_500,
  /** Data older than this is stale, ms. */
  staleMs: 12_000,
  /** A heartbeat unanswered for this long: the connection is taken as dead and opened again, ms. */
  deadMs: 10_000,
} as const;

/** `HEARTBEAT`, which a test may shorten. ms. */
export type HeartbeatTimes = { [K in keyof typeof HEARTBEAT]: number };

/** The connection's state at local time `now`. */
export function connectionOf(facts: ConnectionFacts, now: number): Connection {
  const ageMs = facts.lastHeardAt === null ? null : Math.max(0, now - facts.lastHeardAt);
  const late = facts.askedAt !== null && now - facts.askedAt > HEARTBEAT.slowMs;
  const slow = late || (facts.rttMs !== null && facts.rttMs > HEARTBEAT.slowMs);
  const state = !facts.online
    ? 'Offline'
    : !facts.open || !facts.resumed
      ? 'Reconnecting'
      : slow
        ? 'Slow'
        : 'Live';
  const current = state === 'Live' || state === 'Slow';
  return {
    state,
    ageMs,
    stale: !current || (ageMs !== null && ageMs > HEARTBEAT.staleMs),
    rttMs: facts.rttMs,
  };
}
