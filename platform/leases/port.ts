/** A node without a heartbeat for this long has lost what it held, in ms. */
export const LEASE_MS = 2_000;

/** Interval of a node's heartbeats, in ms. */
export const HEARTBEAT_MS = 500;

/**
 * Who runs what among the nodes of a group, as far as is known: a hint that makes things fast, never a fence. Two
 * nodes may believe for a while that they hold the same key; what protects the truth is the log's expected revision.
 *
 * A node is alive while its heartbeats arrive; a key belongs to the node that claimed it for as long as that node lives.
 */
export interface Leases {
  /** This node's name; null for one that only looks on and holds nothing. */
  readonly node: string | null;
  /**
   * Takes `key` when nobody holds it, or when its holder has been silent for `LEASE_MS`. Resolves to whether
   * this node holds it now; to false when that can't be found out.
   */
  claim(key: string): Promise<boolean>;
  /** Lets go of `key` if this node holds it, so that another may take it at once. Never rejects. */
  release(key: string): Promise<void>;
  /** The living node that holds `key`, by the last message. */
  holderOf(key: string): string | undefined;
  /** The living nodes of the group in the order of their names, this one included. */
  nodes(): readonly string[];
  /** Calls `handler` whenever a key's holder or the living nodes have changed. */
  onChange(handler: () => void): () => void;
  /** Releases everything and sends no more heartbeats. */
  close(): Promise<void>;
}
