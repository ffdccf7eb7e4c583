import { REALTIME_LIMITS } from '@saleyard/contract/limits.ts';

/** Limits of the WebSocket side that clients need not know, in addition to `REALTIME_LIMITS`. */
const OWN_LIMITS = {
  /** [G8] Sockets of one session (tabs and devices); beyond: the upgrade answers 429. */
  socketsPerSession: 20,
  /** [G8] Sockets of one address; a saleyard's office is one address. Beyond: the upgrade answers 429. */
  socketsPerAddress: 500,
  /** [G29] Reads of live states that wait, of one session and of one address; beyond: 429. */
  heldReadsPerSession: 20,
  heldReadsPerAddress: 500,
  /** [G29] The same of all clients together; beyond: 503. */
  heldReads: 10_000,
  /**
   * [G29] Reads of live states per second, of one person and of one address where nobody is signed in, and how many
   * may be saved up; beyond: 429. A longer answer counts as one for each `liveReadBytes`: the whole state of 600 lots takes
   * several ms of the thread that takes bids.
   */
  liveReadsPerPerson: 10,
  liveReadsOfPerson: 400,
  liveReadsPerAddress: 300,
  liveReadsOfAddress: 6_000,
  liveReadBytes: 16 * 1024,
  /** [G29] ms until the changes of a sale are answered to a visitor who waits for them, at least: hundreds may share an address. */
  visitorReadMs: 1_000,
  /** [G8] Auctions one socket has joined; beyond: `rate-limited`. */
  auctionsPerSocket: 20,
  /** [G8] Joins per second and socket, since each may send a whole snapshot. Beyond: `rate-limited`. */
  joinsPerSecond: 5,
  /**
   * [G8] Joins per second of one person and of one address where nobody is signed in, over all their sockets, past ones
   * included; and how many may be saved up. Beyond: `rate-limited`. Saved up are a person's 20 sockets with 20 auctions each,
   * and 300 visitors of one Wi-Fi with 20 auctions each, who all come back at once. 300 visitors whose connection is lost
   * again and again, and who join one sale every 1.5 s, need 200 a second; 300 in three quiet sales, which are joined again
   * every 5 s, need 180.
   */
  joinsPerPerson: 10,
  joinsOfPerson: 400,
  joinsPerAddress: 200,
  joinsOfAddress: 6_000,
  /** [G8] Bids of one person in flight, over all sockets; beyond: `rate-limited`. */
  bidsUnderWay: 20,
  /** [G25] ms in which bids on an auction are rejected here, after its owner rejected one because too many wait. */
  backpressureMs: 100,
  /** [G2] Messages over the rate that are still answered, refilled each second; beyond: closed with 1008. */
  floodMessages: 200,
  /** [G9] ms the engine has for a bid; beyond: `unknown`. Sending the same commandId again returns the outcome. */
  bidTimeoutMs: 4_000,
  /** [G12] ms that bids in flight have when the gateway stops, before sockets close. */
  stopBidsMs: 5_000,
  /** [G12] ms a closing socket has for its half of the handshake, before it is cut off. */
  closeHandshakeMs: 2_000,
} as const;

/** Every limit of the WebSocket side. Typed as numbers, so that a benchmark can raise them. */
export type LiveLimits = { [K in keyof typeof OWN_LIMITS | keyof typeof REALTIME_LIMITS]: number };

/** The default limits. */
export const LIVE_LIMITS: LiveLimits = { ...REALTIME_LIMITS, ...OWN_LIMITS };
