/** The limits of forwarding, and what happens beyond each. Times in ms. */
export const FORWARD_LIMITS = {
  /** How often a process's readiness is checked, and how long the check may take; beyond: it is not ready. */
  askEveryMs: 1_000,
  askMs: 1_000,
  /** How long a process may take to respond; beyond: the answer counts as lost. */
  answerMs: 15_000,
  /** How long a connection for a socket may take; beyond: the next process is tried. */
  connectMs: 2_000,
  /** How long a client may take to read the last bytes of its gateway; beyond: it is disconnected. */
  leaveMs: 5_000,
  /** Requests in flight at one process; beyond: it counts as unavailable. With no other process the answer is 503. */
  requestsPerUpstream: 1_000,
  /** Connections kept open to one process; beyond, requests wait for one. */
  connectionsPerUpstream: 128,
  /** ms an idle connection is kept: less than the other side keeps it. */
  idleMs: 30_000,
  /**
   * Bytes of a body that are received before its request takes a connection to another process; the rest is streamed.
   */
  bodyReceivedBytes: 128 * 1024,
  /** Bodies that an edge proxy receives from one address at the same time; beyond: 429 [G27]. */
  bodiesPerAddress: 128,
  /** Bytes of a body that are kept for a retry with another process; a longer body is sent only once. */
  bodyKeptBytes: 256 * 1024,
  /** `Retry-After` in seconds: when no process is available, and when an answer was lost. */
  retryAfterSeconds: { unavailable: 2, unknown: 1 },
} as const;
