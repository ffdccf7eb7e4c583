/** Every limit of forwarding, with what happens beyond it. Times in ms. */
export const FORWARD_LIMITS = {
  /** How often a process is asked whether it is ready, and how long it may take to say so; beyond: it is not. */
  askEveryMs: 1_000,
  askMs: 1_000,
  /** How long a process may leave a request without a word; beyond: the answer counts as lost. */
  answerMs: 15_000,
  /** How long a connection for a socket may take; beyond: the next process is tried. */
  connectMs: 2_000,
  /** How long a client may take to read what its gateway said last; beyond: it is cut. */
  leaveMs: 5_000,
  /** Requests under way at one process; beyond: it counts as away, and without another the answer is 503. */
  requestsPerUpstream: 1_000,
  /** Connections kept open to one process; beyond, requests wait for one. */
  connectionsPerUpstream: 128,
  /** ms an unused connection is kept: less than the other side keeps it. */
  idleMs: 30_000,
  /** Bytes of a body that are received before its request takes a connection to another process; the rest streams. */
  bodyReceivedBytes: 128 * 1024,
  /** Bodies of one address that an edge proxy receives at the same time; beyond: 429 [G27]. */
  bodiesPerAddress: 128,
  /** Bytes of a body that are kept to be sent again to another process; a longer one is sent only once. */
  bodyKeptBytes: 256 * 1024,
  /** Seconds after which a client may ask again when nobody is there, and when an answer was lost. */
  retryAfterSeconds: { unavailable: 2, unknown: 1 },
} as const;
