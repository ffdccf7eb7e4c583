import { LEASE_MS } from './port.ts';

type Member = {
  /** This run of the node. Another run under the same name does not hold this run's keys. */
  epoch: string;
  /** When its last heartbeat arrived, or when it was named: ms by this process's monotonic clock. */
  heartbeatAt: number;
  /** Whether a heartbeat arrived. Otherwise it was only named as the holder of a key. */
  hasHeartbeat: boolean;
};

/**
 * The living nodes of a group, as one of them sees them by heartbeats. Epochs are ids that sort by the time they
 * were made, so that a late message of an earlier run is distinguished from one of the present run.
 */
export class GroupMembers {
  readonly #members = new Map<string, Member>();

  /** A heartbeat of a node arrived. Returns whether that is news. */
  receivedHeartbeat(node: string, epoch: string, now: number): boolean {
    const known = this.#members.get(node);
    if (known !== undefined && known.epoch > epoch) return false;
    this.#members.set(node, { epoch, heartbeatAt: now, hasHeartbeat: true });
    return known?.epoch !== epoch || !known.hasHeartbeat;
  }

  /** A node is named as holder of a key. Until its heartbeat arrives it counts as alive for one lease time. */
  named(node: string, epoch: string, now: number): void {
    const known = this.#members.get(node);
    if (known !== undefined && known.epoch >= epoch) return;
    this.#members.set(node, { epoch, heartbeatAt: now, hasHeartbeat: false });
  }

  /** A node left, or is silent. Returns whether it was a member. */
  left(node: string, epoch: string): boolean {
    if (!this.lives(node, epoch)) return false;
    return this.#members.delete(node);
  }

  lives(node: string, epoch: string): boolean {
    return this.#members.get(node)?.epoch === epoch;
  }

  /** When the last heartbeat of a node that is alive arrived. */
  heartbeatAt(node: string, epoch: string): number | undefined {
    return this.lives(node, epoch) ? this.#members.get(node)?.heartbeatAt : undefined;
  }

  /** The nodes whose heartbeat arrived, sorted by name. */
  names(): string[] {
    return [...this.#members]
      .filter(([, { hasHeartbeat }]) => hasHeartbeat)
      .map(([node]) => node)
      .sort();
  }

  /** Nodes without a heartbeat for the time of a lease. */
  silent(now: number): { node: string; epoch: string }[] {
    return [...this.#members]
      .filter(([, { heartbeatAt }]) => now - heartbeatAt >= LEASE_MS)
      .map(([node, { epoch }]) => ({ node, epoch }));
  }

  /** Time until the first node is silent if no heartbeat arrives, in ms; null without nodes. */
  untilSilent(now: number): number | null {
    if (this.#members.size === 0) return null;
    const longest = Math.min(...[...this.#members.values()].map(({ heartbeatAt }) => heartbeatAt));
    return Math.max(0, Math.ceil(longest + LEASE_MS - now));
  }
}
