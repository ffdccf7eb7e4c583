/** Every limit of the WebSocket protocol. Each has the id of its gateway rule. */
export const REALTIME_LIMITS = {
  /** [G1] Bytes of one incoming message; a larger one closes the socket with 1009. */
  messageBytes: 16 * 1024,
  /** [G1] WebSocket fragments of one incoming message. */
  fragments: 16,
  /** [G2] Incoming messages per second and socket; beyond: `rate-limited`. */
  messagesPerSecond: 20,
  /** [G2] Bids per second and person, over all their sockets; beyond: `rate-limited`. */
  bidsPerSecond: 5,
  /** [G3] ms. The changes of one flush are sent as one frame. */
  flushMs: 20,
  /** [G4] Pending bytes of a socket beyond which updates stop queueing; a snapshot follows when it drains. */
  waitingBytes: 256 * 1024,
  /** [G4] Pending bytes beyond which the socket is closed with 1013. */
  waitingBytesClose: 1024 * 1024,
  /** [G4] ms above `waitingBytes` after which the socket is closed with 1013. */
  waitingMsClose: 30_000,
  /** [G5] ms between pings; a socket silent for two of them is closed. */
  pingMs: 10_000,
  /** [G6] ms within which a revoked session's sockets close. */
  revokedMs: 5_000,
  /** [G29] ms that the answer to a read of a sale's live state waits for a change, at most. */
  heldReadMs: 10_000,
} as const;

/** The client's timings, in ms. */
export const CLIENT_TIMES = {
  connectTimeoutMs: 20_000,
  reconnectMinMs: 500,
  reconnectMaxMs: 2_500,
  /** No second bid is sent for this long while one is in flight. */
  bidGuardMs: 800,
  /** The spinner stops after this time, with or without an answer. */
  bidInFlightMs: 5_000,
  serverTimeMs: 20_000,
  serverTimeRetryMs: 3_000,
  checkServerMs: 20_000,
  /** When to refetch reference data that failed to load. */
  referenceRetryMs: 5_000,
  watchThrottleMs: 600,
} as const;

/** ms within which a second press of the same key confirms a clerk's irreversible action. */
export const CLERK_CONFIRM_MS = 4_000;

/** Notifications shown at the same time, at most; the newest. */
export const NOTIFICATIONS_SHOWN = 5;
