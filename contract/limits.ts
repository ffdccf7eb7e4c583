/** Every limit of the live wire, in one place. Each has the id of its gateway rule. */
export const REALTIME_LIMITS = {
  /** [G1] Bytes of one incoming message; a larger one closes the socket with 1009. */
  messageBytes: 16 * 1024,
  /** [G1] WebSocket fragments of one incoming message. */
  fragments: 16,
  /** [G2] Incoming messages per second and socket; beyond: `rate-limited`. */
  messagesPerSecond: 20,
  /** [G2] Bids per second and socket; beyond: `rate-limited`. */
  bidsPerSecond: 5,
  /** [G3] What happens within one flush leaves as one frame. ms. */
  flushMs: 20,
  /** [G4] Bytes waiting in a socket beyond which updates stop queueing and a snapshot follows when it drains. */
  waitingBytes: 256 * 1024,
  /** [G4] Bytes waiting beyond which the socket is closed with 1013. */
  waitingBytesClose: 1024 * 1024,
  /** [G4] ms above `waitingBytes` after which the socket is closed with 1013. */
  waitingMsClose: 30_000,
  /** [G5] ms between pings; a socket silent for two of them is gone. */
  pingMs: 10_000,
  /** [G6] ms within which a revoked session's sockets close. */
  revokedMs: 5_000,
} as const;

/** How a client behaves. ms. */
export const CLIENT_TIMES = {
  connectTimeoutMs: 20_000,
  reconnectMinMs: 500,
  reconnectMaxMs: 2_500,
  /** A second bid is not sent while one is in flight, for this long. */
  bidGuardMs: 800,
  /** The spinner stops after this time, with or without an answer. */
  bidInFlightMs: 5_000,
  serverTimeMs: 20_000,
  serverTimeRetryMs: 3_000,
  checkServerMs: 20_000,
  /** Reference data that could not be read is asked for again. */
  referenceRetryMs: 5_000,
  watchThrottleMs: 600,
} as const;

/** What a clerk can't undo is confirmed by a second press of the same key within this time, in ms. */
export const CLERK_CONFIRM_MS = 4_000;
