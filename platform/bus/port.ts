/** A message's handler. Payloads are JSON values; nobody changes one after publishing or receiving it. */
export type BusHandler = (payload: unknown, subject: string) => void;

export type BusRequestHandler = (payload: unknown, subject: string) => Promise<unknown>;

/**
 * A request without an answer. `no-responder`: nobody serves the subject or can be reached, so it was surely not done.
 * `timeout`: not answered in time. `closed`: the bus was closed, or its connection broke, before the answer came. After
 * these two it may have been done.
 */
export class BusRequestFailed extends Error {
  readonly reason: 'no-responder' | 'timeout' | 'closed';
  constructor(subject: string, reason: 'no-responder' | 'timeout' | 'closed') {
    super(`${subject}: ${reason}`);
    this.name = 'BusRequestFailed';
    this.reason = reason;
  }
}

/**
 * Short-lived messages between the parts: at most once, in order per subject from one publisher, lost while a
 * part is away (which then reads the log). Subjects are dot-separated tokens; `*` matches one token and `>` the rest.
 */
export interface Bus {
  /** Bytes of JSON that one message takes at most. */
  readonly messageBytes: number;
  publish(subject: string, payload: unknown): void;
  /** Calls `handler` for each message; returns what ends it. */
  subscribe(pattern: string, handler: BusHandler): () => void;
  /** @throws BusRequestFailed */
  request(subject: string, payload: unknown, options: { timeoutMs: number }): Promise<unknown>;
  /** Answers requests on a pattern. A handler that throws answers its requester with that message as an error. */
  serve(pattern: string, handler: BusRequestHandler): () => void;
  /** Calls `handler` after every interruption in which messages may have been lost. */
  onResync(handler: () => void): () => void;
  close(): Promise<void>;
}
