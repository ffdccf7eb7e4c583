// Separate from the schemas of messages, for pages that must load fast.

/**
 * The version of the realtime protocol. It is raised when an older client would misread new messages. A client sends
 * its own in the handshake: `/realtime?protocol=1`. Without it, the current version is assumed.
 */
export const PROTOCOL_VERSION = 1;
/** The handshake's query parameter with the client's protocol version. */
export const PROTOCOL_PARAMETER = 'protocol';
/**
 * The handshake's query parameter of a page that shows a practice sale. A socket opened with it by a visitor can join
 * that visitor's practice sale and nothing else.
 */
export const PRACTICE_PARAMETER = 'practice';
/** The close code for a client of another protocol version: it must reload rather than reconnect. */
export const OTHER_PROTOCOL_CLOSE = 4000;

/** A page whose clock is further off than this does not report it. ms: a year. */
export const MOST_OFFSET_MS = 366 * 24 * 3_600_000;
